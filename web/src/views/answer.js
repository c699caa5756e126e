/**
 * The answer: sentence, flag, numbers.
 *
 * @typedef {import('../../../wasm/mamba_ratio').Answer} Answer
 * @typedef {import('../../../wasm/mamba_ratio').Outcome} Outcome
 * @typedef {import('../../../wasm/mamba_ratio').Sentence} Sentence
 * @typedef {import('../state.js').State} State
 */
import {$, el, put, rich, setData, svg, swatch} from '../dom.js';
import {formatted} from '../format.js';
import {isStale} from '../state.js';
import {firstOf, t} from '../words.js';
import {showChart} from './chart.js';
import {bindingWords, showOutcomes} from './compare.js';
import {allowCopying, showFlags} from './flags.js';
import {actionOf, offer, sentenceOf} from './messages.js';

/** Every result and how its number is written. @type {Record<string, string>} */
const RESULTS = {
  token_equiv: 'tokens2',
  S: 'count',
  D: 'count',
  ratio: 'ratio',
  state_bytes: 'bytes',
  kv_bytes: 'bytes',
  clamp: 'count',
  kv_cap: 'count',
  binding: 'word',
  pin: 'count',
  ratio_low: 'ratio',
  ratio_high: 'ratio',
  best_ratio: 'ratio',
  best_requests: 'count',
  now_slots: 'count',
  now_tokens: 'count',
  now_requests: 'count',
  now_clamp: 'count',
  now_kv_cap: 'count',
  now_binding: 'word',
  generation: 'plain',
};

const LARGE = ['token_equiv', 'S', 'D', 'ratio'];

/** The row of "before and after" that the bar's flag belongs to. */
const OUTCOME_OF = {flag: 'ratio', best: 'best', pin: 'pin', repair: 'repair'};

/** @param {Answer} answer @param {string} id */
function missingText(answer, id) {
  const code = answer.results[id]?.missing ?? (answer.state === 'invalid' ? 'invalid' : '');
  return code ? firstOf([`missing.${code}`, `m.${code}`]) : t('unknown');
}

/** What a result reads. @param {Answer} answer @param {string} id @param {string} format */
function wordsOf(answer, id, format) {
  const value = answer.results[id]?.value ?? null;
  if (value === null) return [missingText(answer, id)];
  if (id === 'binding') return [t(`binds.${value}`)];
  return format === 'word' ? bindingWords(String(value)) : [formatted(value, format)];
}

/** @param {Answer} answer @param {boolean} stale */
function showResults(answer, stale) {
  for (const [id, format] of Object.entries(RESULTS)) {
    const data = $(`#${id}`);
    const value = answer.results[id]?.value ?? null;
    data.classList.toggle('unknown', value === null);
    setData(data, stale || value === null ? '' : String(value), ...wordsOf(answer, id, format));
  }
}

/** `51 → 74`, its arrow set back. @param {string} text @returns {Node[]} */
const withArrow = (text) =>
  text
    .split(/(→)/)
    .map((part) => (part === '→' ? el('em', {}, part) : document.createTextNode(part)));

/** @param {string} family @param {Sentence} sentence */
const sentence = (family, {code, args}) =>
  code === '' ? '' : firstOf([`${family}.${code}`, `${family}.${code}.alone`], args);

/**
 * Whose numbers these are.
 * @param {State} state
 * @param {Answer} answer
 * @param {string} wrongField
 */
function kicker({answer: now, source: {reading}, config, layers}, answer, wrongField) {
  const L = answer.values.L.value ?? '';
  if (now !== answer) return t('stale.which', {L, field: wrongField || t('stale.settings')});
  if (answer.state === 'invalid') return t('kicker.none');
  if (reading && reading.chosen_boot > 0) {
    const about = {boot: reading.chosen_boot, all: reading.boots.length, rank: reading.chosen_rank};
    return t(about.rank ? 'kicker.log.rank' : 'kicker.log.boot', about);
  }
  if (reading) return t('kicker.log');
  if (config) return t('kicker.config', {architecture: config.reading.architecture});
  if (answer.example) return t('kicker.example');
  if (answer.values.model.text !== '') return t('kicker.model');
  return t(Object.keys(layers.link).length > 0 ? 'kicker.link' : 'kicker.hand');
}

/** What each pool takes, in words. @param {Outcome} outcome */
const poolsOf = ({clamp, kv_cap: cap, binding}) =>
  clamp === null || cap === null
    ? []
    : [
        el('span', {}, swatch('state'), `${t('gives.state')} ${formatted(clamp)}`),
        el('span', {}, swatch('kv'), `${t('gives.kv')} ${formatted(cap)}`),
        binding !== null && el('span', {}, firstOf([`binds.${binding}`, `binding.${binding}`])),
      ];

/** @param {Answer} answer */
function showGives(answer) {
  const outcome = answer.outcomes.find(({id}) => id === OUTCOME_OF[answer.main]);
  const main = answer.main === 'repair' ? answer.repairs[0] : outcome;
  const n = main?.requests;
  const range = answer.messages.find(({code}) => code === 'weights-estimated')?.args ?? {};
  const words =
    n == null ? t('gives.unknown') : firstOf(['gives.estimated', 'gives'], {n, ...range});
  const {beside} = answer;
  put($('#gives'), ...rich(words), beside && ` ${t('gives.with', {settings: beside})}`);
  // The results beside it are those of r*.
  const other = answer.main === 'flag' ? undefined : outcome;
  for (const id of ['clamp', 'kv_cap', 'binding']) {
    /** @type {HTMLElement} */ ($(`#${id}`).parentElement).hidden = other !== undefined;
  }
  put($('#gives-pools'), ...(other ? poolsOf(other) : []));
  put($('#tokens-left'), main?.kv_tokens == null ? '' : t('gives.tokens', {n: main.kv_tokens}));
  const best = answer.results.best_requests?.value;
  put($('#best-why'), best == null ? '' : t('row.best.why', {n: best}));
}

/** Where the memory went, as a bar and in words. @param {Answer} answer */
function showMemory({memory}) {
  let x = 0;
  const rects = memory.map(({id, share}) => {
    const place = {x: `${100 * x}%`, width: `${100 * share}%`};
    x += share;
    return svg('rect', {class: `part-${id}`, height: 12, ...place});
  });
  const words = memory.map(({id, gib, share}) =>
    el('span', {}, el('i', {class: `sw part-${id}`}), t(`memory.${id}`), t('memory', {gib, share})),
  );
  const bar = svg('svg', {width: '100%', height: 12, 'aria-hidden': 'true'}, ...rects);
  put($('#memory'), ...(words.length > 0 ? [t('memory.where'), bar, el('p', {}, ...words)] : []));
}

/** @param {Answer} answer */
function showReadout(answer) {
  const {other_rows: other, values, results, messages} = answer;
  put(
    $('#other-rows'),
    other ? `; ${t(`token_equiv.${other.rows}`, {value: other.token_equiv})}` : '',
  );
  const {origin, line} = values.S;
  put($('#S-sub'), origin === 'log' && line !== null ? t('S.sub.log', {line}) : t('S.sub'));
  const unnamed = messages.some(({code}) => code === 'log-lacks-speculation');
  const drafts = unnamed ? 'D.sub.unnamed' : 'D.sub.none';
  put($('#D-sub'), t(values.spec.value === 'none' ? drafts : 'D.sub'));
  const exact =
    results.ratio?.value != null && results.ratio_low?.value === results.ratio_high?.value;
  const range = $('#ratio-range');
  range.parentElement?.classList.toggle('exact', exact);
  put(
    range,
    results.ratio?.value == null ? '' : t(exact ? 'ratio.exact' : 'ratio.range'),
  );
  const pinned = results.pin?.value;
  put(
    $('#pin-why'),
    pinned == null ? '' : t(answer.pin_flag === '' ? 'row.pin.refused' : 'row.pin.why'),
  );
}

/** Sentence and flags. @param {Answer} answer */
function showFirst(answer) {
  $('#answer').classList.toggle('refused', answer.headline.code === 'refused');
  put($('#headline'), ...withArrow(sentence('h', answer.headline)));
  showFlags(answer, missingText(answer, 'ratio'));
}

/**
 * What stands until the whole answer does, over another sound one: every value, and in words what is
 * large.
 * @param {Answer} answer
 */
export function showNow(answer) {
  showFirst(answer);
  for (const [id, format] of Object.entries(RESULTS)) {
    const data = $(`#${id}`);
    const value = String(answer.results[id]?.value ?? '');
    if (data.getAttribute('value') === value) continue;
    data.setAttribute('value', value);
    if (LARGE.includes(id)) put(data, ...wordsOf(answer, id, format));
  }
}

/**
 * How the boot of the log ended, if badly, before why the answer is what it is.
 * @param {State} state @param {Answer} answer
 */
function why({source: {reading}}, answer) {
  const {code} = answer.headline;
  const failed = reading?.messages.find(({level}) => level === 'error');
  const told = !failed || code === 'refused';
  const better = answer.messages.find(
    ({code}) => code === 'model-named' || code === 'more-granted-than-slots',
  );
  return [
    !told && el('strong', {}, sentenceOf(failed)),
    !told && ` ${actionOf(failed)} `,
    (told || code !== 'missing-both') && sentence('r', answer.reason),
    better && ` ${sentenceOf(better)} `,
    better && offer(better),
  ];
}

/** @param {State} state @param {string} wrongField label of the field to correct */
export function showAnswer(state, wrongField) {
  const stale = isStale(state);
  const answer = stale && state.shown ? state.shown : state.answer;
  const area = $('#answer');
  area.toggleAttribute('data-stale', stale);
  put($('#kicker'), kicker(state, answer, wrongField));
  showFirst(answer);
  put($('#reason'), ...why(state, answer));
  showGives(answer);
  showResults(answer, stale);
  showReadout(answer);
  allowCopying(stale);
}

/** Before and after, the memory, the chart. @param {Answer} answer */
export function showEvidence(answer) {
  const {r, mamba_size: pinned, N} = answer.values;
  const unknown = pinned.text === '' ? N.origin : pinned.origin;
  const told = answer.outcomes[0]?.r === null ? unknown : r.origin;
  const origin = answer.example && told !== 'hand' ? 'example' : told;
  showMemory(answer);
  const points = answer.repairs.length > 0 ? [] : answer.chart;
  showChart(points, answer.outcomes, OUTCOME_OF[answer.main]);
  showOutcomes(answer.outcomes, {
    pick: OUTCOME_OF[answer.main],
    origin: t(`origin.${origin}`),
    L: answer.values.L.value === null ? '' : formatted(answer.values.L.value),
  });
}

/** One short sentence for those who listen. @param {State} state @param {string} wrongField */
export function spoken(state, wrongField) {
  if (isStale(state)) return t('live.stale', {field: wrongField || t('stale.settings')});
  const {answer} = state;
  const flag = {
    flag: answer.flag,
    best: answer.best_flag,
    pin: answer.pin_flag,
    repair: answer.repair_flag,
  }[answer.main];
  return [flag, sentence('h', answer.headline)].filter(Boolean).join(', ');
}
