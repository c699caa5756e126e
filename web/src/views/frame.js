/** What stands around the task: languages, themes, explained words, jumps within the page. */
import {$, el} from '../dom.js';
import {speak, t} from '../words.js';

const root = () => document.documentElement;

/** Explains a word on hover, focus and tap. */
export function explainTerms() {
  for (const term of document.querySelectorAll('.term')) {
    const {term: name = ''} = /** @type {HTMLElement} */ (term).dataset;
    const id = `term-${name}`;
    const button = el('button', {type: 'button', 'aria-describedby': id}, ...term.childNodes);
    term.append(
      button,
      el('span', {class: 'explain', role: 'tooltip', id, 'data-text': `term.${name}`}),
    );
  }
  addEventListener('keyup', ({key}) => {
    if (key === 'Escape') root().setAttribute('data-quiet', '');
  });
  for (const wakes of ['pointerover', 'focusin']) {
    addEventListener(wakes, () => root().removeAttribute('data-quiet'));
  }
}

/** @param {'en' | 'zh'} language */
export function showLanguage(language) {
  speak(language);
  root().lang = language === 'zh' ? 'zh-CN' : 'en';
  for (const element of document.querySelectorAll(
    '[data-text], [data-label], [data-placeholder]',
  )) {
    const {text, label, placeholder} = /** @type {HTMLElement} */ (element).dataset;
    if (text) element.textContent = t(text);
    if (label) element.setAttribute('aria-label', t(label));
    if (placeholder) element.setAttribute('placeholder', t(placeholder));
  }
  press('language', language);
}

/** @param {string} group @param {string} chosen */
function press(group, chosen) {
  for (const button of document.querySelectorAll(`button[data-${group}]`)) {
    button.setAttribute('aria-pressed', String(button.getAttribute(`data-${group}`) === chosen));
  }
}

/** @param {string} theme auto, light or dark */
export function showTheme(theme) {
  if (theme === 'auto') delete root().dataset.theme;
  else root().dataset.theme = theme;
  press('theme-choice', theme);
}

/** Brings a place into view and gives it the focus. @param {HTMLElement} place */
export function goTo(place) {
  const first = place.matches('details, section')
    ? place
    : (place.closest('section, details') ?? place);
  if (place instanceof HTMLDetailsElement) place.open = true;
  if (!place.matches('input, button, textarea, [tabindex]')) place.tabIndex = -1;
  place.focus({preventScroll: true});
  first.scrollIntoView({block: 'start'});
}

/** Links within the page must not touch the address: what stands after its `#` is the answer's. */
export function listenToJumps() {
  document.addEventListener('click', (event) => {
    const jump = /** @type {Element} */ (event.target).closest('[data-jump]');
    if (!jump) return;
    event.preventDefault();
    goTo($(`#${jump.getAttribute('data-jump')}`));
  });
}
