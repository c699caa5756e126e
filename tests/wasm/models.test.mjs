import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {test} from 'node:test';

import {load} from '../../build/wasm/module/mamba_ratio.mjs';

const read = (/** @type {string} */ path) => readFile(new URL(`../../${path}`, import.meta.url));
const core = await load({wasmBinary: await read('build/wasm/module/mamba_ratio.wasm')});
const {models} = JSON.parse((await read('tests/fixtures/geometry.json')).toString());

test('every model has the same bytes of a slot through WASM as its published geometry', () => {
  assert.ok(models.length >= 50);
  for (const {id, computed, ssm_dtype_default_in_sglang: dtype} of models) {
    const entries = [{key: 'model', text: id, origin: 'hand'}];
    const published = computed.tp1?.[`state_bytes_per_slot_${dtype === 'float32' ? 'fp32' : 'bf16'}`];
    if (published === undefined) continue;
    assert.equal(core.evaluate(entries).results.state_bytes.value, published, id);
  }
});
