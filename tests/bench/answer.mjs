// Times a whole answer (chart, tables and steps) in the module, and in Chromium at a quarter of the CPU's speed a
// keystroke to the paint of its answer: sentence, flag and numbers must stand at the end of its own event.
// Run `web/build` first, then `node tests/bench/answer.mjs`.
import {readFile} from 'node:fs/promises';

import {load} from '../../build/wasm/module/mamba_ratio.mjs';
import {fileUrl, launch, open} from '../web/browsers.mjs';

const CASES = {
  'worked example': '',
  'two pools of a log': 'v=1&L=8192&N=124&conv=0.34&ssm=17.58&tokens=330323&kv=20.16&M=128',
  'small states': 'v=1&L=4096&state_bytes=1000000&kv_bytes=8000&rest=120&spec=NEXTN&D=4',
};
const KEYSTROKES = ['8192', '8193', '4096', '16384', '32768', '2048', '9216', '1024', '65536', '5000'];

/** @param {number[]} values */
const sorted = (values) => [...values].sort((a, b) => a - b);

async function timeAnswers() {
  const wasmBinary = await readFile(
      new URL('../../build/wasm/module/mamba_ratio.wasm', import.meta.url));
  const module = await load({wasmBinary});
  for (const [name, link] of Object.entries(CASES)) {
    const {entries} = module.parse_link(link);
    for (let i = 0; i < 50; i += 1) module.evaluate(entries);
    const times = [];
    for (let i = 0; i < 200; i += 1) {
      const begin = performance.now();
      module.evaluate(entries);
      times.push(performance.now() - begin);
    }
    const [median, p95] = [0.5, 0.95].map((share) => sorted(times)[Math.floor(share * times.length)]);
    console.log(`answer, ${name}: median ${median.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms`);
  }
}

async function timeKeystrokes() {
  const browser = await launch('chromium');
  const page = await browser.newPage();
  await page.setViewport({width: 1440, height: 900});
  await open(page, fileUrl);
  await page.emulateCPUThrottling(4);
  await page.evaluate(() => {
    globalThis.strokes = [];
    new PerformanceObserver((list) => {
      for (const {name, duration} of list.getEntries()) {
        if (name === 'keydown') globalThis.strokes.push(duration);
      }
    }).observe({type: 'event', durationThreshold: 16});
    addEventListener('input', () => { globalThis.begun = performance.now(); }, true);
    globalThis.spans = [];
    globalThis.says = () => [...document.querySelectorAll('#headline, #flag, .readout .v')]
        .map((element) => element.textContent).join(' | ');
    addEventListener('input', () => {
      globalThis.spans.push(performance.now() - globalThis.begun);
      globalThis.inEvent = globalThis.says();
    });
  });
  await page.focus('[name="L"]');
  for (const text of KEYSTROKES) {
    await page.$eval('[name="L"]', (field) => field.select());
    for (const key of text) {
      const before = await page.evaluate(() => globalThis.says());
      await page.keyboard.type(key);
      await page.evaluate(() => new Promise((done) => { setTimeout(done, 100); }));
      const [inEvent, after] = await page.evaluate(() => [globalThis.inEvent, globalThis.says()]);
      if (inEvent === before || inEvent !== after) throw new Error(`not the answer, but ${inEvent}`);
    }
  }
  const {strokes, spans} = await page.evaluate(() => ({strokes: globalThis.strokes, spans: globalThis.spans}));
  const last = sorted(spans);
  console.log(`keystroke, script alone at 4 x slow-down: median ${last[last.length >> 1].toFixed(1)} ms, ` +
      `largest ${last[last.length - 1].toFixed(1)} ms of ${spans.length}`);
  const slow = sorted(strokes);
  const quick = spans.length - slow.filter((ms) => ms > 16).length;
  console.log(`keystroke to paint of its answer by Event Timing: ${quick} of ${spans.length} took at most 16 ms` +
      (slow.length > 0 ? `, of ${slow.length} of 16 ms or more the median is ${slow[slow.length >> 1]} ms, ` +
      `the largest ${slow[slow.length - 1]} ms` : ''));
  await browser.close();
}

await timeAnswers();
await timeKeystrokes();
