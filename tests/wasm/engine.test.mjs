import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {test} from 'node:test';

import {load} from '../../build/wasm/module/mamba_ratio.mjs';

const read = (path) => readFile(new URL(path, import.meta.url));
const module = await load({wasmBinary: await read('../../build/wasm/module/mamba_ratio.wasm')});
const rows = JSON.parse(String(await read('../fixtures/engine_rows.json')));

test('the engine\'s slots, tokens and requests are met exactly in both generations', () => {
  for (const {row, link, ...expected} of rows) {
    for (const [generation, figures] of Object.entries(expected)) {
      const {entries, messages} = module.parse_link(`#${link}&engine=${generation}`);
      assert.deepEqual(messages, []);
      const {results} = module.evaluate(entries);
      const found = ['now_slots', 'now_tokens', 'now_requests'].map((id) => results[id].value);
      assert.deepEqual(found, figures, `row ${row}, ${generation}`);
      assert.equal(results.generation.value, generation);
    }
  }
});
