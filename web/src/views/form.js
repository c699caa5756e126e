/**
 * The form, made from the core's table of parameters.
 *
 * @typedef {import('../../../wasm/mamba_ratio').Parameter} Parameter
 * @typedef {import('../../../wasm/mamba_ratio').Value} Value
 * @typedef {import('../../../wasm/mamba_ratio').Message} Message
 * @typedef {import('../state.js').State} State
 */
import {$, el, put} from '../dom.js';
import {grouped} from '../format.js';
import {has, t} from '../words.js';
import {chip} from './chip.js';
import {actionOf, nameOf, sentenceOf} from './messages.js';

const LEADING = ['strategy', 'rows', 'r', 'M', 'C'];
const GROUPS = [
  'pools',
  'bytes',
  'slots',
  'speculation',
  'parallelism',
  'target',
  'engine',
  'memory',
];

/** Rows that stand elsewhere than with their group. @type {Record<string, string>} */
const ELSEWHERE = {
  kv_parts: 'bytes',
  spec_ssm: 'bytes',
  spec_conv: 'bytes',
  rest: 'bytes',
  tp: 'sharding',
  ssm_dtype: 'sharding',
  kv_dtype: 'sharding',
  draft_layers: 'sharding',
  was: 'sharding',
};

const WITHOUT_FIELD = ['v', 'example'];

/** What a closed group says of itself. @type {Record<string, string[]>} */
const SUMMARY = {
  pools: ['N', 'tokens'],
  bytes: ['state_bytes', 'kv_bytes', 'spec_ssm', 'draft_kv', 'rest'],
  slots: ['radix', 'overlap', 'page', 'S'],
  speculation: ['spec', 'D'],
  parallelism: ['dp', 'dcp', 'pp', 'role'],
  target: ['mamba_size', 'prefixes'],
  engine: ['engine', 'ctx'],
  memory: ['gpu', 'free_before', 'weights', 'mem_fraction'],
  sharding: ['tp', 'ssm_dtype', 'kv_dtype'],
};

/** @param {string} key */
const idOf = (key) => (key === 'model' ? 'model' : `p-${key}`);

/** @param {string} key @param {string} choice */
const choiceText = (key, choice) => (has(`c.${key}.${choice}`) ? t(`c.${key}.${choice}`) : choice);

/**
 * @typedef {object} Lists
 * @property {import('../../../wasm/mamba_ratio').Model[]} models
 * @property {import('../../../wasm/mamba_ratio').Gpu[]} gpus
 * @property {import('../../../wasm/mamba_ratio').MambaRatio['model_of']} modelOf
 */

/** @param {string} id @param {string[][]} options value and label */
const datalist = (id, options) =>
  el('datalist', {id}, ...options.map(([value, label]) => el('option', {value}, label)));

/** @param {Parameter} row @param {string[]} models */
function control(row, models) {
  const shared = {
    id: idOf(row.key),
    name: row.key,
    'aria-describedby': `help-${row.key} error-${row.key}`,
  };
  if (row.kind !== 'choice' && row.kind !== 'model') {
    return el('input', {
      ...shared,
      inputmode: 'text',
      autocomplete: 'off',
      spellcheck: 'false',
      list: row.key === 'gpu' ? 'gpus' : null,
    });
  }
  const listed = row.kind === 'model' ? models : row.choices;
  const choices = row.default_text === '' ? ['', ...listed] : listed;
  return el(
    'select',
    shared,
    ...choices.map((value) => el('option', {value}, choiceText(row.key, value))),
  );
}

/** @param {Parameter} row @param {string[]} [models] */
function formRow(row, models = []) {
  const {key} = row;
  return el(
    'div',
    {class: 'row', 'data-key': key},
    el('label', {for: idOf(key)}),
    el(
      'span',
      {class: 'field'},
      control(row, models),
      el('span', {class: 'unit', 'aria-hidden': 'true'}),
    ),
    el('span', {class: 'chip-place'}),
    el('span', {class: 'explain', role: 'tooltip', id: `help-${key}`}),
    el('span', {class: 'bad', id: `error-${key}`, hidden: true}),
  );
}

/** @param {string} group @param {Parameter[]} rows */
function groupOf(group, rows) {
  return el(
    'details',
    {class: 'more', 'data-group': group, open: group === 'pools'},
    el('summary', {}, el('span', {'data-text': `group.${group}`}), el('span', {class: 'sum'})),
    ...rows.map((row) => formRow(row)),
  );
}

/**
 * The model of this id, else the first that has the text in its id, aliases or repository, else the
 * one that a checkpoint of this name is of.
 * @param {Lists} lists @param {string} text in lower case
 */
const findModel = ({models, modelOf}, text) =>
  models.find(({id}) => id.toLowerCase() === text) ??
  models.find(({id, aliases, hf_repo}) =>
    `${id} ${aliases} ${hf_repo}`.toLowerCase().includes(text),
  ) ??
  models.find(({id}) => id === modelOf(text));

/** Takes the model that is named once it is named in full, or on Enter. @param {Lists} lists */
function modelSearch(lists) {
  const search = /** @type {HTMLInputElement} */ (
    el('input', {id: 'model-search', type: 'search', list: 'models', autocomplete: 'off'})
  );
  const take = (/** @type {boolean} */ whole) => {
    const text = search.value.trim().toLowerCase();
    const model = text && findModel(lists, text);
    if (!model || (whole && model.id.toLowerCase() !== text)) return;
    const list = /** @type {HTMLSelectElement} */ ($('#model'));
    list.value = model.id;
    list.dispatchEvent(new Event('input', {bubbles: true}));
  };
  search.addEventListener('input', () => take(true));
  search.addEventListener('keydown', ({key}) => key === 'Enter' && take(false));
  return el(
    'div',
    {class: 'row', 'data-key': 'model-search'},
    el('label', {for: 'model-search', 'data-text': 'model.search'}),
    el('span', {class: 'field'}, search),
    datalist(
      'models',
      lists.models.map(({id, aliases}) => [id, aliases]),
    ),
  );
}

/** @type {Set<string>} */
let unconfirmed = new Set();

/** @param {Parameter[]} parameters @param {Lists} lists */
export function buildForm(parameters, lists) {
  const models = lists.models.map(({id}) => id);
  unconfirmed = new Set(
    lists.models.filter(({public_logs}) => public_logs === 0).map(({id}) => id),
  );
  const rowOf = Object.fromEntries(parameters.map((row) => [row.key, row]));
  const rest = parameters.filter(({key}) => !LEADING.includes(key));
  const of = (/** @type {string} */ group) =>
    rest.filter((row) => (ELSEWHERE[row.key] ?? row.group) === group);
  $('#form').append(
    el('input', {type: 'hidden', name: 'v', value: rowOf.v.default_text}),
    ...LEADING.map((key) => formRow(rowOf[key])),
    ...GROUPS.map((group) => groupOf(group, of(group))),
  );
  $('#model-rows').append(modelSearch(lists), ...of('model').map((row) => formRow(row, models)));
  $('#form').append(
    datalist(
      'gpus',
      lists.gpus.map(({name, usable_gib}) => [String(usable_gib), name]),
    ),
  );
  $('#sharding-rows').append(...of('sharding').map((row) => formRow(row)));
}

/** The words of the form in the language spoken. @param {Parameter[]} parameters */
export function wordForm(parameters) {
  for (const row of parameters) {
    const place = document.querySelector(`.row[data-key="${row.key}"]`);
    if (!place) continue;
    put(place.children[0], t(`p.${row.key}`));
    put(
      place.querySelector('.unit') ?? place,
      row.unit && row.kind !== 'choice' ? t(`u.${row.unit}`) : '',
    );
    const help = [t(`p.${row.key}.help`), row.built ? '' : t('parameters.unbuilt')]
      .filter(Boolean)
      .join(' ');
    put(place.children[3], help, row.flag && ' ', row.flag && el('code', {}, row.flag));
    for (const option of place.querySelectorAll('option'))
      option.textContent =
        (choiceText(row.key, option.value) || t('choice.unset')) +
        (unconfirmed.has(option.value) ? ` · ${t('model.unconfirmed')}` : '');
  }
}

/** @param {HTMLInputElement | HTMLSelectElement} field @param {string} text */
function fillIn(field, text) {
  if (field instanceof HTMLInputElement) {
    if (field.value !== text) field.value = text;
    return;
  }
  if (![...field.options].some(({value}) => value === text)) field.add(new Option(text, text));
  field.value = text;
}

/** @param {string} key @param {Message | undefined} problem */
function showProblem(key, problem) {
  const place = $(`#error-${key}`);
  const field = $(`[name="${key}"]`);
  const row = /** @type {HTMLElement} */ (place.parentElement);
  row.classList.toggle('invalid', Boolean(problem));
  if (problem) wrong.add(key);
  else wrong.delete(key);
  place.hidden = !problem;
  if (key === 'L') $('#help-L').hidden = Boolean(problem);
  if (problem) put(place, `${sentenceOf(problem)} ${actionOf(problem)}`);
  if (problem) field.setAttribute('aria-invalid', 'true');
  else field.removeAttribute('aria-invalid');
}

/** Fields that are marked as wrong. @type {Set<string>} */
const wrong = new Set();

/** What each field showed last: one that says the same again is left alone. @type {Map<string, string>} */
const shownBefore = new Map();

/** @param {Parameter} row @param {State} state @param {Message | undefined} problem */
function showField(row, {language, answer, shown, layers}, problem) {
  const {key} = row;
  const given = layers.hand[key] ?? layers.log[key] ?? layers.link[key];
  const value = ((!given && shown) || answer).values[key];
  const typing = document.activeElement?.getAttribute('name') === key;
  const borrowed = value.origin === 'example' && !answer.example;
  const says = JSON.stringify([language, given, value, problem, typing, borrowed]);
  if (shownBefore.get(key) === says) return;
  shownBefore.set(key, says);
  const field = /** @type {HTMLInputElement | HTMLSelectElement} */ ($(`[name="${key}"]`));
  const asTyped = typing && layers.hand[key]?.text === field.value;
  if (!asTyped || field instanceof HTMLSelectElement) {
    fillIn(
      field,
      problem ? (given?.text ?? '') : row.kind === 'choice' ? value.text : grouped(value.text),
    );
  }
  const place =
    key === 'L' ? $('#chip-L') : document.querySelector(`.row[data-key="${key}"] .chip-place`);
  if (place)
    put(
      place,
      chip(row, problem && given ? {...value, origin: given.origin, text: given.text} : value),
    );
  if (key === 'L') put($('#help-L'), t(borrowed ? 'L.example' : 'L.hint'));
  showProblem(key, problem);
}

/** @param {State} state */
function showSummaries({answer, shown}) {
  for (const group of document.querySelectorAll('.more[data-group]')) {
    const name = group.getAttribute('data-group') ?? '';
    const parts = SUMMARY[name]
      .map((key) => [key, answer.values[key].text || (shown?.values[key].text ?? '')])
      .filter(([, text]) => text !== '' && !(name === 'bytes' && text === '0'));
    put(
      /** @type {Element} */ (group.querySelector('.sum')),
      parts.map(([key, text]) => `${key} ${grouped(text)}`).join(', ') || t('choice.unset'),
    );
  }
}

/** @param {State} state */
const problemsOf = ({answer}) => answer.messages.filter(({level}) => level === 'error');

/**
 * The field a hand types into, and those that are wrong or were: what the next frame must show.
 * @param {Parameter[]} parameters @param {State} state
 * @returns {string} what the first wrong field is called
 */
export function showTyped(parameters, state) {
  const problems = problemsOf(state);
  const typing = document.activeElement?.getAttribute('name');
  const fields = new Set([typing, ...wrong, ...problems.map(({field}) => field)]);
  showFields(parameters.filter(({key}) => fields.has(key)), state);
  return problems.length > 0 ? nameOf(problems[0].field) : '';
}

/** @param {Parameter[]} rows @param {State} state */
function showFields(rows, state) {
  const problems = problemsOf(state);
  for (const row of rows) {
    if (!WITHOUT_FIELD.includes(row.key)) {
      showField(row, state, problems.find(({field}) => field === row.key));
    }
  }
}

/** @param {Parameter[]} parameters @param {State} state */
export function showForm(parameters, state) {
  showFields(parameters, state);
  showSummaries(state);
}
