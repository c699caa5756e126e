/**
 * The address bar. Everything a colleague needs stands after the `#`; going Back to a log of this
 * visit brings its
 * facts back too, from memory.
 *
 * @typedef {import('./state.js').Given} Given
 */

const MOST_REMEMBERED = 20;

/** @type {Map<number, {fragment: string, given: Given}>} */
const visited = new Map();
let serial = 0;
let seen = '';
let leaving = false;

/** The history entry we are at; one that we did not make counts as the first. @returns {number} */
const entryId = () => history.state?.id ?? 0;

/** @param {string} link */
const fragmentOf = (link) => (link ? `#${link}` : '');

/** @param {number} id @param {string} fragment @param {Given} given */
function remember(id, fragment, given) {
  visited.set(id, {fragment, given});
  const [oldest] = visited.keys();
  if (visited.size > MOST_REMEMBERED) visited.delete(oldest);
}

/** @param {'pushState' | 'replaceState'} way @param {number} id @param {string} fragment */
function write(way, id, fragment) {
  try {
    history[way]({id}, '', fragment || location.pathname + location.search);
    seen = here();
  } catch {
    // Browsers refuse too many changes in a short time, and any at some file addresses: the answer
    // stands anyway.
  }
}

/**
 * A step that Back should undo: a paste, a file, a reset.
 * @param {string} link
 * @param {Given} given
 */
export function pushLink(link, given) {
  serial = Math.max(serial + 1, Math.floor(performance.timeOrigin));
  write('pushState', serial, fragmentOf(link));
  remember(entryId(), fragmentOf(link), given);
}

/** Typing. @param {string} link @param {Given} given */
export function replaceLink(link, given) {
  if (location.hash !== fragmentOf(link)) write('replaceState', entryId(), fragmentOf(link));
  remember(entryId(), location.hash, given);
}

/** One step, however fast it is asked for again: another might lead out of the page. */
export function undo() {
  if (!leaving) history.back();
  leaving = true;
}

/** What the page was opened with. @param {Given} given */
export function rememberFirst(given) {
  remember(entryId(), location.hash, given);
  seen = here();
}

/**
 * Tells when the link is another one.
 * @param {(fragment: string, remembered: Given | null) => void} moved
 */
export function onLinkChange(moved) {
  const look = () => {
    leaving = false;
    if (here() === seen) return;
    seen = here();
    const known = visited.get(entryId());
    moved(location.hash, known?.fragment === location.hash ? known.given : null);
  };
  addEventListener('popstate', look);
  addEventListener('hashchange', look);
}

const here = () => `${entryId()} ${location.hash}`;
