// What comes in by hand, by paste, by file or by link: nothing is lost, nothing stale stays in sight.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';

import {drop, fileUrl, inEachBrowser, open, paste, state, type, until, value} from './harness.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

const LOG = 'Mamba Cache is allocated. max_mamba_cache_size: 300, conv_state size: 0.46GB, ' +
    'ssm_state size: 13.04GB\n' +
    'KV Cache is allocated. dtype: torch.float8_e4m3fn, #tokens: 1167552, KV size: 15.03 GB\n';
const LINK = '#v=1&L=9216&N=257&conv=0.46&ssm=13.04&tokens=1167552&kv=15.03&kv_dtype=fp8_e4m3';
const CONFIG = readFileSync(new URL('../fixtures/configs/Qwen3-Next-80B-A3B.json', import.meta.url), 'utf8');
const TWO_BOOTS = readFileSync(new URL('../fixtures/corpus/logs/der-007-two-boots-one-file.log', import.meta.url), 'utf8');

/** @param {Page} page @param {string} selector */
const shown = (page, selector) => page.$eval(selector, (field) => field.value);

/** @param {Page} page */
const hash = (page) => new URL(page.url()).hash;

/** Writes into a paste area as a hand does, without leaving it. @param {Page} page @param {string} selector @param {string} text */
async function write(page, selector, text) {
  await page.focus(selector);
  await page.$eval(selector, (area, text) => {
    area.value = text;
    area.dispatchEvent(new Event('input', {bubbles: true}));
  }, text);
}

/** @param {Page} page */
async function withLog(page) {
  await open(page, fileUrl);
  await paste(page, 'body', LOG);
  await state(page, 'done');
}

/** Presses Clear between the worker's report and the page's hearing of it. @param {Page} page */
const clearBeforeReport = (page) => page.evaluateOnNewDocument(() => {
  globalThis.Worker = class extends Worker {
    /** @param {ConstructorParameters<typeof Worker>} given */
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({data}) => {
        if (!globalThis.armed || data.kind === 'progress') return;
        globalThis.armed = false;
        document.querySelector('#clear').click();
        globalThis.reported = true;
      });
    }
  };
});

for (const [area, text] of [['#config', CONFIG], ['#log', LOG.replace('300', '257')]]) {
  inEachBrowser(`what is written into ${area} and left at once is read, the other paste stays`, async ({page}) => {
    await withLog(page);
    await write(page, area, text);
    await page.keyboard.press('Tab');
    await state(page, 'done');
    assert.equal(await shown(page, area), text);
    assert.equal(await value(page, 'now_slots'), area === '#log' ? '257' : '300');
    assert.equal(await page.$eval('html', (root) => root.hasAttribute('data-source')), true);
  });
}

inEachBrowser('both paste areas written into one after the other are read', async ({page}) => {
  await open(page, fileUrl);
  await page.evaluate(([log, config]) => {
    for (const [selector, text] of [['#log', log], ['#config', config]]) {
      const area = document.querySelector(selector);
      area.value = text;
      area.dispatchEvent(new Event('input', {bubbles: true}));
    }
  }, [LOG, CONFIG]);
  await until(page, (config) => document.querySelector('#config').value === config &&
      document.querySelector('#now_slots')?.getAttribute('value') === '300', CONFIG);
  assert.equal(await shown(page, '#log'), LOG);
});

inEachBrowser('a config half written takes no log away, one that is emptied only itself', async ({page}) => {
  await withLog(page);
  await write(page, '#config', '{"model_type": "qwen3_next"');
  await state(page, 'error');
  assert.equal(await value(page, 'ratio'), null);
  await type(page, 'L', '4096');
  await write(page, '#config', CONFIG);
  await state(page, 'done');
  assert.equal(await value(page, 'now_slots'), '300');
  assert.match(hash(page), /&L=4096&/);
  await write(page, '#config', '');
  await state(page, 'done');
  assert.equal(await value(page, 'now_slots'), '300');
  await write(page, '#log', '');
  await state(page, 'ready');
});

inEachBrowser('a paste area emptied before anything was read leaves an opened link in force', async ({page}) => {
  await open(page, fileUrl + LINK);
  await write(page, '#log', ' ');
  await state(page, 'ready');
  assert.equal(await value(page, 'now_slots'), '257');
  assert.equal(hash(page), LINK);
});

inEachBrowser('a field in focus shows what a log, a link or Back put in its place', async ({page}) => {
  await open(page, fileUrl + LINK);
  await page.focus('[name="N"]');
  await page.$eval('[name="N"]', (field) => field.select());
  await page.keyboard.type('0400');
  assert.equal(await shown(page, '[name="N"]'), '0400');
  await paste(page, 'body', LOG);
  await state(page, 'done');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'N');
  assert.equal(await shown(page, '[name="N"]'), '300');
  await page.evaluate(() => history.back());
  await until(page, () => document.querySelector('#now_slots')?.getAttribute('value') === '400');
  assert.equal((await shown(page, '[name="N"]')).replace(/^0/, ''), '400');
  await page.evaluate((link) => { location.hash = link.replace('257', '111'); }, LINK);
  await until(page, () => document.querySelector('#now_slots')?.getAttribute('value') === '111');
  assert.equal(await shown(page, '[name="N"]'), '111');
  await page.keyboard.type('x');
  await until(page, () => document.querySelector('[name="N"]')?.getAttribute('aria-invalid') === 'true');
  assert.match(await shown(page, '[name="N"]'), /x/);
});

for (const area of ['#log', '#config']) {
  inEachBrowser(`${area} in focus shows what Back put in its place`, async ({page}) => {
    await open(page, fileUrl + LINK);
    await write(page, area, area === '#log' ? LOG : CONFIG);
    await state(page, 'done');
    await page.evaluate(() => history.back());
    await state(page, 'ready');
    assert.equal(await shown(page, area), '');
  });
}

inEachBrowser('Clear stops a file that has just been read', async ({page}) => {
  await clearBeforeReport(page);
  await withLog(page);
  await page.evaluate(() => { globalThis.armed = true; });
  await drop(page, 'main', LOG.replace('300', '111'));
  await until(page, () => globalThis.reported);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.state), 'ready');
  assert.equal(await shown(page, '#log'), '');
  assert.equal((await page.$$('[data-fact]')).length, 0);
});

inEachBrowser('Clear stops a file that is only being looked at, and text that waits for the hand', async ({page}) => {
  await withLog(page);
  await page.evaluate(() => {
    const held = new Promise((go) => { globalThis.letGo = () => go('no config'); });
    Blob.prototype.text = () => held;
    globalThis.setTimeout = (later) => { globalThis.late = later; };
  });
  await drop(page, 'main', LOG, 'boot.json');
  await write(page, '#log', LOG.replace('300', '257'));
  await page.$eval('#clear', (button) => button.click());
  await page.evaluate(() => {
    globalThis.letGo();
    globalThis.late();
  });
  assert.equal(await page.evaluate(() => document.documentElement.dataset.state), 'ready');
  assert.equal(await shown(page, '#log'), '');
});

inEachBrowser('writing into a paste area stops the file that is being read', async ({page}) => {
  await open(page, fileUrl);
  await drop(page, 'main', 'a line\n'.repeat(1_000_000) + LOG);
  await write(page, '#log', LOG.replace('300', '257'));
  await state(page, 'done');
  assert.equal(await value(page, 'now_slots'), '257');
});

inEachBrowser('with a wrong field the link carries what is valid', async ({page}) => {
  await open(page, fileUrl + LINK);
  await type(page, 'page', 'x');
  assert.equal(hash(page), LINK);
  await paste(page, 'body', LOG);
  await state(page, 'done');
  assert.equal(await value(page, 'ratio'), null);
  assert.equal(hash(page), LINK.replace('257', '300'));
  await type(page, 'C', '32');
  assert.equal(hash(page), `${LINK.replace('257', '300')}&C=32`);
  await type(page, 'page', '1');
  assert.notEqual(await value(page, 'ratio'), null);
  await type(page, 'page', 'x');
  await type(page, 'C', '33');
  assert.equal(hash(page), `${LINK.replace('257', '300')}&C=32`);
});

inEachBrowser('every wrong value is named by its field, in words and by its key', async ({page}) => {
  await open(page, fileUrl);
  const keys = await page.$$eval('#form [name], #model-rows [name], #sharding-rows [name], .L [name]', (all) => all.map(({name}) => name));
  assert.ok(keys.length > 50);
  for (const wrong of ['?', '-1', '0.5']) {
    await page.evaluate((link) => { location.hash = link; }, keys.map((key) => `${key}=${wrong}`).join('&'));
    await until(page, (wrong) => document.querySelector('[name="tp"]').value === wrong, wrong);
    for (const language of ['en', 'zh']) {
      await page.$eval(`[data-language="${language}"]`, (button) => button.click());
      const said = await page.$$eval('#messages [data-level="error"]', (all) => all.map((item) => [
        item.dataset.field, item.querySelector('div').textContent,
        document.querySelector(`label[for="p-${item.dataset.field}"]`)?.textContent ?? '',
      ]));
      assert.ok(said.length > 20, wrong);
      for (const [key, sentence, label] of said) {
        assert.match(sentence, new RegExp(`^[^“]*\\b${key}\\b`), sentence);
        assert.ok(sentence.startsWith(label), `${sentence} | ${label}`);
      }
    }
  }
});

inEachBrowser('a link of version 0 is told the one there is', async ({page}) => {
  await open(page, `${fileUrl}#v=0`);
  assert.match(await page.$eval('#messages [data-field="v"]', (item) => item.textContent ?? ''),
      /Link format \(v\): “0” is out of range\. Give 1\. /);
});

inEachBrowser('a name pasted into the search for a model stays there, a line pasted on a list is a log', async ({page}) => {
  await withLog(page);
  await page.evaluate(() => document.querySelector('#model-search').closest('details')?.setAttribute('open', ''));
  await paste(page, '#model-search', 'Qwen3.6-27B');
  await state(page, 'done');
  assert.equal(await shown(page, '#log'), LOG);
  await paste(page, '[name="strategy"]', LOG.split('\n')[0].replace('300', '257'));
  await until(page, () => document.querySelector('#now_slots')?.getAttribute('value') === '257');
});

inEachBrowser('after a file that cannot be read the paste area is empty and can be written into', async ({page}) => {
  await open(page, fileUrl);
  await page.$eval('main', (main) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([new Uint8Array([0x1f, 0x8b, 8, 0, 1, 2])], 'boot.log.gz'));
    main.dispatchEvent(new DragEvent('drop', {dataTransfer, bubbles: true, cancelable: true}));
  });
  await state(page, 'error');
  assert.deepEqual(await page.$eval('#log', ({value, readOnly}) => [value, readOnly]), ['', false]);
});

inEachBrowser('what was typed while a field was wrong comes back by Undo, as the wrong text does', async ({page}) => {
  await open(page, fileUrl + LINK);
  await type(page, 'page', 'x');
  await type(page, 'L', '4000');
  await type(page, 'N', '400');
  await paste(page, 'body', LOG);
  await state(page, 'done');
  await page.$eval('#undo', (button) => button.click());
  await state(page, 'ready');
  assert.equal(await shown(page, '[name="page"]'), 'x');
  await type(page, 'page', '1');
  assert.equal(await value(page, 'now_slots'), '400');
  assert.match(hash(page), /&L=4000&/);
});

inEachBrowser('Undo pressed twice at once leads one step back, not out of the page', async ({page}) => {
  await withLog(page);
  await page.$eval('#undo', (button) => {
    button.click();
    button.click();
  });
  await state(page, 'ready');
  await paste(page, 'body', LOG);
  await state(page, 'done');
  await page.$eval('#undo', (button) => button.click());
  await state(page, 'ready');
  assert.equal(await page.evaluate(() => location.hash), '');
});

inEachBrowser('after Undo another boot is chosen of the log in sight, not of the one read last; that is a step too', async ({page}) => {
  /** @param {string} boot */
  const choose = (boot) => page.$eval('[data-choose="boot"]', (list, boot) => {
    list.value = boot;
    list.dispatchEvent(new Event('change', {bubbles: true}));
  }, boot);
  /** @param {string} slots */
  const slotsAre = (slots) =>
    until(page, (slots) => document.querySelector('#now_slots')?.getAttribute('value') === slots, slots);
  await open(page, fileUrl);
  await paste(page, 'body', TWO_BOOTS);
  await slotsAre('82');
  await type(page, 'ctx', '4096');
  await paste(page, 'body', LOG);
  await slotsAre('300');
  await page.$eval('#undo', (button) => button.click());
  await slotsAre('82');
  await choose('1');
  await slotsAre('117');
  assert.equal(await shown(page, '[name="ctx"]'), '262,144');
  await page.$eval('#undo', (button) => button.click());
  await slotsAre('82');
  assert.equal(await shown(page, '[name="ctx"]'), '4,096');
});
