#include "balance.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "quantity.h"

namespace mamba_ratio {
namespace {

constexpr double kHalfOfLastDecimal = 0.005;

// Bytes that one more token takes on one rank's share of the sequence.
Interval bytes_per_token(const Interval& kv_bytes, const Workload& w) {
  const double draft = w.draft_kv_bytes * w.dcp_size;
  return {kv_bytes.value + draft, kv_bytes.low + draft, kv_bytes.high + draft};
}

}  // namespace

// Half of the value, less what the rounding of decimals may take from it.
bool Interval::useless() const { return !(high - value < value * (0.5 - 1e-9)); }

Interval exact(double value) { return {value, value, value}; }

Interval printed_gib(double gib, int parts) {
  const double half = kHalfOfLastDecimal * parts;
  return {gib, std::max(0.0, gib - half), gib + half};
}

Interval operator/(const Interval& a, const Interval& b) {
  const double high = b.low > 0 ? a.high / b.low : std::numeric_limits<double>::infinity();
  return {a.value / b.value, a.low / b.high, high};
}

Interval operator*(const Interval& a, double factor) {
  return {a.value * factor, a.low * factor, a.high * factor};
}

Interval state_bytes(double conv_gib, double ssm_gib, double rows) {
  const Interval conv = printed_gib(conv_gib, 1);
  const Interval ssm = printed_gib(ssm_gib, 1);
  const Interval size{conv_gib + ssm_gib, conv.low + ssm.low, conv.high + ssm.high};
  return size * kBytesPerGib / exact(rows);
}

Interval kv_bytes(double kv_gib, int parts, double kv_tokens) {
  return printed_gib(kv_gib, parts) * kBytesPerGib / exact(kv_tokens);
}

Interval token_equiv(const Interval& state_bytes, const Interval& kv_bytes) {
  return state_bytes / kv_bytes;
}

Interval balanced_ratio(const Interval& state_bytes, const Interval& kv_bytes, const Workload& w) {
  const Interval equivalent = token_equiv(state_bytes, bytes_per_token(kv_bytes, w));
  const double slots = w.slots_per_request + w.draft_states;
  return equivalent * (slots * w.dcp_size / w.tokens_per_request);
}

std::optional<Interval> buffered_ratio(const Interval& state_bytes, const Interval& kv_bytes,
                                       const Workload& w, double fixed_bytes, double rest_bytes) {
  const double left = rest_bytes - fixed_bytes;
  if (!(left > 0)) return std::nullopt;
  Workload pool = w;
  pool.draft_states = 0;
  const Interval ratio = balanced_ratio(state_bytes, kv_bytes, pool);
  const auto with_buffer = [&](double r) { return r + fixed_bytes * (1 + r) / left; };
  return Interval{with_buffer(ratio.value), with_buffer(ratio.low), with_buffer(ratio.high)};
}

Pools pools_at(double ratio, double rest_bytes, double state_bytes, double kv_bytes,
               const Workload& w) {
  const double draft_share = w.draft_states / w.slots_per_request;
  const double token = bytes_per_token(exact(kv_bytes), w).value;
  return {rest_bytes * ratio / (1 + ratio) / (state_bytes * (1 + draft_share)),
          rest_bytes / (1 + ratio) / token};
}

double clamp_requests(double slots, const Workload& w) {
  return std::floor(slots / w.slots_per_request);
}

double kv_cap_requests(double kv_tokens, const Workload& w) {
  return std::floor(kv_tokens * w.dcp_size / w.tokens_per_request);
}

double pinned_slots(double requests, double slots_per_request, double dp_size) {
  return dp_size * (std::ceil(requests / dp_size) * slots_per_request + 1);
}

double float32_state_factor(double conv, double ssm) { return (2 * ssm + conv) / (ssm + conv); }

}  // namespace mamba_ratio
