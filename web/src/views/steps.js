/** @typedef {import('../../../wasm/mamba_ratio').Step} Step */
import {$, el, put} from '../dom.js';
import {formatted} from '../format.js';
import {firstOf, has, t, unitOf} from '../words.js';
import {originChip} from './chip.js';

/** Decimals a step's result is shown with. @type {Record<string, string>} */
const FORMATS = {GiB: 'decimal2'};

/** @param {Step} step */
function result({id, value, unit}) {
  if (value === null) return t('unknown');
  const format =
    id === 'token_equiv'
      ? 'tokens4'
      : id.startsWith('ratio')
        ? 'ratio'
        : (FORMATS[unit] ?? 'number');
  return `${formatted(value, format)}${unit && has(`u.${unit}`) ? ` ${unitOf(unit, value)}` : ''}`;
}

/** @param {Step} step */
function item(step) {
  return el(
    'li',
    {'data-step': step.id},
    el('span', {class: 'name'}, has(`s.${step.id}`) ? t(`s.${step.id}`) : step.id),
    el(
      'span',
      {class: 'formula'},
      firstOf([`formula.${step.formula}`], step.args),
      ' = ',
      el('b', {}, result(step)),
    ),
    originChip(step.origin, step.lines),
  );
}

/** @param {Step[]} steps @param {number} revision */
export function showSteps(steps, revision) {
  const items = steps.length > 0 ? steps.map(item) : [el('li', {class: 'none'}, t('steps.none'))];
  put($('#steps'), ...items);
  put($('#steps-say'), t('steps.revision', {revision}));
}
