/**
 * Paste, drop, files and typing, anywhere on the page.
 *
 * @typedef {object} Hands what the page does with what comes in
 * @property {(text: string) => void} logText
 * @property {(files: File[]) => void} logFiles read as one log
 * @property {(text: string) => void} config
 * @property {(characters: number) => void} configTooLarge
 * @property {(text: string) => boolean} isConfig
 * @property {(key: string, text: string, byHand: boolean) => void} field
 * @property {(kind: 'log' | 'config' | 'files') => () => boolean} reading something came in and is
 *   being read; tells, once, whether it is still wanted
 * @property {(area: 'log' | 'config') => void} emptied the paste area was emptied by hand
 */
import {$} from './dom.js';
import {filesOf, inOrder} from './files.js';

export const MOST_CONFIG_CHARACTERS = 1 << 20;
const TYPING_PAUSE_MS = 250;

/** @param {EventTarget | null} target */
const isField = (target) =>
  target instanceof HTMLElement && target.matches('input[name], select[name]');

/**
 * A config of sane size is read, one beyond it named.
 * @param {string} text @param {Hands} hands @param {number} [size]
 */
function takeConfig(text, hands, size = text.length) {
  if (size <= MOST_CONFIG_CHARACTERS) hands.config(text);
  else hands.configTooLarge(size);
}

/** @param {string} text @param {Hands} hands */
function take(text, hands) {
  if (hands.isConfig(text.slice(0, MOST_CONFIG_CHARACTERS))) takeConfig(text, hands);
  else hands.logText(text);
}

/** @param {ClipboardEvent} event @param {Hands} hands */
function pasted(event, hands) {
  const files = [...(event.clipboardData?.files ?? [])];
  const text = event.clipboardData?.getData('text/plain') ?? '';
  if ((text === '' && files.length === 0) || event.target === $('#report-text')) return;
  const writable = event.target instanceof HTMLInputElement;
  if (text !== '' && writable && !/[\r\n]/.test(text.trim())) return;
  event.preventDefault();
  if (text === '') takeFiles(files, hands);
  else take(text, hands);
}

/** The start of a model's config, '' of another file. @param {File} file @param {Hands} hands */
async function configIn(file, hands) {
  if (!/\.json$/i.test(file.name)) return '';
  const start = file.slice(0, MOST_CONFIG_CHARACTERS);
  const text = await start.text().catch(() => '');
  return hands.isConfig(text) ? text : '';
}

/** A config, logs, or both. @param {File[] | Promise<File[]>} files @param {Hands} hands */
async function takeFiles(files, hands) {
  const wanted = hands.reading('files');
  const logs = [];
  const configs = [];
  for (const file of inOrder(await files)) {
    const text = await configIn(file, hands);
    if (text) configs.push({text, size: file.size});
    else logs.push(file);
  }
  if (!wanted()) return;
  for (const {text, size} of configs) takeConfig(text, hands, size);
  if (logs.length > 0 || configs.length === 0) hands.logFiles(logs);
}

/** @param {DragEvent} event @param {Hands} hands */
function dropped(event, hands) {
  event.preventDefault();
  const text = event.dataTransfer?.getData('text/plain') ?? '';
  if (event.dataTransfer?.types.includes('Files')) {
    takeFiles(filesOf(event.dataTransfer), hands);
  } else if (text) {
    take(text, hands);
  }
}

/** @param {boolean} over */
function showDropPlace(over) {
  document.documentElement.toggleAttribute('data-drag', over);
}

/** @param {Hands} hands */
function listenToDrops(hands) {
  addEventListener('dragover', (event) => {
    event.preventDefault();
    showDropPlace(true);
  });
  addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) showDropPlace(false);
  });
  addEventListener('drop', (event) => {
    showDropPlace(false);
    dropped(event, hands);
  });
}

/** @param {string} selector @param {(files: File[]) => void} chosen */
function listenToFile(selector, chosen) {
  const input = /** @type {HTMLInputElement} */ ($(selector));
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    if (files.length > 0) chosen(files);
    input.value = '';
  });
}

/**
 * What is typed into a paste area is read when the hand rests or leaves it.
 * @param {'log' | 'config'} name @param {(text: string, hands: Hands) => void} go @param {Hands} hands
 */
function listenToTyping(name, go, hands) {
  const area = /** @type {HTMLTextAreaElement} */ ($(`#${name}`));
  let timer = 0;
  let wanted = () => false;
  const read = () => {
    clearTimeout(timer);
    if (!wanted()) return;
    if (area.value.trim() === '') hands.emptied(name);
    else go(area.value, hands);
  };
  area.addEventListener('input', () => {
    clearTimeout(timer);
    wanted = hands.reading(name);
    timer = setTimeout(read, TYPING_PAUSE_MS);
  });
  area.addEventListener('change', read);
}

/** @param {Hands} hands */
function listenToFields(hands) {
  document.addEventListener('input', ({target, isTrusted}) => {
    if (!isField(target)) return;
    const {name, value} = /** @type {HTMLInputElement | HTMLSelectElement} */ (target);
    hands.field(name, value, isTrusted);
  });
}

/** @param {Hands} hands */
export function listen(hands) {
  addEventListener('paste', (event) => pasted(event, hands));
  listenToDrops(hands);
  listenToFile('#log-file', (files) => takeFiles(files, hands));
  listenToFile('#config-file', (files) => takeFiles(files, hands));
  listenToTyping('log', take, hands);
  listenToTyping('config', takeConfig, hands);
  listenToFields(hands);
}
