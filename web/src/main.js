/** Starts the page: the module, the worker, the hands that feed it. */
import {keepOffline} from './platform/offline.js';
import {compileModule, load, startWorkerWith} from './platform/wasm.js';
import {copy} from './copy.js';
import {$} from './dom.js';
import {painted} from './frames.js';
import {listen} from './input.js';
import {undo} from './link.js';
import {preferredLanguage, preferredTheme, store} from './preferences.js';
import {startSession} from './session.js';
import {buildForm} from './views/form.js';
import {explainTerms, goTo, listenToJumps, showLanguage, showTheme} from './views/frame.js';
import {painter} from './views/page.js';

/** @typedef {ReturnType<typeof startSession>} Session */

/** @param {Session} session */
function listenToButtons(session) {
  const on = (/** @type {string} */ selector, /** @type {(button: HTMLElement) => void} */ act) =>
    $(selector).addEventListener('click', () => act($(selector)));
  $('#example').addEventListener('change', ({target}) => {
    const menu = /** @type {HTMLSelectElement} */ (target);
    if (menu.value) session.example(menu.value);
    menu.value = '';
  });
  on('#clear', () => {
    session.clear();
    $('#log').focus();
  });
  on('#cancel', () => {
    session.cancel();
    $('#log').focus();
  });
  on('#keep', () => session.keep());
  on('#undo', undo);
  on('#reset', () => session.forgetHand());
  on('#copy-flag', (button) =>
    copy(button, 'copy', $('#slot-main').textContent ?? '', $('#slot-main')),
  );
  on('#copy-report', (button) => {
    const report = /** @type {HTMLTextAreaElement} */ ($('#report-text'));
    copy(button, 'copy', report.value, report);
  });
  on('#copy-link', (button) => {
    $('#address').textContent = location.href;
    copy(button, 'copy.link', location.href, $('#address'), (refused) => {
      $('#address').hidden = !refused;
    });
  });
  for (const element of document.querySelectorAll('[data-copy]')) {
    const button = /** @type {HTMLElement} */ (element);
    const slot = $(`#${button.dataset.copy}`);
    button.addEventListener('click', () => copy(button, 'copy', slot.textContent ?? '', slot));
  }
}

/** Chips lead to the line they name; buttons unfold more. @param {Session} session */
function listenToFacts(session) {
  document.addEventListener('click', ({target}) => {
    const button = /** @type {Element} */ (target).closest('button');
    const line = button?.dataset.line;
    const group = line && document.querySelector(`#facts tbody[data-line="${line}"]`);
    if (group) goTo(/** @type {HTMLElement} */ (group));
    if (button?.dataset.take) session.take(JSON.parse(button.dataset.take));
    if (!button?.dataset.unfold) return;
    const more = $(button.dataset.unfold);
    more.hidden = !more.hidden;
    button.setAttribute('aria-expanded', String(!more.hidden));
  });
  $('#choices').addEventListener('change', ({target}) => {
    const {dataset, value} = /** @type {HTMLSelectElement} */ (target);
    session.choose(dataset.choose === 'boot' ? {boot: Number(value)} : {rank: value});
  });
}

/** @param {Session} session */
function listenToPreferences(session) {
  document.addEventListener('click', ({target}) => {
    const {language, themeChoice} =
      /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest('button'))
        ?.dataset ?? {};
    if (language === 'en' || language === 'zh') {
      store('language', language);
      session.speak(language);
    }
    if (themeChoice) {
      store('theme', themeChoice);
      showTheme(themeChoice);
    }
  });
}

/** @param {() => void} accept */
function announce(accept) {
  $('#update').hidden = false;
  /** @type {HTMLElement} */ ($('#update').firstElementChild).onclick = accept;
}

export async function startPage() {
  const language = preferredLanguage();
  showTheme(preferredTheme());
  explainTerms();
  showLanguage(language);
  const wasmModule = await compileModule();
  const core = await load({wasmModule});
  const parameters = core.parameters();
  buildForm(parameters, {models: core.models(), gpus: core.gpus(), modelOf: core.model_of});
  const session = startSession({
    core,
    worker: startWorkerWith(wasmModule),
    language,
    paint: painter(core, parameters),
  });
  listen(session);
  listenToButtons(session);
  listenToFacts(session);
  listenToPreferences(session);
  listenToJumps();
  $('#form').addEventListener('submit', (event) => event.preventDefault());
  addEventListener('focusout', () => session.repaint());
  addEventListener('resize', () => session.repaint());
  $('#chart-data').addEventListener('toggle', () => session.repaint());
  keepOffline(announce);
  await painted();
  session.open();
}
