// What the page looks like to eyes of all kinds: folds, narrow windows, both languages, assistive technology.
import assert from 'node:assert/strict';

import {fileUrl, inEachBrowser, inView, open, paste, resize, state} from './harness.mjs';
import {bring, dress, STATES, strays, unfold} from './states.mjs';

const SIZES = [[1440, 900], [360, 740]];
const WIDTHS = [1440, 1400, 1240, 1000];

/** @typedef {import('puppeteer-core').Page} Page */

/** @param {Page} page @param {string} name */
const choose = (page, name) => page.click(`button[${name}]`);

for (const language of ['en', 'zh']) {
  inEachBrowser(`paste area, flag and the pool that binds are in view (${language})`, async ({page}) => {
    for (const [width, height] of SIZES) {
      await resize(page, {width, height});
      await open(page, fileUrl);
      await choose(page, `data-language="${language}"`);
      for (const selector of ['#log', '#flag', '#reason']) {
        assert.ok(await inView(page, selector), `${selector} at ${width} x ${height}`);
      }
    }
  });
}

/** What strays once the page has drawn itself for its new width. @param {Page} page */
async function straysAtRest(page) {
  const end = Date.now() + 2000;
  let found = await strays(page);
  while (found.length > 0 && Date.now() < end) {
    await new Promise((resolve) => { setTimeout(resolve, 50); });
    found = await strays(page);
  }
  return found;
}

for (const name of Object.keys(STATES)) {
  inEachBrowser(`nothing leaves its place, nothing scrolls sideways at 320 px: ${name}`, async ({page}) => {
    await bring(page, name);
    await unfold(page);
    for (const language of /** @type {const} */ (['en', 'zh'])) {
      await dress(page, language, 'light');
      for (const width of [...WIDTHS, 320]) {
        await resize(page, {width, height: 900});
        assert.deepEqual(await straysAtRest(page), [], `${language}, ${width} px`);
      }
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${language}: ${over} px`);
    }
  });
}

inEachBrowser('the chart is read at 320 px: its axis has numbers, no label leaves it', async ({page}) => {
  await resize(page, {width: 320, height: 700});
  await open(page, fileUrl);
  const {texts, cut} = await page.$eval('#plot-place', (place) => {
    const box = place.getBoundingClientRect();
    const all = [...place.querySelectorAll('text')];
    const leaves = (/** @type {Element} */ one) => {
      const {left, right} = one.getBoundingClientRect();
      return left < box.left - 1 || right > box.right + 1;
    };
    return {texts: all.map((one) => one.textContent), cut: all.filter(leaves).map((one) => one.textContent)};
  });
  for (const tick of ['1', '10']) assert.ok(texts.includes(tick), texts.join());
  assert.deepEqual(cut, []);
});

inEachBrowser('what leads further down says so, and none of it is cut off at 320 px in letters twice as large', async ({page}) => {
  await resize(page, {width: 320, height: 700});
  await open(page, fileUrl);
  for (const size of ['100%', '200%']) {
    await page.evaluate((size) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`html { font-size: ${size} }`);
      document.adoptedStyleSheets = [sheet];
    }, size);
    const ways = await page.$$eval('.way', (all) => all.map((way) => ({
      sign: getComputedStyle(way, '::after').content, right: way.getBoundingClientRect().right,
    })));
    assert.equal(ways.length, 3);
    for (const {right} of ways) assert.ok(right <= 320, `${right} px at ${size}`);
    assert.deepEqual(ways.map(({sign}) => sign.includes('↓')), [false, true, true]);
  }
});

inEachBrowser('no two parts of the memory look alike, in either theme', async ({page}) => {
  await open(page, fileUrl);
  for (const theme of ['light', 'dark']) {
    await choose(page, `data-theme-choice="${theme}"`);
    const looks = await page.$eval('#memory', (memory) =>
      ['weights', 'state', 'draft_states', 'kv', 'draft_kv', 'graphs', 'left_over', 'other'].map((part) => {
        const swatch = Object.assign(document.createElement('i'), {className: `sw part-${part}`});
        memory.append(swatch);
        const {color, boxShadow} = getComputedStyle(swatch);
        return {part, rgb: color.match(/\d+/g).map(Number), edge: boxShadow};
      }));
    for (const [at, one] of looks.entries()) {
      for (const other of looks.slice(at + 1)) {
        const apart = Math.hypot(...one.rgb.map((value, i) => value - other.rgb[i]));
        assert.ok(apart > 60 || one.edge !== other.edge, `${theme}: ${one.part} and ${other.part}, ${apart}`);
      }
    }
  }
});

inEachBrowser('the words of the engine beside the present figures are explained', async ({page}) => {
  await resize(page, {width: 320, height: 700});
  await open(page, fileUrl);
  for (const [id, says] of Object.entries({now_requests: /data-parallel rank/, generation: /splits the memory/})) {
    const term = await page.$(`div:has(> dd > #${id}) .term`);
    assert.match(await term.$eval('.explain', (e) => e.textContent ?? ''), says);
    await page.keyboard.press('Tab');
    await term.$eval('button', (button) => button.focus());
    const {visibility, left, right, above} = await term.$eval('.explain', (e) => {
      e.scrollIntoView({block: 'center'});
      const {left, right, bottom} = e.getBoundingClientRect();
      const above = document.elementFromPoint(left + 8, bottom - 8) === e;
      return {left, right, above, visibility: getComputedStyle(e).visibility};
    });
    assert.equal(visibility, 'visible');
    assert.ok(above, `${id}: nothing lies over it`);
    assert.ok(left >= 0 && right <= 320, `${left} to ${right}`);
  }
});

inEachBrowser('language and theme are kept for the next visit', async ({page, hosted}) => {
  await open(page, hosted.url);
  await choose(page, 'data-language="zh"');
  await choose(page, 'data-theme-choice="dark"');
  await page.reload();
  await state(page, 'ready');
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'zh-CN');
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await paste(page, '#log', 'Mamba Cache is allocated. max_mamba_cache_size: 257, conv_state size: 0.46GB, ' +
      'ssm_state size: 13.04GB\n');
  await state(page, 'done');
  const kept = await page.evaluate(() => Object.keys(localStorage).sort());
  assert.deepEqual(kept, ['mamba-ratio language', 'mamba-ratio theme']);
});
