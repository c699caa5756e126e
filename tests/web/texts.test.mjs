// The one table of texts against everything that can be said.
import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import {test} from 'node:test';

import {TEXTS} from '../../web/src/texts.js';

const root = new URL('../../', import.meta.url);
const read = (/** @type {string} */ path) => readFileSync(new URL(path, root), 'utf8');

/** The text of every file of a folder whose name ends so. */
const all = (/** @type {string} */ folder, /** @type {RegExp} */ names) => readdirSync(new URL(folder, root))
    .filter((name) => names.test(name)).map((name) => read(folder + name)).join('\n');

const core = all('core/', /\.(cpp|h|def|re)$/) + all('wasm/', /\.(cpp|h|ts)$/);
const page = all('web/src/', /(?<!texts)\.js$|\.html$/) + all('web/src/views/', /\.js$/);
const codes = [...read('core/codes.def').matchAll(/^MAMBA_RATIO_CODE\(\w+, "([^"]+)"/gm)].map((m) => m[1]);
const keys = [...read('core/parameters.cpp').matchAll(/\{Key::\w+,\s+"(\w+)",/g)].map((m) => m[1]);
const sentences = [...read('core/narrative.cpp').matchAll(/"([a-z]+(?:-[A-Za-z]+)+)"/g)].map((m) => m[1]);
const formulas = [...read('core/derivation.cpp').matchAll(/"([a-z]+(?:-[A-Za-z]+)+)"/g)].map((m) => m[1]);

const facts = [
  ...read('core/boot_reading.cpp').matchAll(/(?:\{|first\()"(\w+)", k(?:Slots|Gib|Tokens|Requests)\b/g),
  ...core.matchAll(/\b(?:fact|peak)\("(\w+)", /g),
].map((m) => m[1]);

const lacking = (/** @type {string[]} */ wanted) => wanted.filter((key) => !Object.hasOwn(TEXTS, key));

test('every message says what is so and what to do', () => {
  assert.ok(codes.length > 20);
  assert.deepEqual(lacking(codes.flatMap((code) => [`m.${code}`, `m.${code}.do`])), []);
});

test('every parameter has a name, and a help where the page shows one', () => {
  assert.ok(keys.length > 40);
  assert.deepEqual(lacking(keys.map((key) => `p.${key}`)), []);
  assert.deepEqual(lacking(keys.filter((key) => !/^[vL]$/.test(key)).map((key) => `p.${key}.help`)), []);
});

test('every headline, reason and formula has its sentence', () => {
  const said = (/** @type {string} */ code) => ['h', 'r'].some((family) => TEXTS[`${family}.${code}`]);
  assert.deepEqual(sentences.filter((code) => !said(code)), []);
  assert.deepEqual(lacking(formulas.map((name) => `formula.${name}`)), []);
});

test('every fact has a name', () => {
  assert.ok(facts.length > 15);
  assert.deepEqual(lacking(facts.map((name) => `f.${name}`)), []);
});

test('every text the page names is in the table', () => {
  const named = [...page.matchAll(/data-(?:text|label|placeholder)="([^"]+)"|\bt\('([^']+)'/g)];
  assert.deepEqual(lacking(named.map((m) => m[1] ?? m[2])), []);
});

test('no text is left that nothing says', () => {
  const quoted = (/** @type {string} */ word) => [`'${word}'`, `"${word}"`, `\`${word}\``].some(
      (text) => page.includes(text) || core.includes(text));
  const unused = Object.keys(TEXTS).filter((key) => {
    const name = key.replace(/^\w+\./, '').replace(/\.(do|help|alone|sub)$/, '');
    return !quoted(key) && !quoted(name) && !quoted(name.split('.').at(-1) ?? '');
  });
  assert.deepEqual(unused, []);
});

test('both languages put in the same numbers', () => {
  const places = (/** @type {string} */ text) => [...new Set(text.match(/\{\w+/g))].sort().join();
  const differing = Object.entries(TEXTS).filter(([, [english, chinese]]) => {
    const plural = english.replace(/\{(\w+)\|[^}]*\}/g, '{$1}');
    return places(plural) !== places(chinese);
  });
  assert.deepEqual(differing.map(([key]) => key), []);
});

test('no text speaks of workers of the engine or of sizing code', () => {
  const jargon = Object.entries(TEXTS).filter(([key, [english, chinese]]) => !key.startsWith('privacy.') &&
      (/\bworkers?\b|sizing code/i.test(english) || /worker|分配代码|分配算法/.test(chinese)));
  assert.deepEqual(jargon.map(([key]) => key), []);
});

test('no text of one language is empty', () => {
  assert.deepEqual(Object.entries(TEXTS).filter(([, pair]) => pair.some((text) => text.trim() === '')), []);
});
