#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine.h"
#include "flag.h"

namespace mamba_ratio {

/// The largest ratio that is searched or offered.
inline constexpr double kMaxRatio = 1e6;

/// A load: requests of one length (tokens, above 0) beside idle conversations whose prefix is kept.
struct Load {
  double tokens_per_request = 0;
  std::int64_t idle_prefixes = 0;
};

/// The smallest double that, as the ratio, gives at least so many slots; empty where no ratio up
/// to kMaxRatio does. Exact: the next smaller double gives fewer.
/// Example: predict's example, 124 slots -> 0.89256..., 125 -> 0.90617...
std::optional<double> smallest_ratio_for(const EngineInputs& inputs, std::int64_t slots);

/// The ratio that serves the most requests of one length.
struct BestRatio {
  std::int64_t requests = 0;  ///< in flight on one worker, at the flag's value; at least 1
  RatioText flag;             ///< the digits to print; their value lies within low and high
  double low = 0;             ///< smallest ratio with as many requests
  double high = 0;            ///< largest ratio with as many requests, up to kMaxRatio
  std::int64_t low_slots = 0;
  std::int64_t high_slots = 0;
  EngineResult result;  ///< at the flag's value
  Capacity capacity;    ///< at the flag's value
};

/// The ratio with the most requests in flight by the exact arithmetic; of all that give as many,
/// the one nearest to `balance` (r*; NaN: the smallest), with the fewest digits that keep the
/// number. Searches the slot counts at which a term changes, not a grid: some 100 predictions.
/// Empty where the ratio does not decide the slots, where no ratio serves a single request, or on
/// numbers out of range. Example: predict's example at 9216 tokens, balance 1.2745 -> 29 requests,
/// flag 1.27.
std::optional<BestRatio> best_ratio(const EngineInputs& inputs, const Load& load, double balance);

/// A pinned pool for a target, or a pinned pool as it is.
struct PinPlan {
  std::int64_t max_mamba_cache_size = 0;  ///< of all ranks, to print
  EngineResult result;
  Capacity capacity;
};

/// The smallest pin that admits `target_requests` of all ranks together: dp * (ceil(target / dp) *
/// S + 1), one slot more on each rank for each idle prefix; the + 1 is the slot that a chunk
/// boundary takes before the old one is freed. Its result says whether it boots, how much KV is
/// left and whether that holds the target too. Empty beyond 10^9 slots or below one request.
/// Example: S 5, dp 4, 66 requests -> 4 * (17 * 5 + 1) = 344.
std::optional<PinPlan> pin_for(const EngineInputs& inputs, const Load& load,
                               std::int64_t target_requests);

}  // namespace mamba_ratio
