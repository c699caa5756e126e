// How long texts that no engine wrote hold up the page in Chromium, given as a file and (their first
// 20 MB) pasted: the time to an answer and the longest the page's thread was busy at a stretch.
// Wanted: under 2 s and 100 ms as a file, 250 ms pasted. Run `web/build` first, then
// `node tests/bench/hostile.mjs`.
import {mkdir, writeFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';

import {fileUrl, launch, open} from '../web/browsers.mjs';

const FOLDER = fileURLToPath(new URL('../../build/bench/hostile/', import.meta.url));
const MB = 1e6;
const MOST_PASTED = 20 * MB;
const PATIENCE_MS = 60_000;

/** @param {string} part @param {number} bytes */
const repeated = (part, bytes) => part.repeat(Math.ceil(bytes / part.length)).slice(0, bytes);

const POOL = '[2026-03-01 10:00:00 TP0] Mamba Cache is allocated. max_mamba_cache_size: 257, conv_state size: 0.46GB ';
/** @type {Record<string, () => string>} */
const TEXTS = {
  'letters, one line, 50 MB': () => repeated('a', 50 * MB),
  'words, one line, 50 MB': () => repeated('Mamba Cache is allocated x ', 50 * MB),
  'pools, one line, 50 MB': () => repeated(POOL, 50 * MB),
  'a million brackets': () => repeated('[', MB),
  'NULs, 50 MB': () => repeated('\0', 50 * MB),
  'a name, 10 MB': () => repeated('max_mamba_cache_size', 10 * MB),
  'a name and a colon, 10 MB': () => repeated('max_mamba_cache_size: ', 10 * MB),
  'digits, 10 MB': () => repeated('7', 10 * MB),
  'a value of digits, 10 MB': () => `Mamba Cache is allocated. max_mamba_cache_size: ${repeated('7', 10 * MB)}`,
  'line ends, 50 MB': () => repeated('\n', 50 * MB),
};

/** Puts a file input beside the page, and a watch on its thread. */
function prepare() {
  const input = document.createElement('input');
  input.type = 'file';
  input.id = 'bench-file';
  document.body.append(input);
  globalThis.watchThread = () => {
    const {port1, port2} = new MessageChannel();
    let last = performance.now();
    let worst = 0;
    let running = true;
    port1.onmessage = () => {
      const now = performance.now();
      worst = Math.max(worst, now - last);
      last = now;
      if (running) port2.postMessage(0);
    };
    port2.postMessage(0);
    return () => {
      running = false;
      return worst;
    };
  };
}

/** @param {boolean} pasted @param {number} most @param {number} patience */
async function give(pasted, most, patience) {
  const [file] = document.querySelector('#bench-file').files;
  const given = new DataTransfer();
  if (pasted) given.setData('text/plain', (await file.text()).slice(0, most));
  else given.items.add(file);
  const pause = (/** @type {number} */ ms) => new Promise((resolve) => { setTimeout(resolve, ms); });
  const stop = globalThis.watchThread();
  await pause(50);
  const begin = performance.now();
  const init = {bubbles: true, cancelable: true};
  document.body.dispatchEvent(pasted ?
      new ClipboardEvent('paste', {...init, clipboardData: given}) :
      new DragEvent('drop', {...init, dataTransfer: given}));
  const {dataset} = document.documentElement;
  while (dataset.state === 'reading' && performance.now() - begin < patience) await pause(2);
  const took = performance.now() - begin;
  await pause(300);
  return {took, worst: stop(), state: dataset.state};
}

await mkdir(FOLDER, {recursive: true});
const browser = await launch('chromium');
for (const [name, make] of Object.entries(TEXTS)) {
  const path = `${FOLDER}${name.replaceAll(/[ ,]+/g, '-')}.log`;
  await writeFile(path, make());
  for (const pasted of [false, true]) {
    const page = await browser.newPage();
    await open(page, fileUrl);
    await page.evaluate(prepare);
    const input = /** @type {import('puppeteer-core').ElementHandle<HTMLInputElement>} */ (await page.$('#bench-file'));
    await input.uploadFile(path);
    const {took, worst, state} = await page.evaluate(give, pasted, MOST_PASTED, PATIENCE_MS);
    console.log(`${name.padEnd(26)} ${pasted ? 'pasted ' : 'as file'} ${took.toFixed(0).padStart(6)} ms, ` +
        `thread busy for ${worst.toFixed(0).padStart(4)} ms at most, ${state}`);
    await page.close();
  }
}
await browser.close();
