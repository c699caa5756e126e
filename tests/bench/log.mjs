// Writes a server log as SGLang prints it: one boot, then decode and prefill batches, requests,
// health checks, warnings and tracebacks in an order that a fixed seed decides.
import {closeSync, openSync, writeSync} from 'node:fs';

const SETTINGS = [
  `model_path='Qwen/Qwen3-Next-80B-A3B-Instruct'`, `host='0.0.0.0'`, `port=30000`,
  `mem_fraction_static=0.85`, `max_running_requests=64`, `mamba_full_memory_ratio=0.9`,
  `tp_size=4`, `page_size=1`, `kv_cache_dtype='auto'`, `chunked_prefill_size=8192`,
  `disable_radix_cache=False`, `served_model_name='qwen3-next'`, `api_key=None`, `log_level='info'`,
].join(', ');

const BOOT = [
  `server_args=ServerArgs(${SETTINGS})`,
  'Load weight begin. avail mem=78.44 GB',
  'Load weight end. elapsed=41.20 s, type=Qwen3NextForCausalLM, dtype=torch.bfloat16, ' +
      'avail mem=41.03 GB, mem usage=37.41 GB.',
  'Using KV cache dtype: torch.bfloat16',
  'Mamba Cache is allocated. max_mamba_cache_size: 257, conv_state size: 0.46GB, ' +
      'ssm_state size: 13.04GB ',
  'KV Cache is allocated. #tokens: 1167552, K size: 7.51 GB, V size: 7.52 GB',
  'Memory pool end. avail mem=11.72 GB',
  'max_total_num_tokens=1167552, chunked_prefill_size=8192, max_prefill_tokens=16384, ' +
      'max_running_requests=64, context_len=262144, available_gpu_mem=9.87 GB',
];

const TRACE = [
  'Request 7f3a9c cancelled by the client',
  'Traceback (most recent call last):',
  '  File "/opt/server/handlers.py", line 214, in stream',
  '    async for chunk in response.body_iterator:',
  'asyncio.exceptions.CancelledError',
];

/** Numbers below 2^32 in an order fixed by the seed (xorshift). */
function dice(seed) {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

function stampAt(second) {
  return new Date(Date.UTC(2026, 3, 14) + second * 1000).toISOString()
      .slice(0, 19).replace('T', ' ');
}

/** The lines of one second of serving. */
function linesOfSecond(stamp, roll) {
  const running = 1 + roll(64);
  const tokens = running * (6000 + roll(5000));
  const queue = Math.max(0, roll(40) - 24);
  const pools = `full token usage: ${(tokens / 1167552).toFixed(2)}`;
  const state = `mamba usage: ${(running * 4 / 257).toFixed(2)}`;
  const lines = [
    `[${stamp} TP0] Decode batch, #running-req: ${running}, #full token: ${tokens}, ${pools}, ` +
        `mamba num: ${running * 3}, ${state}, cuda graph: True, ` +
        `gen throughput (token/s): ${(900 + roll(90000) / 100).toFixed(2)}, #queue-req: ${queue}`,
  ];
  for (let i = roll(4); i > 0; i -= 1) {
    lines.push(`[${stamp} TP0] Prefill batch, #new-seq: ${1 + roll(4)}, #new-token: ${roll(8192)}, ` +
        `#cached-token: ${roll(4096)}, ${pools}, ${state}, #running-req: ${running}, ` +
        `#queue-req: ${queue}, cuda graph: False, ` +
        `input throughput (token/s): ${(roll(2000000) / 100).toFixed(2)}`);
  }
  for (let i = roll(6); i > 0; i -= 1) {
    lines.push(`[${stamp}] INFO:     10.0.${roll(8)}.${roll(256)}:${20000 + roll(40000)} - ` +
        `"POST /v1/chat/completions HTTP/1.1" 200 OK`);
  }
  if (roll(10) === 0) {
    lines.push(`[${stamp}] INFO:     127.0.0.1:${20000 + roll(40000)} - "GET /health HTTP/1.1" 200 OK`);
  }
  if (roll(50) === 0) {
    lines.push(`[${stamp} TP${roll(4)}] The request's max_new_tokens (${roll(99999)}) exceeds ` +
        'what the context leaves, it is shortened');
  }
  if (roll(200) === 0) lines.push(`[${stamp}] ${TRACE[0]}`, ...TRACE.slice(1));
  return lines;
}

/** @param {string} path @param {number} size bytes at least, cut at a line end */
export function writeLog(path, size) {
  const file = openSync(path, 'w');
  const roll = dice(20260414);
  let written = writeSync(file, `${BOOT.map((line) => `[${stampAt(0)} TP0] ${line}`).join('\n')}\n`);
  for (let second = 1; written < size;) {
    const lines = [];
    for (let i = 0; i < 4000; i += 1, second += 1) lines.push(...linesOfSecond(stampAt(second), roll));
    written += writeSync(file, `${lines.join('\n')}\n`);
  }
  closeSync(file);
}
