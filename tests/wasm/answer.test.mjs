import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {test} from 'node:test';

import {load} from '../../build/wasm/module/mamba_ratio.mjs';

const wasmBinary = await readFile(
    new URL('../../build/wasm/module/mamba_ratio.wasm', import.meta.url));
const module = await load({wasmBinary});

/** @param {Record<string, string | number>} values */
const entries = (values) =>
    Object.entries(values).map(([key, text]) => ({key, text: String(text), origin: 'hand'}));
const answer = (values, context) => module.evaluate(entries(values), context);
const near = (actual, expected, share = 1e-7) =>
    assert.ok(Math.abs(actual / expected - 1) <= share, `${actual} is not ${expected}`);

const reference = {N: 257, conv: 0.46, ssm: 13.04, tokens: 1167552, kv: 15.03, L: 9216};

test('the reference case crosses into JavaScript at full precision', () => {
  const {results} = answer(reference);
  near(results.state_bytes.value, 56402780.64, 1e-9);
  near(results.kv_bytes.value, 13822.373, 1e-7);
  near(results.token_equiv.value, 4080.5424171, 1e-9);
  near(answer({...reference, S: 4}).results.ratio.value, 1.771069, 1e-6);
  near(answer({...reference, S: 4, dcp: 8}).results.ratio.value, 14.16855, 1e-6);
  near(answer({...reference, rows: 'allocated'}).results.token_equiv.value, 4064.7264, 1e-7);
});

test('the six published values of r over L come out', () => {
  const published = {'2K': 9.962, '4K': 4.981, '8K': 2.491, '32K': 0.6226, '64K': 0.3113,
    '128K': 0.1557};
  for (const [L, r] of Object.entries(published)) {
    near(answer({...reference, L}).results.ratio.value, r, 3e-4);
  }
});

test('what is unknown is null and names what is missing, never 0 or NaN', () => {
  const {results, flag} = answer({N: 47, S: 5, m_printed: 9}, {log_read: true});
  assert.equal(results.ratio.value, null);
  assert.equal(results.ratio.missing, 'needs-state-size');
  assert.equal(results.now_requests.value, 9);
  assert.equal(flag, '');
});

test('every result id of the page is there in every state', () => {
  const ids = ['token_equiv', 'S', 'D', 'ratio', 'state_bytes', 'kv_bytes', 'clamp', 'kv_cap',
    'binding', 'pin', 'ratio_low', 'ratio_high', 'best_ratio', 'best_requests', 'now_slots',
    'now_tokens', 'now_requests', 'now_clamp', 'now_kv_cap', 'now_binding', 'generation'];
  for (const values of [{}, {L: 'x'}, {N: 3}, reference]) {
    const {results} = answer(values);
    for (const id of ids) assert.ok(id in results, id);
  }
});

test('hostile texts come back as problems, not as exceptions', () => {
  const texts = ['', ' ', '\u0000', '\ud800', '\udc00abc', '🙂', '<img src=x onerror=alert(1)>',
    '9'.repeat(100000), '-0', '1e999', 'NaN', '__proto__', '１２３', 'a'.repeat(1 << 20)];
  for (const {key} of module.parameters()) {
    for (const text of texts) {
      const result = module.evaluate([{key, text, origin: 'link'}]);
      assert.ok(['answered', 'partial', 'invalid'].includes(result.state));
    }
  }
});

test('hostile links come back as entries and warnings', () => {
  const fragments = ['#', '%', '#%%%', '\ud800=1', 'a&'.repeat(50000), '='.repeat(50000),
    'N=%F0%9F%99%82', 'toString=1&valueOf=2&__proto__=3', '\u0000=\u0000'];
  for (const fragment of fragments) {
    const {entries: found, messages} = module.parse_link(fragment);
    assert.ok(Array.isArray(found) && Array.isArray(messages));
    assert.equal(typeof module.evaluate(found).state, 'string');
  }
  assert.equal({}.polluted, undefined);
});

test('a link made of an answer gives the same answer', () => {
  const first = answer({...reference, strategy: 'extra_buffer_lazy', spec: 'NEXTN', D: 3, dcp: 2});
  const parsed = module.parse_link('#' + first.link);
  assert.deepEqual(parsed.messages, []);
  const second = module.evaluate(parsed.entries);
  assert.equal(second.link, first.link);
  assert.deepEqual(second.results, first.results);
  assert.equal(second.flag, first.flag);
});

test('the table of parameters is complete and consistent', () => {
  const rows = module.parameters();
  assert.equal(new Set(rows.map((row) => row.key)).size, rows.length);
  for (const row of rows) {
    assert.equal(row.choices.length > 0, row.kind === 'choice', row.key);
    if (row.kind === 'choice' && row.default_text) assert.ok(row.choices.includes(row.default_text));
  }
});

test('an answer leaves nothing behind in the module', () => {
  for (let i = 0; i < 2000; ++i) answer({...reference, L: 1000 + i});
  const before = process.memoryUsage().arrayBuffers;
  for (let i = 0; i < 5000; ++i) answer({...reference, L: 1000 + i});
  assert.ok(process.memoryUsage().arrayBuffers <= before + (1 << 20));
});
