// Prints how fast logs are read, as ratios of one run on one machine: `tests/bench/run`.
import {execFileSync, spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

import {fileUrl, launch, open} from '../web/browsers.mjs';
import {writeLog} from './log.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = `${root}build/bench/`;
const wasmFile = `${root}build/wasm/module/mamba_ratio.wasm`;
const ROUNDS = 15;
const PAIRS = 3;

/** @param {string} name @param {number} size */
function log(name, size) {
  const path = folder + name;
  if (!existsSync(path)) writeLog(path, size);
  return path;
}

/** Best of several rounds that alternate, in ms. @param {Record<string, string[]>} commands */
function timeCommands(commands) {
  const best = Object.fromEntries(Object.keys(commands).map((name) => [name, Infinity]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, [program, ...options]] of Object.entries(commands)) {
      const begin = performance.now();
      // Into a pipe: grep stops at its first hit where nobody reads what it prints.
      const {status} = spawnSync(program, options, {stdio: ['ignore', 'pipe', 'inherit']});
      if (status !== 0) throw new Error(`${name} failed`);
      best[name] = Math.min(best[name], performance.now() - begin);
    }
  }
  return best;
}

/**
 * @param {string} what @param {number} ratio @param {number} wanted
 * @param {string} figures
 */
function say(what, ratio, wanted, figures) {
  const verdict = ratio >= wanted ? 'met' : 'NOT MET';
  console.log(`${what.padEnd(52)} ${ratio.toFixed(2).padStart(6)} x  of ${wanted} x ${verdict}  (${figures})`);
}

function benchNative(path) {
  const words = ['-F', '-e', 'Cache is allocated', '-e', 'Decode batch', path];
  const ripgrep = spawnSync('rg', ['--version']).status === 0 && {ripgrep: ['rg', '-c', ...words]};
  const best = timeCommands({
    ours: [`${folder}tests/read_log`, path],
    grep: ['grep', '-c', ...words],
    python: ['python3', `${root}tests/bench/read_log.py`, path],
    ...ripgrep,
  });
  const ms = (name) => `${best[name].toFixed(0)} ms`;
  for (const [name, wanted] of [['grep', 1], ['python', 20], ['ripgrep', 1]]) {
    if (!best[name]) continue;
    say(`100 MB natively against ${name}`, best[name] / best.ours, wanted, `${ms('ours')}, ${ms(name)}`);
  }
}

/** @param {string} where @param {{wasm: number, regExp: number}} best */
function sayBoth(where, best) {
  say(`100 MB in ${where} against JavaScript's RegExp`, best.regExp / best.wasm, 4,
      `${best.wasm.toFixed(0)} ms, ${best.regExp.toFixed(0)} ms`);
}

/** @param {(page: import('puppeteer-core').Page, peakMiB: () => number) => Promise<any>} body */
async function inChromium(body) {
  const browser = await launch('chromium');
  try {
    return await body(await browser.newPage(), () => peakOf(browser.process()?.pid ?? 0));
  } finally {
    await browser.close();
  }
}

/** The largest peak memory of a browser's renderers in MiB. @param {number} browser process id */
function peakOf(browser) {
  const ids = execFileSync('ps', ['-e', '-o', 'pid=,args='], {encoding: 'utf8'}).split('\n')
      .filter((line) => line.includes('--type=renderer')).map((line) => parseInt(line, 10))
      .filter((id) => ancestors(id).includes(browser));
  return Math.max(...ids.map((id) => statusOf(id, 'VmHWM'))) / 1024;
}

/** @param {number} id @param {string} field */
function statusOf(id, field) {
  return Number(readFileSync(`/proc/${id}/status`, 'utf8').match(`${field}:\\s+(\\d+)`)?.[1]);
}

/** @param {number} id @returns {number[]} */
function ancestors(id) {
  return id > 1 ? [id, ...ancestors(statusOf(id, 'PPid'))] : [];
}

/** A page with the benchmark's script and a file input. @param {import('puppeteer-core').Page} page */
async function prepare(page, ...files) {
  await page.goto('about:blank');
  await page.addScriptTag({content: execFileSync('esbuild',
      [`${root}tests/bench/in_page.mjs`, '--bundle', '--format=iife'], {encoding: 'utf8'})});
  await page.evaluate(() => {
    const input = document.createElement('input');
    Object.assign(input, {type: 'file', multiple: true});
    document.body.append(input);
  });
  await (await page.$('input'))?.uploadFile(...files);
}

/** @param {string} path */
function streamToNowhere(path) {
  return inChromium(async (page, peakMiB) => {
    await prepare(page, path);
    const ms = await page.evaluate('bench.timeStream(document.querySelector("input").files[0])');
    return {ms, peak: peakMiB()};
  });
}

/** The time from the event that brings the file to its answer. @param {string} path */
function readInPage(path) {
  return inChromium(async (page, peakMiB) => {
    await open(page, fileUrl);
    await page.evaluate(() => {
      const {documentElement: html} = document;
      new MutationObserver(() => {
        window[html.dataset.state] ??= performance.now();
      }).observe(html, {attributeFilter: ['data-state']});
    });
    await (await page.$('#log-file'))?.uploadFile(path);
    await page.waitForFunction(() => 'done' in window, {timeout: 120_000});
    return {ms: await page.evaluate('done - reading'), peak: peakMiB()};
  });
}

async function benchPage(path) {
  let best = {ratio: 0, figures: ''};
  let more = Infinity;
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const stream = await streamToNowhere(path);
    const page = await readInPage(path);
    const ratio = stream.ms / page.ms;
    const figures = `${page.ms.toFixed(0)} ms, ${stream.ms.toFixed(0)} ms`;
    if (ratio > best.ratio) best = {ratio, figures};
    more = Math.min(more, page.peak - stream.peak);
  }
  say('1 GB in the page against streaming it to nowhere', best.ratio, 0.8, best.figures);
  const verdict = more <= 64 ? 'met' : 'NOT MET';
  console.log(`Renderer memory above streaming alone: ${more.toFixed(0)} MiB of at most 64 MiB ${verdict}`);
}

async function benchModule(path) {
  const {timeBoth} = await import('./in_page.mjs');
  sayBoth('Node', await timeBoth(readFileSync(wasmFile), readFileSync(path)));
  sayBoth('Chromium', await inChromium(async (page) => {
    await prepare(page, wasmFile, path);
    return page.evaluate('bench.timeBoth(...document.querySelector("input").files)');
  }));
}

mkdirSync(folder, {recursive: true});
const small = log('100MB.log', 100e6);
benchNative(small);
await benchModule(small);
await benchPage(log('1GB.log', 1e9));
