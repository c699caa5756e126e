/**
 * Where each value comes from. A key given in a later layer wins: link, log, hand. What no layer
 * gives is the
 * core's to add: the worked example's figures and the defaults.
 *
 * @typedef {import('../../wasm/mamba_ratio').Entry} Entry
 * @typedef {import('../../wasm/mamba_ratio').Reading} Reading
 * @typedef {Readonly<Record<string, Entry>>} Layer
 * @typedef {{link: Layer, log: Layer, hand: Layer}} Layers
 */

/** @type {Layers} */
export const NOTHING_GIVEN = {link: {}, log: {}, hand: {}};

/** What only one boot can say: a new log takes all of it away, whether it states it or not. */
const OF_ONE_BOOT = new Set([
  'example',
  'N',
  'conv',
  'ssm',
  'tokens',
  'kv',
  'kv_parts',
  'spec_ssm',
  'spec_conv',
  'state_bytes',
  'kv_bytes',
  'S',
  'm_printed',
  'rest',
  'draft_kv',
  'was',
]);

/** @param {readonly Entry[]} list @returns {Layer} */
const byKey = (list) => Object.fromEntries(list.map((entry) => [entry.key, entry]));

/** @param {Layer} layer @param {(key: string) => boolean} keep @returns {Layer} */
const only = (layer, keep) => byKey(Object.values(layer).filter(({key}) => keep(key)));

/**
 * The entries to evaluate: of a key the last counts, an earlier one says what a boot had.
 * @param {Layers} layers @returns {Entry[]}
 */
export const entriesOf = ({link, log, hand}) => [link, log, hand].flatMap(Object.values);

/**
 * @param {Layers} layers @param {string} key @param {string} text @param {'hand' | 'model'} origin
 * @returns {Layers}
 */
export function withTyped(layers, key, text, origin = 'hand') {
  return {...layers, hand: {...layers.hand, [key]: {key, text, origin, line: null}}};
}

/**
 * A link restores everything, so nothing else stays.
 * @param {readonly Entry[]} entries
 * @returns {Layers}
 */
export const fromLink = (entries) => ({...NOTHING_GIVEN, link: byKey(entries)});

/**
 * A new log: its own values, and of what was linked or typed what it says nothing about. A typed L
 * stays; what an earlier log made known of its model goes.
 * @param {Layers} layers @param {readonly Entry[]} inputs @returns {Layers}
 */
export function withLog(layers, inputs) {
  const log = byKey(inputs);
  const silent = (/** @type {string} */ key) => !Object.hasOwn(log, key) && !OF_ONE_BOOT.has(key);
  const {L, ...typed} = layers.hand;
  const own = Object.values(typed).filter(({origin}) => origin === 'hand');
  return {
    link: only(layers.link, silent),
    log,
    hand: {...only(byKey(own), silent), ...(L && {L})},
  };
}

/** @param {Layers} layers @returns {Layers} */
export const withoutHand = (layers) => ({...layers, hand: {}});

/** Without the log and all that stands for one. @param {Layers} layers @returns {Layers} */
export const withoutLog = (layers) => withLog(layers, []);
