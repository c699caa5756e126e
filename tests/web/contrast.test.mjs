// The contrast of every pair of colours that meet on the page, by WCAG 2.2, in both themes.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';

const TEXT = 4.5;
const SHAPE = 3;
const GROUNDS = ['ground', 'panel'];
const TINTS = ['state-tint', 'kv-tint', 'fact-tint'];

/** Foreground, background, least contrast. @type {[string, string, number][]} */
const PAIRS = [
  ...['ink', 'ink-2', 'ink-3', 'state', 'kv', 'stop'].flatMap((ink) => GROUNDS.map((ground) => [ink, ground, TEXT])),
  ...['edge', 'state-fill', 'kv-fill'].flatMap((shape) => GROUNDS.map((ground) => [shape, ground, SHAPE])),
  ...TINTS.map((tint) => ['ink', tint, TEXT]),
  ['stop', 'stop-tint', TEXT],
  ['ground', 'stop', TEXT],
  ['inverse-ink', 'inverse', TEXT],
  ['inverse', 'ground', SHAPE],
];

const css = readFileSync(new URL('../../web/src/style/tokens.css', import.meta.url), 'utf8');
const tokens = [...css.matchAll(/--([\w-]+): light-dark\(#(\w{6}), #(\w{6})\)/g)]
    .map(([, name, light, dark]) => ({name, light, dark}));

/** Relative luminance. @param {string} hex */
function luminance(hex) {
  const [red, green, blue] = [0, 2, 4].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param {string} one @param {string} other */
function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test('black on white and the like have the contrast the standard names', () => {
  assert.equal(contrast('000000', 'ffffff'), 21);
  assert.equal(contrast('777777', 'ffffff').toFixed(2), '4.48');
});

for (const theme of /** @type {const} */ (['light', 'dark'])) {
  test(`every pair of colours has enough contrast (${theme})`, () => {
    const colour = Object.fromEntries(tokens.map((token) => [token.name, token[theme]]));
    const weak = PAIRS
        .map(([front, back, least]) => ({front, back, least, has: contrast(colour[front], colour[back])}))
        .filter(({has, least}) => !(has >= least))
        .map(({front, back, least, has}) => `${front} on ${back}: ${has.toFixed(2)} of ${least}`);
    assert.deepEqual(weak, []);
  });
}

test('every colour but rules stands in a pair', () => {
  const paired = new Set(PAIRS.flatMap(([front, back]) => [front, back]));
  const alone = tokens.map(({name}) => name).filter((name) => !paired.has(name) && !name.endsWith('rule'));
  assert.deepEqual(alone, []);
});
