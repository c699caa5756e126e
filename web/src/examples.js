/**
 * Real situations to try, as their logs print them.
 * @param {string} worked the worked example's two lines
 * @returns {Record<string, string>}
 */
export const examples = (worked) => ({
  worked,
  capped:
    'max_running_requests is capped to 9 by the mamba state cache (max_mamba_cache_size=47, 5 state ' +
    'slots per request). To raise it: increase --mamba-full-memory-ratio or --max-mamba-cache-size, ' +
    'or halve the state size with --mamba-ssm-dtype bfloat16.',
  refused:
    'RuntimeError: Hybrid (mamba/linear-attention) state cache is too small to serve any requests.\n' +
    'max_mamba_cache_size=3, mamba_ratio=5, resulting max_num_reqs=0.\n',
  speculation: `[00:39:40] Mamba Cache is allocated. max_mamba_cache_size: 64, conv_state size: 0.07GB, \
ssm_state size: 3.05GB intermediate_ssm_state_cache size: 48.75GB intermediate_conv_window_cache \
size: 0.43GB
[00:39:41] KV Cache is allocated. dtype: torch.bfloat16, #tokens: 295950, K size: 4.52 GB, V size: \
4.52 GB
[00:39:42] KV Cache is allocated. dtype: torch.bfloat16, #tokens: 295950, K size: 3.39 GB, V size: \
3.39 GB
[00:40:09] Scheduler hit an exception: Traceback (most recent call last):
torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 970.00 MiB.`,
  dcp: `python3 -m sglang.launch_server --tp-size 8 --dcp-size 8\n${worked}`,
  cards: `[17:10:28 TP0] Mamba Cache is allocated. max_mamba_cache_size: 82, conv_state size: 0.13GB, \
ssm_state size: 7.29GB
[17:10:28 TP1] Mamba Cache is allocated. max_mamba_cache_size: 82, conv_state size: 0.13GB, \
ssm_state size: 7.29GB
[17:10:28 TP0] KV Cache is allocated. #tokens: 580364, K size: 4.15 GB, V size: 4.15 GB
[17:10:28 TP1] KV Cache is allocated. #tokens: 580364, K size: 4.15 GB, V size: 4.15 GB`,
});
