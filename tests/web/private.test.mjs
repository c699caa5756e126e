import assert from 'node:assert/strict';

import {complaints, fileUrl, inEachBrowser, open, paste, requestsOf, state} from './harness.mjs';

const LOG = 'Mamba Cache is allocated. max_mamba_cache_size: 257, conv_state size: 0.46GB, ' +
    'ssm_state size: 13.04GB\n';

const text = (page, selector) => page.$eval(selector, (e) => e.textContent);

inEachBrowser('the page opens from a server under a sub-path', async ({page, hosted}) => {
  const errors = complaints(page);
  await open(page, hosted.url);
  assert.match(await text(page, '#version'), /\d+\.\d+\.\d+/);
  assert.deepEqual(errors, []);
});

inEachBrowser('the page opens from a file', async ({page}) => {
  const errors = complaints(page);
  await open(page, fileUrl);
  assert.match(await text(page, '#version'), /\d+\.\d+\.\d+/);
  await paste(page, '#log', LOG);
  await state(page, 'done');
  assert.deepEqual(errors, []);
});

inEachBrowser('a visit asks for nothing but the files of the page', async ({page, hosted}) => {
  const seen = requestsOf(page);
  await open(page, hosted.url);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => 0));
  await paste(page, '#log', LOG);
  await state(page, 'done');
  const foreign = seen.filter((url) => !url.startsWith(hosted.url) && !/^(data|blob):/.test(url));
  assert.deepEqual(foreign, []);
  const files = ['', 'sw.js', 'manifest.webmanifest'].map((name) => `/some/where/${name}`);
  assert.deepEqual(hosted.requests.filter((path) => !files.includes(path)), []);
});

inEachBrowser('the page opens again after the server is stopped', async ({page, hosted}) => {
  await open(page, hosted.url);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => 0));
  await hosted.stop();
  await open(page, `${hosted.url}?from=mail#L=4096`);
  assert.match(await text(page, '#version'), /\d+\.\d+\.\d+/);
  await page.reload();
  assert.match(await text(page, '#version'), /\d+\.\d+\.\d+/);
});

const refused = async (url) => {
  try {
    await fetch(url);
    return 'answered';
  } catch (error) {
    return error.name;
  }
};

for (const [place, opened] of [['hosted', (hosted) => hosted.url], ['saved', () => fileUrl]]) {
  inEachBrowser(`a fetch is refused in the ${place} page`, async ({page, hosted}) => {
    await open(page, opened(hosted));
    assert.equal(await page.evaluate(refused, hosted.url), 'TypeError');
  });
}
