#include "model_memory.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "answer.h"
#include "config_json.h"
#include "gpus.h"
#include "link.h"

using namespace mamba_ratio;

namespace {

Answer answer(std::string_view fragment, const Geometry* config = nullptr) {
  return evaluate(parse_link(fragment).entries, {config != nullptr, config});
}

bool says(const Answer& a, Code code) {
  for (const Problem& problem : a.messages) {
    if (problem.code == code) return true;
  }
  return false;
}

std::optional<double> number(const Answer& a, ResultId id) { return a[id].number; }

constexpr std::string_view kConfig =
    R"({"model_type": "lfm2", "hidden_size": 1024, "conv_L_cache": 3,
        "layer_types": ["conv", "full_attention"], "num_key_value_heads": 8,
        "num_attention_heads": 16, "num_hidden_layers": 2})";

}  // namespace

TEST_CASE("a model alone gives exact bytes, token_equiv and the flag", "[model]") {
  const Answer a = answer("model=Qwen3.5-27B&L=8192");
  CHECK(a.state == AnswerState::answered);
  CHECK(number(a, ResultId::state_bytes) == 153944064.0);
  CHECK(number(a, ResultId::kv_bytes) == 65536.0);
  CHECK(number(a, ResultId::token_equiv) == 2349.0);
  CHECK(number(a, ResultId::ratio) == Approx(1.4337).epsilon(1e-4));
  CHECK_FALSE(a.example);
  CHECK_FALSE(number(a, ResultId::clamp));
}

TEST_CASE("ranks and dtypes change the bytes of a model", "[model]") {
  const Answer a = answer("model=Qwen3.5-27B&tp=2&kv_dtype=fp8_e4m3&L=8192");
  CHECK(number(a, ResultId::state_bytes) == 76972032.0);
  CHECK(number(a, ResultId::kv_bytes) == 16384.0);
  CHECK(number(answer("model=Qwen3.5-27B&tp=4&dp=4&L=8192"), ResultId::state_bytes) == 153944064.0);
  CHECK(number(answer("model=Qwen3.5-27B&draft_layers=1&L=8192"), ResultId::kv_bytes) == 69632.0);
}

TEST_CASE("heads that do not divide are refused with no number", "[model]") {
  const Answer a = answer("model=Qwen3.5-27B&tp=5&L=8192");
  CHECK(a.state == AnswerState::invalid);
  CHECK(says(a, Code::heads_do_not_divide));
  CHECK_FALSE(number(a, ResultId::ratio));
}

TEST_CASE("a config beside a chosen model counts, and says so", "[model]") {
  const ConfigReading config = read_config(kConfig);
  REQUIRE(config.geometry);
  const auto with = [&](std::string_view fragment) { return answer(fragment, &*config.geometry); };
  CHECK(says(with("model=Qwen3.5-27B&L=8192"), Code::config_wins_over_model));
  CHECK_FALSE(says(with("L=8192"), Code::config_wins_over_model));
  CHECK(number(with("model=Qwen3.5-27B&L=8192"), ResultId::state_bytes) ==
        number(with("L=8192"), ResultId::state_bytes));
}

TEST_CASE("a model that is not in the table is named", "[model]") {
  const Answer a = answer("model=Qwen9-1B&L=8192");
  CHECK(a.state == AnswerState::invalid);
  CHECK(says(a, Code::unknown_model));
}

TEST_CASE("sizes of a log win over the model, each of the two on its own", "[model]") {
  const Answer a = answer("model=Qwen3.5-27B&N=124&conv=0.34&ssm=17.58&L=8192");
  CHECK(number(a, ResultId::state_bytes) != 153944064.0);
  CHECK(number(a, ResultId::kv_bytes) == 65536.0);
  CHECK(says(a, Code::sizes_win_over_model));
}

TEST_CASE("GPU memory, weights and the memory fraction give the rest", "[model]") {
  const Answer a = answer("model=Qwen3.5-27B&L=8192&gpu=80&weights=28.47&mem_fraction=0.9");
  CHECK(number(a, ResultId::rest) == Approx(80 - 28.47 - 8));
  CHECK(number(a, ResultId::clamp).value() > 0);
  CHECK_FALSE(says(a, Code::weights_estimated));
  const Answer before = answer(
      "model=Qwen3.5-27B&L=8192&gpu=80&free_before=79&weights=28.47"
      "&mem_fraction=0.9&reserve=1");
  CHECK(number(before, ResultId::rest) == Approx(79 - 28.47 - 7.9 - 1));
}

TEST_CASE("a refusal on a GPU of the list is mended by a larger fraction of its memory too",
          "[model]") {
  const Answer a = answer("model=Qwen3.5-27B&L=8192&gpu=80&weights=64&mem_fraction=0.8");
  REQUIRE_FALSE(a.repairs.empty());
  CHECK(std::any_of(a.repairs.begin(), a.repairs.end(), [](const RepairLine& line) {
    return line.flag.find("--mem-fraction-static 0.8") == 0;
  }));
}

TEST_CASE("weights and fraction that are not given are estimated, and said so", "[model]") {
  const Answer a = answer("model=Qwen3.5-122B-A10B&tp=4&gpu=80&L=32K");
  CHECK(a.state == AnswerState::answered);
  CHECK_FALSE(a.flag.empty());
  CHECK(number(a, ResultId::clamp).value() > 0);
  CHECK(says(a, Code::weights_estimated));
  CHECK(says(a, Code::mem_fraction_assumed));
}

TEST_CASE("the estimate of the weights says what it rests on and how far it may be off",
          "[model]") {
  const auto of = [](std::string_view fragment, std::string_view name) {
    const Answer a = answer(fragment);
    for (const Problem& problem : a.messages) {
      if (problem.code != Code::weights_estimated) continue;
      for (const Argument& argument : problem.arguments) {
        if (argument.first == name) return std::get<double>(argument.second);
      }
    }
    return -1.0;
  };
  const std::string base = "model=Qwen3.5-122B-A10B&tp=4&gpu=80&L=32K";
  CHECK(of(base, "billions") == 122);
  CHECK(of(base, "ranks") == 4);
  CHECK(of(base, "bytes") == 2);
  CHECK(of(base, "weights_gib") == Approx(122e9 * 2 / 4 / 1073741824));
  CHECK(of(base, "off_gib") == Approx(of(base, "weights_gib") / 10));
  CHECK(of(base + "&quant=fp8", "weights_gib") == Approx(122e9 / 4 / 1073741824));
  CHECK(of(base + "&quant=fp8", "off_gib") == Approx(of(base + "&quant=fp8", "weights_gib") / 4));
  CHECK(of(base + "&quant=fp4", "bytes") == 0.5625);
  CHECK(of(base + "&pp=2", "ranks") == 8);
  CHECK(of(base + "&weights=50", "ranks") == -1);
}

TEST_CASE("weights that no name and no hand gives are asked for", "[model]") {
  const Answer a = answer("model=Kimi-K3&tp=8&gpu=140&L=32K");
  CHECK(says(a, Code::weights_unknown));
  CHECK_FALSE(a.flag.empty());
  CHECK_FALSE(number(a, ResultId::rest));
  CHECK_FALSE(says(answer("model=Kimi-K3&tp=8&gpu=140&weights=80&L=32K"), Code::weights_unknown));
}

TEST_CASE("every GPU of the list keeps less than it has, and most name their source", "[model]") {
  std::size_t sourced = 0;
  for (const Gpu& gpu : gpus()) {
    INFO(gpu.name);
    CHECK(usable_gib(gpu) > gpu.total_mib / 1024.0 - 1.2);
    CHECK(usable_gib(gpu) <= gpu.total_mib / 1024.0 - 1);
    const bool thread = gpu.source.find('/') != gpu.source.npos && gpu.source.find('#') > 0;
    CHECK((gpu.source.empty() || thread));
    sourced += gpu.source.empty() ? 0 : 1;
  }
  CHECK(sourced >= 10);
}

TEST_CASE("weights that fill the GPU leave no rest, and the page says by how much", "[model]") {
  const Answer a = answer("model=Qwen3.5-122B-A10B&gpu=80&L=32K");
  CHECK_FALSE(number(a, ResultId::rest));
  CHECK(says(a, Code::weights_leave_nothing));
}

TEST_CASE("a config gives the bytes, and its link gives them as numbers", "[model]") {
  const ConfigReading config = read_config(kConfig);
  REQUIRE(config.geometry);
  const Answer a = answer("L=1024", &*config.geometry);
  CHECK(number(a, ResultId::state_bytes) == 4096.0);
  CHECK(number(a, ResultId::kv_bytes) == 2048.0);
  CHECK(a.link == "v=1&L=1024&state_bytes=4096&kv_bytes=2048");
  const Answer linked = answer(a.link);
  CHECK(number(linked, ResultId::ratio) == number(a, ResultId::ratio));
  CHECK(linked.flag == a.flag);
}
