// The page in WebKitGTK, whose driver speaks another protocol than the harness of the other two.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {after, before, test} from 'node:test';

import {Builder, By, Capabilities, Key} from 'selenium-webdriver';

import {fileUrl, host} from './harness.mjs';

const BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const LOG = `Mamba Cache is allocated. max_mamba_cache_size: 257, conv_state size: 0.46GB, ssm_state size: 13.04GB
KV Cache is allocated. dtype: torch.float8_e4m3fn, #tokens: 1167552, KV size: 15.03 GB`;

const skip = process.env.BROWSERS && !process.env.BROWSERS.split(',').includes('webkit') ?
    'BROWSERS leaves WebKit out' : false;

/** A port of this machine that is free now. */
const freePort = () => new Promise((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const {port} = /** @type {import('node:net').AddressInfo} */ (server.address());
    server.close(() => resolve(port));
  });
});

/** A style for the window's own buttons: with theirs it cannot be narrower than 447 px. */
const NARROW = '* { min-width: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px; }';
const settings = mkdtempSync(`${tmpdir()}/mamba-ratio-`);

/** @type {import('node:child_process').ChildProcess} */
let driverProcess;
/** @type {import('selenium-webdriver').WebDriver} */
let driver;

before(async () => {
  if (skip) return;
  mkdirSync(`${settings}/gtk-3.0`);
  writeFileSync(`${settings}/gtk-3.0/gtk.css`, NARROW);
  const port = await freePort();
  driverProcess = spawn('xvfb-run', ['-a', 'WebKitWebDriver', `--port=${port}`], {
    env: {...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', XDG_CONFIG_HOME: settings},
    stdio: 'ignore',
    detached: true,
  });
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': {binary: BROWSER, args: ['--automation']},
  });
  driver = await patiently(() => new Builder().usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(capabilities).build());
}, {timeout: 60_000});

after(async () => {
  await driver?.quit().catch(() => {});
  if (driverProcess?.pid) process.kill(-driverProcess.pid);
  rmSync(settings, {recursive: true, force: true});
});

/** Until the driver listens. @template T @param {() => Promise<T>} attempt @returns {Promise<T>} */
async function patiently(attempt) {
  for (let left = 50; ; --left) {
    try {
      return await attempt();
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/** @param {string[]} wanted */
const state = (...wanted) => driver.wait(async () => wanted.includes(
    await driver.executeScript('return document.documentElement.dataset.state')), 30_000);
const text = async (/** @type {string} */ selector) =>
    driver.executeScript('return document.querySelector(arguments[0]).textContent', selector);

/** @param {string} url */
async function open(url) {
  await driver.get('about:blank');
  await driver.get(url);
  await state('ready');
}

const paste = (/** @type {string} */ log) => driver.executeScript(`
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', arguments[0]);
  document.querySelector('#log').dispatchEvent(
      new ClipboardEvent('paste', {clipboardData, bubbles: true, cancelable: true}));`, log);

const inWebKit = (/** @type {string} */ title, /** @type {() => Promise<void>} */ body) =>
    test(`${title} (webkit)`, {skip, timeout: 90_000}, body);

inWebKit('the saved file answers', async () => {
  await open(fileUrl);
  assert.equal(await text('#flag'), '--mamba-full-memory-ratio 2.21');
});

inWebKit('a pasted log is read in the worker and becomes a link', async () => {
  await open(fileUrl);
  await paste(LOG);
  await state('done');
  assert.equal(await text('#flag'), '--mamba-full-memory-ratio 2.21');
  assert.match(await driver.getCurrentUrl(), /#v=1&.*N=257/);
});

inWebKit('a link shows what its sender saw', async () => {
  await open(`${fileUrl}#v=1&N=257&conv=0.46&ssm=13.04&tokens=1167552&kv=15.03&L=9216&S=4`);
  assert.equal(await text('#flag'), '--mamba-full-memory-ratio 1.77');
});

inWebKit('a key pressed in L gives a new answer', async () => {
  await open(fileUrl);
  const field = await driver.findElement(By.name('L'));
  await driver.executeScript('arguments[0].focus(); arguments[0].select();', field);
  await field.sendKeys('4096');
  assert.equal(await text('#flag'), '--mamba-full-memory-ratio 4.98');
});

inWebKit('axe finds nothing: first sight, a log answered, a refused link', async () => {
  const axe = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
  for (const [hash, log] of [['', ''], ['', LOG], ['#v=1&N=4&conv=0.1&ssm=3.2&tokens=20000&kv=2.5&L=8192', '']]) {
    await open(fileUrl + hash);
    if (log) await paste(log).then(() => state('done'));
    await driver.executeScript("document.querySelectorAll('details').forEach((one) => { one.open = true; });");
    const found = await driver.executeAsyncScript(`const done = arguments[0]; ${axe};
      axe.run().then(({violations}) => done(violations.map(({id, nodes}) => id + ' at ' + nodes.map((n) => n.target))));`);
    assert.deepEqual(found, [], hash || log);
  }
});

inWebKit('the whole task by keyboard alone, 320 px wide', async () => {
  const press = (/** @type {string} */ keys) => driver.actions().sendKeys(keys).perform();
  const run = (/** @type {string} */ script) => driver.executeScript(`return ${script}`);
  const until = (/** @type {string} */ script) => driver.wait(() => run(script), 10_000);
  const tabTo = async (/** @type {string} */ id) => {
    const focused = () => run('document.activeElement.id');
    for (let left = 30; left > 0 && await focused() !== id; left -= 1) await press(Key.TAB);
    assert.equal(await focused(), id);
  };
  await driver.manage().window().setRect({x: 0, y: 0, width: 320, height: 700});
  await open(fileUrl);
  await until('innerWidth === 320');
  await tabTo('log');
  await press(LOG.replace('257', '300').replace('\n', Key.ENTER));
  await until("document.querySelector('#now_slots').getAttribute('value') === '300'");
  await state('done');
  await tabTo('p-L');
  await press('4096');
  await until("document.querySelector('#chip-L').textContent === 'by hand'");
  assert.match(await text('#slot-main'), /^--mamba-full-memory-ratio [\d.]+$/);
  await tabTo('copy-flag');
  const before = await text('#copy-flag');
  await press(Key.ENTER);
  await until(`document.querySelector('#copy-flag').textContent !== '${before}'`);
  assert.ok(await run('document.documentElement.scrollWidth <= innerWidth'));
});

inWebKit('the hosted page opens again when its server is gone, and a fetch is refused', async () => {
  const hosted = await host();
  await open(hosted.url);
  await driver.executeAsyncScript(
      'const done = arguments[0]; navigator.serviceWorker.ready.then(() => done())');
  await hosted.stop();
  await driver.navigate().refresh();
  await state('ready');
  assert.equal(await text('#flag'), '--mamba-full-memory-ratio 2.21');
  const refused = await driver.executeAsyncScript(`const done = arguments[0];
    fetch(location.href).then(() => done('answered'), () => done('refused'));`);
  assert.equal(refused, 'refused');
});
