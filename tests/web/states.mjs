// The states of the page that people meet, and what brings it into each.
import {readFileSync} from 'node:fs';

import {fileUrl, open, state} from './browsers.mjs';
import {paste, type} from './harness.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

/** @param {string} path */
const fixture = (path) => readFileSync(new URL(`../fixtures/${path}`, import.meta.url), 'utf8');
/** @param {string} name */
const corpus = (name) => fixture(`corpus/logs/${name}.log`);

const POOLS = `server_args=ServerArgs(model_path='models/own', max_running_requests=32, mamba_full_memory_ratio=0.9)
Mamba Cache is allocated. max_mamba_cache_size: 47, conv_state size: 0.13GB, ssm_state size: 6.75GB
KV Cache is allocated. dtype: torch.bfloat16, #tokens: 126618, K size: 3.86 GB, V size: 3.86 GB
Memory pool end. avail mem=3.71 GB
`;
const TOO_SMALL = `server_args=ServerArgs(model_path='Qwen/Qwen3.5-27B', mem_fraction_static=0.86, context_length=8192)
Load weight begin. avail mem=23.27 GB
Load weight end. type=Qwen3_5ForConditionalGeneration, dtype=torch.bfloat16, avail mem=4.83 GB, mem usage=18.44 GB.
RuntimeError: Hybrid (mamba/linear-attention) state cache is too small to serve any requests. max_mamba_cache_size=4, mamba_ratio=5, resulting max_num_reqs=0.
`;
const UNREAD = `Memory pool end. avail mem=? in /home/ann/${'models/'.repeat(30)}\n`;

/**
 * @typedef {object} Way how a state is reached
 * @property {string} [hash] the link opened
 * @property {string} [log] pasted
 * @property {string} [config] pasted as config.json
 * @property {Record<string, string>} [typed] into the fields
 * @property {string} [then] what the page is in the end
 */

/** @type {Record<string, Way>} */
export const STATES = {
  empty: {},
  answered: {log: corpus('007-qwen38-27b-fp8-h100-no-timestamps'), typed: {L: '4096'}},
  capped: {log: POOLS + corpus('035-qwopus-rtx6000ada-capped-9'), typed: {L: '4096'}},
  'capped, sizes unknown': {log: corpus('035-qwopus-rtx6000ada-capped-9')},
  refused: {log: TOO_SMALL, typed: {L: '8192', model: 'Qwen3.5-27B', weights: '18.44', free_before: '23.27'}},
  'refused, sizes unknown': {log: corpus('045-longcontext-too-small-3')},
  config: {config: fixture('configs/Qwen3.6-27B.json'), typed: {L: '8192'}},
  error: {log: corpus('neg-023-vllm-qwen36-tp2-hybrid'), then: 'error'},
  stale: {log: corpus('010-skill-worked-example-b300'), typed: {L: '9,2l6'}},
  'invalid link': {hash: '#v=1&L=9x&foo=1'},
  incomplete: {hash: '#v=1&N=47&conv=0.13&ssm=6.75'},
  'what if': {log: corpus('010-skill-worked-example-b300'), typed: {ssm_dtype: 'bfloat16', C: '80'}},
  compared: {hash: '#v=1&L=9216&N=257&conv=0.46&ssm=13.04&tokens=1167552&kv=15.03&also=r:2.5;strategy:extra_buffer_lazy'},
  report: {log: UNREAD, then: 'error'},
};

/** Opens the page and brings it into a state. @param {Page} page @param {string} name */
export async function bring(page, name) {
  const {hash = '', log, config, typed = {}, then = 'done'} = STATES[name];
  await page.goto('about:blank');
  await open(page, `${fileUrl}${hash}`);
  if (log) await paste(page, '#log', log);
  if (config) await paste(page, '#config', config);
  if (log || config) await state(page, then);
  for (const [field, text] of Object.entries(typed)) await type(page, field, text);
}

/** Opens all that is folded. @param {Page} page */
export async function unfold(page) {
  await page.$$eval('details', (all) => all.forEach((one) => { one.open = true; }));
  await page.$$eval('[data-unfold="#report"][aria-expanded="false"]', (all) => all.forEach((one) => one.click()));
}

/** @param {Page} page @param {'en' | 'zh'} language @param {'light' | 'dark'} theme */
export async function dress(page, language, theme) {
  await page.$eval(`[data-language="${language}"]`, (button) => button.click());
  await page.$eval(`[data-theme-choice="${theme}"]`, (button) => button.click());
}

/** Once the page has painted all that was asked of it. @param {Page} page */
export const settled = (page) => page.evaluate(async () => {
  for (let frame = 0; frame < 4; frame += 1) {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  }
});

/** What reaches out of the part of the page it belongs to, by tag and text. @param {Page} page */
export const strays = (page) => page.$$eval('main section, main .reading', (parts) => parts.flatMap((part) => {
  const {left, right} = part.getBoundingClientRect();
  const shown = (/** @type {Element} */ one) => one.checkVisibility?.({visibilityProperty: true}) !== false && !one.closest('.vh');
  return [...part.querySelectorAll('table, td, th, p, svg, input, select, textarea, button')].filter((one) => {
    const box = one.getBoundingClientRect();
    return shown(one) && box.width > 1 && (box.left < left - 1 || box.right > right + 1);
  }).map((one) => `${one.tagName} ${one.textContent}`);
}));
