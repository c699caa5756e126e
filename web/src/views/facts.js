/**
 * What was read: one group a line of the log, with the place of each value in it.
 *
 * @typedef {import('../../../wasm/mamba_ratio').Fact} Fact
 * @typedef {import('../../../wasm/mamba_ratio').Reading} Reading
 * @typedef {import('../../../wasm/mamba_ratio').LoggedSetting} LoggedSetting
 * @typedef {{line: number, excerpt: [string, string, string], pool: 'state' | 'kv' | '', row:
 *   HTMLElement}} Found
 */
import {$, el, put, swatch} from '../dom.js';
import {formatted, grouped} from '../format.js';
import {firstOf, t, unitOf} from '../words.js';

const FEW = 8;
const MOST_UNREAD = 200;

/** @param {string} name @returns {'state' | 'kv' | ''} */
function poolOf(name) {
  if (/^(kv_|max_total_num|draft_kv|peak_full|tokens_per)/.test(name)) return 'kv';
  return /mamba|state|ssm|conv|slots|max_running/.test(name) ? 'state' : '';
}

/** @param {Fact} fact */
function valueText({value, printed, unit}) {
  if (typeof value === 'string') return value.replace(/^torch\./, '');
  if (printed !== '' && Number(printed) === value) return grouped(printed);
  return formatted(value, unit === 'GiB' ? 'decimal2' : 'number');
}

/** @param {[string, string, string]} excerpt @param {number} line */
const origin = (excerpt, line) =>
  el('span', {class: 'vh'}, ` ${t('facts.line', {line})}: ${excerpt.join('')}`);

/** @param {Fact} fact @param {string} attribute @param {string} [of] @returns {HTMLElement} */
function factRow(fact, attribute, of = '') {
  const pool = poolOf(fact.name);
  return el(
    'tr',
    {[attribute]: fact.name, 'data-line': fact.line},
    el(
      'th',
      {scope: 'row'},
      pool && swatch(pool),
      firstOf([`f.${fact.name}`]),
      of && el('span', {class: 'of'}, ` ${of}`),
    ),
    el('td', {}, el('data', {value: String(fact.value)}, valueText(fact))),
    el('td', {}, fact.unit && unitOf(fact.unit, fact.value), origin(fact.excerpt, fact.line)),
  );
}

/** @param {LoggedSetting} setting @returns {HTMLElement} */
function settingRow({key, text, line, excerpt}) {
  return el(
    'tr',
    {'data-setting': key, 'data-line': line},
    el('th', {scope: 'row'}, firstOf([`p.${key}`])),
    el('td', {}, el('data', {value: text}, grouped(text))),
    el('td', {}, origin(excerpt, line)),
  );
}

const GAP = ' … ';
const LEAST_SHARED = 8;

/** How much of the end of one text begins the other. @param {string} a @param {string} b */
function shared(a, b) {
  let n = Math.min(a.length, b.length);
  while (n >= LEAST_SHARED && !a.endsWith(b.slice(0, n))) n--;
  return n >= LEAST_SHARED ? n : 0;
}

/**
 * Excerpts of a line as one text, those that overlap joined.
 * @param {string[]} excerpts
 */
function joined(excerpts) {
  return excerpts.reduce((text, next) => {
    if (text.includes(next)) return text;
    const behind = shared(text, next);
    const before = shared(next, text);
    if (before > behind) return next + text.slice(before);
    return behind > 0 ? text + next.slice(behind) : text + GAP + next;
  });
}

/** The line with every value in it marked. @param {Found[]} found */
function marked(found) {
  const whole = joined([...new Set(found.map(({excerpt}) => excerpt.join('')))]);
  const places = found
    .filter(({excerpt}) => excerpt[1] !== '')
    .map(({excerpt, pool}) => {
      const [before, value] = excerpt;
      return {at: whole.indexOf(excerpt.join('')) + before.length, value, pool};
    })
    .sort((a, b) => a.at - b.at);
  const parts = [];
  let end = 0;
  for (const {at, value, pool} of places) {
    if (at < end) continue;
    parts.push(whole.slice(end, at), el('mark', {class: pool || null}, value));
    end = at + value.length;
  }
  return el('code', {}, ...parts, whole.slice(end));
}

/** @param {number} line @param {Found[]} found */
function lineGroup(line, found) {
  const source = el(
    'tr',
    {class: 'source'},
    el(
      'th',
      {scope: 'rowgroup', colspan: 3},
      el(
        'div',
        {},
        el('span', {class: 'line-number', 'aria-label': t('facts.line', {line})}, String(line)),
        el('span', {}, marked(found)),
      ),
    ),
  );
  return el('tbody', {'data-line': line, tabindex: -1}, source, ...found.map(({row}) => row));
}

/** @param {Found[]} found */
function groups(found) {
  const lines = [...new Set(found.map(({line}) => line))].sort((a, b) => a - b);
  return lines.map((line) =>
    lineGroup(
      line,
      found.filter((one) => one.line === line),
    ),
  );
}

/** @param {Reading} reading @param {string} attribute @returns {Found[]} */
function foundIn(reading, attribute) {
  const chosen = reading.facts.filter(({role}) => role === 'chosen');
  const settings = reading.settings.filter(
    ({boot}) => boot === reading.chosen_boot || reading.chosen_boot === 0,
  );
  return [
    ...chosen.map((fact) => ({...fact, pool: poolOf(fact.name), row: factRow(fact, attribute)})),
    ...settings.map((setting) => ({
      ...setting,
      pool: /** @type {''} */ (''),
      row: settingRow(setting),
    })),
  ];
}

/** @param {Reading} reading */
function otherRows(reading) {
  const others = reading.facts.filter(({role}) => role !== 'chosen');
  const rows = others.map((fact) =>
    factRow(
      fact,
      'data-fact-other',
      t(`facts.role.${fact.role}`, {rank: fact.rank, boot: fact.boot}),
    ),
  );
  if (rows.length === 0) return [];
  const more = rows.length > FEW;
  const head = el(
    'tr',
    {},
    el(
      'th',
      {colspan: 3},
      more
        ? el('button', {
            type: 'button',
            class: 'link',
            'aria-expanded': 'false',
            'data-unfold': '#facts .others',
          })
        : '',
      !more && t('facts.others', {n: rows.length}),
    ),
  );
  if (more)
    put(/** @type {Element} */ (head.querySelector('button')), t('facts.others', {n: rows.length}));
  return [el('tbody', {}, head), el('tbody', {class: 'others', hidden: more}, ...rows)];
}

/** @param {Reading} reading */
function choices(reading) {
  const {boots, chosen_boot, chosen_rank} = reading;
  const ranks = boots.find(({boot}) => boot === chosen_boot)?.ranks ?? [];
  const place = $('#choices');
  place.hidden = boots.length < 2 && ranks.length < 2;
  if (place.hidden) return put(place);
  const select = (/** @type {string} */ name, /** @type {HTMLOptionElement[]} */ options) =>
    options.length > 1 &&
    el('label', {}, t(`facts.${name}`), ' ', el('select', {'data-choose': name}, ...options));
  put(
    place,
    select(
      'boot',
      boots.map(({boot, first_line, last_line}) =>
        el(
          'option',
          {value: boot, selected: boot === chosen_boot},
          t('facts.boot.option', {boot, all: boots.length, first: first_line, last: last_line}),
        ),
      ),
    ),
    select(
      'rank',
      ranks.map((rank) => el('option', {value: rank, selected: rank === chosen_rank}, rank || '–')),
    ),
  );
}

/** Lines that look as if they mattered. @param {Reading | null} reading */
function showUnread(reading) {
  const unread = reading?.unread ?? [];
  $('#unread').hidden = unread.length === 0;
  put($('#unread-say'), t('facts.unread', {n: reading?.unread_count ?? 0}));
  const lines = unread.slice(0, MOST_UNREAD);
  put(
    $('#unread-lines'),
    ...lines.map(({line, text}) =>
      el('li', {}, el('span', {class: 'line-number'}, String(line)), el('code', {}, text)),
    ),
  );
  /** @type {HTMLTextAreaElement} */ ($('#report-text')).value = reading?.report ?? '';
}

/**
 * @param {Reading | null} reading @param {boolean} example the reading is the worked example's
 */
export function showFacts(reading, example) {
  const found = reading ? foundIn(reading, example ? 'data-fact-example' : 'data-fact') : [];
  const table = $('#facts');
  put(
    table,
    el('caption', {class: 'vh', 'data-text': 'facts.caption'}, t('facts.caption')),
    ...groups(found),
    ...(reading && !example ? otherRows(reading) : []),
  );
  if (reading) choices(reading);
  $('#choices').hidden ||= !reading || example;
  showUnread(reading);
  $('#facts-none').hidden = found.length > 0;
  put($('#facts-none'), t(reading ? 'facts.nothing' : 'facts.none'));
  put(
    $('#facts-say'),
    example ? t('facts.example') : reading ? t('facts.count', {n: found.length}) : '',
  );
}
