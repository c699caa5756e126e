/** @typedef {import('../../../wasm/mamba_ratio').Message} Message */
/** @typedef {import('../../../wasm/mamba_ratio').Level} Level */
/** @typedef {import('../../../wasm/mamba_ratio').Parameter} Parameter */
import {$, el, put} from '../dom.js';
import {complete, firstOf, has, t} from '../words.js';

/** @type {Level[]} */
const LEVELS = ['error', 'warning', 'note'];
/** @type {Record<string, Parameter>} */
let rows = {};

/** @param {Parameter[]} parameters */
export function knowParameters(parameters) {
  rows = Object.fromEntries(parameters.map((row) => [row.key, row]));
}

const COUNTS = {error: 'notes.errors', warning: 'notes.warnings', note: 'notes.count'};

/** What a field is called within a sentence. @param {string} field */
export function nameOf(field) {
  if (field === '' || field === 'L') return field;
  return firstOf([`p.${field}`, `f.${field}`]);
}

/** What a field is called, in words and by its key. @param {string} field */
function named(field) {
  const label = firstOf([`p.${field}`]);
  return label.endsWith(` ${field}`) ? label : t('named', {label, field});
}

/** What a field takes: `tokens, 1 to 100,000,000, like 9216`. @param {string} field */
function takes(field) {
  const row = rows[field];
  if (!row) return '';
  const {unit, min, max, above_min} = row;
  if (min === max) return String(min);
  const like = t(`like.${row.kind}`);
  const word = unit === '' ? t('takes.number') : t(`u.${unit}`);
  return t(above_min ? 'takes.above' : 'takes.from', {unit: word, min, max, like});
}

/** @param {Message} message */
function argumentsOf({field, line, args}) {
  const {expected} = args;
  return {
    ...args,
    field: nameOf(field),
    named: named(field),
    takes: takes(field),
    ...(line !== null && {line}),
    ...(expected && {expected: t(`expected.${expected}`)}),
  };
}

/** What is so. @param {Message} message */
export const sentenceOf = (message) =>
  firstOf([`m.${message.code}.full`, `m.${message.code}`], argumentsOf(message));

/** What to do; empty where the table has nothing, or what it names is not told. @param {Message} message */
export function actionOf(message) {
  const key = `m.${message.code}.do`;
  const args = argumentsOf(message);
  return has(key) && complete(key, args) ? t(key, args) : '';
}

/**
 * Offers what a message knows better: the bytes of the model recognised or named, or the S that the
 * log's figures show.
 * @param {Message} message
 */
export function offer({code, args: {model, state_bytes, kv_bytes, shown}}) {
  const exact = {state_bytes: String(state_bytes), kv_bytes: String(kv_bytes)};
  const bytes = {'model-recognised': exact, 'config-fits': exact, 'model-named': {model}}[code];
  if (!bytes && shown === undefined) return '';
  const take = JSON.stringify(bytes ?? {S: String(shown)});
  const label = bytes ? t('exact.use') : t('S.use', {shown});
  return el('button', {type: 'button', class: 'link', 'data-take': take}, label);
}

/** @param {Message} message @param {boolean} taken exact bytes are given already */
function item(message, taken) {
  const {code, level, line} = message;
  return el(
    'li',
    {'data-code': code, 'data-level': level, 'data-field': message.field || null},
    el('span', {class: 'level'}, el('i', {}, t(`level.${level}`))),
    el(
      'div',
      {},
      sentenceOf(message),
      ' ',
      el('span', {class: 'do'}, actionOf(message)),
      ' ',
      (!taken || message.field === 'S') && offer(message),
      ' ',
      el('span', {class: 'code'}, line === null ? code : `${code}, ${t('facts.line', {line})}`),
    ),
  );
}

/** How many there are of each level: `1 warning, 2 notes`. @param {Message[]} messages */
export function counted(messages) {
  return LEVELS.map((level) => [
    level,
    messages.filter((message) => message.level === level).length,
  ])
    .filter(([, n]) => n !== 0)
    .map(([level, n]) => t(COUNTS[/** @type {Level} */ (level)], {n}))
    .join(t('list.separator'));
}

let said = '';

/** @param {Message[]} messages */
export function showMessages(messages) {
  const says = JSON.stringify([document.documentElement.lang, messages]);
  if (says === said) return;
  said = says;
  const sorted = LEVELS.flatMap((level) => messages.filter((message) => message.level === level));
  const taken = messages.some(({code}) => code === 'bytes-given-win');
  put($('#messages'), ...sorted.map((message) => item(message, taken)));
  put($('#messages-say'), sorted.length === 0 ? t('messages.none') : counted(sorted));
  put($('#notes-link'), counted(sorted));
}
