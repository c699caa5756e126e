import assert from 'node:assert/strict';
import {cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

import {host, inEachBrowser, open, site, until} from './harness.mjs';

const BUILD = /data-build="([^"]+)"/.exec(readFileSync(`${site}index.html`, 'utf8'))[1];
const NEXT = '9.9.9-next';

/** Puts a build of another name in place of the one in the folder. */
function release(folder, files = ['index.html', 'sw.js']) {
  for (const file of files) {
    const path = join(folder, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(BUILD, NEXT));
  }
}

/** The same as `inEachBrowser`, with a folder of its own that can change while it is served. */
function withReleases(title, body) {
  inEachBrowser(title, async ({page}) => {
    const folder = mkdtempSync(join(tmpdir(), 'mamba-ratio-'));
    cpSync(site, folder, {recursive: true});
    const hosted = await host(folder);
    try {
      await open(page, hosted.url);
      await until(page, () => navigator.serviceWorker.controller !== null);
      await body({page, folder, hosted});
    } finally {
      await hosted.stop();
      rmSync(folder, {recursive: true});
    }
  });
}

const buildOf = (page) => page.evaluate(() => document.documentElement.dataset.build);
const cachesOf = (page) => page.evaluate(() => caches.keys());
const offered = (page) => page.$eval('#update', (e) => !e.hidden);
const lookForUpdate = (page) => page.evaluate(async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update().catch(() => {});
});
const untilOffered = (page) =>
  until(page, () => !document.querySelector('#update').hidden);

async function accept(page) {
  const loaded = page.waitForNavigation();
  await page.click('#update button');
  await loaded;
  await until(page, () => document.documentElement.dataset.state === 'ready');
}

withReleases('a new release is offered, taken when accepted, and the old one is gone',
    async ({page, folder, hosted}) => {
      await page.evaluate(() => history.replaceState(null, '', '#L=4096'));
      release(folder);
      await lookForUpdate(page);
      await untilOffered(page);
      assert.equal(await buildOf(page), BUILD);
      await accept(page);
      assert.equal(await buildOf(page), NEXT);
      assert.match(page.url(), /L=4096/);
      await until(page, async () => (await caches.keys()).length === 1);
      assert.match((await cachesOf(page))[0], new RegExp(NEXT));
      await hosted.stop();
      await page.reload();
      assert.equal(await buildOf(page), NEXT);
    });

withReleases('a reload brings the newest release and offers nothing', async ({page, folder}) => {
  release(folder);
  await page.reload();
  await until(page,
      async (next) => (await caches.keys()).every((name) => name.includes(next)), NEXT);
  assert.equal(await buildOf(page), NEXT);
  assert.equal(await offered(page), false);
});

withReleases('two tabs of two releases leave each other alone', async ({page, folder, hosted}) => {
  release(folder);
  const other = await page.browserContext().newPage();
  await open(other, hosted.url);
  assert.equal(await buildOf(other), NEXT);
  await page.bringToFront();
  await untilOffered(page);
  assert.equal(await buildOf(page), BUILD);
  await accept(page);
  assert.equal(await buildOf(page), NEXT);
});

withReleases('a release of which only a part has arrived is not taken, and heals itself',
    async ({page, folder, hosted}) => {
      release(folder, ['sw.js']);
      await lookForUpdate(page);
      await page.reload();
      assert.equal(await buildOf(page), BUILD);
      assert.ok((await cachesOf(page)).some((name) => name.includes(BUILD)));
      release(folder, ['index.html']);
      await lookForUpdate(page);
      await untilOffered(page);
      await hosted.stop();
      await accept(page);
      assert.equal(await buildOf(page), NEXT);
    });

withReleases('a host that answers with errors leaves the page working',
    async ({page, hosted}) => {
      hosted.fail();
      await page.reload();
      assert.equal(await buildOf(page), BUILD);
    });
