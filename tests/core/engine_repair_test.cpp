#include "engine_repair.h"

#include <catch2/catch.hpp>
#include <cstdlib>

#include "engine_random.h"

using namespace mamba_ratio;
using namespace mamba_ratio::test;

namespace {

EngineInputs small_server() {
  EngineInputs in;
  in.slot_bytes = 153'944'064;
  in.token_bytes = 65'536;
  in.rest0_gib = 1.5;
  in.context_length = 262'144;
  return in;
}

RepairSettings full_settings() {
  RepairSettings out;
  out.float32_ssm_bytes = 150'994'944;
  out.lazy_slots_per_request = 4;
  out.mem_fraction_static = 0.8;
  out.free_before_gib = 30;
  return out;
}

const Repair* find(const std::vector<Repair>& offered, RepairKind kind) {
  for (const Repair& repair : offered) {
    if (repair.kind == kind) return &repair;
  }
  return nullptr;
}

std::vector<RepairKind> kinds(const std::vector<Repair>& offered) {
  std::vector<RepairKind> out;
  for (const Repair& repair : offered) out.push_back(repair.kind);
  return out;
}

bool boots(const EngineInputs& inputs) { return !predict(inputs).refusal; }

/// The three-digit decimals next to a ratio, towards `from`.
double one_step_towards(double ratio, double from) {
  const double unit = std::pow(10, std::floor(std::log10(ratio)) - 2);
  return from < ratio ? ratio - unit : ratio + unit;
}

void check_no_smaller_ratio(const EngineInputs& refused, const Repair& repair) {
  EngineInputs nearer = refused;
  nearer.ratio = one_step_towards(repair.inputs.ratio, refused.ratio);
  const bool between = std::min(refused.ratio, repair.inputs.ratio) < nearer.ratio &&
                       nearer.ratio < std::max(refused.ratio, repair.inputs.ratio);
  const bool three_digits = ratio_text(repair.inputs.ratio)->text == repair.value;
  if (between && three_digits) CHECK_FALSE(boots(nearer));
}

void check_no_smaller_pin(const EngineInputs& refused, const Repair& repair) {
  const std::int64_t pin = *repair.inputs.max_mamba_cache_size;
  const std::int64_t each = refused.slots_per_request + 1;
  if (refused.max_mamba_cache_size && *refused.max_mamba_cache_size > pin) {
    EngineInputs nearer = refused;
    nearer.max_mamba_cache_size = pin + 1;
    CHECK_FALSE(boots(nearer));
  } else {
    CHECK(pin == refused.dp * each);
  }
}

void check_no_smaller_change(const EngineInputs& refused, const RepairSettings& settings,
                             const Repair& repair) {
  EngineInputs nearer = refused;
  switch (repair.kind) {
    case RepairKind::ratio:
      return check_no_smaller_ratio(refused, repair);
    case RepairKind::pin:
      return check_no_smaller_pin(refused, repair);
    case RepairKind::mem_fraction: {
      const double share = std::strtod(repair.value.c_str(), nullptr) - 0.01;
      if (share <= *settings.mem_fraction_static) return;
      nearer.rest0_gib += *settings.free_before_gib * (share - *settings.mem_fraction_static);
      CHECK_FALSE(boots(nearer));
      return;
    }
    case RepairKind::max_running_requests: {
      const std::int64_t requests = *repair.inputs.max_running_requests;
      const std::int64_t present =
          refused.max_running_requests.value_or(refused.speculative ? 48 : 0);
      if (present < refused.dp) {
        CHECK(requests == refused.dp);
        return;
      }
      if (requests + 1 >= present) return;
      nearer.max_running_requests = requests + 1;
      CHECK_FALSE(boots(nearer));
      return;
    }
    default:
      return;
  }
}

EngineInputs refused_inputs(Random& random) {
  for (;;) {
    EngineInputs in = random_configuration(random).inputs;
    in.rest0_gib = random.between_log(0.02, 20);
    in.slot_bytes = std::trunc(random.between_log(1e7, 1e9));
    if (random.chance(0.2)) in.max_mamba_cache_size = random.whole(1, 200);
    if (random.chance(0.2)) {
      in.dp = random.whole(1, 8);
      if (in.max_running_requests) in.max_running_requests = random.whole(1, 16);
    }
    if (random.chance(0.2)) in.ratio = random.between_log(10, 10'000);
    if (!boots(in)) return in;
  }
}

}  // namespace

TEST_CASE("a server refused with four slots is offered what costs it least first", "[engine]") {
  EngineInputs in = small_server();
  in.generation = Generation::since_2026_06;
  REQUIRE(predict(in).slots == 4);
  const auto offered = repairs(in, full_settings(), {1024, 0});
  CHECK(kinds(offered) == std::vector{RepairKind::lazy_strategy, RepairKind::mem_fraction,
                                      RepairKind::ratio, RepairKind::pin, RepairKind::radix_off,
                                      RepairKind::ssm_bfloat16});
  CHECK(offered[0].value == "extra_buffer_lazy");
  CHECK(offered[0].tokens_lost == 0);
  CHECK(offered[0].result.requests == 1);
  CHECK(offered[2].tokens_lost > 0);
  CHECK_FALSE(find(offered, RepairKind::ssm_bfloat16)->keeps_outputs);
  CHECK_FALSE(find(offered, RepairKind::radix_off)->keeps_prefix_reuse);
}

TEST_CASE("the ratio and the pin offered are the smallest that boot", "[engine]") {
  const EngineInputs in = small_server();
  const auto offered = repairs(in, {}, {1024, 0});
  const Repair* ratio = find(offered, RepairKind::ratio);
  REQUIRE(ratio);
  CHECK(ratio == &offered[0]);
  CHECK(offered[1].kind == RepairKind::pin);
  EngineInputs nearer = in;
  CHECK(ratio->value == "1.35");
  nearer.ratio = 1.34;
  CHECK(predict(nearer).refusal == Refusal::no_request);
  const Repair* pin = find(offered, RepairKind::pin);
  REQUIRE(pin);
  CHECK(pin->value == "6");
  CHECK(pin->result.slots == 6);
  CHECK(pin->tokens_lost == predict(in).tokens - pin->result.tokens);
  CHECK_FALSE(find(offered, RepairKind::mem_fraction));
  CHECK_FALSE(find(offered, RepairKind::lazy_strategy));
  CHECK_FALSE(find(offered, RepairKind::ssm_bfloat16));
}

TEST_CASE("a pool that leaves no KV memory is made smaller", "[engine]") {
  EngineInputs in = small_server();
  in.rest0_gib = 38;
  in.max_mamba_cache_size = 400;
  auto offered = repairs(in, {}, {1024, 0});
  const Repair* pin = find(offered, RepairKind::pin);
  REQUIRE(pin);
  CHECK(pin->value == "264");
  CHECK_FALSE(find(offered, RepairKind::ratio));

  in.max_mamba_cache_size.reset();
  in.ratio = 100'000;
  in.page = 4096;
  offered = repairs(in, {}, {1024, 0});
  const Repair* ratio = find(offered, RepairKind::ratio);
  REQUIRE(ratio);
  CHECK(ratio->inputs.ratio < 100'000);
  check_no_smaller_ratio(in, *ratio);
}

TEST_CASE("draft states that took the memory are mended by fewer requests", "[engine]") {
  EngineInputs in = small_server();
  in.rest0_gib = 40;
  in.speculative = true;
  in.draft_states = 16;
  in.max_running_requests = 64;
  in.max_mamba_cache_size = 64;
  REQUIRE(predict(in).refusal == std::nullopt);
  in.generation = Generation::since_2025_10;
  REQUIRE(predict(in).refusal == Refusal::no_kv_memory);
  const auto offered = repairs(in, {}, {1024, 0});
  const Repair* requests = find(offered, RepairKind::max_running_requests);
  REQUIRE(requests);
  CHECK(requests->value == "13");
  CHECK(requests->result.requests == 12);
}

TEST_CASE("fewer requests than ranks are mended by one for each rank", "[engine]") {
  EngineInputs in = small_server();
  in.rest0_gib = 38;
  in.dp = 8;
  in.max_running_requests = 7;
  const auto offered = repairs(in, {}, {1024, 0});
  REQUIRE(offered.size() == 1);
  CHECK(offered[0].kind == RepairKind::max_running_requests);
  CHECK(offered[0].value == "8");
}

TEST_CASE("a boot that is not refused or not understood has no repair", "[engine]") {
  EngineInputs in = small_server();
  in.rest0_gib = 38;
  CHECK(repairs(in, full_settings(), {1024, 0}).empty());
  in.slot_bytes = std::nan("");
  CHECK(repairs(in, full_settings(), {1024, 0}).empty());
  in = small_server();
  in.rest0_gib = -5;
  CHECK(repairs(in, {}, {1024, 0}).empty());
}

TEST_CASE("refused boots of every kind get repairs that boot, and nothing smaller does",
          "[engine]") {
  Random random(41);
  int mended = 0;
  for (int i = 0; i < 2000; ++i) {
    INFO("refused boot " << i);
    const EngineInputs in = refused_inputs(random);
    RepairSettings settings;
    settings.float32_ssm_bytes = in.slot_bytes * 0.95;
    if (in.radix_cache) settings.lazy_slots_per_request = 4;
    settings.mem_fraction_static = static_cast<double>(random.whole(50, 95)) / 100;
    settings.free_before_gib = random.between_log(8, 180);
    const auto offered = repairs(in, settings, {8192, 0});
    mended += !offered.empty();
    bool keeps = true;
    std::int64_t lost = -1;
    for (const Repair& repair : offered) {
      INFO("repair " << static_cast<int>(repair.kind) << " " << repair.value);
      CHECK(boots(repair.inputs));
      CHECK(repair.result.requests >= 1);
      check_no_smaller_change(in, settings, repair);
      const bool this_keeps = repair.keeps_outputs && repair.keeps_prefix_reuse;
      CHECK((keeps || !this_keeps));
      if (keeps && this_keeps && repair.tokens_lost) {
        CHECK(*repair.tokens_lost >= lost);
        lost = *repair.tokens_lost;
      }
      keeps = this_keeps;
    }
  }
  CHECK(mended > 1400);
}
