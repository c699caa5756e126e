// What the page looks like to eyes of all kinds: folds, narrow windows, both languages, assistive technology.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';

import {fileUrl, inEachBrowser, inView, open, paste, state} from './harness.mjs';

const AXE = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const SIZES = [[1440, 900], [360, 740]];
const STATES = {
  'first sight': '', stale: '#v=1&L=4096', refused: '#v=1&N=4&conv=0.1&ssm=3.2&tokens=20000&kv=2.5&L=8192',
  incomplete: '#v=1&N=47&conv=0.13&ssm=6.75', invalid: '#v=1&L=9x&foo=1',
};

const REPORT = {unread: ''};
const UNREAD = `Memory pool end. avail mem=? in /home/ann/${'models/'.repeat(30)}\n`;

/** @typedef {import('puppeteer-core').Page} Page */

/** @param {Page} page @param {string} name */
const choose = (page, name) => page.click(`button[${name}]`);

/** Opens all that is folded; in the state `unread` after a log with a line not understood. @param {Page} page @param {string} name */
async function unfold(page, name) {
  if (name === 'unread') {
    await paste(page, '#log', UNREAD);
    await page.waitForFunction(() => document.documentElement.dataset.state === 'error');
  }
  await page.$$eval('details', (all) => all.forEach((one) => { one.open = true; }));
  if (name === 'unread') await page.click('[data-unfold="#report"]');
}

for (const language of ['en', 'zh']) {
  inEachBrowser(`paste area, flag and the pool that binds are in view (${language})`, async ({page}) => {
    for (const [width, height] of SIZES) {
      await page.setViewport({width, height});
      await open(page, fileUrl);
      await choose(page, `data-language="${language}"`);
      for (const selector of ['#log', '#flag', '#reason']) {
        assert.ok(await inView(page, selector), `${selector} at ${width} x ${height}`);
      }
    }
  });

  inEachBrowser(`nothing scrolls sideways at 320 px (${language})`, async ({page}) => {
    await page.setViewport({width: 320, height: 700});
    for (const [name, hash] of Object.entries({...STATES, ...REPORT})) {
      await page.goto('about:blank');
      await open(page, `${fileUrl}${hash}`);
      await choose(page, `data-language="${language}"`);
      await unfold(page, name);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${name}: ${over} px`);
    }
  });

  for (const [theme, where, states] of /** @type {const} */ ([
    ['light', '', STATES], ['dark', '', STATES], ['light', ' in a report', REPORT], ['dark', ' in a report', REPORT],
  ])) {
    inEachBrowser(`axe finds nothing${where} (${language}, ${theme})`, async ({page}) => {
      await page.setBypassCSP(true).catch(() => {});  // there is no such switch in Firefox
      for (const [name, hash] of Object.entries(states)) {
        await page.goto('about:blank');
        await open(page, `${fileUrl}${hash}`);
        await choose(page, `data-language="${language}"`);
        await choose(page, `data-theme-choice="${theme}"`);
        if (name === 'stale') {
          await page.$eval('[name="L"]', (field) => {
            field.value = 'x';
            field.dispatchEvent(new Event('input', {bubbles: true}));
          });
        }
        await unfold(page, name);
        await page.evaluate(AXE);
        const {violations} = await page.evaluate(() => globalThis.axe.run());
        const found = violations.map(({id, nodes}) => `${name}: ${id} at ${nodes.map((n) => n.target).join(' ')}`);
        assert.deepEqual(found, []);
      }
    });
  }
}

inEachBrowser('the chart is read at 320 px: its axis has numbers, no label leaves it', async ({page}) => {
  await page.setViewport({width: 320, height: 700});
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
