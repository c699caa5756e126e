#include "engine.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace mamba_ratio;

namespace {

using Count = std::int64_t;
constexpr double kInf = std::numeric_limits<double>::infinity();

EngineInputs qwen27() {
  EngineInputs in;
  in.slot_bytes = 153'944'064;
  in.token_bytes = 65'536;
  in.rest0_gib = 38;
  in.context_length = 262'144;
  return in;
}

EngineInputs k3() {
  EngineInputs in;
  in.slot_bytes = 56'171'520;
  in.token_bytes = 13'824;
  in.rest0_gib = 60;
  in.page = 64;
  in.slots_per_request = 4;
  return in;
}

EngineInputs with_draft(EngineInputs in, Count draft_states, double token_bytes) {
  in.speculative = true;
  in.draft_states = draft_states;
  in.token_bytes = token_bytes;
  return in;
}

struct Vector {
  std::string number;
  EngineInputs inputs;
  Count slots, tokens, requests;  // 0 requests: refused
  Count old_slots, old_tokens, old_requests;
};

std::vector<Vector> vectors() {
  const auto with = [](EngineInputs in, auto change) {
    change(in);
    return in;
  };
  using In = EngineInputs&;
  const EngineInputs q = qwen27();
  const EngineInputs drafted = with_draft(q, 4, 69'632);
  return {
      {"1", q, 124, 328967, 24, 125, 328967, 25},
      {"2", with(q, [](In i) { i.slots_per_request = 4; }), 124, 328967, 31, 125, 328967, 31},
      {"3", with(q, [](In i) { i.slots_per_request = 3; }), 124, 328967, 41, 125, 328967, 41},
      {"4",
       with(q,
            [](In i) {
              i.radix_cache = false;
              i.slots_per_request = 1;
              i.max_running_requests = 64;
            }),
       64, 469907, 64, 64, 472256, 64},
      {"5",
       with(q,
            [](In i) {
              i.radix_cache = false;
              i.slots_per_request = 1;
            }),
       124, 328967, 124, 125, 328967, 125},
      {"6",
       with(drafted,
            [](In i) {
              i.max_mamba_cache_size = 80;
              i.max_running_requests = 16;
            }),
       80, 256556, 16, 80, 267610, 16},
      {"7",
       with(q,
            [](In i) {
              i.max_mamba_cache_size = 81;
              i.max_running_requests = 16;
              i.page = 64;
              i.max_total_tokens = 200000;
            }),
       81, 200000, 16, 81, 200000, 16},
      {"8",
       with(q,
            [](In i) {
              i.dp = 4;
              i.max_mamba_cache_size = 327;
              i.max_running_requests = 66;
              i.page = 64;
            }),
       81, 429952, 16, 81, 432320, 16},
      {"9",
       with(q,
            [](In i) {
              i.slot_bytes = 78'446'592;
              i.token_bytes = 32768;
            }),
       245, 656260, 49, 246, 656260, 49},
      {"10",
       with(q,
            [](In i) {
              i.slot_bytes = 76'972'032;
              i.token_bytes = 16384;
              i.rest0_gib = 14;
            }),
       91, 485288, 18, 92, 485288, 18},
      {"11", with(drafted, [](In i) { i.max_running_requests = 48; }), 66, 314037, 13, 69, 318459,
       13},
      {"11 by default", drafted, 66, 314037, 13, 69, 318459, 13},
      {"12", with(drafted, [](In i) { i.max_running_requests = 8; }), 66, 358254, 8, 69, 362675, 8},
      {"13", with(q, [](In i) { i.rest0_gib = 1.5; }), 3, 15180, 0, 4, 15180, 0},
      {"15", with(k3(), [](In i) { i.ratio = 1.8; }), 736, 1665600, 184, 737, 1665600, 184},
      {"16",
       with(k3(),
            [](In i) {
              i.ratio = 14;
              i.dcp = 8;
            }),
       1069, 312512, 267, 1070, 312512, 267},
  };
}

void check_vector(const EngineInputs& in, Count slots, Count tokens, Count requests) {
  const EngineResult out = predict(in);
  CHECK(out.slots == slots);
  CHECK(out.tokens == tokens);
  CHECK(out.requests == requests);
  CHECK(out.refusal == (requests == 0 ? std::optional(Refusal::no_request) : std::nullopt));
}

}  // namespace

TEST_CASE("the engine's slots, tokens and requests are met exactly in both generations",
          "[engine]") {
  for (const Vector& row : vectors()) {
    INFO("vector " << row.number);
    EngineInputs in = row.inputs;
    check_vector(in, row.slots, row.tokens, row.requests);
    in.generation = Generation::since_2026_06;
    check_vector(in, row.old_slots, row.old_tokens, row.old_requests);
    if (in.speculative) continue;
    in.generation = Generation::since_2025_10;
    check_vector(in, row.old_slots, row.old_tokens, row.old_requests);
  }
}

TEST_CASE("before the joint solve the draft states of every asked request are reserved first",
          "[engine]") {
  EngineInputs in = with_draft(qwen27(), 4, 69'632);
  in.generation = Generation::since_2025_10;
  const EngineResult by_default = predict(in);
  CHECK(by_default.draft_rows == 48);
  CHECK(by_default.draft_bytes == 48.0 * 4 * 153'944'064);
  CHECK(by_default.split_gib == 38 - 48.0 * 4 * 153'944'064 / 1073741824.0);
  CHECK(by_default.slots == 34);
  CHECK(by_default.tokens == 86322);
  CHECK(by_default.requests == 6);
  in.max_running_requests = 8;
  CHECK(predict(in).slots == 110);
  CHECK(predict(in).tokens == 272032);
  in.max_mamba_cache_size = 80;
  CHECK(predict(in).slots == 80);
  CHECK(predict(in).draft_rows == 8);
}

TEST_CASE("512 slots are the fallback without radix cache and request limit in old code only",
          "[engine]") {
  EngineInputs in = qwen27();
  in.slot_bytes = 1e7;
  in.radix_cache = false;
  in.slots_per_request = 1;
  in.dp = 4;
  in.generation = Generation::since_2025_10;
  in.fallback_512 = true;
  CHECK(predict(in).slots == 128);
  CHECK(predict(in).slot_source == SlotSource::fallback_512);
  in.fallback_512 = false;
  CHECK(predict(in).slot_source == SlotSource::ratio);
  in.fallback_512 = true;
  in.generation = Generation::since_2026_06;
  CHECK(predict(in).slot_source == SlotSource::ratio);
}

TEST_CASE("the explanation's parts add up to what was split", "[engine]") {
  for (const Vector& row : vectors()) {
    INFO("vector " << row.number);
    const EngineResult out = predict(row.inputs);
    const double rest0_bytes = row.inputs.rest0_gib * 1073741824.0;
    const double used = out.draft_bytes + out.state_bytes + out.kv_bytes;
    CHECK(used <= rest0_bytes);
    CHECK(out.charged_rows == out.slots + 1);
    CHECK(out.state_rows == out.slots + 1);
    CHECK(out.kv_rows == out.tokens + row.inputs.page);
    if (out.max_total_tokens_binds) continue;
    const double page_bytes = row.inputs.token_bytes * static_cast<double>(row.inputs.page);
    CHECK(rest0_bytes - used < page_bytes + 1);
  }
}

TEST_CASE("the smallest term of the requests is named", "[engine]") {
  EngineInputs in = qwen27();
  EngineResult out = predict(in);
  CHECK(out.bound == RequestTerm::slots);
  CHECK(out.by_slots == 24);
  CHECK(out.by_context == 2048);
  CHECK(out.by_max_running_requests == std::nullopt);
  CHECK(out.by_tokens == 164483);
  CHECK_FALSE(out.context_assumed);

  in.max_running_requests = 9;
  out = predict(in);
  CHECK(out.bound == RequestTerm::max_running_requests);
  CHECK(out.by_context == std::nullopt);
  CHECK(out.requests == 9);

  in = qwen27();
  in.slot_bytes = 1000;
  in.context_length.reset();
  out = predict(in);
  CHECK(out.bound == RequestTerm::context);
  CHECK(out.context_assumed);
  CHECK(out.requests == 2048);
  in.context_length = 51'456;  // int(T / context * 512) between the two clamps
  out = predict(in);
  CHECK(out.by_context == static_cast<Count>(static_cast<double>(out.tokens) / 51'456 * 512));
  in.context_length = 1;
  CHECK(predict(in).by_context == 4096);

  in = qwen27();
  in.max_total_tokens = 9;
  out = predict(in);
  CHECK(out.bound == RequestTerm::tokens);
  CHECK(out.requests == 4);
  CHECK(out.max_total_tokens_binds);
}

TEST_CASE("remainders of attention data parallelism give nothing", "[engine]") {
  EngineInputs in = qwen27();
  in.dp = 4;
  in.max_mamba_cache_size = 327;
  CHECK(predict(in).slots == 81);
  in.max_mamba_cache_size = 324;
  CHECK(predict(in).slots == 81);
  in.max_running_requests = 67;
  CHECK(predict(in).by_max_running_requests == 16);
}

TEST_CASE("replayed verification charges its ring to every row and keeps no draft states",
          "[engine]") {
  EngineInputs in = with_draft(qwen27(), 8, 65'536);
  in.replay = true;
  const EngineResult without_ring = predict(in);
  CHECK(without_ring.slots == 124);
  CHECK(without_ring.draft_bytes == 0);
  in.ring_bytes = 10'000'000;
  const EngineResult with_ring = predict(in);
  CHECK(with_ring.slots == 116);
  CHECK(with_ring.state_bytes == 117.0 * 163'944'064);
}

TEST_CASE("the state of a pipeline stage is scaled and truncated", "[engine]") {
  CHECK(stage_slot_bytes(153'944'064, 16, 48) == 51'314'688);
  CHECK(stage_slot_bytes(100, 1, 3) == 33);
  CHECK(stage_slot_bytes(100, 3, 3) == 100);
}

TEST_CASE("a refusal carries the engine's own reason", "[engine]") {
  EngineInputs in = qwen27();
  in.rest0_gib = 0.2;
  CHECK(predict(in).refusal == Refusal::no_slots);
  CHECK(predict(in).slots == -1);

  in.rest0_gib = -3;
  CHECK(predict(in).refusal == Refusal::no_slots);

  in = qwen27();
  in.max_mamba_cache_size = 1000;
  CHECK(predict(in).refusal == Refusal::no_kv_memory);
  CHECK(predict(in).slots == 1000);

  in = qwen27();
  in.page = 1'000'000;
  CHECK(predict(in).refusal == Refusal::no_kv_tokens);

  in = qwen27();
  in.dp = 8;
  in.max_running_requests = 7;
  CHECK(predict(in).refusal == Refusal::no_request);
}

TEST_CASE("numbers outside every range are refused, never computed with", "[engine]") {
  const double bad_sizes[] = {0, -1, std::nan(""), kInf, -kInf};
  for (double size : bad_sizes) {
    for (double EngineInputs::*field :
         {&EngineInputs::slot_bytes, &EngineInputs::token_bytes, &EngineInputs::ratio}) {
      EngineInputs in = qwen27();
      in.*field = size;
      CHECK(predict(in).refusal == Refusal::invalid_input);
      CHECK(predict(in).requests == 0);
    }
  }
  for (Count count : {Count{0}, Count{-1}, std::numeric_limits<Count>::min(),
                      std::numeric_limits<Count>::max()}) {
    for (Count EngineInputs::*field : {&EngineInputs::slots_per_request, &EngineInputs::dp,
                                       &EngineInputs::dcp, &EngineInputs::page}) {
      EngineInputs in = qwen27();
      in.*field = count;
      CHECK(predict(in).refusal == Refusal::invalid_input);
    }
    EngineInputs in = qwen27();
    in.max_mamba_cache_size = count;
    CHECK(predict(in).refusal == Refusal::invalid_input);
  }
  EngineInputs in = qwen27();
  in.slot_bytes = 1e-300;
  CHECK(predict(in).refusal == Refusal::invalid_input);
  in = qwen27();
  in.token_bytes = 1e-12;
  CHECK(predict(in).refusal == Refusal::invalid_input);
  in = qwen27();
  in.ratio = 1e308;
  CHECK(predict(in).refusal.has_value());
  for (double rest : {std::nan(""), kInf, -kInf}) {
    in = qwen27();
    in.rest0_gib = rest;
    CHECK(predict(in).refusal == Refusal::invalid_input);
  }
  in = qwen27();
  in.ring_bytes = std::nan("");
  CHECK(predict(in).refusal == Refusal::invalid_input);
}

TEST_CASE("floor division is Python's", "[engine]") {
  CHECK(floor_div(7, 2) == 3);
  CHECK(floor_div(-1, 4) == -1);
  CHECK(floor_div(-8, 4) == -2);
  CHECK(floor_div(1, 0.1) == 9);
  CHECK(floor_div(0.3, 0.1) == 2);
  CHECK(floor_div(0, 3) == 0);
  CHECK(floor_div(9007199254740991.0, 2) == 4503599627370495.0);
}

TEST_CASE("capacity at a length is what both pools hold, less the kept prefixes", "[engine]") {
  const EngineInputs in = qwen27();
  const EngineResult out = predict(in);
  Capacity held = capacity(in, out, 9216);
  CHECK(held.by_state == 24);
  CHECK(held.by_kv == 35);
  CHECK(held.in_flight == 24);
  CHECK(held.binding == Binding::state);

  held = capacity(in, out, 9216, 4);
  CHECK(held.by_state == 24);
  CHECK(held.by_kv == 31);
  held = capacity(in, out, 9216, 1000);
  CHECK(held.by_state == 0);
  CHECK(held.by_kv == 0);
  CHECK(held.in_flight == 0);

  held = capacity(in, out, 131072);
  CHECK(held.by_kv == 2);
  CHECK(held.in_flight == 2);
  CHECK(held.binding == Binding::kv);

  EngineInputs sharded = k3();
  sharded.dcp = 8;
  sharded.ratio = 14;
  CHECK(capacity(sharded, predict(sharded), 9216).by_kv == 312512 * 8 / 9216);
}

TEST_CASE("a refused boot holds no request and no pool binds", "[engine]") {
  EngineInputs in = qwen27();
  in.rest0_gib = 1.5;
  const Capacity held = capacity(in, predict(in), 1024);
  CHECK(held.by_state == 0);
  CHECK(held.in_flight == 0);
  CHECK(held.binding == std::nullopt);
}

TEST_CASE("pools are balanced within one request or two percent, from ten requests on",
          "[engine]") {
  CHECK(binding_of(88, 87) == Binding::balanced);
  CHECK(binding_of(10, 11) == Binding::balanced);
  CHECK(binding_of(10, 12) == Binding::state);
  CHECK(binding_of(9, 9) == Binding::state);
  CHECK(binding_of(9, 8) == Binding::kv);
  CHECK(binding_of(102, 100) == Binding::balanced);
  CHECK(binding_of(103, 100) == Binding::kv);
  CHECK(binding_of(24, 35) == Binding::state);
}
