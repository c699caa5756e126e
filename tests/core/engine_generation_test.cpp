#include "engine_generation.h"

#include <catch2/catch.hpp>

#include "engine_random.h"

using namespace mamba_ratio;
using namespace mamba_ratio::test;

namespace {

constexpr double kGib = 1073741824.0;

// Of tests/fixtures/corpus. K and V printed apart stand for 0.01 GiB.
const LoggedPools kLog001 = {186, 0.10 + 4.38, 0.01, 327310, 5.00, 0.01};
const LoggedPools kLog007 = {124, 0.34 + 17.58, 0.01, 330323, 20.16, 0.01};
const LoggedPools kLog008 = {154, 0.43 + 21.80, 0.01, 403904, 24.66, 0.01};

}  // namespace

TEST_CASE("a log tells its generation where the padding rows decide a slot", "[engine]") {
  const auto newest = identify_generation({}, kLog007);
  REQUIRE(newest);
  CHECK(newest->generation == Generation::since_2026_07);
  CHECK(newest->fits[0].low_slots == 124);
  CHECK(newest->fits[1].low_slots == 125);
  CHECK_FALSE(newest->fits[1].fits);
  CHECK_FALSE(newest->fits[2].fits);

  const auto older = identify_generation({}, kLog008);
  REQUIRE(older);
  CHECK(older->generation == Generation::since_2026_06);
  CHECK(older->fits[2].fits);
}

TEST_CASE("a log of another ratio fits no generation until the ratio is given", "[engine]") {
  const LoggedPools flat = {48, 6.55, 0.01, 2618868, 39.96, 0.01};
  CHECK(identify_generation({}, flat)->generation == std::nullopt);
  EngineInputs pinned;
  pinned.max_mamba_cache_size = 48;
  CHECK(identify_generation(pinned, flat)->generation == Generation::since_2026_07);
}

TEST_CASE("the generation that sized a pool is among those that fit it", "[engine]") {
  Random random(51);
  int read = 0;
  for (int i = 0; i < 3000; ++i) {
    INFO("configuration " << i);
    Configuration config = random_configuration(random);
    config.inputs.ring_bytes = 0;
    const EngineInputs& in = config.inputs;
    const EngineResult out = predict(in);
    if (out.tokens < 1) continue;
    LoggedPools printed;
    printed.slots = out.slots;
    printed.tokens = out.tokens;
    printed.state_gib = static_cast<double>(out.state_rows) * in.slot_bytes / kGib;
    printed.kv_gib = static_cast<double>(out.kv_rows) * in.token_bytes / kGib;
    printed.state_gib = std::round(printed.state_gib * 100) / 100;
    printed.kv_gib = std::round(printed.kv_gib * 100) / 100;
    const auto reading = identify_generation(in, printed);
    if (!reading) continue;
    ++read;
    const auto index = static_cast<std::size_t>(in.generation);
    CHECK(reading->fits[index].generation == in.generation);
    CHECK(reading->fits[index].fits);
    CHECK(reading->generation <= in.generation);
  }
  CHECK(read > 2500);
}

TEST_CASE("memory rebuilt from a boot gives the boot again", "[engine]") {
  Random random(52);
  int booted = 0;
  for (int i = 0; i < 3000; ++i) {
    INFO("configuration " << i);
    EngineInputs in = random_configuration(random).inputs;
    const EngineResult out = predict(in);
    if (out.refusal) continue;
    ++booted;
    in.rest0_gib = rebuilt_rest0_gib(in, out.slots, out.tokens);
    CHECK(predict_at_slots(in, out.slots).tokens == out.tokens);
    CHECK(predict(in).slots == out.slots);
    CHECK(predict(in).requests == out.requests);
  }
  CHECK(booted > 2500);
}

TEST_CASE("nothing is rebuilt from sizes that may be 0 or from a limited pool", "[engine]") {
  LoggedPools printed = kLog001;
  printed.kv_gib = 0.01;
  CHECK_FALSE(identify_generation({}, printed));
  printed = kLog001;
  printed.state_gib = 0;
  CHECK_FALSE(identify_generation({}, printed));
  printed = kLog001;
  printed.tokens = 0;
  CHECK_FALSE(identify_generation({}, printed));
  EngineInputs limited;
  limited.max_total_tokens = 327310;
  CHECK_FALSE(identify_generation(limited, kLog001));
}
