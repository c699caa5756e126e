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
 * @property {() => void} reading something came in and is being read
 * @property {() => void} emptied the paste area was emptied by hand
 */
import {$} from './dom.js';
import {filesOf, inOrder} from './files.js';

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
  const files = [...(event.clipboardData?.files ?? [])];
  const text = event.clipboardData?.getData('text/plain') ?? '';
  if ((text === '' && files.length === 0) || event.target === $('#report-text')) return;
  if (text !== '' && isField(event.target) && !/[\r\n]/.test(text.trim())) return;
  event.preventDefault();
  if (text === '') takeFiles(files, hands);
  else take(text, hands);
}

/** Takes the file where it is a model's config. @param {File} file @param {Hands} hands */
async function tookConfig(file, hands) {
  if (!/\.json$/i.test(file.name)) return false;
  const start = file.slice(0, MOST_CONFIG_CHARACTERS);
  const text = await start.text().catch(() => '');
  if (!hands.isConfig(text)) return false;
  if (file.size > MOST_CONFIG_CHARACTERS) hands.configTooLarge(file.size);
  else hands.config(text);
  return true;
}

/** A config, logs, or both. @param {File[] | Promise<File[]>} files @param {Hands} hands */
async function takeFiles(files, hands) {
  hands.reading();
  const logs = [];
  let configs = 0;
  for (const file of inOrder(await files)) {
    if (await tookConfig(file, hands)) configs += 1;
    else logs.push(file);
  }
  if (logs.length > 0 || configs === 0) hands.logFiles(logs);
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
  listenToTyping(hands);
  listenToFields(hands);
}
