import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {test} from 'node:test';

import {load} from '../../build/wasm/module/mamba_ratio.mjs';

const corpus = new URL('../fixtures/corpus/', import.meta.url);
const cases = JSON.parse(await readFile(new URL('cases.json', corpus), 'utf8'));
const module = await load({wasmBinary: await readFile(
    new URL('../../build/wasm/module/mamba_ratio.wasm', import.meta.url))});

/**
 * Reads a log in chunks of `size` bytes.
 * @param {Uint8Array} bytes
 * @param {number} size
 */
function read(bytes, size) {
  const reader = module.create_reader();
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
  reader.finish();
  const reading = reader.reading();
  reader.free();
  return reading;
}

/** @param {ReturnType<typeof read>} reading */
const chosen = (reading) => Object.fromEntries(
    reading.facts.filter(({role}) => role === 'chosen').map(({name, value}) => [name, value]));

/** The facts that a case expects, with what else it allows. */
function mismatches(facts, expected, alternatives = {}) {
  return Object.entries(expected).filter(([name, value]) => {
    const allowed = [value, ...(alternatives[name] ?? [])].map((v) => v ?? undefined);
    return !allowed.some((v) => v === facts[name] ||
        (typeof v === 'number' && Math.abs(v - facts[name]) < 1e-9));
  }).map(([name, value]) => `${name}: ${facts[name]} for ${value}`);
}

for (const {id, kind, file, expected, readable, alternatives} of cases) {
  test(`${id} is read through the module as a careful person reads it`, async () => {
    const bytes = await readFile(new URL(file, corpus));
    const facts = chosen(read(bytes, bytes.length));
    if (kind === 'negative') {
      const state = 'conv_state_gb' in facts && 'ssm_state_gb' in facts;
      assert.ok(!(state && 'kv_gb' in facts), 'no pair of pools');
      assert.deepEqual(mismatches(facts, readable ?? {}, alternatives), []);
    } else {
      assert.deepEqual(mismatches(facts, expected, alternatives), []);
    }
    assert.deepEqual(chosen(read(bytes, 7)), facts, 'in chunks of seven bytes');
  });
}
