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
  /** What came in and is not answered yet. @type {Set<{of: 'log' | 'config' | 'files'}>} */
  const waiting = new Set();
  let given = change.FIRST_SIGHT;
  /** @type {State} */
  let state;
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
    const inSight = shown ?? answer;
    const stands = note === replaceLink && inSight !== answer;
    note?.(stands ? location.hash.slice(1) : inSight.link, given);
  }

  /**
   * Answers what is given next and paints it.
   * @param {Given} next
   * @param {State['shown']} before
   * @param {Parameters<typeof answer>[1]} [note]
   */
  function settle(next, before, note = null) {
    given = {...next, busy: waiting.size > 0 ? given.busy : null};
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
      return paint.progress(given.busy);
    }
    forget('log');
    if (report.kind === 'failed') {
      settle(change.sourceFailed(given, failure('reading-failed')), null, pushLink);
    } else {
      settle(change.logRead(given, report.reading, report), null, pushLink);
    }
  }

  /** Of a log, and of a config, only the latest counts. @param {'log' | 'config'} kind */
  function forget(kind) {
    for (const one of waiting) if (one.of === kind) waiting.delete(one);
    if (kind === 'log') reader.cancel();
  }

  /**
   * Something comes in. Tells, once, whether it is still wanted.
   * @param {'log' | 'config' | 'files'} kind
   */
  function expect(kind) {
    if (kind !== 'files') forget(kind);
    const one = {of: kind};
    waiting.add(one);
    given = change.reading(given, 0, null);
    state = {...state, ...given};
    repaint();
    return () => waiting.delete(one);
  }

  function stop() {
    waiting.clear();
    reader.cancel();
  }

  /** @param {() => void} start */
  function read(start) {
    expect('log');
    start();
  }

  /** What comes in takes the place of what was. @param {Given} next */
  const replace = (next) => settle(next, null, pushLink);

  const logText = (/** @type {string} */ text) => read(() => reader.readText(text));

  onLinkChange((fragment, remembered) => {
    stop();
    settle(remembered ?? change.opened(core.parse_link(fragment)), null);
  });
  settle(change.opened(core.parse_link(location.hash)), null);
  rememberFirst(given);

  return {
    logText,
    repaint,
    /** @param {File[]} files */
    logFiles: (files) => read(() => reader.readFiles(files)),
    /** @param {string} text */
    config: (text) => {
      forget('config');
      replace(change.configRead(given, {text, reading: core.read_config(text)}));
    },
    /** @param {number} size */
    configTooLarge: (size) => {
      const args = {given: size, max: MOST_CONFIG_CHARACTERS};
      const why = {...failure('config-too-large'), field: 'config', args};
      forget('config');
      replace(change.sourceFailed(given, why));
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
    reading: expect,
    /** @param {'log' | 'config'} area */
    emptied: (area) => {
      const next = (area === 'log' ? change.logEmptied : change.configEmptied)(given);
      if (next === given) settle(given, state.shown);
      else replace(next);
    },
    /** @param {string} name of `examples` */
    example: (name) => logText(examples(core.example_text())[name]),
    clear: () => {
      stop();
      replace(change.sourceCleared(given));
    },
    cancel: () => {
      stop();
      settle(given, state.shown);
    },
    /** @param {{boot?: number, rank?: string}} choice */
    choose: (choice) => read(() => reader.choose(given.source.of, choice)),
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
