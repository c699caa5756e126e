/**
 * Paste, drop, files and typing, anywhere on the page.
 *
 * @typedef {object} Hands what the page does with what comes in
 * @property {(text: string) => void} logText
 * @property {(file: File) => void} logFile
 * @property {(text: string) => void} config
 * @property {(characters: number) => void} configTooLarge
 * @property {(text: string) => boolean} isConfig
 * @property {(key: string, text: string) => void} field
 * @property {() => void} reading something came in and is being read
 * @property {() => void} emptied the paste area was emptied by hand
 */
import {$} from './dom.js';

export const MOST_CONFIG_CHARACTERS = 1 << 20;
const TYPING_PAUSE_MS = 250;

/** @param {EventTarget | null} target */
const isField = (target) =>
  target instanceof HTMLElement && target.matches('input[name], select[name]');

/** A config of sane size is read, one beyond it named. @param {string} text @param {Hands} hands */
function takeConfig(text, hands) {
  if (text.length <= MOST_CONFIG_CHARACTERS) hands.config(text);
  else hands.configTooLarge(text.length);
}

/** @param {string} text @param {Hands} hands */
function take(text, hands) {
  if (hands.isConfig(text.slice(0, MOST_CONFIG_CHARACTERS))) takeConfig(text, hands);
  else hands.logText(text);
}

/** @param {ClipboardEvent} event @param {Hands} hands */
function pasted(event, hands) {
  const [file] = event.clipboardData?.files ?? [];
  const text = event.clipboardData?.getData('text/plain') ?? '';
  if ((text === '' && !file) || event.target === $('#report-text')) return;
  if (text !== '' && isField(event.target) && !/[\r\n]/.test(text.trim())) return;
  event.preventDefault();
  if (text === '') takeFile(file, hands);
  else take(text, hands);
}

/** @param {File} file @param {Hands} hands */
async function takeFile(file, hands) {
  if (!/\.json$/i.test(file.name)) return hands.logFile(file);
  hands.reading();
  const text = await file.slice(0, MOST_CONFIG_CHARACTERS).text();
  if (!hands.isConfig(text)) hands.logFile(file);
  else if (file.size > MOST_CONFIG_CHARACTERS) hands.configTooLarge(file.size);
  else hands.config(text);
}

/** @param {DragEvent} event @param {Hands} hands */
function dropped(event, hands) {
  event.preventDefault();
  const [file] = event.dataTransfer?.files ?? [];
  const text = event.dataTransfer?.getData('text/plain') ?? '';
  if (file) takeFile(file, hands);
  else if (text) take(text, hands);
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

/** @param {string} selector @param {(file: File) => void} chosen */
function listenToFile(selector, chosen) {
  const input = /** @type {HTMLInputElement} */ ($(selector));
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) chosen(file);
    input.value = '';
  });
}

/**
 * What is typed into the paste areas is read when the hand rests.
 * @param {Hands} hands
 */
function listenToTyping(hands) {
  let timer = 0;
  const pauseThen = (
    /** @type {HTMLTextAreaElement} */ area,
    /** @type {(text: string) => void} */ go,
  ) => {
    clearTimeout(timer);
    hands.reading();
    timer = setTimeout(
      () => (area.value.trim() === '' ? hands.emptied() : go(area.value)),
      TYPING_PAUSE_MS,
    );
  };
  for (const [selector, go] of /** @type {const} */ ([
    ['#log', (/** @type {string} */ text) => take(text, hands)],
    ['#config', (/** @type {string} */ text) => takeConfig(text, hands)],
  ])) {
    const area = /** @type {HTMLTextAreaElement} */ ($(selector));
    area.addEventListener('input', () => pauseThen(area, go));
  }
}

/** @param {Hands} hands */
function listenToFields(hands) {
  document.addEventListener('input', ({target}) => {
    if (!isField(target)) return;
    const {name, value} = /** @type {HTMLInputElement | HTMLSelectElement} */ (target);
    hands.field(name, value);
  });
}

/** @param {Hands} hands */
export function listen(hands) {
  addEventListener('paste', (event) => pasted(event, hands));
  listenToDrops(hands);
  listenToFile('#log-file', (file) => takeFile(file, hands));
  listenToFile('#config-file', (file) => takeFile(file, hands));
  listenToTyping(hands);
  listenToFields(hands);
}
