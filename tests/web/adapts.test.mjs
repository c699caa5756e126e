// The page zoomed, in forced colours, without motion and on paper.
import assert from 'node:assert/strict';
import {mkdirSync, writeFileSync} from 'node:fs';
import {test} from 'node:test';
import {fileURLToPath, pathToFileURL} from 'node:url';

import {browserOf, engines, inEachBrowser, resize} from './harness.mjs';
import {bring, dress, settled, strays} from './states.mjs';

/** @typedef {import('puppeteer-core').Page} Page */
/** @typedef {{name: string, value: string}} Feature */

/** Zoom of a window of 1280 x 1024 pixels. @type {[number, number][]} */
const ZOOMS = [[200, 640], [400, 320]];

for (const [percent, width] of ZOOMS) {
  inEachBrowser(`at a zoom of ${percent} % nothing is lost, and no focus hides under the flag`, async ({page}) => {
    await resize(page, {width, height: Math.round(1024 * width / 1280), deviceScaleFactor: percent / 100});
    for (const name of ['answered', 'refused']) {
      await bring(page, name);
      assert.deepEqual(await strays(page), []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      assert.deepEqual(await hiddenStops(page), [], name);
    }
  });
}

/** Controls that Tab reaches while nothing of them is seen. @param {Page} page */
async function hiddenStops(page) {
  await page.focus('#log');
  /** @type {string[]} */
  const hidden = [];
  for (let stop = 0; stop < 40; stop += 1) {
    await page.keyboard.press('Tab');
    await settled(page);
    hidden.push(await page.evaluate(() => {
      const control = document.activeElement;
      const bar = document.querySelector('.flagbar');
      if (!control || control === document.body || bar?.contains(control)) return '';
      const area = control.closest('.file') ?? control;
      const {top, bottom} = area.getBoundingClientRect();
      const floor = bar?.getBoundingClientRect().top ?? innerHeight;
      return bottom > 4 && top < floor - 4 ? '' : `${control.tagName} ${control.id} at ${top} to ${bottom} of ${floor}`;
    }));
  }
  return hidden.filter((name) => name !== '');
}

/**
 * Registers a test for Chromium alone, the one engine whose media can be set here.
 * @param {string} title @param {(page: Page, media: (...features: Feature[]) => Promise<unknown>) => Promise<void>} body
 */
function inChromium(title, body) {
  const skip = engines.includes('chromium') ? false : 'BROWSERS leaves Chromium out';
  test(`${title} (chromium)`, {timeout: 60_000, skip}, async () => {
    const context = await (await browserOf('chromium')).createBrowserContext();
    const page = await context.newPage();
    const session = await page.createCDPSession();
    await body(page, (...features) => session.send('Emulation.setEmulatedMedia', {features}))
        .finally(() => context.close());
  });
}

/** Controls without a border, an underline or a border of what holds them, in a colour that is seen. @param {Page} page */
const unbounded = (page) => page.$$eval('button, input, select, textarea, summary, a', (all) => all.filter((control) => {
  if (!control.checkVisibility({visibilityProperty: true}) || control.matches('.vh')) return false;
  const ground = getComputedStyle(document.documentElement).backgroundColor;
  const holders = [control, control.parentElement, control.parentElement?.parentElement];
  return !holders.some((one) => {
    if (!one) return false;
    const style = getComputedStyle(one);
    const edge = (/** @type {'Top' | 'Bottom'} */ side) =>
        parseFloat(style[`border${side}Width`]) >= 1 && style[`border${side}Color`] !== ground;
    return edge('Top') || edge('Bottom') || style.textDecorationLine.includes('underline');
  });
}).map((control) => `${control.tagName} ${control.id} ${control.textContent}`));

/** Controls that get the focus and do not show it. @param {Page} page */
async function unmarked(page) {
  await page.focus('#log');
  /** @type {string[]} */
  const all = [];
  for (let stop = 0; stop < 40; stop += 1) {
    all.push(await page.evaluate(() => {
      const control = document.activeElement;
      const ground = getComputedStyle(document.documentElement).backgroundColor;
      for (let one = control; one && one !== document.body; one = one.parentElement) {
        const {outlineStyle, outlineWidth, outlineColor} = getComputedStyle(one);
        if (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && outlineColor !== ground) return '';
      }
      return `${control?.tagName} ${control?.id}`;
    }));
    await page.keyboard.press('Tab');
  }
  return all.filter((name) => name !== '');
}

/** Contrast of what is drawn, with the page's ground, by selector. @param {Page} page */
const drawn = (page) => page.evaluate(() => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
  const luminance = (/** @type {string} */ colour) => {
    if (!canvas) return 0;
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ground = luminance(getComputedStyle(document.documentElement).backgroundColor);
  return Object.entries({
    '.bar-state': 'fill', '.bar-kv': 'fill', '.line-state': 'stroke', '.line-kv': 'stroke', '.chart text': 'fill',
    '.bars text': 'fill', '.sw.state': 'backgroundColor', '.sw.kv': 'backgroundColor',
  }).map(([selector, property]) => {
    const colour = getComputedStyle(/** @type {Element} */ (document.querySelector(selector)))[property];
    const [dark, light] = [ground, luminance(colour)].sort((a, b) => a - b);
    return {selector, colour, contrast: (light + 0.05) / (dark + 0.05)};
  });
});

for (const scheme of /** @type {const} */ (['light', 'dark'])) {
  for (const theme of /** @type {const} */ (['light', 'dark'])) {
    inChromium(`forced ${scheme} colours keep borders, focus and both pools apart (theme ${theme})`, async (page, media) => {
      await media({name: 'forced-colors', value: 'active'}, {name: 'prefers-color-scheme', value: scheme});
      await bring(page, 'capped');
      await dress(page, 'en', theme);
      await settled(page);
      assert.ok(await page.evaluate(() => matchMedia('(forced-colors: active)').matches));
      assert.deepEqual(await unbounded(page), []);
      assert.deepEqual(await unmarked(page), []);
      const parts = await drawn(page);
      assert.deepEqual(parts.filter(({contrast}) => !(contrast >= 3)), []);
      const colourOf = Object.fromEntries(parts.map(({selector, colour}) => [selector, colour]));
      for (const kind of ['.bar-', '.line-', '.sw.']) assert.notEqual(colourOf[`${kind}state`], colourOf[`${kind}kv`]);
      const dashes = (/** @type {string} */ pool) =>
          page.$eval(`.line-${pool}`, (line) => getComputedStyle(line).strokeDasharray);
      assert.deepEqual([await dashes('state'), await dashes('kv')], ['none', '7px, 3.5px']);
    });
  }
}

inChromium('where motion is reduced nothing moves', async (page, media) => {
  const lasting = () => page.$$eval('*', (all) => all.filter((one) => {
    const {transitionDuration, animationName} = getComputedStyle(one);
    return /[1-9]/.test(transitionDuration) || animationName !== 'none';
  }).length);
  await bring(page, 'answered');
  assert.notEqual(await lasting(), 0);
  await media({name: 'prefers-reduced-motion', value: 'reduce'});
  assert.equal(await lasting(), 0);
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior), 'auto');
});

const PAPER = fileURLToPath(new URL('../../build/pictures/', import.meta.url));
const MARGIN = {top: '10mm', right: '10mm', bottom: '10mm', left: '10mm'};

/** What a reader of PDF files finds on each page. @param {Page} reader @param {string} file */
async function pagesOf(reader, file) {
  await reader.bringToFront();
  await reader.goto(pathToFileURL(file).href);
  await reader.waitForSelector('.textLayer .endOfContent');
  return reader.$$eval('#viewer .page', (all) => all.map((one) => one.textContent ?? ''));
}

const skip = engines.includes('firefox') ? false : 'BROWSERS leaves Firefox out, which reads the files';
for (const engine of engines) {
  test(`an answer is printed on one sheet of A4, the flag on it (${engine})`, {timeout: 60_000, skip}, async () => {
    mkdirSync(PAPER, {recursive: true});
    const contexts = await Promise.all([engine, /** @type {const} */ ('firefox')]
        .map(async (name) => (await browserOf(name)).createBrowserContext()));
    const [page, reader] = await Promise.all(contexts.map((context) => context.newPage()));
    try {
      for (const [state, language] of /** @type {const} */ ([['answered', 'en'], ['capped', 'zh'], ['refused', 'en']])) {
        await page.bringToFront();
        await bring(page, state);
        await dress(page, language, 'dark');
        await settled(page);
        const flag = await page.$eval('#slot-main', ({textContent}) => textContent ?? '');
        const file = `${PAPER}${state}.${engine}.pdf`;
        writeFileSync(file, await page.pdf({format: 'A4', margin: MARGIN}));
        const pages = await pagesOf(reader, file);
        assert.equal(pages.length, 1, file);
        assert.ok(pages[0].includes(flag), pages[0]);
      }
    } finally {
      for (const context of contexts) await context.close();
    }
  });
}

inChromium('on paper no badge breaks its word', async (page) => {
  await bring(page, 'capped');
  await page.emulateMediaType('print');
  for (const width of [600, 718, 1280]) {
    await resize(page, {width, height: 900});
    const lines = await page.$$eval('.notes .level i', (all) => all.map((badge) => {
      const range = document.createRange();
      range.selectNodeContents(badge);
      return range.getClientRects().length;
    }));
    assert.ok(lines.length > 2 && lines.every((count) => count === 1), `${width}: ${lines}`);
  }
});

inChromium('what is printed in the dark theme is dark on white', async (page) => {
  await bring(page, 'answered');
  await dress(page, 'en', 'dark');
  await page.emulateMediaType('print');
  assert.equal(await page.$eval('#headline', (one) => getComputedStyle(one).color), 'rgb(21, 24, 27)');
  assert.equal(await page.$eval('body', (one) => getComputedStyle(one).backgroundColor), 'rgba(0, 0, 0, 0)');
});
