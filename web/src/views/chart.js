/**
 * Requests in flight against the ratio: the state clamp and the KV cap as steps that cross at the
 * balance. Drawn at its real width, so that text is never scaled.
 *
 * @typedef {import('../../../wasm/mamba_ratio').ChartPoint} ChartPoint
 * @typedef {import('../../../wasm/mamba_ratio').Outcome} Outcome
 * @typedef {{r: number, requests: number, label: string, now: boolean}} Mark
 */
import {$, el, put, svg} from '../dom.js';
import {formatted} from '../format.js';
import {t} from '../words.js';

const HEIGHT = 300;
const LEFT = 40;
const RIGHT = 12;
const TOP = 26;
const BOTTOM = 256;
const NICE = [1, 2, 5];
const CLOSE = 110;
const NARROW = 420;
/** Where a label hangs on one side of its mark, how far off. @type {Record<string, number>} */
const ASIDE = {start: 3, middle: 0, end: -3};

/** @param {number} most */
function tickStep(most) {
  const power = 10 ** Math.floor(Math.log10(most / 4));
  return Math.max(1, power * (NICE.find((n) => n * power * 6 >= most) ?? 10));
}

/** Places on the drawing. @param {ChartPoint[]} points @param {number} width */
function scales(points, width) {
  const [low, high] = [points[0].r, points[points.length - 1].r];
  const best = Math.max(1, ...points.map(({requests}) => requests));
  const step = tickStep(2 * best);
  const top = step * Math.ceil((2 * best) / step);
  const across = Math.log(high / low) || 1;
  return {
    low,
    high,
    step,
    top,
    x: (/** @type {number} */ r) => LEFT + (Math.log(r / low) / across) * (width - LEFT - RIGHT),
    y: (/** @type {number} */ n) => BOTTOM - (Math.min(n, 1.05 * top) / top) * (BOTTOM - TOP),
  };
}

/** @typedef {ReturnType<typeof scales>} Scales */

/** @param {ChartPoint[]} points @param {(point: ChartPoint) => number} of @param {Scales} s */
function stairs(points, of, s) {
  const [first, ...rest] = points;
  let path = `M${s.x(first.r).toFixed(1)} ${s.y(of(first)).toFixed(1)}`;
  for (const point of rest) path += `H${s.x(point.r).toFixed(1)}V${s.y(of(point)).toFixed(1)}`;
  return path;
}

/**
 * The ground under the lower line, in the hue of the pool that binds.
 * @param {ChartPoint[]} points
 * @param {Scales} s
 */
function areas(points, s) {
  const cross = points.findIndex(({clamp, kv_cap}) => clamp > kv_cap);
  const at = cross < 0 ? points.length - 1 : cross;
  const under = (/** @type {ChartPoint[]} */ part, /** @type {string} */ pool) =>
    part.length > 1 &&
    svg('path', {
      class: `area-${pool}`,
      d:
        `${stairs(part, ({clamp, kv_cap}) => Math.min(clamp, kv_cap), s)}V${BOTTOM}` +
        `H${s.x(part[0].r).toFixed(1)}Z`,
    });
  return {
    middle: points[at].r,
    drawn: [under(points.slice(0, at + 1), 'state'), under(points.slice(at), 'kv')],
  };
}

/** @param {Scales} s @param {number} width */
function axes(s, width) {
  const rows = [];
  for (let n = 0; n <= s.top; n += s.step) {
    rows.push(
      svg('line', {
        class: n === 0 ? 'axis' : 'grid',
        x1: LEFT,
        x2: width - RIGHT,
        y1: s.y(n),
        y2: s.y(n),
      }),
      svg('text', {x: LEFT - 7, y: s.y(n) + 4, 'text-anchor': 'end'}, formatted(n)),
    );
  }
  const decades = [-4, -3, -2, -1, 0, 1, 2, 3, 4].flatMap((p) => NICE.map((n) => n * 10 ** p));
  const ticks = decades.filter((r) => r >= s.low && r <= s.high);
  const crowded = ticks.length > width / 60;
  const isDecade = (/** @type {number} */ r) => Math.abs(Math.log10(r) % 1) < 1e-9;
  for (const r of crowded ? ticks.filter(isDecade) : ticks) {
    rows.push(
      svg('line', {class: 'axis', x1: s.x(r), x2: s.x(r), y1: BOTTOM, y2: BOTTOM + 5}),
      svg('text', {x: s.x(r), y: BOTTOM + 19, 'text-anchor': 'middle'}, formatted(r, 'short')),
    );
  }
  return rows;
}

/** @param {number} x @param {number} width */
const anchor = (x, width) => (x < LEFT + 60 ? 'start' : x > width - 80 ? 'end' : 'middle');

/** @param {Mark} mark @param {Scales} s @param {string} side where its labels hang */
function markOf({r, requests, label, now}, s, side) {
  const [x, y] = [s.x(r), s.y(requests)];
  const at = {x: x + ASIDE[side], 'text-anchor': side};
  return [
    svg('line', {class: now ? 'drop now' : 'drop', x1: x, x2: x, y1: y, y2: BOTTOM}),
    svg('circle', {class: now ? 'ring' : 'dot', cx: x, cy: y, r: now ? 5 : 4.5}),
    svg('text', {class: 'label halo', y: y - 10, ...at}, formatted(requests)),
    svg('text', {class: 'label', y: BOTTOM + 38, ...at}, label),
  ];
}

/** @param {Mark[]} marks @param {Scales} s @param {number} width */
function drawnMarks(marks, s, width) {
  const places = marks.map(({r}) => s.x(r));
  const close = places.length === 2 && Math.abs(places[0] - places[1]) < CLOSE;
  return marks.flatMap((mark, i) => {
    const leftmost = places[i] <= Math.min(...places);
    const apart = i === 0 && places[0] === places[1] ? 'end' : leftmost ? 'end' : 'start';
    return markOf(mark, s, close ? apart : anchor(places[i], width));
  });
}

/** @param {ChartPoint[]} points @param {Mark[]} marks @param {number} width */
function drawing(points, marks, width) {
  const s = scales(points, width);
  const ground = areas(points, s);
  const middle = s.x(ground.middle);
  const inside = marks.filter(({r}) => r >= s.low && r <= s.high);
  const fills = width < NARROW ? 'binding' : 'binds';
  const label = marks.map((mark) => `${formatted(mark.requests)}: ${mark.label}`).join('; ');
  return svg(
    'svg',
    {width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`, role: 'img', 'aria-label': `${t('chart')}. ${label}`},
    svg(
      'clipPath',
      {id: 'plot'},
      svg('rect', {x: LEFT, y: TOP, width: width - LEFT - RIGHT, height: BOTTOM - TOP + 1}),
    ),
    ...axes(s, width),
    svg(
      'g',
      {'clip-path': 'url(#plot)'},
      ...ground.drawn,
      svg('path', {class: 'line-kv', d: stairs(points, (point) => point.kv_cap, s)}),
      svg('path', {class: 'line-state', d: stairs(points, (point) => point.clamp, s)}),
    ),
    svg(
      'text',
      {class: 'of-state', x: middle - 8, y: 14, 'text-anchor': 'end'},
      `${t(`${fills}.state`)} ◂`,
    ),
    svg('text', {class: 'of-kv', x: middle + 8, y: 14}, `▸ ${t(`${fills}.kv`)}`),
    ...drawnMarks(inside, s, width),
  );
}

/** @param {ChartPoint[]} points */
function dataRows(points) {
  return points.map(({r, clamp, kv_cap, requests}) =>
    el(
      'tr',
      {},
      el('th', {scope: 'row'}, formatted(r, 'ratio')),
      el('td', {}, formatted(clamp)),
      el('td', {}, formatted(kv_cap)),
      el('td', {}, formatted(requests)),
    ),
  );
}

/** @param {Outcome[]} outcomes @param {string} pick @returns {Mark[]} */
function marksOf(outcomes, pick) {
  const of = (/** @type {string} */ id) => outcomes.find((outcome) => outcome.id === id);
  /** @param {Outcome | undefined} outcome @param {boolean} now @param {string} name */
  const mark = (outcome, now, name) =>
    outcome?.r != null && outcome.requests !== null
      ? [
          {
            r: outcome.r,
            requests: outcome.requests,
            now,
            label: `${formatted(outcome.r, 'short')} ${name}`,
          },
        ]
      : [];
  const main = of(pick)?.r != null ? pick : 'ratio';
  return [
    ...mark(of('present'), true, t('chart.now')),
    ...mark(of(main), false, t(main === pick ? 'compare.pick' : 'compare.ratio')),
  ];
}

let drawn = '';

/** Measured once for each size of the window: asking makes the browser lay out the page. */
let plotWidth = 0;
addEventListener('resize', () => {
  plotWidth = 0;
});

/**
 * @param {ChartPoint[]} points
 * @param {Outcome[]} outcomes
 * @param {string} pick outcome of the bar's flag
 */
export function showChart(points, outcomes, pick) {
  $('#chart').hidden = points.length < 2;
  const place = $('#plot-place');
  plotWidth ||= Math.floor(place.clientWidth);
  const width = plotWidth;
  const marks = marksOf(outcomes, pick);
  const {open} = /** @type {HTMLDetailsElement} */ ($('#chart-data'));
  const wanted = JSON.stringify([points, marks, width, open, document.documentElement.lang]);
  if (points.length < 2 || width === 0 || wanted === drawn) return;
  drawn = wanted;
  put(place, drawing(points, marks, width));
  if (open) showChartData(points);
}

/** @param {ChartPoint[]} points */
function showChartData(points) {
  put($('#chart-rows'), ...dataRows(points));
}
