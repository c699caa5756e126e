/** @type {{createScriptURL(url: string): string} | undefined} */
let policy;

/**
 * The one way to a URL of a script: the page's service worker or a blob the page made.
 * @param {string} url
 * @returns {string}
 */
export function scriptUrl(url) {
  if (!globalThis.trustedTypes) return check(url);
  policy ??= globalThis.trustedTypes.createPolicy('mamba-ratio', {createScriptURL: check});
  return policy.createScriptURL(url);
}

/** @param {string} url */
function check(url) {
  if (url === 'sw.js' || url.startsWith('blob:')) return url;
  throw new TypeError(`not a script of this page: ${url}`);
}
