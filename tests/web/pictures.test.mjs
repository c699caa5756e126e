// Eight states of the page against their pictures in tests/web/references. Renewed with RENEW_PICTURES=1.
import assert from 'node:assert/strict';
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {test} from 'node:test';
import {fileURLToPath} from 'node:url';

import pixelmatch from 'pixelmatch';
import {PNG} from 'pngjs';

import {browserOf, engines, resize} from './harness.mjs';
import {bring, dress, settled} from './states.mjs';

/** @typedef {import('puppeteer-core').Page} Page */
/** @typedef {{width: number, height: number, data: Buffer}} Picture four bytes a pixel */

const path = (/** @type {string} */ relative) => fileURLToPath(new URL(relative, import.meta.url));
const REFERENCES = path('references/');
const RESULTS = path('../../build/pictures/');
const DESK = {width: 1280, height: 800};
/** The share of pixels that may differ: a later browser draws edges otherwise. */
const TOLERANCE = 0.002;
const RENEW = 'If the page is meant to look so, look at the pictures and renew the references with ' +
    'RENEW_PICTURES=1 BROWSERS=chromium node --test tests/web/pictures.test.mjs';

/** Fonts that tests/run installs; no caret, no motion, nothing that changes with the commit. */
const STILL = `
  * {
    --sans: 'DejaVu Sans', 'Noto Sans CJK SC' !important;
    --mono: 'DejaVu Sans Mono', 'Noto Sans CJK SC' !important;
    caret-color: transparent !important;
    transition: none !important;
    animation: none !important;
  }
  #version { visibility: hidden; }`;

/** @type {Record<string, {state: string, language?: 'en' | 'zh', theme?: 'light' | 'dark', size?: typeof DESK, whole?: boolean}>} */
const PICTURES = {
  'empty': {state: 'empty'},
  'answered': {state: 'answered'},
  'capped': {state: 'capped', size: {width: 1440, height: 900}, whole: true},
  'refused': {state: 'refused'},
  'config': {state: 'config'},
  'error': {state: 'error'},
  'phone': {state: 'answered', size: {width: 360, height: 1360}},
  'dark-chinese': {state: 'capped', language: 'zh', theme: 'dark'},
};

/** @param {Buffer} file @returns {Picture} */
const decoded = (file) => PNG.sync.read(file);

/** As small as a page's even grounds allow. @param {Picture} picture */
const encoded = ({width, height, data}) => PNG.sync.write(
    Object.assign(new PNG({width, height}), {data}), {colorType: 2, filterType: 0, deflateLevel: 9, deflateStrategy: 0});

/** @param {Page} page @param {string} name @param {string} [css] @returns {Promise<Picture>} */
async function photograph(page, name, css = '') {
  const {state, language = 'en', theme = 'light', size = DESK, whole = false} = PICTURES[name];
  await resize(page, size);
  await bring(page, state);
  await dress(page, language, theme);
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, STILL + css);
  await settled(page);
  return decoded(Buffer.from(await page.screenshot({fullPage: whole})));
}

/** Writes a picture and says where. @param {string} name @param {Picture} picture */
function kept(name, picture) {
  mkdirSync(RESULTS, {recursive: true});
  writeFileSync(RESULTS + name, encoded(picture));
  return RESULTS + name;
}

/** The pixels that differ, counted and marked. @param {Picture} wanted @param {Picture} seen */
function compared(wanted, seen) {
  const {width, height} = wanted;
  const data = Buffer.alloc(4 * width * height);
  const count = pixelmatch(wanted.data, seen.data, data, width, height, {threshold: 0.05});
  return {count, enough: count > TOLERANCE * width * height, marks: {width, height, data}};
}

const referenceOf = (/** @type {string} */ name) => decoded(readFileSync(`${REFERENCES}${name}.png`));

/** What differs from the reference, in a sentence; '' where nothing does. @param {string} name @param {Picture} seen */
function difference(name, seen) {
  const file = `${name}.png`;
  if (!existsSync(REFERENCES + file)) return `There is no ${REFERENCES}${file}; the page looks as in ${kept(file, seen)}.`;
  const wanted = referenceOf(name);
  if (wanted.width !== seen.width || wanted.height !== seen.height) {
    const size = ({width, height}) => `${width} x ${height}`;
    return `${name} is ${size(seen)} pixels instead of ${size(wanted)}: ${kept(file, seen)}.`;
  }
  const {count, enough, marks} = compared(wanted, seen);
  if (!enough) return '';
  return `${name} differs in ${count} pixels: ${kept(`${name}.difference.png`, marks)} marks them, ` +
      `${kept(file, seen)} is how it looks.`;
}

/** @param {(page: Page) => Promise<void>} body */
async function inChromium(body) {
  const context = await (await browserOf('chromium')).createBrowserContext();
  await body(await context.newPage()).finally(() => context.close());
}

const options = {timeout: 60_000, skip: engines.includes('chromium') ? false : 'BROWSERS leaves Chromium out'};

for (const name of Object.keys(PICTURES)) {
  test(`the page looks as in its picture: ${name}`, options, () => inChromium(async (page) => {
    const seen = await photograph(page, name);
    if (process.env.RENEW_PICTURES) {
      mkdirSync(REFERENCES, {recursive: true});
      writeFileSync(`${REFERENCES}${name}.png`, encoded(seen));
    }
    const differs = difference(name, seen);
    assert.ok(differs === '', `${differs} ${RENEW}`);
  }));
}

for (const [what, css] of Object.entries({
  'another blue': ':root { --state-fill: #2f8fdb; }',
  'a headline moved by 4 pixels': '#headline { text-indent: 4px; }',
  'a flag bar without its ground': '.flagbar { background: none; }',
})) {
  test(`${what} is another picture`, options, () => inChromium(async (page) => {
    const {count, enough} = compared(referenceOf('answered'), await photograph(page, 'answered', css));
    assert.ok(enough, `${count} pixels`);
  }));
}
