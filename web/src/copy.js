/**
 * Copying, said in place. Where the clipboard refuses, the text is selected and the keys are named.
 */
import {t} from './words.js';

const SAID_MS = 2000;

/** @type {WeakMap<HTMLElement, number>} */
const timers = new WeakMap();

const keys = () => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘C' : 'Ctrl+C');

/** @param {HTMLElement} button @param {string} key @param {string} said */
function say(button, key, said) {
  clearTimeout(timers.get(button));
  button.textContent = said;
  timers.set(
    button,
    self.setTimeout(() => {
      button.textContent = t(key);
    }, SAID_MS),
  );
}

/** @param {Node} node */
function select(node) {
  if (node instanceof HTMLTextAreaElement) return node.select();
  const range = document.createRange();
  range.selectNodeContents(node);
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}

/**
 * @param {HTMLElement} button whose text stands under `key`
 * @param {string} key
 * @param {string} text
 * @param {Node} shown what to select where only the person can copy
 * @param {(refused: boolean) => void} [tell]
 */
export async function copy(button, key, text, shown, tell = () => {}) {
  try {
    await navigator.clipboard.writeText(text);
    tell(false);
    say(button, key, t('copied'));
  } catch {
    tell(true);
    select(shown);
    say(button, key, t('copy.by.hand', {keys: keys()}));
  }
}
