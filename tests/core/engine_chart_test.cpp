#include "engine_chart.h"

#include <catch2/catch.hpp>

#include "engine_random.h"

using namespace mamba_ratio;
using namespace mamba_ratio::test;

namespace {

EngineInputs qwen27() {
  EngineInputs in;
  in.slot_bytes = 153'944'064;
  in.token_bytes = 65'536;
  in.rest0_gib = 38;
  in.context_length = 262'144;
  return in;
}

}  // namespace

TEST_CASE("the chart holds every step of both lines at its exact ratio", "[engine]") {
  const EngineInputs in = qwen27();
  const Chart drawn = chart(in, {9216, 0}, {0.5, 2, 32, 96});
  CHECK(drawn.every_step);
  REQUIRE(drawn.points.size() > 32);
  CHECK(drawn.points.front().ratio == 0.5);
  CHECK(drawn.points.back().ratio == 2);
  CHECK(drawn.points.front().by_state == 17);
  CHECK(drawn.points.front().by_kv == 45);
  CHECK(drawn.points.back().by_state == 35);
  CHECK(drawn.points.back().by_kv == 22);
  for (std::size_t i = 1; i < drawn.points.size(); ++i) {
    const ChartPoint& before = drawn.points[i - 1];
    const ChartPoint& point = drawn.points[i];
    CHECK(before.ratio < point.ratio);
    const Capacity just_before = held_at(in, {9216, 0}, std::nextafter(point.ratio, 0.0));
    CHECK(just_before.by_state == before.by_state);
    CHECK(just_before.by_kv == before.by_kv);
    CHECK(just_before.in_flight == before.in_flight);
  }
}

TEST_CASE("a chart's points are what the model predicts, whatever the server", "[engine]") {
  Random random(31);
  for (int i = 0; i < 300; ++i) {
    INFO("configuration " << i);
    const Configuration config = random_configuration(random);
    const double balance = balance_of(config);
    const ChartRange range{balance / 8, std::min(balance * 8, kMaxRatio), 64, 48};
    const Chart drawn = chart(config.inputs, config.load, range);
    REQUIRE(drawn.points.size() >= 64);
    CHECK(drawn.points.size() <= 64 + 48);
    for (const ChartPoint& point : drawn.points) {
      const Capacity held = held_at(config.inputs, config.load, point.ratio);
      CHECK(point.by_state == held.by_state);
      CHECK(point.by_kv == held.by_kv);
      CHECK(point.in_flight == held.in_flight);
      CHECK(point.boots == held.binding.has_value());
    }
  }
}

TEST_CASE("large pools are sampled, their steps are too many to draw", "[engine]") {
  EngineInputs in = qwen27();
  in.slot_bytes = 1e6;
  const Chart drawn = chart(in, {2048, 0}, {0.01, 10, 64, 96});
  CHECK_FALSE(drawn.every_step);
  CHECK(drawn.points.size() == 64);
}

TEST_CASE("no chart is drawn where the ratio decides nothing or the range is none", "[engine]") {
  EngineInputs in = qwen27();
  CHECK(chart(in, {9216, 0}, {2, 1, 32, 32}).points.empty());
  CHECK(chart(in, {9216, 0}, {0, 1, 32, 32}).points.empty());
  CHECK(chart(in, {9216, 0}, {1, 2, 1, 32}).points.empty());
  CHECK(chart(in, {9216, 0}, {1, 1e7, 32, 32}).points.empty());
  CHECK(chart(in, {9216, 0}, {std::nan(""), 2, 32, 32}).points.empty());
  in.max_mamba_cache_size = 80;
  CHECK(chart(in, {9216, 0}, {0.5, 2, 32, 32}).points.empty());
}
