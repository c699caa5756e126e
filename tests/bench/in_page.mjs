// What the benchmark runs inside the browser.
import {load} from '../../build/wasm/module/mamba_ratio.mjs';
import {regExpReader} from './regexp_reader.mjs';

const PIECE_BYTES = 1 << 20;

/**
 * Milliseconds a reader takes for bytes that are in memory already.
 * @param {{push: (bytes: Uint8Array) => void, finish: () => void}} reader @param {Uint8Array} bytes
 */
export function timeReader(reader, bytes) {
  const begin = performance.now();
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) reader.push(bytes.subarray(at, at + PIECE_BYTES));
  reader.finish();
  return performance.now() - begin;
}

/** @param {Uint8Array} wasmBinary @param {Uint8Array} bytes */
export async function timeBoth(wasmBinary, bytes) {
  const core = await load({wasmBinary});
  const best = {wasm: Infinity, regExp: Infinity};
  for (let round = 0; round < 3; round += 1) {
    const reader = core.create_reader();
    best.wasm = Math.min(best.wasm, timeReader(reader, bytes));
    reader.free();
    best.regExp = Math.min(best.regExp, timeReader(regExpReader(), bytes));
  }
  return best;
}

/** Milliseconds to stream a file to nowhere. @param {File} file */
async function timeStream(file) {
  const begin = performance.now();
  const reader = file.stream().getReader({mode: 'byob'});
  let buffer = new ArrayBuffer(PIECE_BYTES);
  for (;;) {
    const {value, done} = await reader.read(new Uint8Array(buffer));
    if (done || !value) return performance.now() - begin;
    buffer = value.buffer;
  }
}

globalThis.bench = {
  timeStream,
  timeBoth: async (/** @type {File} */ wasm, /** @type {File} */ log) => timeBoth(
      new Uint8Array(await wasm.arrayBuffer()), new Uint8Array(await log.arrayBuffer())),
};
