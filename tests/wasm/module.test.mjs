import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {test} from 'node:test';

import {load} from '../../build/wasm/module/mamba_ratio.mjs';

const wasmBinary = await readFile(
    new URL('../../build/wasm/module/mamba_ratio.wasm', import.meta.url));

test('the module loads in Node from its bytes', async () => {
  const module = await load({wasmBinary});
  assert.match(module.version().release, /^\d+\.\d+\.\d+$/);
});

test('the module loads from what is compiled already', async () => {
  const module = await load({wasmModule: await WebAssembly.compile(wasmBinary)});
  assert.match(module.version().release, /^\d+\.\d+\.\d+$/);
});

test('bytes that are no module are refused with an error, not a hang', async () => {
  await assert.rejects(load({wasmBinary: new Uint8Array(8)}), WebAssembly.CompileError);
});
