// Debian's browsers with nothing of their own going on, for tests and benchmarks.
import {existsSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

import puppeteer from 'puppeteer-core';

export const site = fileURLToPath(new URL('../../build/site/', import.meta.url));
export const fileUrl = new URL('../../build/site/index.html', import.meta.url).href;

/** @typedef {import('puppeteer-core').Page} Page */

const PATIENCE_MS = 30_000;
const LOOK_AGAIN_MS = 20;

const LAUNCH = {
  chromium: {
    browser: 'chrome',
    executablePath: '/usr/bin/chromium',
    args: [
      '--no-sandbox', '--disable-gpu', '--disable-background-networking',
      '--disable-component-update', '--disable-sync', '--disable-quic', '--no-first-run',
    ],
  },
  firefox: {browser: 'firefox', executablePath: '/usr/bin/firefox-esr'},
};

/** @typedef {keyof typeof LAUNCH} Engine */
export const ENGINES = /** @type {Engine[]} */ (Object.keys(LAUNCH));

/** A fresh browser. @param {Engine} engine */
export function launch(engine) {
  for (const file of [site, LAUNCH[engine].executablePath]) {
    if (!existsSync(file)) throw new Error(`${file} is missing: run tests/run, which makes it`);
  }
  const options = /** @type {import('puppeteer-core').LaunchOptions} */ (LAUNCH[engine]);
  return puppeteer.launch({headless: true, ...options});
}

/**
 * Opens the page and waits until it can be used.
 * @param {Page} page @param {string} url
 */
export async function open(page, url) {
  await page.goto(url);
  await state(page, 'ready');
}

/**
 * Sizes the page. Firefox 140 does so too, and then refuses the driver's turning of the screen, which it does not know.
 * @param {Page} page @param {import('puppeteer-core').Viewport} viewport
 */
export async function resize(page, viewport) {
  await page.setViewport(viewport).catch((error) => {
    if (!String(error).includes('setScreenOrientationOverride')) throw error;
  });
  await until(page, (width) => innerWidth === width, viewport.width);
}

/**
 * Waits for one of the states of `document.documentElement.dataset.state`.
 * @param {Page} page @param {string[]} wanted
 */
export async function state(page, ...wanted) {
  await until(page, (names) => names.includes(document.documentElement.dataset.state ?? ''), wanted);
}

/**
 * Waits until this holds in the page. The driver's own way is an eval to Firefox 140, which the page's policy refuses.
 * @template {unknown[]} Given
 * @param {Page} page @param {(...given: Given) => unknown} holds @param {Given} given
 */
export async function until(page, holds, ...given) {
  const end = Date.now() + PATIENCE_MS;
  let why;
  while (!(await page.evaluate(holds, ...given).catch((error) => { why = error; }))) {
    if (Date.now() > end) throw new Error(`waited in vain for ${holds}`, {cause: why});
    await new Promise((resolve) => { setTimeout(resolve, LOOK_AGAIN_MS); });
  }
}
