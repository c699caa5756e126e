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

test('lines not understood come as a report without what tells whose they are', async () => {
  const reader = (await load({wasmBinary})).create_reader();
  reader.push(new TextEncoder().encode('\nMemory pool end. avail mem=? at /home/ann on 10.0.0.1\n'));
  reader.finish();
  const {unread, unread_count, report} = reader.reading();
  reader.free();
  assert.deepEqual([unread[0].line, unread_count], [2, 1]);
  assert.match(report, /^Mamba Ratio \d+\.\d+\.\d+, formula revision \d+\n2: Memory pool end\. avail mem=\? at <path> on <address>\n$/);
});

test('bytes that are no module are refused with an error, not a hang', async () => {
  await assert.rejects(load({wasmBinary: new Uint8Array(8)}), WebAssembly.CompileError);
});
