import {el} from '../dom.js';
import {t} from '../words.js';

/** @typedef {import('../../../wasm/mamba_ratio').Parameter} Parameter */
/** @typedef {import('../../../wasm/mamba_ratio').Value} Value */
/** @typedef {import('../../../wasm/mamba_ratio').Origin} Origin */

const OUTLINED = ['hand', 'link', 'model', 'example'];

/** @param {string} text */
const plain = (text) => el('span', {class: 'chip plain'}, text);

/** A chip that leads to the line of the log. @param {number[]} lines */
function lineChip(lines) {
  const text = t('origin.log.lines', {lines: lines.join(', ')});
  return el('button', {type: 'button', class: 'chip from-log', 'data-line': lines[0]}, text);
}

/** Says where a value comes from. @param {Origin} origin @param {number[]} lines */
export function originChip(origin, lines) {
  if (origin === 'log' && lines.length > 0) return lineChip(lines);
  if (origin === 'log' || OUTLINED.includes(origin))
    return el('span', {class: `chip from-${origin}`}, t(`origin.${origin}`));
  return plain(t(`origin.${origin}`));
}

/** The same for a field of the form. @param {Parameter} row @param {Value} value */
export function chip(row, value) {
  if (value.text === '') return plain(t('origin.none'));
  if (value.unused) return plain(t('origin.unused'));
  if (!row.built && value.origin !== 'default') return plain(t('origin.unbuilt'));
  return originChip(value.origin, value.line === null ? [] : [value.line]);
}
