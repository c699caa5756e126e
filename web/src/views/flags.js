/**
 * The texts to paste. One of them stands in the bar, the others in rows below it.
 *
 * @typedef {import('../../../wasm/mamba_ratio').Answer} Answer
 */
import {$, el, put} from '../dom.js';
import {t} from '../words.js';

/** Which element holds which flag, in the order of the rows. */
const PLACES = /** @type {const} */ ({
  flag: 'flag',
  best: 'best-flag',
  repair: 'repair-flag',
  pin: 'pin-flag',
});

/** @param {Answer} answer */
const textsOf = (answer) => ({
  flag: answer.flag,
  best: answer.best_flag,
  repair: answer.repair_flag,
  pin: answer.pin_flag,
});

/** The number of a flag in bold. @param {string} flag */
function parts(flag) {
  const space = flag.lastIndexOf(' ');
  return space < 0 ? [flag] : [flag.slice(0, space + 1), el('b', {}, flag.slice(space + 1))];
}

/** @param {HTMLElement} place @param {HTMLElement} output */
function moveInto(place, output) {
  if (output.parentElement !== place) place.append(output);
}

/** @param {Answer} answer @param {string} missing why there is no flag */
export function showFlags(answer, missing) {
  const texts = textsOf(answer);
  for (const [name, id] of Object.entries(PLACES)) {
    const output = $(`#${id}`);
    const inBar = name === answer.main;
    const text = texts[/** @type {keyof typeof texts} */ (name)];
    if (output.textContent !== text) put(output, ...parts(text));
    moveInto($(inBar ? '#slot-main' : `#slot-${name}`), output);
    $(`#row-${name}`).hidden = inBar || (text === '' && name !== 'pin');
  }
  // A row of a flag that the engine would not read helps nobody.
  if (answer.messages.some(({code}) => code === 'ratio-not-read')) $('#row-flag').hidden = true;
  const main = texts[answer.main];
  put($('#no-flag'), main === '' ? t('flag.none', {missing}) : '');
  $('#answer').toggleAttribute('data-no-flag', main === '');
}

/** Buttons that would copy nothing, or something stale, do nothing. @param {boolean} stale */
export function allowCopying(stale) {
  for (const button of document.querySelectorAll('#copy-flag, [data-copy]')) {
    const place =
      button.id === 'copy-flag' ? $('#slot-main') : $(`#${button.getAttribute('data-copy')}`);
    /** @type {HTMLButtonElement} */ (button).disabled = stale || place.textContent === '';
  }
}
