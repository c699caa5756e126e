// The module as other programs get it: packed, installed into an empty folder, its example run.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {fileURLToPath} from 'node:url';

const source = fileURLToPath(new URL('../../build/wasm/module/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'mamba-ratio-'));
after(() => rmSync(folder, {recursive: true, force: true}));

/** @param {string} program @param {string[]} args */
const run = (program, ...args) => execFileSync(program, args, {cwd: folder, encoding: 'utf8'});
const [{filename, files}] = JSON.parse(run('npm', 'pack', '--json', source));
run('npm', 'install', '--offline', '--no-audit', '--no-fund', `./${filename}`);

test('the package holds the module, its types and its page of help, nothing else', () => {
  assert.deepEqual(files.map((/** @type {{path: string}} */ file) => file.path).sort(),
      ['README.md', 'mamba_ratio.d.ts', 'mamba_ratio.mjs', 'mamba_ratio.wasm',
        'mamba_ratio_glue.mjs', 'package.json']);
});

test('its version is the release that the module names', async () => {
  const {load} = await import(join(folder, 'node_modules/mamba-ratio/mamba_ratio.mjs'));
  const wasmBinary = readFileSync(join(folder, 'node_modules/mamba-ratio/mamba_ratio.wasm'));
  const {release} = (await load({wasmBinary})).version();
  assert.equal(release, JSON.parse(readFileSync(`${source}package.json`, 'utf8')).version);
});

test('the example of its README prints what the README says', () => {
  const readme = readFileSync(join(folder, 'node_modules/mamba-ratio/README.md'), 'utf8');
  const example = /```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const printed = /It prints\s+```\n([\s\S]*?)```/.exec(readme)?.[1];
  writeFileSync(join(folder, 'example.mjs'), example);
  assert.equal(run('node', ...resolveFlag(), 'example.mjs'), printed);
});

/** `import.meta.resolve` needs a flag before Node 20.6. */
function resolveFlag() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > 20 || (major === 20 && minor >= 6) || (major === 18 && minor >= 19) ? [] :
      ['--experimental-import-meta-resolve'];
}
