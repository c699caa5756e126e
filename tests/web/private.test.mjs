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

/** What a worker made as the page makes its own is refused. */
async function tryInWorker(url) {
  const probe = async () => {
    const tries = {
      fetch: () => fetch(self.name),
      importScripts: () => importScripts(self.name),
      WebSocket: () => new Promise((resolve, reject) => {
        const socket = new WebSocket(self.name.replace('http', 'ws'));
        socket.onopen = resolve;
        socket.onerror = reject;
      }),
      eval: () => new Function('return 1')(),
    };
    for (const [name, act] of Object.entries(tries)) {
      tries[name] = await Promise.resolve().then(act).then(() => 'allowed', () => 'refused');
    }
    self.postMessage(tries);
  };
  const blob = new Blob([`(${probe})()`], {type: 'text/javascript'});
  const blobUrl = URL.createObjectURL(blob);
  const worker = new Worker(self.seenPolicy?.createScriptURL(blobUrl) ?? blobUrl, {name: url});
  return new Promise((resolve, reject) => {
    worker.onmessage = ({data}) => resolve(data);
    worker.onerror = ({message}) => reject(new Error(message));
  });
}

inEachBrowser('a worker of the page can reach nothing and run no text', async ({page, hosted}) => {
  await page.evaluateOnNewDocument(() => {
    const make = self.trustedTypes?.createPolicy;
    if (!make) return;
    self.trustedTypes.createPolicy = (...rules) =>
      self.seenPolicy = make.apply(self.trustedTypes, rules);
  });
  await open(page, hosted.url);
  const before = hosted.requests.length;
  const tried = await page.evaluate(`(() => {
    const probe = ${tryInWorker};
    return probe(${JSON.stringify(`${hosted.url}sw.js?probe`)});
  })()`);
  assert.deepEqual(
      tried, {fetch: 'refused', importScripts: 'refused', WebSocket: 'refused', eval: 'refused'});
  assert.deepEqual(hosted.requests.slice(before).filter((path) => path.includes('probe')), []);
});
