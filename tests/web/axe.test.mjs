// Every state of the page before axe, all that is folded opened: at a desk in one language and theme, on a phone in the other.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';

import {inEachBrowser, resize} from './harness.mjs';
import {bring, dress, STATES, unfold} from './states.mjs';

const AXE = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const WAYS = /** @type {const} */ ([
  [['en', 'light', 1440, 900], ['zh', 'dark', 360, 740]],
  [['zh', 'light', 1440, 900], ['en', 'dark', 360, 740]],
]);

/** What axe finds, a line each. @param {import('puppeteer-core').Page} page */
async function violations(page) {
  await page.evaluate(AXE);
  const {violations} = await page.evaluate(() => globalThis.axe.run());
  return violations.map(({id, nodes}) => `${id} at ${nodes.map(({target}) => target).join(' ')}`);
}

for (const [i, name] of Object.keys(STATES).entries()) {
  inEachBrowser(`axe finds nothing: ${name}`, async ({page}) => {
    await page.setBypassCSP(true).catch(() => {});  // there is no such switch in Firefox
    await bring(page, name);
    await unfold(page);
    for (const [language, theme, width, height] of WAYS[i % 2]) {
      await resize(page, {width, height});
      await dress(page, language, theme);
      assert.deepEqual(await violations(page), [], `${language}, ${theme}, ${width} px`);
    }
  });
}

inEachBrowser('axe finds what is wrong', async ({page}) => {
  await page.setBypassCSP(true).catch(() => {});
  await bring(page, 'empty');
  await page.$eval('#log', (area) => area.removeAttribute('aria-label'));
  await page.$eval('label[for="log"]', (label) => label.removeAttribute('for'));
  await page.$eval('#log', (area) => area.removeAttribute('placeholder'));
  assert.deepEqual(await violations(page), ['label-title-only at #log', 'label at #log']);
});
