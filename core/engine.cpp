#include "engine.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace mamba_ratio {
namespace {

constexpr double kGib = 1073741824.0;
constexpr double kExact = 9007199254740992.0;  // every integer up to here is a double
constexpr std::int64_t kMaxCount = 1'000'000'000;
constexpr std::int64_t kMaxTokens = 1'000'000'000'000;

bool positive(double value) { return std::isfinite(value) && value > 0; }

bool within(std::int64_t value, std::int64_t min, std::int64_t max) {
  return value >= min && value <= max;
}

bool valid(const EngineInputs& in) {
  for (double size : {in.slot_bytes, in.token_bytes, in.ratio}) {
    if (!positive(size)) return false;
  }
  if (!std::isfinite(in.rest0_gib)) return false;
  if (!(std::isfinite(in.ring_bytes) && in.ring_bytes >= 0)) return false;
  for (std::int64_t count :
       {in.slots_per_request, in.dp, in.dcp, in.page, in.max_running_requests.value_or(1),
        in.max_mamba_cache_size.value_or(1)}) {
    if (!within(count, 1, kMaxCount)) return false;
  }
  for (std::int64_t tokens : {in.context_length.value_or(1), in.max_total_tokens.value_or(1)}) {
    if (!within(tokens, 1, kMaxTokens)) return false;
  }
  return within(in.draft_states, 0, kMaxCount);
}

std::int64_t whole_floor_div(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

/// Python's int() of a double; empty beyond the exact integers.
std::optional<std::int64_t> whole(double value) {
  if (!(std::fabs(value) <= kExact)) return std::nullopt;
  return static_cast<std::int64_t>(value);
}

bool keeps_draft_states(const EngineInputs& in) { return in.speculative && !in.replay; }

/// The + 1 of rows: charged to the budget by the newest code alone.
std::int64_t padding(const EngineInputs& in) {
  return in.generation == Generation::since_2026_07 ? 1 : 0;
}

std::optional<std::int64_t> worker_requests(const EngineInputs& in) {
  if (in.max_running_requests) return *in.max_running_requests / in.dp;
  if (in.speculative) return kSpeculativeRequests / in.dp;
  return std::nullopt;
}

double draft_bytes(const EngineInputs& in, std::int64_t rows) {
  return in.slot_bytes * static_cast<double>(rows) * static_cast<double>(in.draft_states);
}

/// Rows of draft states that are reserved beside this many slots.
std::int64_t draft_rows(const EngineInputs& in, SlotSource source, std::int64_t slots) {
  if (!keeps_draft_states(in)) return 0;
  const std::int64_t asked = *worker_requests(in);
  if (in.generation == Generation::since_2025_10) return asked;
  if (source == SlotSource::max_running_requests) return slots + padding(in);
  return std::min(asked, whole_floor_div(slots, in.slots_per_request)) + padding(in);
}

double slots_by_ratio(const EngineInputs& in, double budget) {
  const double p = in.slot_bytes;
  if (keeps_draft_states(in) && in.generation != Generation::since_2025_10) {
    const double D = static_cast<double>(in.draft_states);
    const double S = static_cast<double>(in.slots_per_request);
    const double padding_bytes = padding(in) ? p * (1 + D) : 0;
    return floor_div(budget - padding_bytes, p * (1 + D / S));
  }
  const double slot = p + in.ring_bytes;
  return floor_div(padding(in) ? budget - slot : budget, slot);
}

double split_gib(const EngineInputs& in) {
  const bool reserved_first = in.generation == Generation::since_2025_10;
  if (!keeps_draft_states(in) || !reserved_first) return in.rest0_gib;
  return in.rest0_gib - draft_bytes(in, *worker_requests(in)) / kGib;
}

double budget_bytes(double split, double ratio) { return split * ratio / (1 + ratio) * kGib; }

/// Step 3: what is split, the budget and the slots. False: beyond what can be counted.
bool size_slots(const EngineInputs& in, EngineResult& out) {
  out.slot_source = slot_source(in);
  out.split_gib = split_gib(in);
  switch (out.slot_source) {
    case SlotSource::max_mamba_cache_size:
      out.slots = *in.max_mamba_cache_size / in.dp;
      return true;
    case SlotSource::max_running_requests:
      out.slots = *worker_requests(in);
      return true;
    case SlotSource::fallback_512:
      out.slots = kFallbackSlots / in.dp;
      return true;
    case SlotSource::ratio:
      break;
  }
  out.budget_bytes = budget_bytes(out.split_gib, in.ratio);
  const auto slots = whole(slots_by_ratio(in, *out.budget_bytes));
  out.slots = slots.value_or(0);
  return slots.has_value();
}

/// Steps 3 (its end) and 4: what is left for the KV pool.
std::optional<Refusal> charge_state(const EngineInputs& in, EngineResult& out) {
  if (out.slots <= 0) return Refusal::no_slots;
  out.draft_rows = draft_rows(in, out.slot_source, out.slots);
  out.draft_bytes = draft_bytes(in, out.draft_rows);
  out.charged_rows = out.slots + padding(in);
  out.state_bytes = static_cast<double>(out.charged_rows) * (in.slot_bytes + in.ring_bytes);
  out.state_rows = out.slots + 1;
  out.kv_rest_gib = in.rest0_gib - out.draft_bytes / kGib;
  out.kv_rest_gib -= out.state_bytes / kGib;
  if (!(out.kv_rest_gib > 0)) return Refusal::no_kv_memory;
  return std::nullopt;
}

/// Step 5.
std::optional<Refusal> count_tokens(const EngineInputs& in, EngineResult& out) {
  const auto tokens = whole(floor_div(std::trunc(out.kv_rest_gib * kGib), in.token_bytes));
  if (!tokens) return Refusal::invalid_input;
  out.profiled_tokens = *tokens / in.page * in.page;
  out.tokens = out.profiled_tokens;
  if (in.max_total_tokens && *in.max_total_tokens < out.tokens) {
    out.tokens = *in.max_total_tokens / in.page * in.page;
    out.max_total_tokens_binds = true;
  }
  if (out.tokens <= 0) return Refusal::no_kv_tokens;
  out.kv_bytes = static_cast<double>(out.tokens) * in.token_bytes;
  out.kv_rows = out.tokens + in.page;
  return std::nullopt;
}

std::int64_t by_context(std::int64_t tokens, std::int64_t context_length) {
  const double share = static_cast<double>(tokens) / static_cast<double>(context_length);
  return static_cast<std::int64_t>(std::clamp(std::trunc(share * 512), 2048.0, 4096.0));
}

/// Step 6.
std::optional<Refusal> count_requests(const EngineInputs& in, EngineResult& out) {
  out.by_slots = out.slots / in.slots_per_request;
  out.by_tokens = out.tokens / 2;
  out.by_max_running_requests = worker_requests(in);
  out.requests = out.by_slots;
  const auto lower = [&out](std::int64_t value, RequestTerm term) {
    if (value >= out.requests) return;
    out.requests = value;
    out.bound = term;
  };
  if (out.by_max_running_requests) {
    lower(*out.by_max_running_requests, RequestTerm::max_running_requests);
  } else {
    out.context_assumed = !in.context_length;
    out.by_context = in.context_length ? by_context(out.tokens, *in.context_length) : 2048;
    lower(*out.by_context, RequestTerm::context);
  }
  lower(out.by_tokens, RequestTerm::tokens);
  if (out.requests < 1) return Refusal::no_request;
  out.draft_state_rows = keeps_draft_states(in) ? (out.requests + 1) * in.draft_states : 0;
  return std::nullopt;
}

void finish(const EngineInputs& in, EngineResult& out) {
  out.refusal = charge_state(in, out);
  if (!out.refusal) out.refusal = count_tokens(in, out);
  if (!out.refusal) out.refusal = count_requests(in, out);
  if (out.refusal) out.requests = 0;
}

EngineResult refused_input() {
  EngineResult out;
  out.refusal = Refusal::invalid_input;
  return out;
}

}  // namespace

double floor_div(double a, double b) {
  const double remainder = std::fmod(a, b);
  double quotient = (a - remainder) / b;
  if (remainder < 0) quotient -= 1;
  const double floored = std::floor(quotient);
  return quotient - floored > 0.5 ? floored + 1 : floored;
}

double stage_slot_bytes(double slot_bytes, std::int64_t most_in_a_stage, std::int64_t all_layers) {
  const double scale = static_cast<double>(most_in_a_stage) / static_cast<double>(all_layers);
  return std::trunc(slot_bytes * scale);
}

SlotSource slot_source(const EngineInputs& in) {
  if (in.max_mamba_cache_size) return SlotSource::max_mamba_cache_size;
  if (in.radix_cache) return SlotSource::ratio;
  if (in.max_running_requests || in.speculative) return SlotSource::max_running_requests;
  const bool fallback = in.fallback_512 && in.generation == Generation::since_2025_10;
  return fallback ? SlotSource::fallback_512 : SlotSource::ratio;
}

EngineResult predict(const EngineInputs& inputs) {
  if (!valid(inputs)) return refused_input();
  EngineResult out;
  if (!size_slots(inputs, out)) return refused_input();
  finish(inputs, out);
  return out;
}

EngineResult predict_at_slots(const EngineInputs& inputs, std::int64_t slots) {
  if (!valid(inputs) || static_cast<double>(slots) > kExact) return refused_input();
  EngineResult out;
  out.slot_source = slot_source(inputs);
  out.split_gib = split_gib(inputs);
  out.slots = slots;
  finish(inputs, out);
  return out;
}

std::optional<std::int64_t> slots_at_ratio(const EngineInputs& inputs, double ratio) {
  if (!valid(inputs) || !positive(ratio)) return std::nullopt;
  return whole(slots_by_ratio(inputs, budget_bytes(split_gib(inputs), ratio)));
}

Binding binding_of(std::int64_t by_state, std::int64_t by_kv) {
  const std::int64_t smaller = std::min(by_state, by_kv);
  const double difference = static_cast<double>(std::max(by_state, by_kv) - smaller);
  if (smaller >= 10 && difference <= std::max(1.0, 0.02 * static_cast<double>(smaller))) {
    return Binding::balanced;
  }
  return by_state <= by_kv ? Binding::state : Binding::kv;
}

Capacity capacity(const EngineInputs& inputs, const EngineResult& result, double tokens_per_request,
                  std::int64_t idle_prefixes) {
  Capacity out;
  if (!positive(tokens_per_request) || tokens_per_request > static_cast<double>(kMaxTokens) ||
      !within(idle_prefixes, 0, kMaxCount) || !valid(inputs)) {
    return out;
  }
  out.by_state = std::max<std::int64_t>(
      0, whole_floor_div(result.slots - idle_prefixes, inputs.slots_per_request));
  const double tokens = static_cast<double>(result.tokens) * static_cast<double>(inputs.dcp);
  const double kept = static_cast<double>(idle_prefixes) * tokens_per_request;
  out.by_kv = static_cast<std::int64_t>(
      std::clamp(floor_div(tokens - kept, tokens_per_request), 0.0, kExact));
  if (result.refusal) return out;
  out.in_flight = std::min({out.by_state, out.by_kv, result.requests});
  out.binding = binding_of(out.by_state, out.by_kv);
  return out;
}

}  // namespace mamba_ratio
