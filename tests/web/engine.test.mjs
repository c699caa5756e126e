// What the engine model says of a server, as the page shows it.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';

import {fileUrl, inEachBrowser, inView, open, paste, resize, state, value} from './harness.mjs';

const ROWS = JSON.parse(readFileSync(new URL('../fixtures/engine_rows.json', import.meta.url), 'utf8'));

inEachBrowser('a link shows the engine’s slots, tokens and requests in both generations', async ({page}) => {
  await open(page, fileUrl);
  for (const {row, link, ...expected} of ROWS) {
    for (const [generation, figures] of Object.entries(expected)) {
      await page.evaluate((hash) => new Promise((resolve) => {
        addEventListener('hashchange', () => setTimeout(resolve), {once: true});
        location.hash = hash;
      }), `${link}&engine=${generation}`);
      const found = [];
      for (const id of ['now_slots', 'now_tokens', 'now_requests']) {
        const shown = await value(page, id);
        found.push(shown === null ? null : Number(shown));
      }
      assert.deepEqual(found, figures, `row ${row}, ${generation}`);
      assert.equal(await value(page, 'generation'), generation);
    }
  }
});

const PASTED = [
  {log: '035-qwopus-rtx6000ada-capped-9', reason: /47 slots.* holds 5.* admits 9.*extra_buffer_lazy.*11 fit/},
  {log: '029-glm53flash-capped-shell-comment', reason: /1,000 slots.* holds 5.* admits 200.*extra_buffer_lazy.*250 fit/},
  {log: '001-qwen35-9b-tp2-two-ranks', M: '128', reason: /KV pool fills first.*35.*37/, gives: /36 requests/},
  {log: '024-dflash-oom-after-pools', reason: /Draft buffers of 48\.75 GiB took 72 %/, memory: /draft buffers 49\.18 GiB/},
];

inEachBrowser('why a boot is capped, what to change and what that gives are in view', async ({page}) => {
  await resize(page, {width: 1440, height: 900});
  await open(page, fileUrl);
  for (const {log, M = '', ...expected} of PASTED) {
    await paste(page, '#log', readFileSync(new URL(`../fixtures/corpus/logs/${log}.log`, import.meta.url), 'utf8'));
    await state(page, 'done', 'error');
    await page.$eval('[name="M"]', (field, typed) => {
      field.value = typed;
      field.dispatchEvent(new Event('input', {bubbles: true}));
    }, M);
    for (const [id, text] of Object.entries(expected)) {
      assert.match(await page.$eval(`#${id}`, (e) => e.textContent), text, log);
      assert.ok(await inView(page, `#${id}`), `${id} of ${log}`);
    }
  }
});
