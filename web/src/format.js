/**
 * Numbers as people read them. The same in both languages: thousands commas, a point for decimals.
 */

/** Making a formatter is slow, so each is made once. @type {Map<string, Intl.NumberFormat>} */
const formatters = new Map();

/** @param {string} name @param {Intl.NumberFormatOptions} options */
function formatter(name, options) {
  const known = formatters.get(name) ?? new Intl.NumberFormat('en-US', options);
  formatters.set(name, known);
  return known;
}

/** @param {number} value @param {number} most @param {number} [least] decimals */
function fixed(value, most, least = 0) {
  const options = {maximumFractionDigits: most, minimumFractionDigits: least};
  return formatter(`${least}-${most}`, options).format(value);
}

/** @param {number} value @param {number} digits */
function significant(value, digits) {
  return formatter(`${digits}`, {maximumSignificantDigits: digits}).format(value);
}

const SIZES = ['B', 'KB', 'MB', 'GB', 'TB'];

/** Bytes of a file: `412 MB`, `1.0 GB`. @param {number} bytes */
function size(bytes) {
  let step = 0;
  let rest = bytes;
  while (rest >= 999.5 && step < SIZES.length - 1) {
    rest /= 1000;
    step += 1;
  }
  const decimals = step > 0 && rest < 9.95 ? 1 : 0;
  return `${fixed(rest, decimals, decimals)} ${SIZES[step]}`;
}

/** @param {number} value */
function plainDecimal(value) {
  const magnitude = Math.abs(value);
  if (Number.isInteger(value) || magnitude >= 1000) return fixed(value, 2);
  return significant(value, 5);
}

/**
 * Formats named in texts: `{difference:percent}`.
 * @type {Record<string, (value: number) => string>}
 */
export const FORMATS = {
  number: plainDecimal,
  plain: (value) => String(value),
  count: (value) => fixed(value, 0),
  decimal2: (value) => fixed(value, 2, 2),
  gb: (value) => fixed(value, 3, 2),
  tokens2: (value) => fixed(value, 2, 2),
  tokens4: (value) => fixed(value, 4, 4),
  ratio: (value) => significant(value, 5),
  k: (value) =>
    value >= 1024 && value % 1024 === 0 ? `${fixed(value / 1024, 0)}K` : fixed(value, 0),
  short: (value) => significant(value, 3),
  gib: (value) => `${fixed(value, 2, 2)} GiB`,
  bytes: (value) => `${fixed(value, 2)} B`,
  percent: (value) => `${significant(value * 100, 2)} %`,
  size,
};

/** @param {unknown} value @param {string} [format] */
export function formatted(value, format = 'number') {
  if (typeof value !== 'number') return String(value ?? '');
  return FORMATS[format](value);
}

/** A number, or a dash where there is none. @param {number | null} value */
export const shown = (value) => (value === null ? '–' : formatted(value));

/**
 * Thousands commas in the whole part of a number that is text already; its digits stay.
 * @param {string} text
 */
export function grouped(text) {
  if (!/^\d+(\.\d+)?$/.test(text)) return text;
  const [whole, decimals] = text.split('.');
  const commas = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals === undefined ? commas : `${commas}.${decimals}`;
}
