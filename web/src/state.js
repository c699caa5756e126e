/**
 * The page's one state, and how each event changes it. Every function here is pure.
 *
 * @typedef {import('../../wasm/mamba_ratio').Answer} Answer
 * @typedef {import('../../wasm/mamba_ratio').Message} Message
 * @typedef {import('../../wasm/mamba_ratio').Reading} Reading
 * @typedef {import('../../wasm/mamba_ratio').Entry} Entry
 * @typedef {import('../../wasm/mamba_ratio').ConfigReading} ConfigReading
 * @typedef {import('./layers.js').Layers} Layers
 *
 * @typedef {object} Source what was pasted, dropped or chosen last
 * @property {'none' | 'read' | 'failed'} phase
 * @property {Reading | null} reading
 * @property {number} of the job of the worker that read it
 * @property {string} preview its first lines
 * @property {boolean} whole the preview is all of it
 *
 * @typedef {object} Config a model's config.json
 * @property {string} text
 * @property {ConfigReading} reading
 *
 * @typedef {object} State
 * @property {'en' | 'zh'} language
 * @property {Layers} layers
 * @property {Source} source
 * @property {Config | null} config
 * @property {Pick<State, 'layers' | 'source'> | null} before what a config that says nothing took
 *   away
 * @property {{done: number, total: number | null} | null} busy a source is being read
 * @property {readonly Message[]} linkMessages what was wrong with the link that stands
 * @property {readonly Message[]} ownMessages what the page itself has to say about the source
 * @property {Answer} answer to what is given now
 * @property {Answer | null} shown the last answer that was none of nonsense
 */
import {fromLink, NOTHING_GIVEN, withLog, withoutHand, withoutLog, withTyped} from './layers.js';

/** @type {Source} */
export const NO_SOURCE = {phase: 'none', reading: null, of: 0, preview: '', whole: true};

/** What may be given to the core. @typedef {Omit<State, 'answer' | 'shown' | 'language'>} Given */

/** @type {Given} */
export const FIRST_SIGHT = {
  layers: NOTHING_GIVEN,
  source: NO_SOURCE,
  config: null,
  before: null,
  busy: null,
  linkMessages: [],
  ownMessages: [],
};

/** @param {Given} given @param {string} key @param {string} text @returns {Given} */
export function typed(given, key, text) {
  return {...given, layers: withTyped(given.layers, key, text)};
}

/**
 * What a message offered: bytes come of a model, S of the person who believes it.
 * @param {Given} given @param {Record<string, string>} offered by key @returns {Given}
 */
export function offerTaken(given, offered) {
  const taken = (/** @type {Layers} */ layers, /** @type {[string, string]} */ [key, text]) =>
    withTyped(layers, key, text, key === 'S' ? 'hand' : 'model');
  return {...given, layers: Object.entries(offered).reduce(taken, given.layers)};
}

/** @param {{entries: Entry[], messages: Message[]}} parsed @returns {Given} */
export function opened(parsed) {
  return {...FIRST_SIGHT, layers: fromLink(parsed.entries), linkMessages: parsed.messages};
}

/**
 * @param {Given} given @param {Reading} reading
 * @param {{of: number, preview: string, whole: boolean, files: number}} text
 * @returns {Given}
 */
export function logRead(given, reading, {of, preview, whole, files}) {
  const phase = reading.usable ? 'read' : 'failed';
  /** @type {Message} */
  const joined = {code: 'files-joined', level: 'note', field: '', line: null, args: {n: files}};
  return {
    ...given,
    layers: withLog(given.layers, reading.inputs),
    source: {phase, reading, of, preview, whole},
    before: null,
    linkMessages: [],
    ownMessages: files > 1 ? [joined] : [],
  };
}

/**
 * A source that gave nothing, with the reason.
 * @param {Given} given
 * @param {Message} why
 * @returns {Given}
 */
export function sourceFailed(given, why) {
  return {
    ...given,
    layers: withoutLog(given.layers),
    source: {...NO_SOURCE, phase: 'failed'},
    before: null,
    linkMessages: [],
    ownMessages: [why],
  };
}

/** With what a config took away, and what was typed since. @param {Given} given @returns {Given} */
function withBefore({before, ...given}) {
  if (!before) return {...given, before};
  const hand = {...before.layers.hand, ...given.layers.hand};
  return {...given, ...before, layers: {...before.layers, hand}, before: null};
}

/**
 * A config.json. One that says nothing usable takes the old results away, as a log does, until it is
 * mended.
 * @param {Given} given @param {Config} config
 * @returns {Given}
 */
export function configRead(given, config) {
  const {usable, messages} = config.reading;
  const all = withBefore(given);
  const {layers, source} = all;
  const next = {...all, config, linkMessages: [], ownMessages: messages};
  if (usable) return source.phase === 'failed' ? {...next, source: NO_SOURCE} : next;
  const failed = {...NO_SOURCE, phase: /** @type {const} */ ('failed')};
  return {...next, layers: withoutLog(layers), source: failed, before: {layers, source}};
}

/** The config's paste area is empty again. @param {Given} given @returns {Given} */
export const configEmptied = (given) =>
  given.config ? {...withBefore(given), config: null, ownMessages: []} : given;

/** The log's is. @param {Given} given @returns {Given} */
export const logEmptied = (given) =>
  given.source.preview
    ? {...sourceCleared(given), config: given.config?.reading.usable ? given.config : null}
    : given;

/** @param {Given} given @param {number} done @param {number | null} total @returns {Given} */
export const reading = (given, done, total) => ({...given, busy: {done, total}});

/** @param {Given} given @returns {Given} */
export const handForgotten = ({before, ...given}) => ({
  ...given,
  layers: withoutHand(given.layers),
  before: before && {...before, layers: withoutHand(before.layers)},
});

/** @param {Given} given @returns {Given} */
export function sourceCleared(given) {
  return {...FIRST_SIGHT, layers: withoutLog(given.layers)};
}

/**
 * Whether a log or a config was given, whatever it said: then the example must not stand in.
 * @param {Given} given
 */
export const sourceGiven = ({source, config}) => source.phase !== 'none' || config !== null;

/**
 * The config that counts: none after a log that said nothing, until the next one that does.
 * @param {Given} given
 */
export const configInForce = ({source, config}) =>
  source.phase !== 'failed' && config?.reading.usable ? config.text : undefined;

/**
 * The last answer that counts stays in sight while what is given now has none.
 * @param {Pick<State, 'answer' | 'shown'>} state
 */
export const isStale = ({answer, shown}) => answer.state === 'invalid' && shown !== null;

/** `document.documentElement.dataset.state`. @param {Given} given */
export function stateWord({busy, source, config}) {
  if (busy) return 'reading';
  if (source.phase === 'none' && config) return 'done';
  return {none: 'ready', read: 'done', failed: 'error'}[source.phase];
}
