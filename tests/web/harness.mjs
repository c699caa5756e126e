// Opens the built page in Debian's browsers, from a server under a sub-path or from its file.
import {after, test} from 'node:test';

import {serve} from '../../web/serve.mjs';
import {ENGINES, launch, site} from './browsers.mjs';

export {fileUrl, open, resize, site, state, until} from './browsers.mjs';

/** @typedef {import('./browsers.mjs').Engine} Engine */
export const engines = ENGINES
    .filter((name) => !process.env.BROWSERS || process.env.BROWSERS.split(',').includes(name));

/** @type {Map<Engine, Promise<import('puppeteer-core').Browser>>} */
const running = new Map();
after(async () => {
  for (const browser of running.values()) await (await browser).close();
});

/**
 * One browser of the kind for all tests of a file.
 * @param {Engine} engine
 */
export function browserOf(engine) {
  if (!running.has(engine)) running.set(engine, launch(engine));
  return /** @type {Promise<import('puppeteer-core').Browser>} */ (running.get(engine));
}

/**
 * Serves build/site (or another folder) under a sub-path of a fresh origin.
 * `requests` fills with the path of each request the server gets; after `fail` it answers 503.
 */
export async function host(folder = site, base = '/some/where/') {
  const {server, url, port} = await serve({folder, base});
  /** @type {string[]} */
  const requests = [];
  const fail = () => server.removeAllListeners('request')
      .on('request', (_, response) => response.writeHead(503).end('Service unavailable'));
  server.on('request', (request) => requests.push(request.url ?? ''));
  const stop = () => new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  return {url, port, requests, stop, fail};
}

/**
 * Registers the test once for each engine. It gets a page of a context of its own and a hosted site.
 * @typedef {import('puppeteer-core').Page} Page
 * @param {string} title
 * @param {(tools: {engine: Engine, page: Page, hosted: Awaited<ReturnType<typeof host>>}) =>
 *     Promise<void>} body
 */
export function inEachBrowser(title, body) {
  for (const engine of engines) {
    test(`${title} (${engine})`, {timeout: 60_000}, async () => {
      const context = await (await browserOf(engine)).createBrowserContext();
      const hosted = await host();
      try {
        await body({engine, page: await context.newPage(), hosted});
      } finally {
        await context.close();
        await hosted.stop();
      }
    });
  }
}

/**
 * What the page logs to its console, and what it throws.
 * @param {Page} page
 */
export function complaints(page) {
  /** @type {string[]} */
  const all = [];
  page.on('console', (message) => {
    if (['error', 'warn', 'warning'].includes(message.type())) all.push(message.text());
  });
  page.on('pageerror', (error) => all.push(String(error)));
  return all;
}

/**
 * Every request the browser makes for the page.
 * @param {Page} page
 */
export function requestsOf(page) {
  /** @type {string[]} */
  const all = [];
  page.on('request', (request) => all.push(request.url()));
  return all;
}

/**
 * Pastes text into what the selector finds, as the paste event brings it.
 * @param {Page} page @param {string} selector @param {string} text
 */
export async function paste(page, selector, text) {
  await page.$eval(selector, (element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    // Firefox takes the text itself instead of a DataTransfer.
    const given = {clipboardData, dataType: 'text/plain', data: text};
    element.dispatchEvent(
        new ClipboardEvent('paste', {...given, bubbles: true, cancelable: true}));
  }, text);
}

/** Types into a field in one stroke, as a script does. @param {Page} page @param {string} name @param {string} typed */
export const type = (page, name, typed) => page.$eval(`[name="${name}"]`, (field, typed) => {
  field.value = typed;
  field.dispatchEvent(new Event('input', {bubbles: true}));
}, typed);

/**
 * Drops a file with this text on what the selector finds.
 * @param {Page} page @param {string} selector @param {string} text @param {string} name
 */
export const drop = (page, selector, text, name = 'boot.log') => dropAll(page, selector, {[name]: text});

/**
 * Drops files together, each a text under its name.
 * @param {Page} page @param {string} selector @param {Record<string, string>} files
 */
export async function dropAll(page, selector, files) {
  await page.$eval(selector, (element, files) => {
    const dataTransfer = new DataTransfer();
    for (const [name, text] of Object.entries(files)) {
      dataTransfer.items.add(new File([text], name, {type: 'text/plain'}));
    }
    for (const type of ['dragenter', 'dragover', 'drop']) {
      element.dispatchEvent(new DragEvent(type, {dataTransfer, bubbles: true, cancelable: true}));
    }
  }, files);
}

/**
 * Whether the whole of what the selector finds is seen without scrolling.
 * @param {Page} page @param {string} selector
 */
export function inView(page, selector) {
  return page.$eval(selector, (element) => {
    const {top, bottom, left, right} = element.getBoundingClientRect();
    const dock = document.querySelector('.flagbar');
    const docked = dock && getComputedStyle(dock).position === 'fixed' && !dock.contains(element);
    const floor = docked ? dock.getBoundingClientRect().top : innerHeight;
    return bottom > top && top >= 0 && bottom <= floor && left >= 0 && right <= innerWidth;
  });
}

/**
 * The value of a result, e.g. `token_equiv`; null where it is unknown.
 * @param {Page} page @param {string} id
 */
export async function value(page, id) {
  const text = await page.$eval(`#${id}`, (e) => e.getAttribute('value') ?? '');
  return text === '' ? null : text;
}
