#include "recognition.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "geometry_fixture.h"

using namespace mamba_ratio;

namespace {

double printed(std::int64_t row_bytes, std::int64_t rows) {
  const double size = static_cast<double>(row_bytes) * static_cast<double>(rows) / (1 << 30);
  return std::round(size * 100) / 100;
}

double printed_kv(const Geometry& g, std::int64_t bytes, std::int64_t rows) {
  return g.attention.kind == AttentionKind::gqa ? 2 * printed(bytes / 2, rows)
                                                : printed(bytes, rows);
}

/// What a rank prints that has these bytes.
PrintedPools pools(const Geometry& g, const ExactBytes& bytes, std::int64_t slots,
                   std::int64_t tokens) {
  PrintedPools result;
  result.slots = slots;
  result.conv_gib = printed(bytes.conv_bytes, slots + 1);
  result.ssm_gib = printed(bytes.ssm_bytes, slots + 1);
  result.tokens = tokens;
  result.kv_gib = printed_kv(g, bytes.kv_bytes, tokens + 1);
  result.kv_dtype = bytes.kv_dtype;
  return result;
}

PrintedPools pools_of(std::string_view id, const Placement& placement, std::int64_t slots,
                      std::int64_t tokens) {
  const Geometry g = geometry(*find_model(id));
  return pools(g, *exact_bytes(g, placement).bytes, slots, tokens);
}

bool has_model(const ByteFamily& family, std::string_view id) {
  return std::any_of(family.candidates.begin(), family.candidates.end(),
                     [&](const Candidate& c) { return c.model->id == id; });
}

PrintedPools reference_log() {
  PrintedPools log;
  log.slots = 257;
  log.conv_gib = 0.46;
  log.ssm_gib = 13.04;
  log.tokens = 1167552;
  log.kv_gib = 15.03;
  log.kv_dtype = KvDtype::fp8_e4m3;
  return log;
}

std::int64_t pick(std::mt19937& random, std::initializer_list<std::int64_t> values) {
  return values.begin()[random() % values.size()];
}

/// A model of one of the usual shapes that nobody has published.
Geometry random_geometry(std::mt19937& random) {
  Geometry g;
  StatePart& s = g.state;
  s.layers = 4 + static_cast<std::int64_t>(random() % 80);
  s.heads = pick(random, {8, 16, 24, 32, 40, 48, 64, 96, 128, 256});
  s.head_dim = pick(random, {64, 80, 96, 128, 256});
  s.kernel = pick(random, {3, 4, 4, 5});
  s.channels = s.heads * s.head_dim;
  switch (random() % 3) {
    case 0:
      s.family = Family::gdn;
      s.groups = pick(random, {1, 4, 8, 16, 32});
      s.state = pick(random, {64, 128, 256});
      break;
    case 1:
      s.family = Family::kda;
      s.groups = s.heads;
      s.state = s.head_dim;
      break;
    default:
      s = {Family::lightning, s.layers, s.heads, s.head_dim, 0, s.head_dim, 0, 1};
  }
  AttentionPart& a = g.attention;
  a.layers = 1 + static_cast<std::int64_t>(random() % 30);
  if (random() % 3 == 0) {
    a.kind = AttentionKind::mla;
    a.kv_lora_rank = pick(random, {256, 512, 768});
    a.rope_dim = pick(random, {0, 32, 64});
  } else {
    a.kv_heads = pick(random, {1, 2, 4, 8, 16});
    a.head_dim = pick(random, {64, 128, 256});
  }
  g.hidden_layers = s.layers + a.layers;
  return g;
}

struct Unpublished {
  ExactBytes bytes;
  Recognition found;
};

/// What is recognised in the pools of such a model.
Unpublished unpublished(std::mt19937& random) {
  for (;;) {
    const Geometry g = random_geometry(random);
    const auto bytes = exact_bytes(g, {pick(random, {1, 2, 4, 8}), {}, {}, 0, 1}).bytes;
    if (!bytes) continue;
    const std::int64_t pool = static_cast<std::int64_t>(1 + random() % 60) << 30;
    return {*bytes, recognise(pools(g, *bytes, 1 + pool / bytes->state_bytes,
                                    64 + pool / bytes->kv_bytes))};
  }
}

}  // namespace

TEST_CASE("the reference log is Kimi-K3 at TP 8 with fp32 state and fp8 KV", "[recognition]") {
  const Recognition found = recognise(reference_log());
  CHECK(found.verdict == Verdict::recognised);
  REQUIRE(found.families.size() == 1);
  CHECK(found.families[0].state_bytes() == 56171520);
  CHECK(found.families[0].kv_bytes == 13824);
  const Candidate& candidate = found.families[0].candidates.front();
  CHECK(candidate.model->id == "Kimi-K3");
  CHECK(candidate.tp == 8);
  CHECK(candidate.ssm_dtype == StateDtype::float32);
  CHECK(candidate.kv_dtype == KvDtype::fp8_e4m3);
  REQUIRE(found.messages.size() == 1);
  CHECK(found.messages[0].code == Code::model_recognised);
}

TEST_CASE("every corpus log that prints all sizes of a known model is recognised",
          "[recognition]") {
  struct Expected {
    std::string_view log;
    std::string_view model;
    std::int64_t tp;
    KvDtype kv_dtype;
  };
  const Expected kExpected[] = {
      {"001", "Qwen3.5-9B", 2, KvDtype::bfloat16},
      {"003", "Granite-4.0-H-Micro", 1, KvDtype::bfloat16},
      {"004", "LFM2-700M", 1, KvDtype::bfloat16},
      {"006", "Ling-3.0-tiny", 1, KvDtype::bfloat16},
      {"007", "Qwen3.8-27B", 1, KvDtype::bfloat16},
      {"008", "Qwen3.6-27B", 1, KvDtype::bfloat16},
      {"010", "Kimi-K3", 8, KvDtype::fp8_e4m3},
      {"012", "Nemotron-3-Nano-30B-A3B", 4, KvDtype::fp8_e4m3},
      {"014", "Qwen3.8-27B", 1, KvDtype::fp8_e4m3},
      {"019", "Nemotron-Nano-9B-v2", 1, KvDtype::bfloat16},
      {"020", "Nemotron-Nano-9B-v2", 1, KvDtype::bfloat16},
      {"024", "Qwen3.5-9B", 1, KvDtype::bfloat16},
      {"025", "Qwen3.8-Flash-Next", 2, KvDtype::bfloat16},
      {"033", "Qwen3.5-397B-A17B", 2, KvDtype::bfloat16},
  };
  // Models cut down to 8 layers for a test, which no table has.
  const std::string_view kUnknown[] = {"011", "017"};

  const auto cases = fixture_json("corpus/cases.json");
  for (const auto& row : cases.GetArray()) {
    const std::string_view id = row["id"].GetString();
    const auto& facts = row["expected"];
    if (!facts.IsObject() || id.starts_with("der-")) continue;
    const auto number = [&](const char* name) {
      return facts.HasMember(name) && facts[name].IsNumber();
    };
    if (!number("max_mamba_cache_size") || !number("conv_state_gb") || !number("ssm_state_gb") ||
        !number("kv_tokens") || !number("kv_gb")) {
      continue;
    }
    INFO(id);
    PrintedPools log;
    log.slots = facts["max_mamba_cache_size"].GetInt64();
    log.conv_gib = facts["conv_state_gb"].GetDouble();
    log.ssm_gib = facts["ssm_state_gb"].GetDouble();
    log.tokens = facts["kv_tokens"].GetInt64();
    log.kv_gib = facts["kv_gb"].GetDouble();
    if (facts["kv_dtype"].IsString()) log.kv_dtype = find_kv_dtype(facts["kv_dtype"].GetString());
    const Recognition found = recognise(log);

    if (std::find(std::begin(kUnknown), std::end(kUnknown), id) != std::end(kUnknown)) {
      CHECK(found.verdict != Verdict::recognised);
      continue;
    }
    const auto expected = std::find_if(std::begin(kExpected), std::end(kExpected),
                                       [&](const Expected& e) { return e.log == id; });
    REQUIRE(expected != std::end(kExpected));
    CHECK(found.verdict == Verdict::recognised);
    REQUIRE(found.families.size() == 1);
    const auto& list = found.families[0].candidates;
    CHECK(std::any_of(list.begin(), list.end(), [&](const Candidate& c) {
      return c.model->id == expected->model && c.tp == expected->tp &&
             c.ssm_dtype == StateDtype::float32 && c.kv_dtype == expected->kv_dtype;
    }));
  }
}

TEST_CASE("every model of the table is found again from finely printed sizes", "[recognition]") {
  for (const Model& model : models()) {
    INFO(model.id);
    const Geometry g = geometry(model);
    const ExactBytes bytes = *exact_bytes(g, {1, {}, {}, 0, 1}).bytes;
    const std::int64_t slots = (std::int64_t{40} << 30) / bytes.state_bytes;
    const std::int64_t tokens = (std::int64_t{40} << 30) / bytes.kv_bytes;
    PrintedPools log = pools(g, bytes, slots, tokens);
    log.checkpoint = model.hf_repo;
    const Recognition found = recognise(log);
    CHECK(found.verdict == Verdict::recognised);
    REQUIRE_FALSE(found.families.empty());
    CHECK(found.families[0].candidates.front().model == &model);
    CHECK(found.families[0].state_bytes() == bytes.state_bytes);
    CHECK(found.families[0].kv_bytes == bytes.kv_bytes);
  }
}

TEST_CASE("random models that nobody has published are not recognised", "[recognition]") {
  std::mt19937 random(2026);
  int tried = 0;
  int wrong = 0;
  while (tried < 2000) {
    const auto [bytes, found] = unpublished(random);
    ++tried;
    if (found.verdict != Verdict::recognised) continue;
    const ByteFamily& family = found.families[0];
    const bool right =
        family.state_bytes() == bytes.state_bytes && family.kv_bytes == bytes.kv_bytes;
    wrong += right ? 0 : 1;
  }
  CHECK(wrong <= 2);
}

TEST_CASE("of a thousand random models that are not in the table none is recognised",
          "[recognition]") {
  std::mt19937 random(5);
  int recognised = 0;
  for (int tried = 0; tried < 1000; ++tried) {
    recognised += unpublished(random).found.verdict == Verdict::recognised ? 1 : 0;
  }
  CHECK(recognised == 0);
}

TEST_CASE("equal models are offered together, the checkpoint's own first", "[recognition]") {
  PrintedPools log = pools_of("Qwen3.6-27B", {1, {}, {}, 0, 1}, 154, 403904);
  log.checkpoint = "/data/Qwen3.6-27B-FP8";
  const Recognition found = recognise(log);
  REQUIRE(found.verdict == Verdict::recognised);
  CHECK(found.families[0].candidates.front().model->id == "Qwen3.6-27B");
  CHECK(has_model(found.families[0], "Qwen3.5-27B"));
  CHECK(has_model(found.families[0], "Qwen3.8-27B"));
}

TEST_CASE("few digits are candidates, no claim, unless the checkpoint's name agrees",
          "[recognition]") {
  PrintedPools log = pools_of("Qwen3.5-9B", {1, {}, {}, 0, 1}, 4, 60000);
  CHECK(recognise(log).verdict == Verdict::several);
  log.checkpoint = "Qwen/Qwen3.5-9B";
  CHECK(recognise(log).verdict == Verdict::recognised);
}

TEST_CASE("figures that fit another model than the checkpoint's name are no claim",
          "[recognition]") {
  PrintedPools log = reference_log();
  log.checkpoint = "Qwen/Qwen3.5-9B";
  CHECK(recognise(log).verdict == Verdict::several);
  log.checkpoint = "/models/my-own-finetune";
  CHECK(recognise(log).verdict == Verdict::recognised);
}

TEST_CASE("one digit off is another model or none", "[recognition]") {
  PrintedPools log = reference_log();
  log.ssm_gib = 13.05;
  CHECK(recognise(log).verdict == Verdict::none);
  CHECK(recognise(log).messages[0].code == Code::model_not_recognised);
  log = reference_log();
  log.slots = 256;
  CHECK(recognise(log).verdict == Verdict::none);
}

TEST_CASE("a known number of ranks and a known dtype exclude the others", "[recognition]") {
  PrintedPools log = reference_log();
  log.tp = 4;
  CHECK(recognise(log).verdict == Verdict::none);
  log.tp = 8;
  CHECK(recognise(log).verdict == Verdict::recognised);
  log.ssm_dtype = StateDtype::bfloat16;
  CHECK(recognise(log).verdict == Verdict::none);
  log.ssm_dtype = {};
  log.kv_dtype = KvDtype::bfloat16;
  CHECK(recognise(log).verdict == Verdict::none);
}

TEST_CASE("a float16 state named by the settings is kept as float16", "[recognition]") {
  PrintedPools log =
      pools_of("Qwen3.8-27B", {2, StateDtype::float16, KvDtype::fp8_e5m2, 0, 1}, 400, 1000000);
  log.ssm_dtype = StateDtype::float16;
  const Recognition found = recognise(log);
  REQUIRE(found.verdict == Verdict::recognised);
  CHECK(found.families[0].candidates.front().ssm_dtype == StateDtype::float16);
  CHECK(found.families[0].candidates.front().kv_dtype == KvDtype::fp8_e5m2);
}

TEST_CASE("the layers of a draft with the target's attention are counted", "[recognition]") {
  PrintedPools log = pools_of("Qwen3.5-27B", {1, {}, {}, 0, 1}, 124, 330323);
  log.draft_tokens = 330323;
  log.draft_kv_gib = 2 * printed(2048, 330324);
  const Recognition found = recognise(log);
  REQUIRE(found.verdict == Verdict::recognised);
  CHECK(found.families[0].candidates.front().draft_layers == 1);
  log.draft_kv_gib = 0.5;
  CHECK(recognise(log).families[0].candidates.front().draft_layers == std::nullopt);
}

TEST_CASE("the page of the KV pool is one of the usual ones or the one given", "[recognition]") {
  const Geometry kimi = geometry(*find_model("Kimi-K3"));
  PrintedPools log = pools(kimi, *exact_bytes(kimi, {8, {}, {}, 0, 1}).bytes, 500, 512);
  log.kv_gib = printed(27648, 512 + 512);
  CHECK_FALSE(recognise(log).families.empty());
  log.page = 1;
  CHECK(recognise(log).families.empty());
  log.page = 512;
  CHECK_FALSE(recognise(log).families.empty());
}

TEST_CASE("a rank of a pipeline prints its own stage", "[recognition]") {
  PrintedPools log = pools_of("Qwen3.8-27B", {1, {}, {}, 0, 3}, 300, 900000);
  CHECK(recognise(log).verdict != Verdict::recognised);
  log.pp = 3;
  log.checkpoint = "Qwen3.8-27B";
  const Recognition found = recognise(log);
  REQUIRE(found.verdict == Verdict::recognised);
  CHECK(found.families[0].state_bytes() == 153944064 / 3);
  CHECK(found.families[0].kv_bytes == 65536 / 16 * 6);
}

TEST_CASE("another dtype of the convolution forbids exact bytes", "[recognition]") {
  PrintedPools log = reference_log();
  log.other_conv_dtype = true;
  const Recognition found = recognise(log);
  CHECK(found.verdict == Verdict::none);
  CHECK(found.families.empty());
  REQUIRE(found.messages.size() == 1);
  CHECK(found.messages[0].code == Code::conv_dtype_set);
}

TEST_CASE("figures without meaning recognise nothing", "[recognition]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinite = std::numeric_limits<double>::infinity();
  for (const double size : {nan, infinite, -1.0, 1e300}) {
    PrintedPools log = reference_log();
    log.ssm_gib = size;
    CHECK(recognise(log).verdict == Verdict::none);
    log = reference_log();
    log.kv_gib = size;
    CHECK(recognise(log).verdict == Verdict::none);
  }
  for (const std::int64_t count :
       {std::int64_t{0}, std::int64_t{-5}, std::numeric_limits<std::int64_t>::max()}) {
    PrintedPools log = reference_log();
    log.slots = count;
    CHECK(recognise(log).verdict == Verdict::none);
    log = reference_log();
    log.tokens = count;
    CHECK(recognise(log).verdict == Verdict::none);
  }
  CHECK(recognise({}).verdict == Verdict::none);
}
