// First contentful paint of the page against that of speedscope, a page of the same kind: each in a
// browser of its own, in turns. Prints the medians and their ratio; at most 0.8 is wanted.
// Before: npm ci --prefix tests && npm ci --prefix tests/bench, and web/build.
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';

import {serve} from '../../web/serve.mjs';
import {launch} from '../web/browsers.mjs';

const {values: {turns}} = parseArgs({options: {turns: {type: 'string', default: '7'}}});
const folders = {
  'mamba-ratio': fileURLToPath(new URL('../../build/site', import.meta.url)),
  speedscope: fileURLToPath(new URL('node_modules/speedscope/dist/release', import.meta.url)),
};

/** Milliseconds from the start of the navigation. @param {string} url */
async function firstPaint(url) {
  const browser = await launch('chromium');
  try {
    const page = await browser.newPage();
    await page.setViewport({width: 1440, height: 900});
    await page.goto(url, {waitUntil: 'load'});
    return await page.evaluate(() => new Promise((resolve) => {
      new PerformanceObserver((list) => {
        const paint = list.getEntriesByName('first-contentful-paint')[0];
        if (paint) resolve(paint.startTime);
      }).observe({type: 'paint', buffered: true});
    }));
  } finally {
    await browser.close();
  }
}

/** @param {number[]} list */
const median = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];

/** @type {Record<string, number[]>} */
const times = {'mamba-ratio': [], speedscope: []};
for (let turn = 0; turn < Number(turns); ++turn) {
  for (const [name, folder] of Object.entries(folders)) {
    const {url, server} = await serve({folder});
    times[name].push(await firstPaint(url));
    server.close();
    server.closeAllConnections();
  }
}
const [ours, theirs] = [median(times['mamba-ratio']), median(times.speedscope)];
console.log(`first contentful paint: ${ours.toFixed(0)} ms against speedscope's ` +
    `${theirs.toFixed(0)} ms, ratio ${(ours / theirs).toFixed(2)}`);
