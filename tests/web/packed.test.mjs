import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {test} from 'node:test';

import {pack, unpack} from '../../web/src/platform/packed.js';

test('every byte comes back from its text', () => {
  const bytes = Uint8Array.from({length: 1024}, (_, i) => i % 256);
  assert.deepEqual(unpack(pack(bytes)), bytes);
  assert.deepEqual(unpack(pack(new Uint8Array(0))), new Uint8Array(0));
});

test('the module comes back from its text, which has nothing a document would change', async () => {
  const bytes = new Uint8Array(
      await readFile(new URL('../../build/wasm/module/mamba_ratio.wasm', import.meta.url)));
  const text = pack(bytes);
  assert.deepEqual(unpack(text), bytes);
  assert.doesNotMatch(text, /[<&\s\0-\x1f\x7f-\xa0\xad]/);
  assert.equal(text.normalize('NFC'), text);
});
