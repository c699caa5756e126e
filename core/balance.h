#pragma once

#include <cstdint>
#include <optional>

namespace mamba_ratio {

/// A number and the range that the two printed decimals of a log leave it; low <= value <= high.
/// `high` is infinite where a divisor may be 0.
struct Interval {
  double value = 0;
  double low = 0;
  double high = 0;

  /// Whether the range says so little (half of the value or more to a side) that the number alone
  /// would mislead.
  bool useless() const;
};

/// An exactly known number.
Interval exact(double value);
/// A size in GiB that the log prints as `parts` numbers of two decimals, +-0.005 each.
/// Example: printed_gib(13.5, 2) is 13.5 with the range 13.49 to 13.51.
Interval printed_gib(double gib, int parts);
/// Quotient of two independent ranges of numbers >= 0.
Interval operator/(const Interval& a, const Interval& b);
/// Range times an exact factor >= 0.
Interval operator*(const Interval& a, double factor);

/// Bytes of one state slot on one GPU: (conv + ssm) GiB over `rows` slots, rows >= 1: the printed N
/// or N + 1, the rows the engine allocates.
/// Example: state_bytes(0.46, 13.04, 257).value is 56402780.64.
Interval state_bytes(double conv_gib, double ssm_gib, double rows);

/// Bytes of one token in the KV pool on one GPU: `kv_gib` (K and V together, printed in `parts`
/// numbers) over `kv_tokens` >= 1. Example: kv_bytes(15.03, 1, 1167552).value is 13822.373.
Interval kv_bytes(double kv_gib, int parts, double kv_tokens);

/// KV tokens that one state slot costs: state_bytes / kv_bytes.
Interval token_equiv(const Interval& state_bytes, const Interval& kv_bytes);

/// What a request costs, beside the sizes of the pools.
struct Workload {
  double tokens_per_request = 0;  ///< L, > 0
  double slots_per_request = 0;   ///< S, >= 1
  double draft_states = 0;        ///< D, >= 0
  double dcp_size = 1;            ///< --dcp-size, >= 1
  double draft_kv_bytes = 0;  ///< a draft model's KV bytes a token, replicated on every DCP rank
};

/// r*, the `--mamba-full-memory-ratio` at which neither pool runs out first, each request paying
/// S + D slots: (S + D) * token_equiv * dcp / L; with a draft's KV, kv_bytes / dcp + draft_kv_bytes
/// stands for the bytes of a token.
/// Example: the reference log with S 4, D 0, L 9216 gives 1.771069, with dcp 8 14.16855.
Interval balanced_ratio(const Interval& state_bytes, const Interval& kv_bytes, const Workload& w);

/// The same where the draft states live in a buffer of `fixed_bytes` beside the pool, out of
/// `rest_bytes` for everything: r_pool = r* with D 0, then
/// r_pool + fixed_bytes * (1 + r_pool) / (rest_bytes - fixed_bytes).
/// Nothing where the buffer leaves no memory.
std::optional<Interval> buffered_ratio(const Interval& state_bytes, const Interval& kv_bytes,
                                       const Workload& w, double fixed_bytes, double rest_bytes);

/// What the two pools hold at a ratio, by the formulas of the balance (real numbers, no floors).
struct Pools {
  double slots = 0;
  double kv_tokens = 0;
};

/// Splits `rest_bytes` at ratio r > 0: slots = rest * r/(1+r) / (state_bytes * (1 + D/S)),
/// tokens = rest / (1+r) / kv_bytes, with a draft's KV counted to the token.
Pools pools_at(double ratio, double rest_bytes, double state_bytes, double kv_bytes,
               const Workload& w);

/// Requests that a state pool of `slots` admits: floor(slots / S).
double clamp_requests(double slots, const Workload& w);
/// Requests of L tokens that a KV pool of `kv_tokens` (of one rank) holds: floor(tokens * dcp / L).
double kv_cap_requests(double kv_tokens, const Workload& w);
/// `--max-mamba-cache-size` for `requests` >= 1 in all over `dp_size` attention-DP ranks:
/// dp * (ceil(requests / dp) * S + 1); the + 1 is the slot a chunk boundary needs before the old
/// one is freed. Example: pinned_slots(74, 5, 1) is 371.
double pinned_slots(double requests, double slots_per_request, double dp_size);

/// How state_bytes changes from 2-byte to 4-byte SSM state, conv staying at 2 bytes:
/// (2 * ssm + conv) / (ssm + conv). Example: conv 0.46, ssm 13.04 gives 1.9659.
double float32_state_factor(double conv, double ssm);

}  // namespace mamba_ratio
