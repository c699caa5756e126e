/**
 * One visit: every event becomes a new state, an answer, a painted page and, where it should be, a
 * new link.
 *
 * @typedef {import('../../wasm/mamba_ratio').MambaRatio} MambaRatio
 * @typedef {import('../../wasm/mamba_ratio').Message} Message
 * @typedef {import('./state.js').State} State
 * @typedef {import('./state.js').Given} Given
 * @typedef {import('./worker.js').Report} Report
 */
import {examples} from './examples.js';
import {MOST_CONFIG_CHARACTERS} from './input.js';
import {painted} from './frames.js';
import {entriesOf} from './layers.js';
import {onLinkChange, pushLink, rememberFirst, replaceLink} from './link.js';
import {readerWith} from './reader.js';
import * as change from './state.js';

/** @param {string} code @returns {Message} */
const failure = (code) => ({code, level: 'error', field: '', line: null, args: {}});

/**
 * @param {{core: MambaRatio, worker: Worker, language: 'en' | 'zh',
 *   paint: import('./views/page.js').Painter}} tools
 */
export function startSession({core, worker, language, paint}) {
  const reader = readerWith(worker, hear);
  let ready = false;
  let given = change.FIRST_SIGHT;
  /** @type {State} */
  let state;
  let noteReading = pushLink;
  /** What still shows the answer before. @type {import('./views/page.js').Painter['parts']} */
  let due = [];

  function repaint() {
    due = [];
    if (!state) return;
    for (const part of paint.parts) part(state);
    if (ready || given.busy) document.documentElement.dataset.state = change.stateWord(given);
  }

  /**
   * Answers what is given now. `before` is the answer that may stay in sight while this one is
   * invalid.
   * @param {State['shown']} before
   * @param {((link: string, given: Given) => void) | null} note writes the link
   */
  function answer(before, note) {
    const answer = core.evaluate(entriesOf(given.layers), {
      log_read: change.sourceGiven(given),
      config: change.configInForce(given),
      log: given.source.reading?.context,
    });
    const shown = answer.state === 'invalid' ? before : answer;
    state = {...given, language, answer, shown};
    if (note && (answer.state !== 'invalid' || note === pushLink)) note(answer.link, given);
  }

  /**
   * Answers what is given next and paints it.
   * @param {Given} next
   * @param {State['shown']} before
   * @param {Parameters<typeof answer>[1]} [note]
   */
  function settle(next, before, note = null) {
    given = next;
    answer(before, note);
    repaint();
  }

  /**
   * A hand sees the new answer in this frame, what backs it soon after. A script, and a hand that
   * mistypes or mends it, gets all at once.
   * @param {string} key @param {string} text @param {boolean} byHand
   */
  async function type(key, text, byHand) {
    const wasStale = change.isStale(state);
    given = change.typed(given, key, text);
    answer(state.shown, replaceLink);
    if (!byHand || wasStale || change.isStale(state)) return repaint();
    paint.first(state.answer);
    const idle = due.length === 0;
    due = [...paint.parts];
    if (!idle) return;
    await painted();
    while (due.length > 0) {
      due.shift()?.(state);
      await new Promise((done) => setTimeout(done));
    }
  }

  /** @param {Report} report */
  function hear(report) {
    if (report.kind === 'progress') {
      given = change.reading(given, report.done, report.total);
      state = {...state, ...given};
      paint.progress(given.busy);
    } else if (report.kind === 'failed') {
      settle(change.sourceFailed(given, failure('reading-failed'), ''), null, noteReading);
    } else {
      settle(change.logRead(given, report.reading, report), null, noteReading);
    }
  }

  /** @param {typeof pushLink} note @param {() => void} start */
  function read(note, start) {
    noteReading = note;
    given = change.reading(given, 0, null);
    state = {...state, ...given};
    repaint();
    start();
  }

  const logText = (/** @type {string} */ text) => read(pushLink, () => reader.readText(text));

  onLinkChange((fragment, remembered) => {
    reader.cancel();
    settle(remembered ?? change.opened(core.parse_link(fragment)), null);
  });
  settle(change.opened(core.parse_link(location.hash)), null);
  rememberFirst(given);

  return {
    logText,
    repaint,
    /** @param {File[]} files */
    logFiles: (files) => read(pushLink, () => reader.readFiles(files)),
    /** @param {string} text */
    config: (text) =>
      settle(change.configRead(given, {text, reading: core.read_config(text)}), null, pushLink),
    /** @param {number} size */
    configTooLarge: (size) => {
      const args = {given: size, max: MOST_CONFIG_CHARACTERS};
      const why = {...failure('config-too-large'), field: 'config', args};
      settle(change.sourceFailed(given, why, ''), null, pushLink);
    },
    isConfig: core.looks_like_config,
    field: type,
    /** The settings typed become a row to compare. */
    keep: () => settle(change.typed(given, 'also', state.answer.keep), state.shown, pushLink),
    /**
     * The model named, the bytes of the one recognised, the S that the log shows.
     * @param {Record<string, string>} offered
     */
    take: (offered) => settle(change.offerTaken(given, offered), state.shown, pushLink),
    /** A paste area is being typed into. */
    reading: () => read(pushLink, () => {}),
    emptied: () => settle(change.sourceCleared(given), null, pushLink),
    /** @param {string} name of `examples` */
    example: (name) => logText(examples(core.example_text())[name]),
    clear: () => settle(change.sourceCleared(given), null, pushLink),
    cancel: () => {
      reader.cancel();
      settle(change.cancelled(given), state.shown);
    },
    /** @param {{boot?: number, rank?: string}} choice */
    choose: (choice) => read(replaceLink, () => reader.choose(choice)),
    forgetHand: () => settle(change.handForgotten(given), null, pushLink),
    /** @param {'en' | 'zh'} chosen */
    speak: (chosen) => {
      language = chosen;
      state = {...state, language};
      repaint();
    },
    /** The first answer stands on the page. */
    open: () => {
      ready = true;
      repaint();
    },
  };
}
