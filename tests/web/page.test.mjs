// What a visitor does: first sight, paste, typing, link, copy.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';

import {complaints, drop, dropAll, fileUrl, inEachBrowser, open, paste, resize, state, type, until, value} from './harness.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

const EXAMPLE = 'Mamba Cache is allocated. max_mamba_cache_size: 257, conv_state size: 0.46GB, ' +
    'ssm_state size: 13.04GB\n' +
    'KV Cache is allocated. dtype: torch.float8_e4m3fn, #tokens: 1167552, KV size: 15.03 GB\n';
const LINK = '#v=1&L=9216&N=257&conv=0.46&ssm=13.04&tokens=1167552&kv=15.03&kv_dtype=fp8_e4m3';
const RESULTS = ['token_equiv', 'S', 'D', 'ratio', 'state_bytes', 'kv_bytes', 'clamp', 'kv_cap', 'binding', 'pin',
  'ratio_low', 'ratio_high', 'best_ratio', 'best_requests', 'L_from_log', 'now_slots', 'now_tokens', 'now_requests',
  'now_clamp', 'now_kv_cap', 'now_binding', 'generation'];
const FLAGS = ['flag', 'best-flag', 'pin-flag', 'repair-flag'];

/** @param {Page} page @param {string} selector */
const text = (page, selector) => page.$eval(selector, (e) => e.textContent);

/** @param {Page} page */
const stateNow = (page) => page.evaluate(() => document.documentElement.dataset.state);

/** Notes the state at the end of each event that brings a log, before it returns. @param {Page} page */
const stateWithin = (page) => page.evaluate(() => {
  globalThis.states = [];
  for (const kind of ['paste', 'drop', 'input']) {
    addEventListener(kind, () => globalThis.states.push(document.documentElement.dataset.state));
  }
});

/** @param {Page} page */
const seenStates = (page) => page.evaluate(() => globalThis.states);

/** @param {Page} page */
const codes = (page) => page.$$eval('#messages li', (items) => items.map((item) => item.dataset.code));

/** @param {Page} page */
const emptied = (page) => page.$$eval('data[id]', (all) => all.every((data) => data.getAttribute('value') === ''));

inEachBrowser('the first sight is the worked example', async ({page, hosted}) => {
  const errors = complaints(page);
  await open(page, hosted.url);
  assert.equal(Number(await value(page, 'token_equiv')).toFixed(4), '4080.5424');
  assert.equal(await text(page, '#flag'), '--mamba-full-memory-ratio 2.21');
  assert.equal((await page.$$('[data-fact]')).length, 0);
  assert.equal((await page.$$('[data-fact-example]')).length, 6);
  assert.equal(new URL(page.url()).hash, '');
  assert.deepEqual(errors, []);
});

inEachBrowser('every result and every flag has its place', async ({page}) => {
  await open(page, fileUrl);
  for (const id of [...RESULTS, ...FLAGS]) {
    assert.equal((await page.$$(`[id="${id}"]`)).length, 1, id);
  }
  const unnamed = await page.$$eval('data[id]', (all) => all
      .filter((data) => data.getAttribute('value') === '' && data.textContent === '').map((data) => data.id));
  assert.deepEqual(unnamed, []);
});

inEachBrowser('a pasted log gives the flag, the facts and a link', async ({page}) => {
  await open(page, fileUrl);
  await stateWithin(page);
  await paste(page, 'body', EXAMPLE);
  assert.deepEqual(await seenStates(page), ['reading']);
  await state(page, 'done');
  assert.equal(await text(page, '#flag'), '--mamba-full-memory-ratio 2.21');
  assert.equal(await page.$eval('tr[data-fact="max_mamba_cache_size"] data', (e) => e.value), '257');
  assert.match(await text(page, 'tr[data-fact="kv_gb"]'), /line 2: KV Cache is allocated/);
  assert.equal(new URL(page.url()).hash, LINK);
  assert.ok((await codes(page)).includes('l-is-example'));
});

inEachBrowser('a log names its model in both languages, and its exact bytes are taken on demand', async ({page}) => {
  await open(page, fileUrl);
  await paste(page, 'body', EXAMPLE);
  await state(page, 'done');
  const item = '#messages [data-code="model-recognised"]';
  assert.match(await text(page, item), /This is Kimi-K3 at TP 8, float32 state, fp8_e4m3 KV: exact bytes 56,171,520/);
  await page.click('[data-language="zh"]');
  assert.match(await text(page, item), /这是 Kimi-K3，TP 8，float32 状态，fp8_e4m3 KV：精确字节数/);
  await page.click(`${item} button`);
  assert.equal(await value(page, 'state_bytes'), '56171520');
  assert.equal(await value(page, 'kv_bytes'), '13824');
  assert.equal((await page.$$(`${item} button`)).length, 0);
  assert.equal((await page.$$('.row[data-key="state_bytes"] .from-model')).length, 1);
  assert.match(new URL(page.url()).hash, /&state_bytes=56171520&kv_bytes=13824/);
  await page.evaluate(() => history.back());
  await until(page, () => document.querySelector('#kv_bytes')?.getAttribute('value')?.startsWith('13822.'));
});

inEachBrowser('a log that grants more than S allows offers the S it shows, beside the reason', async ({page}) => {
  await open(page, fileUrl);
  await paste(page, 'body', [
    'Mamba Cache is allocated. max_mamba_cache_size: 186, conv_state size: 0.10GB, ssm_state size: 4.38GB ',
    'KV Cache is allocated. #tokens: 327310, K size: 2.50 GB, V size: 2.50 GB',
    'max_total_num_tokens=327310, max_prefill_tokens=16384, max_running_requests=62, context_len=262144, available_gpu_mem=3.79 GB',
  ].join('\n'));
  await state(page, 'done');
  assert.equal(await value(page, 'S'), '5');
  assert.match(await text(page, '#reason'), /62 requests of 186 slots. That is 3 slots a request/);
  await page.click('#reason button');
  assert.equal(await value(page, 'S'), '3');
  assert.equal((await page.$$('.row[data-key="S"] .from-hand')).length, 1);
  assert.ok(!(await codes(page)).includes('more-granted-than-slots'));
  assert.match(new URL(page.url()).hash, /&S=3&/);
});

inEachBrowser('a boot refused before its pools is mended with the bytes of the model it names', async ({page}) => {
  const settings = "model_path='Qwen/Qwen3-Next-80B-A3B-Instruct', tp_size=2, mem_fraction_static=0.85, mamba_ssm_dtype='float32'";
  await open(page, fileUrl);
  await paste(page, 'body', [
    `server_args=ServerArgs(${settings})`,
    'Load weight begin. avail mem=78.61 GB',
    'Load weight end. type=Qwen3NextForCausalLM, dtype=torch.bfloat16, avail mem=11.50 GB, mem usage=67.11 GB.',
    'Loaded weights leave no GPU memory for the KV cache under --mem-fraction-static=0.85. Raise it above 0.85',
  ].join('\n'));
  await state(page, 'done');
  assert.equal(await text(page, '#flag'), '');
  assert.match(await text(page, '#reason'), /The log names Qwen3-Next-80B-A3B/);
  assert.ok(`ServerArgs(${settings})`.includes(await text(page, '#facts tbody[data-line="1"] code')));
  await page.click('#reason button');
  assert.equal(await text(page, '#repair-flag'), '--mem-fraction-static 0.86');
  assert.match(new URL(page.url()).hash, /&model=Qwen3-Next-80B-A3B&.*&weights=67.11&mem_fraction=0.85/);
  await paste(page, 'body', EXAMPLE);
  await state(page, 'done');
  assert.doesNotMatch(new URL(page.url()).hash, /model=/);
});

inEachBrowser('sizes that fit several models list them, sizes that fit none say so', async ({page}) => {
  await open(page, `${fileUrl}#v=1&L=4096&N=4&conv=0&ssm=0.06&tokens=10097100&kv=38.52&kv_parts=2`);
  assert.match(await text(page, '[data-code="model-candidates"]'), /MiniCPM-SALA/);
  await open(page, `${fileUrl}${LINK.replace('13.04', '13.14')}&`);
  assert.ok((await codes(page)).includes('model-not-recognised'));
});

inEachBrowser("the chart's table opens with its rows and follows the answer", async ({page}) => {
  await open(page, fileUrl);
  const rows = () => page.$$eval('#chart-rows tr', (all) => all.length);
  assert.equal(await rows(), 0);
  await page.click('#chart-data summary');
  await until(page, () => document.querySelectorAll('#chart-rows tr').length > 50);
  const before = await text(page, '#chart-rows');
  await page.$eval('[name="L"]', (field) => field.select());
  await page.type('[name="L"]', '4096');
  // What backs the answer is painted after it.
  await until(page, (was) => document.querySelector('#chart-rows').textContent !== was, before);
});

inEachBrowser('each example of the menu is read like a pasted log', async ({page}) => {
  await open(page, fileUrl);
  const said = {
    worked: /^51 → 74 requests/,
    capped: /^9 requests in flight now/,
    refused: /^Refused to boot: 3 slots/,
    speculation: /requests in flight$/,
    dcp: /^51 → 99 requests/,
    cards: /^16 → 27 requests/,
  };
  const names = await page.$$eval('#example option', (all) => all.map(({value}) => value));
  assert.deepEqual(names.filter(Boolean), Object.keys(said));
  for (const [name, headline] of Object.entries(said)) {
    await page.select('#example', name);
    await until(page, (source) => new RegExp(source).test(
        document.querySelector('#headline')?.textContent ?? ''), headline.source);
    assert.ok((await page.$$('[data-fact]')).length > 1, `${name} gives facts`);
    assert.ok(!(await codes(page)).includes('log-number-cut'), name);
    if (name !== 'worked') continue;
    assert.match(await page.$eval('#log', (e) => e.value), /^Mamba Cache is allocated.*\nKV Cache/);
    assert.equal((await page.$$('[data-fact]')).length, 6);
  }
});

inEachBrowser('the words beside the flag are of the flag in the bar, whichever that is', async ({page}) => {
  await open(page, fileUrl + LINK);
  assert.match(await text(page, '.gives'), /Gives 74 requests.*state admits 74.*KV holds 75/s);
  assert.equal(await text(page, '#gives-pools'), '');
  await open(page, `${fileUrl}${LINK}&dcp=8`);
  await until(page, () => /99/.test(document.querySelector('#headline')?.textContent ?? ''));
  assert.equal(await text(page, '#slot-main'), '--max-mamba-cache-size 516');
  assert.equal(await text(page, '#gives'), 'Gives 99 requests in flight');
  const pools = await page.$$eval('#gives-pools span', (all) => all.map((one) => one.textContent));
  assert.deepEqual(pools, ['state admits 103', 'KV holds 99', 'the KV pool fills first']);
  assert.ok(await page.$eval('#clamp', (data) => data.parentElement.hidden));
  assert.equal(await value(page, 'clamp'), '103');
});

inEachBrowser('a word pasted into a field goes to the field, a log pasted there is read', async ({page}) => {
  await open(page, fileUrl);
  await paste(page, '[name="L"]', '4096');
  assert.equal(await stateNow(page), 'ready');
  await paste(page, '[name="L"]', EXAMPLE);
  await state(page, 'done');
});

inEachBrowser('a dropped file is read, and typing into the paste area too', async ({page}) => {
  await open(page, fileUrl);
  await stateWithin(page);
  await drop(page, 'main', EXAMPLE);
  await state(page, 'done');
  assert.equal(await value(page, 'now_slots'), '257');
  await page.$eval('#log', (area, log) => {
    area.value = log.replace('257', '300');
    area.dispatchEvent(new Event('input', {bubbles: true}));
  }, EXAMPLE);
  await until(page, () => document.querySelector('#now_slots')?.getAttribute('value') === '300');
  await state(page, 'done');
  assert.deepEqual(await seenStates(page), ['reading', 'reading']);
});

inEachBrowser('files of several ranks dropped together are one boot, a config among them is read too', async ({page}) => {
  await open(page, fileUrl);
  const rank = (/** @type {string} */ tag, /** @type {string} */ slots) =>
    EXAMPLE.replace('257', slots).replace(/^(?=\w)/gm, `[2026-03-01 10:00:00 ${tag}] `);
  await dropAll(page, 'body', {
    'rank10.log': rank('TP10', '255'), 'rank2.log': rank('TP2', '257'),
    'config.json': JSON.stringify({model_type: 'a-word-of-its-own'}),
  });
  await state(page, 'done');
  assert.equal(await value(page, 'now_slots'), '255');
  assert.deepEqual(await page.$$eval('[data-choose="rank"] option', (all) => all.map(({value}) => value)), ['TP10', 'TP2']);
  assert.equal(await page.$eval('[data-fact="max_mamba_cache_size"]', (row) => row.dataset.line), '3');
  assert.ok((await codes(page)).includes('files-joined'));
});

inEachBrowser('typing is answered at once and updates the link without filling the history', async ({page}) => {
  await open(page, fileUrl + LINK);
  const length = await page.evaluate(() => history.length);
  await type(page, 'L', '4k');
  assert.equal(await text(page, '#flag'), '--mamba-full-memory-ratio 4.98');
  assert.equal(await stateNow(page), 'ready');
  assert.equal(new URL(page.url()).hash, LINK.replace('9216', '4096'));
  assert.equal(await page.evaluate(() => history.length), length);
});

inEachBrowser('what a hand types is answered in its own event, what backs the answer follows', async ({page}) => {
  await open(page, fileUrl + LINK);
  await page.evaluate(() => {
    globalThis.seen = () => [...document.querySelectorAll('#headline, #flag, .readout .v')]
        .map((element) => element.textContent);
    globalThis.values = () => [...document.querySelectorAll('data[id]')].map((data) => data.getAttribute('value'));
    addEventListener('input', () => { globalThis.inEvent = [globalThis.seen(), globalThis.values(), location.hash]; });
  });
  await page.focus('[name="L"]');
  await page.$eval('[name="L"]', (field) => field.select());
  for (const key of '4k') await page.keyboard.press(key);
  const [seen, values, hash] = await page.evaluate(() => globalThis.inEvent);
  assert.equal(seen[1], '--mamba-full-memory-ratio 4.98');
  assert.equal(hash, LINK.replace('9216', '4096'));
  await until(page, () => /^4K/.test(document.querySelector('#lengths .yours')?.textContent ?? ''));
  assert.deepEqual(await page.evaluate(() => [globalThis.seen(), globalThis.values()]), [seen, values]);
  assert.equal(await text(page, '#chip-L'), 'by hand');
  assert.equal(await stateNow(page), 'ready');
  await page.keyboard.press('x');
  assert.ok(await page.$eval('#answer', (e) => e.hasAttribute('data-stale')));
  assert.ok(await emptied(page));
  await page.keyboard.press('Backspace');
  assert.equal(await page.$eval('#answer', (e) => e.hasAttribute('data-stale')), false);
  assert.ok(values.includes(await value(page, 'ratio')));
});

inEachBrowser('a wrong value leaves the last answer in sight, marked stale and without values', async ({page}) => {
  await open(page, fileUrl + LINK);
  await type(page, 'L', '9,2l6');
  assert.ok(await page.$eval('#answer', (e) => e.hasAttribute('data-stale')));
  assert.equal(await text(page, '#flag'), '--mamba-full-memory-ratio 2.21');
  assert.equal(await text(page, '#ratio'), '2.2138');
  assert.ok(await emptied(page));
  assert.match(await text(page, '#error-L'), /“9,2l6” is not a number\. Give tokens, 1 to 100,000,000/);
  assert.equal(new URL(page.url()).hash, LINK);
  await type(page, 'L', '9216');
  assert.equal(await page.$eval('#answer', (e) => e.hasAttribute('data-stale')), false);
  assert.notEqual(await value(page, 'ratio'), null);
});

inEachBrowser('a link with a wrong value shows no number, not even the example’s', async ({page}) => {
  await open(page, `${fileUrl}#v=1&L=9x`);
  assert.ok(await emptied(page));
  for (const id of FLAGS) assert.equal(await text(page, `#${id}`), '');
  assert.deepEqual(await codes(page), ['unknown-unit']);
  assert.equal((await page.$$('[data-fact], [data-fact-example]')).length, 0);
  assert.deepEqual(await page.$$eval('[name="L"], [name="N"], [name="kv"]', (all) => all.map((e) => e.value)),
      ['9x', '', '']);
});

inEachBrowser('a refused combination gives an error and no number', async ({page}) => {
  await open(page, `${fileUrl}${LINK}&strategy=extra_buffer_lazy&overlap=off`);
  assert.ok((await codes(page)).includes('lazy-needs-overlap'));
  assert.ok(await emptied(page));
});

inEachBrowser('a paste without a figure takes the old results away', async ({page}) => {
  await open(page, fileUrl + LINK);
  await paste(page, '#log', 'nothing to see here\nnor here\n');
  await state(page, 'error');
  assert.equal(await value(page, 'ratio'), null);
  assert.equal(await text(page, '#flag'), '');
  assert.equal((await page.$$('[data-fact], [data-fact-example]')).length, 0);
});

inEachBrowser('a pasted config gives its bytes, a strange one an error and no number', async ({page}) => {
  await open(page, fileUrl);
  const config = readFileSync(new URL('../fixtures/configs/Qwen3-Next-80B-A3B.json', import.meta.url), 'utf8');
  await paste(page, 'body', config);
  await state(page, 'done');
  assert.notEqual(await value(page, 'token_equiv'), null);
  assert.match(await text(page, '#flag'), /^--mamba-full-memory-ratio /);
  await paste(page, '#config', '{"model_type": "a-word-of-its-own"}');
  await state(page, 'error');
  assert.equal(await value(page, 'ratio'), null);
  assert.ok((await codes(page)).includes('config-unknown-architecture'));
});

inEachBrowser('a log that says nothing takes a config\'s answer away until something readable comes', async ({page}) => {
  await open(page, fileUrl);
  const config = readFileSync(new URL('../fixtures/configs/Qwen3-Next-80B-A3B.json', import.meta.url), 'utf8');
  await paste(page, 'body', config);
  await state(page, 'done');
  assert.notEqual(await text(page, '#flag'), '');
  await paste(page, '#log', 'nothing that an engine says\n');
  await state(page, 'error');
  assert.equal(await text(page, '#flag'), '');
  assert.equal(await page.$eval('#ratio', (data) => data.getAttribute('value')), '');
  await paste(page, 'body', config);
  await state(page, 'done');
  assert.notEqual(await text(page, '#flag'), '');
});

inEachBrowser('an incomplete config names the key and what was expected', async ({page}) => {
  await open(page, fileUrl);
  const incomplete = {
    'qwen3_5_text': ['linear_num_value_heads', /a whole number/],
    'nemotron_h': ['layers_block_type', /which layers are recurrent/],
    'kimi_k3': ['linear_attn_config', /a section in braces/],
    'falcon_h1': ['mamba_n_heads', /a whole number/],
    'lfm2': ['conv_L_cache', /a whole number/],
  };
  for (const [model_type, [key, expected]] of Object.entries(incomplete)) {
    await paste(page, 'body', JSON.stringify({model_type}));
    await state(page, 'error');
    const said = await text(page, `#messages [data-code="config-missing-key"][data-field="${key}"]`);
    assert.ok(said?.includes(`The config lacks ${key}.`), said ?? '');
    assert.match(said ?? '', expected);
    assert.equal(await value(page, 'ratio'), null);
  }
});

inEachBrowser('hostile configs of 64 MB get a sentence at once', async ({page}) => {
  await open(page, fileUrl);
  const hostile = {
    depth: '"{\\"model_type\\": \\"lfm2\\", \\"a\\": " + "[".repeat(64 << 20)',
    number: '"{\\"model_type\\": \\"lfm2\\", \\"a\\": 1" + "0".repeat(64 << 20)',
    keys: '"{\\"model_type\\": \\"lfm2\\"" + ", \\"a\\": 0".repeat(8 << 20) + "}"',
    nan: '"{\\"model_type\\": \\"lfm2\\", \\"a\\": [" + "NaN,".repeat(16 << 20)',
  };
  for (const [name, script] of Object.entries(hostile)) {
    const turns = await page.evaluate(`(async () => {
      const file = new File([${script}], 'config.json');
      const data = new DataTransfer();
      data.items.add(file);
      const ended = (word) => document.documentElement.dataset.state === word;
      document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
      let turns = 0;
      for (; ended('reading'); ++turns) await new Promise((go) => setTimeout(go));
      return turns;
    })()`);
    assert.ok(turns > 0, `the page goes on while it looks at ${name}`);
    assert.equal((await codes(page))[0], 'config-too-large', name);
    await page.click('#clear');
  }
  await paste(page, 'body', `{"model_type": "lfm2", "a": ${'['.repeat(900_000)}`);
  await state(page, 'error');
  assert.ok((await codes(page)).includes('config-too-deep'));
});

inEachBrowser('a model chosen from the list gives its bytes', async ({page}) => {
  await open(page, fileUrl);
  const model = await page.$eval('#model', (list) => list.options[1].value);
  await page.select('#model', model);
  assert.notEqual(await value(page, 'token_equiv'), null);
  assert.equal(await stateNow(page), 'ready');
  assert.match(new URL(page.url()).hash, new RegExp(`model=${model}`));
});

inEachBrowser('a model found by the keyboard, its GPUs and L give a flag, its prediction and the estimate', async ({page}) => {
  await open(page, fileUrl);
  await page.focus('#model-search');
  await page.keyboard.type('3.5-122b');
  await page.keyboard.press('Enter');
  assert.equal(await page.$eval('#model', (list) => list.value), 'Qwen3.5-122B-A10B');
  await type(page, 'tp', '4');
  await type(page, 'gpu', '80 GB');
  await type(page, 'L', '32K');
  assert.match(await text(page, '#flag'), /^--mamba-full-memory-ratio [\d.]+$/);
  assert.ok(Number(await value(page, 'clamp')) > 0);
  assert.ok(Number(await value(page, 'kv_cap')) > 0);
  assert.match(await text(page, '[data-code="weights-estimated"]'),
      /56\.81 GiB a GPU, ± 5\.68 GiB: 122 billion parameters at 2 bytes over 4 GPUs/);
  const [flag, hash] = [await text(page, '#flag'), new URL(page.url()).hash];
  assert.equal(hash, '#v=1&L=32768&model=Qwen3.5-122B-A10B&tp=4&gpu=80');
  await open(page, `${fileUrl}${hash}&`);
  assert.equal(await text(page, '#flag'), flag);
  assert.ok((await codes(page)).includes('weights-estimated'));
});

inEachBrowser('models are found by alias, and those without a public log are marked', async ({page}) => {
  await open(page, fileUrl);
  await type(page, 'model', '');
  await page.focus('#model-search');
  await page.keyboard.type('omni-30b');
  await page.keyboard.press('Enter');
  assert.equal(await page.$eval('#model', (list) => list.value), 'Nemotron-3-Nano-30B-A3B');
  const label = (/** @type {string} */ id) => page.$eval(`#model option[value="${id}"]`, (o) => o.textContent);
  assert.equal(await label('Qwen3.5-122B-A10B'), 'Qwen3.5-122B-A10B · unproven');
  assert.equal(await label('Kimi-K3'), 'Kimi-K3');
  await page.click('[data-language="zh"]');
  assert.equal(await label('Qwen3.5-122B-A10B'), 'Qwen3.5-122B-A10B · 未经日志验证');
  const h100 = await page.$eval('#gpus', (list) => [...list.options].find(({label}) => label === 'H100 80GB').value);
  assert.equal(h100, '78.6');
});

inEachBrowser('Back undoes a paste, Forward brings its facts back', async ({page}) => {
  await open(page, `${fileUrl}#v=1&L=2048`);
  await paste(page, '#log', EXAMPLE);
  await state(page, 'done');
  const pasted = page.url();
  await page.evaluate(() => history.back());
  await until(page, () => location.hash === '#v=1&L=2048');
  await state(page, 'ready');
  assert.equal((await page.$$('[data-fact]')).length, 0);
  await page.evaluate(() => history.forward());
  await until(page, (url) => location.href === url, pasted);
  await state(page, 'done');
  assert.equal((await page.$$('[data-fact]')).length, 6);
});

inEachBrowser('a link typed over another one is applied', async ({page}) => {
  await open(page, fileUrl + LINK);
  await page.evaluate(() => { location.hash = '#v=1&state_bytes=1000&kv_bytes=10&L=100'; });
  await until(page, () => document.querySelector('#token_equiv')?.getAttribute('value') === '100');
  assert.equal(await value(page, 'ratio'), '5');
  assert.equal(await stateNow(page), 'ready');
});

inEachBrowser('a new log takes the old memory away, a typed L and other settings stay', async ({page}) => {
  await open(page, `${fileUrl}#v=1&N=10&conv=1&ssm=1&tokens=1000&kv=1&L=2048&rest=3&dcp=2`);
  await type(page, 'L', '4096');
  await paste(page, '#log', EXAMPLE);
  await state(page, 'done');
  assert.equal(new URL(page.url()).hash, `${LINK.replace('9216', '4096')}&dcp=2`);
});

inEachBrowser('Reset to the log forgets what was typed', async ({page}) => {
  await open(page, fileUrl);
  await paste(page, '#log', EXAMPLE);
  await state(page, 'done');
  await type(page, 'N', '300');
  assert.equal(await value(page, 'now_slots'), '300');
  await page.click('#reset');
  assert.equal(await value(page, 'now_slots'), '257');
});

inEachBrowser('where the clipboard refuses, the flag is selected and the keys are named', async ({page}) => {
  await open(page, fileUrl);
  await page.evaluate(() => {
    const refuse = () => Promise.reject(new Error('refused'));
    Object.defineProperty(navigator, 'clipboard', {value: {writeText: refuse}, configurable: true});
  });
  await page.click('#copy-flag');
  await until(page, () => /Ctrl\+C|⌘C/.test(document.querySelector('#copy-flag')?.textContent ?? ''));
  assert.equal(await page.evaluate(() => String(getSelection())), '--mamba-full-memory-ratio 2.21');
  await page.click('#copy-link');
  await until(page, () => String(getSelection()) === location.href);
});

const ODD = `${EXAMPLE}
Memory pool end. avail mem=<b>?</b> for ann@example.org in /home/ann/models
[16:08:49 TP0] Load weight end. mem usage=? on node-17.cluster.local (10.1.2.3:30000), HF_TOKEN=hf_AbCdEf123456
`;
const PRIVATE = ['ann', 'models', 'node-17', 'cluster', '10.1.2.3', '30000', 'hf_', 'AbCdEf'];

for (const [language, says] of [['en', /Nothing is sent/], ['zh', /不会发送/]]) {
  inEachBrowser(`a report of lines not understood is shown, then copied, without secrets (${language})`, async ({page, hosted}) => {
    const errors = complaints(page);
    await open(page, hosted.url);
    await page.evaluate(() => {
      const keep = async (/** @type {string} */ text) => { globalThis.copied = text; };
      Object.defineProperty(navigator, 'clipboard', {value: {writeText: keep}, configurable: true});
    });
    await page.click(`button[data-language="${language}"]`);
    await paste(page, '#log', ODD);
    await state(page, 'done');
    const before = hosted.requests.length;
    await page.click('#unread summary');
    assert.deepEqual(await page.$$eval('#unread-lines .line-number', (all) => all.map((e) => e.textContent)), ['4', '5']);
    assert.equal(await page.$eval('#report', (e) => e.hidden), true);
    await page.click('[data-unfold="#report"]');
    assert.match(await text(page, '#report-say'), says);
    const report = await page.$eval('#report-text', (area) => area.value);
    assert.match(report, /^4: Memory pool end\. avail mem=.*<e-mail> in <path>$/m);
    assert.match(report, /^5: Load weight end\. mem usage=\? on <host> \(<address>\), HF_TOKEN=<token>$/m);
    for (const secret of PRIVATE) assert.ok(!report.includes(secret), secret);
    await page.$eval('#report-text', (area) => { area.value += 'edited'; });
    await page.$eval('#copy-report', (button) => button.click());  // the docked flag may lie over it
    await until(page, () => globalThis.copied !== undefined);
    assert.equal(await page.evaluate(() => globalThis.copied), `${report}edited`);
    const kept = await page.evaluate(() => JSON.stringify([location.href, history.state, {...localStorage}, {...sessionStorage}]));
    for (const secret of ['pool end', ...PRIVATE]) assert.ok(!kept.includes(secret), kept);
    assert.equal(hosted.requests.length, before);
    assert.deepEqual(errors, []);
  });
}

inEachBrowser('where the clipboard refuses, the whole report is selected', async ({page}) => {
  await open(page, fileUrl);
  await page.evaluate(() => {
    const refuse = () => Promise.reject(new Error('refused'));
    Object.defineProperty(navigator, 'clipboard', {value: {writeText: refuse}, configurable: true});
  });
  await paste(page, '#log', ODD);
  await state(page, 'done');
  await page.click('#unread summary');
  await page.click('[data-unfold="#report"]');
  await page.$eval('#copy-report', (button) => button.click());  // the docked flag may lie over it
  await until(page, () => {
    const area = document.querySelector('#report-text');
    return area.selectionStart === 0 && area.selectionEnd === area.value.length;
  });
});

inEachBrowser('what is pasted into the report is no log', async ({page}) => {
  await open(page, fileUrl);
  await paste(page, '#log', ODD);
  await state(page, 'done');
  await page.click('#unread summary');
  await page.click('[data-unfold="#report"]');
  await paste(page, '#report-text', 'words\nof mine');
  assert.equal(await page.$eval('#unread', (e) => e.hidden), false);
  assert.equal(await stateNow(page), 'done');
});

inEachBrowser('a copy is confirmed in place', async ({page}) => {
  await open(page, fileUrl);
  await page.evaluate(() => {
    const keep = (/** @type {string} */ text) => {
      document.title = text;
      return Promise.resolve();
    };
    Object.defineProperty(navigator, 'clipboard', {value: {writeText: keep}, configurable: true});
  });
  await page.click('#copy-flag');
  await until(page, () => document.querySelector('#copy-flag')?.textContent === 'Copied');
  assert.equal(await page.title(), '--mamba-full-memory-ratio 2.21');
});

inEachBrowser('the keyboard goes from the paste area to L to Copy', async ({page}) => {
  await open(page, fileUrl);
  await page.focus('#log');
  const order = [];
  for (let i = 0; i < 12; i += 1) {
    await page.keyboard.press('Tab');
    order.push(await page.evaluate(() => document.activeElement?.id));
  }
  assert.ok(order.indexOf('p-L') >= 0 && order.indexOf('p-L') < order.indexOf('copy-flag'), order.join());
});

inEachBrowser('the whole task by keyboard alone, 320 px wide', async ({page}) => {
  const focused = () => page.evaluate(() => document.activeElement?.id ?? '');
  const tabTo = async (/** @type {string} */ id) => {
    for (let left = 30; left > 0 && await focused() !== id; left -= 1) await page.keyboard.press('Tab');
    assert.equal(await focused(), id);
  };
  await resize(page, {width: 320, height: 700});
  await open(page, fileUrl);
  await tabTo('log');
  await page.keyboard.type(EXAMPLE.replace('257', '300'));
  await until(page, () => document.querySelector('#now_slots')?.getAttribute('value') === '300');
  await state(page, 'done');
  await tabTo('p-L');
  await page.keyboard.type('4096');
  await until(page, () => document.querySelector('#chip-L')?.textContent === 'by hand');
  const flag = await text(page, '#slot-main');
  assert.match(flag, /^--mamba-full-memory-ratio [\d.]+$/);
  await tabTo('copy-flag');
  const before = await text(page, '#copy-flag');
  await page.keyboard.press('Enter');
  await until(page, (word) => document.querySelector('#copy-flag')?.textContent !== word, before);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
});

inEachBrowser('markup in a link or a log stays text', async ({page}) => {
  const errors = complaints(page);
  await open(page, `${fileUrl}#v=1&L=%3Cimg%20src=x%20onerror=alert(1)%3E&%3Cb%3E=1`);
  assert.equal((await page.$$('img, main b b')).length, 0);
  assert.match(await text(page, '#error-L'), /“<img/);
  await paste(page, '#log', `<img src=x onerror=alert(1)>\n${EXAMPLE}`);
  await state(page, 'done');
  assert.equal((await page.$$('img')).length, 0);
  assert.deepEqual(errors, []);
});

inEachBrowser('a paste of 20 MB is taken without filling the paste area', async ({page}) => {
  await open(page, fileUrl);
  await paste(page, 'body', `${'x'.repeat(199)}\n`.repeat(100_000) + EXAMPLE);
  await state(page, 'done');
  assert.equal(await value(page, 'now_slots'), '257');
  assert.ok(await page.$eval('#log', (area) => area.value.length) < 10_000);
});

inEachBrowser('every corpus log is read without an exception', async ({page, engine}) => {
  if (engine !== 'chromium') return;
  const errors = complaints(page);
  await open(page, fileUrl);
  const {cases} = {cases: JSON.parse(readFileSync(new URL('../fixtures/corpus/cases.json', import.meta.url), 'utf8'))};
  const names = JSON.stringify(cases).match(/[\w-]+\.log/g) ?? [];
  for (const name of new Set(names)) {
    const log = readFileSync(new URL(`../fixtures/corpus/logs/${name}`, import.meta.url), 'utf8');
    await paste(page, '#log', log);
    await state(page, 'done', 'error');
    assert.equal(await page.evaluate(() => /\{\w+/.test(document.querySelector('main')?.innerText ?? '')), false, name);
  }
  assert.deepEqual(errors, []);
});

inEachBrowser('a dtype changed after a log changes the answer, and its link says the same', async ({page}) => {
  await open(page, fileUrl);
  await paste(page, 'body', EXAMPLE);
  await state(page, 'done');
  await type(page, 'ssm_dtype', 'bfloat16');
  assert.ok((await codes(page)).includes('what-if'));
  assert.equal(Number(await value(page, 'state_bytes')).toFixed(1), '29162326.6');
  assert.equal(await value(page, 'now_slots'), '257');
  const seen = await Promise.all(RESULTS.map((id) => value(page, id)));
  assert.match(page.url(), /ssm_dtype=bfloat16.*&was=model:Kimi-K3;ssm_dtype:float32$/);
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await state(page, 'ready');
  assert.deepEqual(await Promise.all(RESULTS.map((id) => value(page, id))), seen);
  await type(page, 'ssm_dtype', 'float32');
  assert.equal(Number(await value(page, 'token_equiv')).toFixed(4), '4080.5424');
});

inEachBrowser('what is typed of settings is kept as a row, named by them', async ({page}) => {
  await open(page, fileUrl);
  assert.equal(await page.$eval('#keep', (e) => e.hidden), true);
  await type(page, 'r', '2.5');
  await type(page, 'strategy', 'extra_buffer_lazy');
  await until(page, () => !document.querySelector('#keep').hidden);
  await page.$eval('#keep', (button) => button.click());
  assert.match(await text(page, '[data-outcome="also"] th'), /^r 2.5, extra_buffer_lazy/);
  assert.match(page.url(), /&also=r:2.5,strategy:extra_buffer_lazy$/);
});

inEachBrowser('why a log gives no answer stands where the answer would', async ({page}) => {
  await open(page, fileUrl);
  await paste(page, '#log', '(Worker_TP0 pid=69) INFO 05-26 05:37:41 [interface.py:649] Setting attention block size to 1056 tokens\n' +
      'INFO 05-26 05:37:42 [gpu_worker.py:298] Available KV cache memory: 20.1 GiB (vLLM)\n');
  await state(page, 'error');
  const error = await text(page, '#messages [data-level="error"]');
  const reason = await text(page, '#reason') ?? '';
  assert.ok(error?.includes(reason.split('.')[0]) && reason.length > 20, `${reason} | ${error}`);
});
