// What the engine model says of a server, as the page shows it.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';

import {fileUrl, inEachBrowser, open, value} from './harness.mjs';

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
