/**
 * Other lengths, other strategies: the same question asked again.
 *
 * @typedef {import('../../../wasm/mamba_ratio').LengthRow} LengthRow
 * @typedef {import('../../../wasm/mamba_ratio').Matrix} Matrix
 * @typedef {import('../../../wasm/mamba_ratio').Repair} Repair
 */
import {$, el, put, svg, swatch} from '../dom.js';
import {formatted, shown} from '../format.js';
import {t} from '../words.js';

const WIDTH = 56;
const EDGE = 4;

/** `ratio 2.21` or `pin 36` instead of the whole flag. @param {LengthRow} row */
function toPass({flag}) {
  if (flag === '') return t('lengths.none');
  const value = flag.slice(flag.lastIndexOf(' ') + 1);
  return t(flag.startsWith('--max-mamba') ? 'lengths.pin' : 'lengths.ratio', {value});
}

/** @param {number} now @param {number} then @param {number} scale */
function change(now, then, scale) {
  const x = (/** @type {number} */ n) => EDGE + (n / scale) * (WIDTH - 2 * EDGE);
  return svg(
    'svg',
    {width: WIDTH, height: 12, 'aria-hidden': 'true'},
    svg('line', {x1: x(now), x2: x(then), y1: 6, y2: 6}),
    svg('circle', {class: 'before', cx: x(now), cy: 6, r: 3}),
    svg('circle', {cx: x(then), cy: 6, r: 3.5}),
  );
}

/** @param {LengthRow} row @returns {(Node | string)[]} */
function nowCell({now_requests: now, now_binding: binding}) {
  if (binding === 'refused') return [t('binding.refused')];
  if (now === null) return ['–'];
  const count = formatted(now);
  return binding === 'state' || binding === 'kv' ? [swatch(binding), count] : [count];
}

/** @param {LengthRow} row @param {number} scale */
function lengthRow(row, scale) {
  const {tokens_per_request, yours, now_requests: now, then_requests: then} = row;
  const name = formatted(tokens_per_request, 'k');
  return el(
    'tr',
    {class: yours ? 'yours' : null},
    el('th', {scope: 'row'}, name, yours && ' ', yours && t('lengths.yours')),
    el('td', {class: row.flag ? 'left mono' : 'left'}, toPass(row)),
    el('td', {}, ...nowCell(row)),
    el('td', {}, el('b', {}, then === null ? '–' : formatted(then))),
    el('td', {class: 'change'}, now !== null && then !== null && change(now, then, scale)),
  );
}

/** @param {LengthRow[]} rows */
function showLengths(rows) {
  const counts = rows.flatMap((row) => [row.now_requests ?? 0, row.then_requests ?? 0]);
  const scale = Math.max(1, ...counts);
  put($('#lengths'), ...rows.map((row) => lengthRow(row, scale)));
}

/** @param {import('../../../wasm/mamba_ratio').Repair} repair */
function cost({tokens_lost, keeps_outputs, keeps_prefix_reuse}) {
  const parts = [
    tokens_lost !== null && tokens_lost > 0 && t('repairs.tokens', {n: tokens_lost}),
    !keeps_outputs && t('repairs.outputs'),
    !keeps_prefix_reuse && t('repairs.prefixes'),
  ].filter((part) => part !== false);
  return parts.join(t('list.separator')) || t('repairs.nothing');
}

/** Of a refused boot: every change of one flag that mends it. @param {Repair[]} repairs */
export function showRepairs(repairs) {
  $('#repairs').hidden = repairs.length === 0;
  const rows = repairs.map((repair, i) =>
    el(
      'tr',
      {class: i === 0 ? 'yours' : null},
      el('th', {scope: 'row', class: 'mono'}, repair.flag),
      el('td', {}, formatted(repair.slots)),
      el('td', {}, shown(repair.requests)),
      el('td', {}, shown(repair.kv_tokens)),
      el('td', {class: 'left wrap'}, cost(repair)),
    ),
  );
  put($('#repair-rows'), ...rows);
}

/** @param {Matrix['columns'][number]} column */
function columnHead({ssm_dtype, kv_dtype, changes_outputs}) {
  const mark = changes_outputs ? '\u00a0†' : '';
  const state = t('matrix.state', {dtype: ssm_dtype});
  return el('th', {scope: 'col'}, state, el('br'), t('matrix.kv', {dtype: kv_dtype}), mark);
}

/** @param {Matrix['rows'][number]['cells'][number]} cell @param {number | null} target */
function cellOf({requests, ratio, yours, reaches_target}, target) {
  const classes = [yours && 'here', reaches_target && 'meets'].filter(Boolean).join(' ');
  const reached = reaches_target && target !== null && `≥ ${formatted(target)} `;
  return el(
    'td',
    {class: classes || null},
    el('span', {class: 'n'}, reached, requests === null ? '–' : formatted(requests)),
    el('br'),
    el('span', {class: 'r'}, ratio === null ? '' : `r ${formatted(ratio, 'short')}`),
  );
}

/** @param {Matrix['rows'][number]} row @param {Matrix} matrix */
function matrixRow({strategy, slots_per_request: S, cells}, {columns, target}) {
  const radix = strategy === 'radix_off';
  const refused = el('td', {class: 'refused', colspan: columns.length}, t('matrix.refused'));
  return el(
    'tr',
    {},
    el(
      'th',
      {scope: 'row'},
      el('code', {}, radix ? 'radix off' : strategy),
      el('br'),
      el('span', {class: 'sub'}, `S ${S}`),
    ),
    ...(cells.length === 0 ? [refused] : cells.map((cell) => cellOf(cell, target))),
  );
}

/** @param {Matrix} matrix */
function showMatrix(matrix) {
  put(
    $('#matrix-head'),
    el('tr', {}, el('th', {scope: 'col'}, t('p.strategy')), ...matrix.columns.map(columnHead)),
  );
  put($('#matrix'), ...matrix.rows.map((row) => matrixRow(row, matrix)));
}

/**
 * @param {LengthRow[]} lengths @param {Matrix} matrix @param {string} present the present ratio
 * @param {string} L
 */
export function showTables(lengths, matrix, present, L) {
  showLengths(lengths);
  showMatrix(matrix);
  put($('#lengths-now'), present ? t('lengths.now', {r: present}) : t('compare.present'));
  const target = matrix.target;
  const say = target === null ? t('matrix.say', {L}) : t('matrix.target', {target});
  put($('#matrix-say'), matrix.rows.length === 0 ? '' : say);
  for (const [name, rows] of /** @type {const} */ ([
    ['lengths', lengths],
    ['matrix', matrix.rows],
  ])) {
    $(`#${name}-none`).hidden = rows.length > 0;
    $(`#${name}-table`).hidden = rows.length === 0;
  }
}
