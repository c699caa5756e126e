#include <catch2/catch.hpp>

#include "engine_random.h"

using namespace mamba_ratio;
using namespace mamba_ratio::test;

namespace {

constexpr int kConfigurations = 20'000;

EngineInputs with_rest(EngineInputs inputs, double rest0_gib) {
  inputs.rest0_gib = rest0_gib;
  return inputs;
}

EngineInputs with_ratio(EngineInputs inputs, double ratio) {
  inputs.ratio = ratio;
  return inputs;
}

/// Where the reserve of draft states exceeds the memory, the engine computes a negative number.
std::int64_t usable(const EngineResult& result) { return std::max<std::int64_t>(0, result.slots); }

std::int64_t best_requests(const EngineInputs& inputs, const Load& load) {
  const auto best = best_ratio(inputs, load, 1);
  return best ? best->requests : 0;
}

}  // namespace

// Slots never fall, and neither do requests that follow from slots or a limit. A slot more takes
// its tokens at once, though, and a request more its draft states: the tokens, and requests where
// they follow from tokens (a few of these servers), may fall by what the floors of one slot and one
// request are worth.
TEST_CASE("more memory never means fewer slots, admitted requests or a lower best", "[engine]") {
  Random random(21);
  for (int i = 0; i < kConfigurations; ++i) {
    const Configuration config = random_configuration(random);
    const EngineInputs& in = config.inputs;
    const double more = in.rest0_gib * (1 + random.between_log(1e-6, 1));
    const EngineResult before = predict(in);
    const EngineResult after = predict(with_rest(in, more));
    INFO("configuration " << i);
    CHECK(usable(after) >= usable(before));
    CHECK(after.by_slots >= before.by_slots);
    const bool by_tokens =
        after.bound == RequestTerm::context || after.bound == RequestTerm::tokens;
    CHECK((by_tokens || after.requests >= before.requests));
    const double step_bytes = in.slot_bytes * (1 + static_cast<double>(in.draft_states));
    const double step_tokens = step_bytes / in.token_bytes + static_cast<double>(in.page) + 1;
    CHECK(static_cast<double>(before.tokens - after.tokens) <= step_tokens);
    if (i % 4 != 0) continue;
    CHECK(best_requests(with_rest(in, more), config.load) >= best_requests(in, config.load));
  }
}

TEST_CASE("a larger ratio never means fewer slots nor more tokens", "[engine]") {
  Random random(22);
  for (int i = 0; i < kConfigurations; ++i) {
    const Configuration config = random_configuration(random);
    const double larger = config.inputs.ratio * (1 + random.between_log(1e-6, 10));
    const EngineResult before = predict(config.inputs);
    const EngineResult after = predict(with_ratio(config.inputs, larger));
    INFO("configuration " << i);
    CHECK(usable(after) >= usable(before));
    CHECK((before.refusal == Refusal::no_slots || after.tokens <= before.tokens));
  }
}

TEST_CASE("longer requests are never more of them, and more slots each never more either",
          "[engine]") {
  Random random(23);
  for (int i = 0; i < kConfigurations; ++i) {
    const Configuration config = random_configuration(random);
    const EngineInputs& in = config.inputs;
    const double length = config.load.tokens_per_request;
    const EngineResult result = predict(in);
    INFO("configuration " << i);
    CHECK(capacity(in, result, length * (1 + random.unit())).in_flight <=
          capacity(in, result, length).in_flight);
    EngineInputs costlier = in;
    ++costlier.slots_per_request;
    CHECK(predict(costlier).requests <= result.requests);
  }
}

TEST_CASE("a kept prefix never makes room", "[engine]") {
  Random random(24);
  for (int i = 0; i < kConfigurations; ++i) {
    const Configuration config = random_configuration(random);
    const EngineResult result = predict(config.inputs);
    const double length = config.load.tokens_per_request;
    const std::int64_t kept = random.whole(0, 100);
    INFO("configuration " << i);
    CHECK(capacity(config.inputs, result, length, kept + 1).in_flight <=
          capacity(config.inputs, result, length, kept).in_flight);
  }
}
