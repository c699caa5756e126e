#include "engine_generation.h"

#include <catch2/catch.hpp>
#include <cstdio>

#include "engine_random.h"

using namespace mamba_ratio;
using namespace mamba_ratio::test;

namespace {

constexpr double kGib = 1073741824.0;

struct LogRow {
  const char* log;
  LoggedPools printed;
};

// Every log of tests/fixtures/corpus that prints both pools, sizes above 0.02 and no draft buffers.
// K and V printed apart stand for 0.01 GiB, together for 0.005.
const LogRow kLogs[] = {
    {"001", {186, 0.10 + 4.38, 0.01, 327310, 5.00, 0.01}},
    {"003", {38, 0.03 + 2.74, 0.01, 399740, 3.04, 0.01}},
    {"004", {85292, 4.88 + 0.00, 0.01, 473854, 5.42, 0.01}},
    {"006", {614, 0.38 + 10.81, 0.01, 1933682, 12.45, 0.005}},
    {"007", {124, 0.34 + 17.58, 0.01, 330323, 20.16, 0.01}},
    {"008", {154, 0.43 + 21.80, 0.01, 403904, 24.66, 0.01}},
    {"010", {257, 0.46 + 13.04, 0.01, 1167552, 15.03, 0.005}},
    {"012", {2211, 0.44 + 24.84, 0.01, 19644177, 28.10, 0.01}},
    {"014", {360, 51.76, 0.01, 228520, 6.98, 0.01}},
    {"017", {4, 0.06, 0.01, 10097100, 38.52, 0.01}},
    {"019", {48, 6.55, 0.01, 2618868, 39.96, 0.01}},
    {"025", {97, 0.10 + 5.17, 0.01, 484032, 5.54, 0.01}},
    {"033", {82, 0.13 + 7.29, 0.01, 580364, 8.30, 0.01}},
};

double pool_ratio(const LoggedPools& printed) { return printed.state_gib / printed.kv_gib; }

const char* mark(const GenerationFit& fit) { return fit.fits ? "yes" : " - "; }

}  // namespace

TEST_CASE("logs near the default ratio print the slots that one generation computes at 0.9",
          "[engine]") {
  int near_default = 0;
  int met = 0;
  std::printf("log  slots  state:KV  2026-07            2026-06            2025-10\n");
  for (const LogRow& row : kLogs) {
    const auto reading = identify_generation({}, row.printed);
    REQUIRE(reading);
    std::printf("%s  %5d  %8.3f", row.log, static_cast<int>(row.printed.slots),
                pool_ratio(row.printed));
    for (const GenerationFit& fit : reading->fits) {
      std::printf("  %5d..%5d %s", static_cast<int>(fit.low_slots),
                  static_cast<int>(fit.high_slots), mark(fit));
    }
    std::printf("\n");
    if (pool_ratio(row.printed) < 0.88 || pool_ratio(row.printed) > 0.92) continue;
    ++near_default;
    met += reading->generation.has_value();
  }
  CHECK(near_default == 9);
  CHECK(met == 9);
}

TEST_CASE("a log tells its generation where the padding rows decide a slot", "[engine]") {
  const auto newest = identify_generation({}, kLogs[4].printed);
  REQUIRE(newest);
  CHECK(newest->generation == Generation::since_2026_07);
  CHECK(newest->fits[0].low_slots == 124);
  CHECK(newest->fits[1].low_slots == 125);
  CHECK_FALSE(newest->fits[1].fits);
  CHECK_FALSE(newest->fits[2].fits);

  const auto older = identify_generation({}, kLogs[5].printed);
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
  LoggedPools printed = kLogs[0].printed;
  printed.kv_gib = 0.01;
  CHECK_FALSE(identify_generation({}, printed));
  printed = kLogs[0].printed;
  printed.state_gib = 0;
  CHECK_FALSE(identify_generation({}, printed));
  printed = kLogs[0].printed;
  printed.tokens = 0;
  CHECK_FALSE(identify_generation({}, printed));
  EngineInputs limited;
  limited.max_total_tokens = 327310;
  CHECK_FALSE(identify_generation(limited, kLogs[0].printed));
}
