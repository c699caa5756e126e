/**
 * The facts of a server log by JavaScript's RegExp: each pattern on each line. It stands alone in
 * one function, so that its text can be run in a browser too.
 */
export function regExpReader() {
  const facts = {
    state: /Mamba Cache is allocated\. max_mamba_cache_size: (\d+), conv_state size: ([\d.]+)GB, ssm_state size: ([\d.]+)GB/,
    kv: /KV Cache is allocated\..*?#tokens: (\d+), K size: ([\d.]+) GB, V size: ([\d.]+) GB/,
    dtype: /Using KV cache dtype: (\S+)/,
    weights: /Load weight end\..*avail mem=([\d.]+) GB/,
    done: /Memory pool end\. avail mem=([\d.]+) GB/,
    ready: /max_total_num_tokens=(\d+).*max_running_requests=(\d+)/,
    cap: /capped to (\d+) by the mamba state cache.* (\d+) state slots per request/,
  };
  const decode = /Decode batch.*?#running-req: (\d+), #full token: (\d+), full token usage: ([\d.]+), mamba num: (\d+), mamba usage: ([\d.]+).*#queue-req: (\d+)/;
  const decoder = new TextDecoder();
  const found = {};
  const perRunning = [];
  const sum = {slots: 0, queued: 0, lines: 0, full: 0, mamba: 0};
  let rest = '';

  function readLine(line) {
    for (const name in facts) {
      const match = facts[name].exec(line);
      if (match) found[name] ??= match.slice(1);
    }
    const match = decode.exec(line);
    if (!match) return;
    const [running, tokens, full, states, mamba, queue] = match.slice(1).map(Number);
    sum.lines += 1;
    sum.queued += queue > 0 ? 1 : 0;
    sum.full = Math.max(sum.full, full);
    sum.mamba = Math.max(sum.mamba, mamba);
    if (running === 0) return;
    perRunning.push(tokens / running);
    sum.slots += states / running;
  }

  return {
    push(bytes) {
      const lines = (rest + decoder.decode(bytes, {stream: true})).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) readLine(line);
    },
    finish() {
      if (rest) readLine(rest);
      const sorted = Float64Array.from(perRunning).sort();
      return {...found, ...sum, median: sorted[sorted.length >> 1]};
    },
  };
}
