/**
 * Before and after: what each setting gives, as two bars on one scale.
 *
 * @typedef {import('../../../wasm/mamba_ratio').Outcome} Outcome
 */
import {$, el, put, svg, swatch} from '../dom.js';
import {formatted, shown} from '../format.js';
import {has, t} from '../words.js';

const LONGEST_BAR = 84;

/**
 * @param {'state' | 'kv'} pool
 * @param {number} y
 * @param {number} holds
 * @param {number} least
 * @param {number} scale
 */
function bar(pool, y, holds, least, scale) {
  const share = (/** @type {number} */ n) => `${((n / scale) * LONGEST_BAR).toFixed(2)}%`;
  return [
    svg('rect', {class: `bar-${pool}`, x: 0, y, width: share(Math.min(holds, least)), height: 9}),
    holds > least &&
      svg('rect', {
        class: `idle-${pool}`,
        x: share(least),
        y: y + 0.5,
        width: share(holds - least),
        height: 8,
      }),
    svg('text', {x: share(holds), dx: 6, y: y + 8.5}, formatted(holds)),
  ];
}

/** @param {Outcome} outcome @param {number} scale */
function bars({clamp, kv_cap: cap}, scale) {
  if (clamp === null || cap === null || scale === 0) return '';
  const least = Math.min(clamp, cap);
  const x = `${((least / scale) * LONGEST_BAR).toFixed(2)}%`;
  return svg(
    'svg',
    {
      width: '100%',
      height: 27,
      role: 'img',
      'aria-label': t('compare.bar.label', {clamp, cap}),
    },
    ...bar('state', 2, clamp, least, scale),
    ...bar('kv', 15, cap, least, scale),
    svg('line', {class: 'tick', x1: x, x2: x, y1: 0, y2: 26}),
  );
}

/**
 * The pool that fills first, with its mark.
 * @param {string | null} binding
 * @returns {(Node | string)[]}
 */
export function bindingWords(binding) {
  if (!binding) return [t('unknown')];
  const both = binding === 'balanced';
  const marks = [
    (both || binding === 'state') && swatch('state'),
    (both || binding === 'kv') && swatch('kv'),
  ];
  return [...marks.filter((mark) => mark !== false), t(`binding.${binding}`)];
}

/** @param {Outcome} outcome @param {boolean} pick @param {number} scale @param {string} origin */
function row(outcome, pick, scale, origin) {
  const {id, flag, r, requests, kv_tokens, binding} = outcome;
  const remark =
    id === 'present'
      ? origin
      : pick
        ? t('compare.pick')
        : has(`compare.${id}.sub`)
          ? t(`compare.${id}.sub`)
          : '';
  return el(
    'tr',
    {class: pick ? 'pick' : null, 'data-outcome': id},
    el(
      'th',
      {scope: 'row'},
      id === 'also' ? flag : t(`compare.${id}`),
      remark && ' ',
      remark && el('span', {class: 'sub'}, remark),
    ),
    el('td', {class: 'num ratio'}, r === null ? '–' : formatted(r, 'ratio')),
    el('td', {class: 'bars'}, bars(outcome, scale)),
    el('td', {class: 'num big'}, shown(requests)),
    el('td', {class: 'binds'}, ...bindingWords(binding)),
    el('td', {class: 'num tokens', 'data-unit': ` ${t('compare.tokens')}`}, shown(kv_tokens)),
  );
}

/**
 * @param {Outcome[]} outcomes
 * @param {{pick: string, origin: string, L: string}} about the row of the bar's flag, where the
 *   present ratio comes
 *   from, the tokens per request
 */
export function showOutcomes(outcomes, {pick, origin, L}) {
  const scale = Math.max(0, ...outcomes.flatMap(({clamp, kv_cap}) => [clamp ?? 0, kv_cap ?? 0]));
  put(
    $('#outcomes'),
    ...outcomes.map((outcome) => row(outcome, outcome.id === pick, scale, origin)),
  );
  put($('#compare-bars'), L ? t('compare.bars', {L}) : t('compare.bars.unknown'));
}
