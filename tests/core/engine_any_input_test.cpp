#include <catch2/catch.hpp>
#include <limits>

#include "engine_chart.h"
#include "engine_generation.h"
#include "engine_random.h"
#include "engine_repair.h"

using namespace mamba_ratio;
using namespace mamba_ratio::test;

namespace {

using Count = std::int64_t;

double any_size(Random& random) {
  const double special[] = {0,
                            -1,
                            std::nan(""),
                            std::numeric_limits<double>::infinity(),
                            -std::numeric_limits<double>::infinity(),
                            std::numeric_limits<double>::max(),
                            std::numeric_limits<double>::denorm_min(),
                            9007199254740993.0};
  if (random.chance(0.15)) return special[random.whole(0, 7)];
  if (random.chance(0.3)) return random.between_log(1e-300, 1e300);
  return random.between_log(1e-3, 1e12);
}

Count any_count(Random& random) {
  const Count special[] = {0,
                           -1,
                           std::numeric_limits<Count>::min(),
                           std::numeric_limits<Count>::max(),
                           1'000'000'000,
                           1'000'000'001,
                           4'294'967'296};
  if (random.chance(0.1)) return special[random.whole(0, 6)];
  if (random.chance(0.2)) return random.whole(1, 1'000'000'000);
  return random.whole(1, 64);
}

std::optional<Count> maybe_count(Random& random) {
  if (random.chance(0.7)) return std::nullopt;
  return any_count(random);
}

EngineInputs any_inputs(Random& random) {
  EngineInputs in;
  in.generation = static_cast<Generation>(random.whole(0, 2));
  in.slot_bytes = any_size(random);
  in.ring_bytes = random.chance(0.8) ? 0 : any_size(random);
  in.token_bytes = any_size(random);
  in.rest0_gib = random.chance(0.7) ? random.between_log(1, 100) : any_size(random);
  in.radix_cache = random.chance(0.7);
  in.slots_per_request = any_count(random);
  in.speculative = random.chance(0.4);
  in.draft_states = any_count(random);
  in.replay = random.chance(0.2);
  in.dp = any_count(random);
  in.dcp = any_count(random);
  in.page = any_count(random);
  in.context_length = maybe_count(random);
  in.max_running_requests = maybe_count(random);
  in.max_total_tokens = maybe_count(random);
  in.ratio = random.chance(0.7) ? random.between_log(1e-3, 1e3) : any_size(random);
  in.max_mamba_cache_size = maybe_count(random);
  in.fallback_512 = random.chance(0.3);
  return in;
}

void check_sound(const EngineInputs& in, const EngineResult& out, const Load& load) {
  CHECK(out.refusal.has_value() == (out.requests < 1));
  CHECK(out.requests >= 0);
  if (!out.refusal) {
    CHECK(out.slots >= 1);
    CHECK(out.tokens >= 1);
    CHECK(out.draft_bytes + out.state_bytes + out.kv_bytes <=
          in.rest0_gib * 1073741824.0 * (1 + 1e-12));
  }
  const Capacity held = capacity(in, out, load.tokens_per_request, load.idle_prefixes);
  CHECK(held.in_flight >= 0);
  CHECK(held.in_flight <= out.requests);
}

}  // namespace

TEST_CASE("any numbers whatever get an answer or a refusal", "[engine]") {
  Random random(61);
  for (int i = 0; i < 20'000; ++i) {
    INFO("inputs " << i);
    const EngineInputs in = any_inputs(random);
    const Load load{any_size(random), random.chance(0.5) ? 0 : any_count(random)};
    check_sound(in, predict(in), load);
    if (i % 8 != 0) continue;
    const auto best = best_ratio(in, load, any_size(random));
    if (best) CHECK(best->requests >= 1);
    const auto plan = pin_for(in, load, any_count(random));
    if (plan) CHECK(plan->max_mamba_cache_size >= 1);
    const ChartRange range{any_size(random), any_size(random),
                           static_cast<int>(random.whole(-1, 64)),
                           static_cast<int>(random.whole(-1, 64))};
    CHECK(chart(in, load, range).points.size() <= 128);
    const RepairSettings settings{any_size(random), any_count(random), any_size(random),
                                  any_size(random)};
    for (const Repair& repair : repairs(in, settings, load)) CHECK(repair.result.requests >= 1);
    const LoggedPools printed{any_count(random), any_size(random), any_size(random),
                              any_count(random), any_size(random), any_size(random)};
    const auto reading = identify_generation(in, printed);
    if (reading) CHECK(reading->fits[0].low_slots <= reading->fits[0].high_slots);
    const auto text = verified_ratio_text(in, load.tokens_per_request, load.idle_prefixes);
    if (text) CHECK(text->value > 0);
  }
}
