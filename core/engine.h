#pragma once

#include <cstdint>
#include <optional>

namespace mamba_ratio {

// SGLang's sizing of the state pool and the KV pool, step by step and to the last floor.
// Source: sgl-project/sglang at 003fca80 (2026-08),
// python/sglang/srt/mem_cache/kv_cache_configurator.py (_profile_available_bytes,
// _handle_max_mamba_cache, resolve_max_num_reqs) and
// python/sglang/srt/model_executor/pool_configurator.py; before that
// .../model_executor/model_runner_kv_cache_mixin.py and model_runner.py.
// Every figure is that of one GPU. Nothing here allocates, throws or keeps state.

/// Slots where nothing decides them, before 2026-02-13.
inline constexpr std::int64_t kFallbackSlots = 512;

/// What --max-running-requests is under speculation where it is not given.
inline constexpr std::int64_t kSpeculativeRequests = 48;

/// The code that sized the pools, newest first. Each name is the month it appeared in.
enum class Generation {
  since_2026_07,  ///< the padding rows are charged to the budget
  since_2026_06,  ///< slots and draft states solved jointly, padding rows not charged
  since_2025_10,  ///< draft states of all requests reserved first, padding rows not charged
};

/// Why the engine refuses to start, in the order in which it checks.
enum class Refusal {
  invalid_input,  ///< a number outside the ranges of EngineInputs; the engine was not asked
  no_slots,       ///< "Not enough GPU memory for hybrid (mamba/linear-attention) state cache"
  no_kv_memory,   ///< "Loaded weights leave no GPU memory for the KV cache"
  no_kv_tokens,   ///< "Not enough memory. Please try to increase --mem-fraction-static"
  no_request,     ///< "state cache is too small to serve any requests"
};

/// What decided the number of slots.
enum class SlotSource {
  ratio,                 ///< --mamba-full-memory-ratio
  max_mamba_cache_size,  ///< --max-mamba-cache-size
  max_running_requests,  ///< --max-running-requests, with the radix cache off
  fallback_512,          ///< neither of the two, radix cache off, before 2026-02-13
};

/// Which term of max_running_requests is the smallest; of equal ones the first.
enum class RequestTerm {
  slots,                 ///< slots // slots_per_request
  max_running_requests,  ///< --max-running-requests // dp
  context,               ///< clamp(tokens / context_length * 512, 2048, 4096)
  tokens,                ///< tokens // 2
};

/// What the sizing reads. Ranges: bytes and ratio finite and above 0 (ring_bytes from 0), rest0
/// finite, counts from 1 (draft_states from 0) to 10^9, context_length and max_total_tokens to
/// 10^12; else predict gives invalid_input.
struct EngineInputs {
  Generation generation = Generation::since_2026_07;
  double slot_bytes = 0;  ///< one state slot, without the padding row's share; see stage_slot_bytes
  double ring_bytes = 0;  ///< ReplaySSM ring of one slot; 0 unless ReplaySSM is on
  double token_bytes = 0;  ///< one KV token, draft layers included
  double rest0_gib = 0;    ///< free memory after the weights less the reserves: what is split
  bool radix_cache = true;
  std::int64_t slots_per_request = 5;
  bool speculative = false;
  std::int64_t draft_states = 0;  ///< a request's draft states; counted under speculation only
  bool replay = false;            ///< ReplaySSM: no draft states are kept
  std::int64_t dp = 1;            ///< attention data-parallel ranks; 1 without dp attention
  std::int64_t dcp = 1;
  std::int64_t page = 1;
  std::optional<std::int64_t> context_length;
  std::optional<std::int64_t> max_running_requests;  ///< of all ranks; 48 under speculation
  std::optional<std::int64_t> max_total_tokens;
  double ratio = 0.9;
  std::optional<std::int64_t> max_mamba_cache_size;  ///< of all ranks; wins over the ratio
  bool fallback_512 = false;  ///< the log is older than 2026-02-13 (generation 2025-10 only)
};

/// What the engine will do, with every intermediate. After a refusal the fields of the steps that
/// were not reached stay empty or 0.
struct EngineResult {
  std::optional<Refusal> refusal;

  SlotSource slot_source = SlotSource::ratio;
  double split_gib = 0;                ///< what the ratio divides
  std::optional<double> budget_bytes;  ///< the state pool's share of it, by ratio only
  std::int64_t slots = 0;              ///< usable slots (max_mamba_cache_size); may be negative
  std::int64_t draft_rows = 0;         ///< requests whose draft states are reserved
  double draft_bytes = 0;              ///< draft_rows * draft_states * slot_bytes
  std::int64_t charged_rows = 0;       ///< state rows taken out of rest0
  double state_bytes = 0;              ///< charged_rows * (slot_bytes + ring_bytes)
  double kv_rest_gib = 0;              ///< what is left for the KV pool

  std::int64_t profiled_tokens = 0;  ///< KV tokens before --max-total-tokens, whole pages
  std::int64_t tokens = 0;           ///< KV tokens of one rank
  double kv_bytes = 0;               ///< tokens * token_bytes
  bool max_total_tokens_binds = false;

  std::optional<std::int64_t> by_max_running_requests;  ///< given, or 48 under speculation
  std::optional<std::int64_t> by_context;               ///< only without max_running_requests
  bool context_assumed = false;                         ///< no context_length: 2048 taken
  std::int64_t by_tokens = 0;
  std::int64_t by_slots = 0;
  RequestTerm bound = RequestTerm::slots;
  std::int64_t requests = 0;  ///< max_running_requests of one worker; 0 when refused

  std::int64_t state_rows = 0;        ///< rows that the log's state sizes cover: slots + 1
  std::int64_t kv_rows = 0;           ///< rows that the log's KV size covers: tokens + page
  std::int64_t draft_state_rows = 0;  ///< states in the log's intermediate_ssm buffer
};

/// Sizes the pools as the engine does, in its order of operations on IEEE doubles.
/// Example: slot 153 944 064 bytes, token 65 536 bytes, rest0 38 GiB, context 262 144, the rest
/// as defaulted -> slots 124, tokens 328 967, requests 24; since_2026_06 -> 125, 328 967, 25.
EngineResult predict(const EngineInputs& inputs);

/// The same with this many slots, whatever decides them: for a search over slots and for rebuilding
/// a log's rest0.
EngineResult predict_at_slots(const EngineInputs& inputs, std::int64_t slots);

/// The slots that this ratio gives, before any check for memory; may be negative where there is no
/// memory to split, else never falls as the ratio rises. Empty: a number outside the ranges, or
/// more slots than can be counted.
/// Example: predict's example, 1.8 -> 169.
std::optional<std::int64_t> slots_at_ratio(const EngineInputs& inputs, double ratio);

/// What decides the number of slots.
SlotSource slot_source(const EngineInputs& inputs);

/// Bytes of a slot that every stage is charged under pipeline parallelism since 2026-08-05: those
/// of the stage with the most linear layers, truncated. Before that, and without, all of them.
/// Needs 0 <= most_in_a_stage <= all_layers and all_layers >= 1.
/// Example: 153 944 064 bytes, 16 of 48 layers -> 51 314 688.
double stage_slot_bytes(double slot_bytes, std::int64_t most_in_a_stage, std::int64_t all_layers);

/// Python's floor division of doubles, which the engine's `//` is. b above 0; inf and NaN come
/// back as Python gives them. Examples: (7, 2) -> 3, (-1, 4) -> -1, (1, 0.1) -> 9.
double floor_div(double a, double b);

/// Which pool runs out first.
enum class Binding { state, kv, balanced };

/// `balanced` where the two differ by at most max(1, 2 % of the smaller) and the smaller is at
/// least 10; else the smaller one, the state pool of two equal ones.
/// Examples: (88, 87) -> balanced, (9, 9) -> state, (24, 35) -> state.
Binding binding_of(std::int64_t by_state, std::int64_t by_kv);

/// How many requests of one length a sized worker holds.
struct Capacity {
  std::int64_t by_state = 0;   ///< (slots - prefixes) // slots_per_request, from 0
  std::int64_t by_kv = 0;      ///< (tokens * dcp - prefixes * length) // length, from 0
  std::int64_t in_flight = 0;  ///< the smallest of the two and max_running_requests; 0 when refused
  std::optional<Binding> binding;  ///< empty when refused
};

/// Capacity for requests of this length (input + output tokens, above 0) beside so many idle
/// conversations whose prefix is kept, each one slot and `tokens_per_request` tokens.
/// Nothing where the length is not above 0 and up to 10^12, or the prefixes not 0 to 10^9.
/// Example: the result of predict's example at 9216 tokens -> by_state 24, by_kv 35, in_flight 24,
/// binding state; with 4 idle prefixes 24, 31, 24.
Capacity capacity(const EngineInputs& inputs, const EngineResult& result, double tokens_per_request,
                  std::int64_t idle_prefixes = 0);

}  // namespace mamba_ratio
