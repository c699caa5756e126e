import {formatted} from './format.js';
import {TEXTS} from './texts.js';

/** @typedef {import('../../wasm/mamba_ratio').Arguments} Arguments */
/** @typedef {'en' | 'zh'} Language */

/** @type {0 | 1} */
let column = 0;

/** @param {Language} language */
export function speak(language) {
  column = language === 'zh' ? 1 : 0;
}

/** @param {string} key */
export const has = (key) => Object.hasOwn(TEXTS, key);

/**
 * Puts arguments into `{name}`, `{name:format}` and `{name|one|many}`.
 * @param {string} template
 * @param {Arguments} args
 */
export function fill(template, args) {
  return template.replace(
    /\{(\w+)(?::(\w+)|\|([^|}]*)\|([^}]*))?\}/g,
    (whole, name, format, one, many) => {
      if (!Object.hasOwn(args, name)) return whole;
      if (many !== undefined) return args[name] === 1 ? one : many;
      return formatted(args[name], format);
    },
  );
}

/** The text of a key in the language spoken. @param {string} key @param {Arguments} [args] */
export function t(key, args = {}) {
  return has(key) ? fill(TEXTS[key][column], args) : key;
}

/** The unit beside a number: `slots`, `1 slot`. @param {string} unit @param {unknown} n */
export const unitOf = (unit, n) => firstOf([`u.${unit}`]).replace(n === 1 ? /s$/ : '', '');

/**
 * Whether every argument that a text names is given.
 * @param {string} key
 * @param {Arguments} args
 */
export const complete = (key, args) =>
  [...TEXTS[key][column].matchAll(/\{(\w+)/g)].every(([, name]) => Object.hasOwn(args, name));

/**
 * The text of the first key there is; a sentence the table lacks still shows its code and numbers.
 * @param {string[]} keys @param {Arguments} [args]
 */
export function firstOf(keys, args = {}) {
  const key = keys.find((one) => has(one) && complete(one, args));
  if (key) return t(key, args);
  const given = Object.entries(args).map(([name, value]) => `${name} ${formatted(value)}`);
  return [keys[0].replace(/^\w+\./, '').replaceAll('-', ' '), ...given].join(', ');
}
