// Makes build/site out of web/src and the WASM module: one HTML file that carries everything, its
// service worker and its manifest.
import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

import {pack} from './src/platform/packed.js';
import {TEXTS} from './src/texts.js';
import {BUDGET_BYTES, weigh} from './weight.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = `${root}web/src/`;
const module = `${root}build/wasm/module/`;
const site = `${root}build/site/`;

const read = (/** @type {string} */ path) => readFileSync(path, 'utf8');

/** @param {string} text */
const hash = (text) => createHash('sha256').update(text).digest('base64');

/** @param {string} file @param {string[]} options */
function minify(file, ...options) {
  const always = ['--minify', '--target=es2022', '--charset=utf8', '--log-level=warning'];
  return execFileSync('esbuild', [source + file, ...always, ...options], {encoding: 'utf8'}).trim();
}

async function versionOfModule() {
  const {load} = await import(`${module}mamba_ratio.mjs`);
  const core = await load({wasmBinary: readFileSync(`${module}mamba_ratio.wasm`)});
  return core.version();
}

/** @param {string} program @param {string} style */
function policy(program, style) {
  return [
    `default-src 'none'`,
    `script-src 'sha256-${hash(program)}' 'wasm-unsafe-eval'`,
    `style-src 'sha256-${hash(style)}'`,
    `worker-src blob: 'self'`,
    `connect-src 'none'`,
    `img-src data:`,
    `manifest-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types mamba-ratio`,
  ].join('; ');
}

/** @param {string} html @param {Record<string, string>} parts */
function fill(html, parts) {
  for (const [name, text] of Object.entries(parts)) {
    const mark = `<!--build:${name}-->`;
    if (html.split(mark).length !== 2) throw new Error(`index.html must have ${mark} once`);
    html = html.replace(mark, () => text);
  }
  return html;
}

/** @param {string} key */
function english(key) {
  if (!TEXTS[key]) throw new Error(`index.html names the text ${key}, which the table lacks`);
  return TEXTS[key][0].replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/**
 * Writes the English texts into the markup, so that there is something to read before the program runs.
 * @param {string} html
 */
function word(html) {
  const attributes = {label: 'aria-label', placeholder: 'placeholder'};
  return html
      .replace(/(data-text="([^"]+)"[^>]*>)(?=<\/)/g, (_, tag, key) => tag + english(key))
      .replace(/data-(label|placeholder)="([^"]+)"/g, (whole, kind, key) =>
        `${whole} ${attributes[/** @type {'label'} */ (kind)]}="${english(key)}"`);
}

async function build() {
  const program = minify(
      'program.js', '--bundle', '--format=iife', `--alias:mamba-ratio=${module}mamba_ratio.mjs`);
  const style = minify('style.css', '--bundle');
  if (/<\/script|<!--/i.test(program) || /<\/style/i.test(style)) {
    throw new Error('the bundle would end its own element');
  }
  const wasm = pack(readFileSync(`${module}mamba_ratio.wasm`));
  const icon = `data:image/svg+xml,${encodeURIComponent(read(`${source}icon.svg`).trim())}`;

  const html = fill(word(read(`${source}index.html`)), {
    policy: `<meta http-equiv="Content-Security-Policy" content="${policy(program, style)}">`,
    icon: `<link rel="icon" href="${icon}">`,
    style: `<style>${style}</style>`,
    program: `<script type="text/plain" id="wasm">${wasm}</script>\n` +
        `<script id="program">${program}</script>`,
  });
  const digest = createHash('sha256').update(html).digest('hex').slice(0, 12);
  const name = `${(await versionOfModule()).release}-${digest}`;
  const manifest = JSON.parse(read(`${source}manifest.webmanifest`));
  manifest.icons = [{src: icon, sizes: 'any', type: 'image/svg+xml', purpose: 'any'}];

  return {
    'index.html': html.replace('<html ', () => `<html data-build="${name}" `),
    'sw.js': minify('sw.js').replace('%BUILD%', () => name),
    'manifest.webmanifest': JSON.stringify(manifest),
  };
}

function report() {
  const column = (/** @type {number} */ bytes) => String(bytes).padStart(8);
  const weights = weigh(site);
  for (const {name, raw, wire} of weights) {
    console.log(`${column(wire)} bytes brotli ${column(raw)} raw  ${name}`);
  }
  const total = weights.reduce((sum, {wire}) => sum + wire, 0);
  const verdict = total > BUDGET_BYTES ? 'above the budget of' : 'of at most';
  console.log(`${column(total)} bytes brotli in all, ${verdict} ${BUDGET_BYTES}`);
}

const files = await build();
rmSync(site, {recursive: true, force: true});
mkdirSync(site, {recursive: true});
for (const [name, text] of Object.entries(files)) writeFileSync(site + name, text);
report();
