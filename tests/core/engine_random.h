#pragma once

#include <cmath>
#include <cstdint>

#include "engine_best.h"

namespace mamba_ratio::test {

/// A small generator with the same numbers everywhere (xorshift64*).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 2685821657736338717ULL + 1) {}

  std::uint64_t bits() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return state_ * 2685821657736338717ULL;
  }
  double unit() { return static_cast<double>(bits() >> 11) / 9007199254740992.0; }
  double between_log(double low, double high) {
    return low * std::exp(unit() * std::log(high / low));
  }
  std::int64_t whole(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(bits() % static_cast<std::uint64_t>(high - low + 1));
  }
  bool chance(double share) { return unit() < share; }

 private:
  std::uint64_t state_;
};

struct Configuration {
  EngineInputs inputs;
  Load load;
};

/// A server by ratio as one meets them: states of 1 to 500 MB, tokens of 1 to 200 KB, 2 to 150 GiB.
inline Configuration random_configuration(Random& random) {
  Configuration out;
  EngineInputs& in = out.inputs;
  const std::int64_t slots[] = {1, 3, 4, 5};
  const std::int64_t pages[] = {1, 1, 16, 64, 128};
  const std::int64_t dcps[] = {1, 1, 1, 2, 8};
  in.generation = random.chance(0.6)   ? Generation::since_2026_07
                  : random.chance(0.7) ? Generation::since_2026_06
                                       : Generation::since_2025_10;
  in.slot_bytes = std::trunc(random.between_log(1e6, 5e8));
  in.token_bytes = std::trunc(random.between_log(1e3, 2e5));
  in.rest0_gib = random.between_log(2, 150);
  in.slots_per_request = slots[random.whole(0, 3)];
  in.radix_cache = in.slots_per_request != 1;
  in.page = pages[random.whole(0, 4)];
  in.dcp = dcps[random.whole(0, 4)];
  in.context_length = 262'144;
  if (in.radix_cache && random.chance(0.3)) {
    in.speculative = true;
    in.draft_states = random.whole(2, 16);
    in.replay = random.chance(0.2);
  }
  if (in.radix_cache && random.chance(0.3)) in.max_running_requests = random.whole(1, 512);
  in.ratio = random.between_log(0.05, 20);
  out.load.tokens_per_request = std::trunc(random.between_log(512, 262'144));
  return out;
}

/// r*. The newer code pays a request's draft states out of the ratio's budget, so a request costs
/// S + D states there; before the joint solve they were reserved first and cost the ratio nothing.
inline double balance_of(const Configuration& config) {
  const EngineInputs& in = config.inputs;
  const bool pays_draft =
      in.speculative && !in.replay && in.generation != Generation::since_2025_10;
  const double draft = pays_draft ? static_cast<double>(in.draft_states) : 0.0;
  return (static_cast<double>(in.slots_per_request) + draft) * in.slot_bytes / in.token_bytes *
         static_cast<double>(in.dcp) / config.load.tokens_per_request;
}

inline Capacity held_at(EngineInputs inputs, const Load& load, double ratio) {
  inputs.ratio = ratio;
  return capacity(inputs, predict(inputs), load.tokens_per_request, load.idle_prefixes);
}

}  // namespace mamba_ratio::test
