/**
 * Runs in the worker: reads logs, so that no log holds up the page.
 *
 * @typedef {import('../../wasm/mamba_ratio').Reading} Reading
 * @typedef {import('../../wasm/mamba_ratio').Reader} Reader
 * @typedef {import('../../wasm/mamba_ratio').MambaRatio} MambaRatio
 *
 * @typedef {{wasmModule: WebAssembly.Module} | {job: number, text: string}
 *   | {job: number, files: File[]} | {job: number, of: number, choice: {boot?: number, rank?: string}} | {cancel: number}} Order
 * @typedef {{kind: 'progress', job: number, done: number, total: number}
 *   | {kind: 'reading', job: number, of: number, reading: Reading, preview: string, whole: boolean, files: number}
 *   | {kind: 'failed', job: number}} Report
 * @typedef {{preview: string, whole: boolean, files: number}} Text
 */
import {load} from './platform/wasm.js';
import {encoded, piecesOf} from './stream.js';

const PREVIEW_BYTES = 6000;
const PREVIEW_LINES = 120;
const PROGRESS_BYTES = 1 << 24;
const MOST_KEPT = 20;

/** @type {Promise<MambaRatio>} */
let core;
/** The logs read last, by job: Undo leads back to them. @type {Map<number, {reader: Reader, text: Text}>} */
const kept = new Map();
let wanted = 0;

/** @param {Report} report */
const tell = (report) => self.postMessage(report);

/** @param {string} whole */
function previewOf(whole) {
  if (whole.length < 4 * PREVIEW_BYTES) return {preview: whole, whole: true};
  const lines = whole.slice(0, PREVIEW_BYTES).split(/\r\n?|\n/);
  const most = Math.min(PREVIEW_LINES, Math.max(1, lines.length - 1));
  return {preview: lines.slice(0, most).join('\n'), whole: false};
}

/** By the mark in front, as the reader does. @param {Uint8Array} bytes */
function encodingOf([first, second]) {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** @param {number} job @param {Reader} reader @param {Text} text */
function finish(job, reader, text) {
  reader.finish();
  kept.set(job, {reader, text});
  const [[oldest, {reader: old}]] = kept;
  if (kept.size > MOST_KEPT && kept.delete(oldest)) old.free();
  choose(job, job);
}

/** @param {number} job @param {number} of the job that read the log @param {object} [choice] */
function choose(job, of, choice) {
  const log = kept.get(of);
  if (!log) return tell({kind: 'failed', job});
  tell({kind: 'reading', job, of, reading: log.reader.reading(choice), ...log.text});
}

/** @param {number} job @param {string} given */
async function readText(job, given) {
  const module = await core;
  if (job !== wanted) return;
  const reader = module.create_reader();
  for (const bytes of encoded(given)) reader.push(bytes);
  finish(job, reader, {...previewOf(given), files: 1});
}

/** The first of what is read, to be shown. */
function previewer() {
  let preview = '';
  let whole = true;
  /** @type {TextDecoder | undefined} */
  let decoder;
  return {
    /** @param {Uint8Array} bytes */
    add(bytes) {
      decoder ??= new TextDecoder(encodingOf(bytes));
      const start = bytes.subarray(0, preview.length < PREVIEW_BYTES ? 4 * PREVIEW_BYTES : 0);
      preview += decoder.decode(start, {stream: true});
      whole &&= start.length === bytes.length;
    },
    nextFile() {
      decoder = undefined;
      whole = false;
    },
    text: () => ({...previewOf(preview), ...(!whole && {whole})}),
  };
}

/**
 * Reads files as one log. Null: the job is not wanted any more.
 * @param {number} job @param {File[]} files @param {Reader} reader
 */
async function readInto(job, files, reader) {
  const total = files.reduce((sum, {size}) => sum + size, 0);
  const shown = previewer();
  let before = 0;
  let told = 0;
  for (const file of files) {
    if (file !== files[0]) {
      reader.next_file();
      shown.nextFile();
    }
    for await (const {bytes, done} of piecesOf(file)) {
      if (job !== wanted) return null;
      reader.push(bytes);
      shown.add(bytes);
      if (before + done - told < PROGRESS_BYTES) continue;
      told = before + done;
      tell({kind: 'progress', job, done: told, total});
    }
    before += file.size;
  }
  return job === wanted ? {...shown.text(), files: files.length} : null;
}

/** @param {number} job @param {File[]} files */
async function readFiles(job, files) {
  const reader = (await core).create_reader();
  /** @type {Text | null} */
  let text = null;
  try {
    text = await readInto(job, files, reader);
  } finally {
    if (!text) reader.free();
  }
  if (text) finish(job, reader, text);
}

/** @param {Order} order */
async function obey(order) {
  if ('wasmModule' in order) {
    core = load({wasmModule: order.wasmModule});
    return;
  }
  if ('cancel' in order) {
    wanted = 0;
    return;
  }
  wanted = order.job;
  if ('text' in order) await readText(order.job, order.text);
  else if ('files' in order) await readFiles(order.job, order.files);
  else choose(order.job, order.of, order.choice);
}

/** Waits for the compiled module, then for logs. */
export function startWorker() {
  self.onmessage = ({data}) => {
    obey(data).catch(() => tell({kind: 'failed', job: data.job}));
  };
}
