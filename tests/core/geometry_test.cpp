#include "geometry.h"

#include <catch2/catch.hpp>

#include "models.h"

using namespace mamba_ratio;

namespace {

Geometry of(std::string_view id) {
  const Model* model = find_model(id);
  REQUIRE(model != nullptr);
  return geometry(*model);
}

double argument(const Problem& problem, std::string_view name) {
  for (const Argument& argument : problem.arguments) {
    if (argument.first == name) return std::get<double>(argument.second);
  }
  FAIL("no argument " << name);
  return 0;
}

}  // namespace

TEST_CASE("heads that tp does not divide are refused with both numbers", "[geometry]") {
  struct Case {
    std::string_view model;
    std::int64_t tp;
    double heads;
  };
  const Case row = GENERATE(values<Case>({
      {"Qwen3.5-27B", 5, 48},
      {"Nemotron-H-8B", 3, 128},
      {"Kimi-K3", 7, 96},
      {"Ring-2.5-1T", 3, 64},
      {"LFM2-350M", 3, 1024},
      {"Falcon-H1-0.5B", 16, 24},
      {"Granite-4.0-H-1B", 5, 48},
      {"MiniCPM-SALA", 5, 32},
  }));
  INFO(row.model);
  const Geometry model = of(row.model);
  const Problems problems = refusals(model, row.tp);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].code == Code::heads_do_not_divide);
  CHECK(problems[0].field == "tp");
  CHECK(argument(problems[0], "heads") == row.heads);
  CHECK(argument(problems[0], "tp") == static_cast<double>(row.tp));
  CHECK_FALSE(conv_bytes(model, row.tp).has_value());
  CHECK_FALSE(ssm_bytes(model, row.tp, StateDtype::float32).has_value());
  CHECK_FALSE(kv_bytes(model, row.tp, KvDtype::bfloat16).has_value());
  CHECK_FALSE(exact_bytes(model, {row.tp, {}, {}, 0, 1}).bytes.has_value());
}

TEST_CASE("a tp of zero or less is refused, not divided by", "[geometry]") {
  for (const std::int64_t tp : {0, -1}) {
    const GeometryResult result = exact_bytes(of("Qwen3.5-27B"), {tp, {}, {}, 0, 1});
    CHECK_FALSE(result.bytes.has_value());
    REQUIRE_FALSE(result.problems.empty());
    CHECK(result.problems[0].code == Code::out_of_range);
  }
}

TEST_CASE("three ranks share four KV heads as the engine does, one each", "[geometry]") {
  const auto bytes = exact_bytes(of("Qwen3.8-27B"), {3, {}, {}, 0, 1}).bytes;
  REQUIRE(bytes.has_value());
  CHECK(bytes->kv_bytes == 16 * 2 * 1 * 256 * 2);
  CHECK(bytes->conv_bytes == 48 * ((48 * 128 + 2 * 3 * 128) / 3) * 3 * 2);
}

TEST_CASE("KV heads that ranks can neither share out nor copy evenly are warned of", "[geometry]") {
  const auto warns = [](const char* model, std::int64_t tp) {
    const Problems problems = exact_bytes(of(model), {tp, {}, {}, 0, 1}).problems;
    return std::any_of(problems.begin(), problems.end(), [&](const Problem& problem) {
      return problem.code == Code::kv_heads_do_not_divide &&
             problem.arguments[1].second == std::variant<double, std::string>(double(tp));
    });
  };
  CHECK(warns("Qwen3.8-27B", 3));
  CHECK(warns("Qwen3.8-27B", 6));
  CHECK(warns("Inkling", 3));
  for (const std::int64_t tp : {1, 2, 4, 8}) CHECK_FALSE(warns("Qwen3.8-27B", tp));
  CHECK_FALSE(warns("Kimi-Linear-48B-A3B", 32));  // latent KV has no heads
}

TEST_CASE("groups that tp does not divide are replicated up to tp", "[geometry]") {
  const Geometry falcon = of("Falcon-H1-1.5B-Deep");
  CHECK(conv_bytes(falcon, 1) == 66 * (1536 + 2 * 1 * 256) * 3 * 2);
  CHECK(conv_bytes(falcon, 8) == 66 * ((1536 + 2 * 8 * 256) / 8) * 3 * 2);
}

TEST_CASE("bf16 state halves the SSM part and leaves conv alone", "[geometry]") {
  for (const Model& model : models()) {
    INFO(model.id);
    const Geometry g = geometry(model);
    const auto full = state_bytes(g, 1, StateDtype::float32);
    const auto half = state_bytes(g, 1, StateDtype::bfloat16);
    REQUIRE((full && half));
    CHECK(*full - *conv_bytes(g, 1) == 2 * (*half - *conv_bytes(g, 1)));
    CHECK(half == state_bytes(g, 1, StateDtype::float16));
  }
}

TEST_CASE("a draft with one MTP layer raises the KV of Qwen3.5-27B by 17/16", "[geometry]") {
  const auto bytes = exact_bytes(of("Qwen3.5-27B"), {1, {}, {}, 1, 1}).bytes;
  REQUIRE(bytes.has_value());
  CHECK(bytes->kv_bytes == 65536);
  CHECK(bytes->kv_bytes_with_draft == 69632);
  CHECK(with_draft_layers(65536, 0, 16) == 65536);
  CHECK(with_draft_layers(65536, 1, 0) == 65536);
}

TEST_CASE("the indexer of GLM-5.3-Flash keeps its own bytes under fp8", "[geometry]") {
  const Geometry glm = of("GLM-5.3-Flash");
  CHECK(kv_bytes(glm, 8, KvDtype::bfloat16) == 11264 + 1452);
  CHECK(kv_bytes(glm, 8, KvDtype::fp8_e5m2) == 5632 + 1452);
}

TEST_CASE("mxfp8 adds a thirty-second, fp4 is half and a sixteenth and marked approximate",
          "[geometry]") {
  const Geometry qwen = of("Qwen3.5-27B");
  CHECK(kv_bytes(qwen, 1, KvDtype::fp8_e4m3) == 32768);
  CHECK(kv_bytes(qwen, 1, KvDtype::mxfp8) == 32768 + 1024);
  CHECK(exact_bytes(qwen, {1, {}, KvDtype::mxfp8, 0, 1}).problems.empty());
  const GeometryResult fp4 = exact_bytes(qwen, {1, {}, KvDtype::fp4_e2m1, 0, 1});
  REQUIRE(fp4.bytes.has_value());
  CHECK(fp4.bytes->kv_bytes == 16384 + 2048);
  REQUIRE(fp4.problems.size() == 1);
  CHECK(fp4.problems[0].code == Code::kv_dtype_approximate);
}

TEST_CASE("Inkling's window pool is priced apart from its KV", "[geometry]") {
  const Geometry inkling = of("Inkling");
  CHECK(kv_bytes(inkling, 8, KvDtype::bfloat16) == 5632);
  CHECK(window_kv_bytes(inkling, 8, KvDtype::bfloat16) == 56320);
  CHECK(window_kv_bytes(of("Qwen3.5-27B"), 1, KvDtype::bfloat16) == 0);
}

TEST_CASE("pipeline stages take consecutive layers, the last ones one more", "[geometry]") {
  const auto stages = pipeline_stages(of("Qwen3.8-27B"), 3);
  REQUIRE(stages.has_value());
  REQUIRE(stages->size() == 3);
  CHECK(stages->at(0).linear == 16);
  CHECK(stages->at(0).attention == 5);
  CHECK(stages->at(1).attention == 5);
  CHECK(stages->at(2).linear == 16);
  CHECK(stages->at(2).attention == 6);
}

TEST_CASE("under pipeline parallelism the fullest stages decide", "[geometry]") {
  const auto whole = exact_bytes(of("Qwen3.8-27B"), {1, {}, {}, 0, 1}).bytes;
  const auto split = exact_bytes(of("Qwen3.8-27B"), {1, {}, {}, 0, 3}).bytes;
  REQUIRE((whole && split));
  CHECK(split->state_bytes == whole->state_bytes / 48 * 16);
  CHECK(split->kv_bytes == whole->kv_bytes / 16 * 6);
}

TEST_CASE("where the order of layers is not known, stages are estimated and say so", "[geometry]") {
  const GeometryResult result = exact_bytes(of("LFM2-8B-A1B"), {1, {}, {}, 0, 4});
  REQUIRE(result.bytes.has_value());
  CHECK(result.bytes->conv_bytes == 147456 / 18 * 5);
  CHECK(result.bytes->kv_bytes == 12288 / 6 * 2);
  REQUIRE(result.problems.size() == 1);
  CHECK(result.problems[0].code == Code::stages_estimated);
}

TEST_CASE("more stages than layers are refused", "[geometry]") {
  const GeometryResult result = exact_bytes(of("LFM2-350M"), {1, {}, {}, 0, 17});
  CHECK_FALSE(result.bytes.has_value());
  REQUIRE(result.problems.size() == 1);
  CHECK(result.problems[0].code == Code::stages_exceed_layers);
}

TEST_CASE("sizes beyond 64 bits are a problem, never a wrapped number", "[geometry]") {
  Geometry huge = of("Qwen3.5-27B");
  huge.state.head_dim = std::int64_t{1} << 50;
  const GeometryResult result = exact_bytes(huge, {});
  CHECK_FALSE(result.bytes.has_value());
  REQUIRE(result.problems.size() == 1);
  CHECK(result.problems[0].code == Code::geometry_too_large);
}

TEST_CASE("dtypes are found by SGLang's and torch's words", "[geometry]") {
  CHECK(find_kv_dtype("torch.bfloat16") == KvDtype::bfloat16);
  CHECK(find_kv_dtype("bf16") == KvDtype::bfloat16);
  CHECK(find_kv_dtype("torch.float8_e4m3fn") == KvDtype::fp8_e4m3);
  CHECK(find_kv_dtype("float8_e4m3fnuz") == KvDtype::fp8_e4m3);
  CHECK(find_kv_dtype("fp8_e5m2") == KvDtype::fp8_e5m2);
  CHECK(find_kv_dtype("auto") == std::nullopt);
  CHECK(find_kv_dtype("") == std::nullopt);
  CHECK(find_state_dtype("torch.float32") == StateDtype::float32);
  CHECK(find_state_dtype("auto") == std::nullopt);
  CHECK(word(KvDtype::mxfp8) == "mxfp8");
  CHECK(word(Family::kda) == "KDA");
}
