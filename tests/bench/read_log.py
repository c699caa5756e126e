"""The facts of a server log by Python's re, as one would write it: each pattern on each line."""

import re
import sys

FACTS = {
    name: re.compile(pattern)
    for name, pattern in {
        "state pool": r"Mamba Cache is allocated\. max_mamba_cache_size: (\d+), "
        r"conv_state size: ([\d.]+)GB, ssm_state size: ([\d.]+)GB",
        "kv pool": r"KV Cache is allocated\..*?#tokens: (\d+), K size: ([\d.]+) GB, V size: ([\d.]+) GB",
        "kv dtype": r"Using KV cache dtype: (\S+)",
        "weights": r"Load weight end\..*avail mem=([\d.]+) GB",
        "pools done": r"Memory pool end\. avail mem=([\d.]+) GB",
        "ready": r"max_total_num_tokens=(\d+).*max_running_requests=(\d+)",
        "cap": r"capped to (\d+) by the mamba state cache.* (\d+) state slots per request",
    }.items()
}
DECODE = re.compile(
    r"Decode batch.*?#running-req: (\d+), #full token: (\d+), full token usage: ([\d.]+), "
    r"mamba num: (\d+), mamba usage: ([\d.]+).*#queue-req: (\d+)"
)


def read(path):
    facts = {}
    per_running, slots, peaks, queued, lines = [], 0.0, [0.0, 0.0], 0, 0
    with open(path, encoding="utf-8", errors="replace") as log:
        for line in log:
            for name, pattern in FACTS.items():
                match = pattern.search(line)
                if match:
                    facts.setdefault(name, match.groups())
            match = DECODE.search(line)
            if match:
                running, tokens, full, states, mamba, queue = map(float, match.groups())
                lines += 1
                queued += queue > 0
                peaks = [max(peaks[0], full), max(peaks[1], mamba)]
                if running > 0:
                    per_running.append(tokens / running)
                    slots += states / running
    per_running.sort()
    if lines:
        facts["mean"] = sum(per_running) / len(per_running)
        facts["median"] = per_running[len(per_running) // 2]
        facts["slots"] = slots / lines
        facts["peaks"] = peaks
        facts["queue share"] = queued / lines
    return facts


print(len(read(sys.argv[1])))
