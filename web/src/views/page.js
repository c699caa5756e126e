/** Paints a state. */
import {$, put, setData} from '../dom.js';
import {formatted} from '../format.js';
import {isStale} from '../state.js';
import {t} from '../words.js';
import {showAnswer, showEvidence, showNow, spoken} from './answer.js';
import {showFacts} from './facts.js';
import {showForm, showTyped, wordForm} from './form.js';
import {showLanguage} from './frame.js';
import {knowParameters, showMessages} from './messages.js';
import {showSteps} from './steps.js';
import {showRepairs, showTables} from './tables.js';

/** @typedef {import('../../../wasm/mamba_ratio').MambaRatio} MambaRatio */
/** @typedef {import('../../../wasm/mamba_ratio').Parameter} Parameter */
/** @typedef {import('../../../wasm/mamba_ratio').Reading} Reading */
/** @typedef {import('../state.js').State} State */

const SPEAK_AFTER_MS = 700;

/** @param {MambaRatio} core @returns {Reading} */
function readExample(core) {
  const reader = core.create_reader();
  reader.push(new TextEncoder().encode(core.example_text()));
  reader.finish();
  const reading = reader.reading();
  reader.free();
  return reading;
}

/** @param {Reading} reading */
const usedLines = ({facts, settings}) =>
  new Set([...facts, ...settings].map(({line}) => line)).size;

/** @param {State} state */
function showSource({source: {phase, reading, preview, whole}, config, busy}) {
  document.documentElement.toggleAttribute('data-source', phase !== 'none');
  const given = phase !== 'none' || config !== null;
  const log = /** @type {HTMLTextAreaElement} */ ($('#log'));
  const more = whole ? '' : `\n${t('log.more', {lines: reading?.lines ?? 0})}`;
  const text = preview.replace(/\r\n?/g, '\n') + more;
  if (log.value !== text && !busy) log.value = text;
  log.readOnly = !whole;
  $('#clear').hidden = !given;
  $('#undo').hidden = !given;
  put(
    $('#amount'),
    reading ? t('log.amount', {lines: reading.lines, used: usedLines(reading)}) : t('drop.hint'),
  );
  showProgress(busy);
}

/** @param {State} state */
function showConfig({config, busy}) {
  const area = /** @type {HTMLTextAreaElement} */ ($('#config'));
  const text = (config?.text ?? '').replace(/\r\n?/g, '\n');
  if (area.value !== text && !busy) area.value = text;
}

/** @param {State['busy']} busy */
function showProgress(busy) {
  const total = busy?.total ?? 0;
  $('#progress').hidden = total === 0;
  if (!busy || total === 0) return;
  const share = `${((100 * busy.done) / total).toFixed(1)}%`;
  $('#progress').querySelector('.bar')?.setAttribute('width', share);
  put($('#progress-text'), t('reading.progress', {done: busy.done, total}));
}

/** @param {State} state */
function showLFromLog({source: {reading}}) {
  const offered = reading?.inputs.find(({key}) => key === 'L');
  const value = offered?.text ?? '';
  setData($('#L_from_log'), value, value === '' ? t('L_from_log.none') : formatted(Number(value)));
}

/** Says the answer once the hand rests. */
function announcer() {
  let timer = 0;
  return (/** @type {string} */ text) => {
    clearTimeout(timer);
    timer = self.setTimeout(() => put($('#live'), text), SPEAK_AFTER_MS);
  };
}

/**
 * @typedef {object} Painter paints a state in parts, so that a hand that types never waits
 * @property {(answer: import('../../../wasm/mamba_ratio').Answer) => void} first what must stand
 *   in the very next frame
 * @property {(busy: State['busy']) => void} progress
 * @property {((state: State) => void)[]} parts all, each part short
 */

/** @param {MambaRatio} core @param {Parameter[]} parameters @returns {Painter} */
export function painter(core, parameters) {
  const {release, commit, formula_revision} = core.version();
  const example = readExample(core);
  const announce = announcer();
  knowParameters(parameters);
  let language = '';
  /** What the facts say, and in which language. */
  let facts = {reading: /** @type {Reading | null} */ (null), language};

  /** @param {State} state */
  function paintFacts({source, answer, shown}) {
    const reading = source.reading ?? ((shown ?? answer).example ? example : null);
    if (reading === facts.reading && language === facts.language) return;
    facts = {reading, language};
    showFacts(reading, reading === example);
  }

  /** @param {State} state */
  function answer(state) {
    const {linkMessages, ownMessages, source} = state;
    if (language !== state.language) {
      language = state.language;
      showLanguage(state.language);
      wordForm(parameters);
      put($('#version'), t('name'), ' ', t('version', {release, commit}));
    }
    const wrongField = showTyped(parameters, state);
    showAnswer(state, wrongField);
    showMessages([
      ...ownMessages,
      ...linkMessages,
      ...(source.reading?.messages ?? []),
      ...state.answer.messages,
    ]);
    announce(spoken(state, wrongField));
  }

  /** @param {State} state */
  const inSight = (state) => (isStale(state) && state.shown) || state.answer;

  /** @param {State} state */
  function evidence(state) {
    showSource(state);
    showConfig(state);
    paintFacts(state);
    showForm(parameters, state);
    showLFromLog(state);
    showEvidence(inSight(state));
  }

  /** @param {State} state */
  function tables(state) {
    const {steps, repairs, lengths, matrix, values, outcomes} = inSight(state);
    showSteps(steps, formula_revision);
    showRepairs(repairs);
    $('#keep').hidden = state.answer.keep === '';
    const ratio = outcomes[0]?.r == null ? '' : values.r.text;
    showTables(lengths, matrix, ratio, formatted(values.L.value));
  }

  return {first: showNow, progress: showProgress, parts: [answer, evidence, tables]};
}
