#include "measured.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <iostream>
#include <string>
#include <vector>

#include "answer.h"
#include "config_json.h"
#include "link.h"
#include "log_fixture.h"

using namespace mamba_ratio;

namespace {

/// What the page evaluates after a log was read.
Answer after_log(const Reading& reading) {
  std::vector<Entry> entries;
  for (const LogInput& input : reading.inputs) {
    entries.push_back({input.key, input.text, Origin::log, input.line});
  }
  return evaluate(entries, {true, nullptr, reading.context});
}

const Problem* find(const Problems& problems, Code code) {
  for (const Problem& problem : problems) {
    if (problem.code == code) return &problem;
  }
  return nullptr;
}

std::string words(const Problem& problem, std::string_view name) {
  for (const Argument& argument : problem.arguments) {
    if (argument.first != name) continue;
    if (const double* n = std::get_if<double>(&argument.second)) {
      return std::to_string(static_cast<long long>(*n));
    }
    return std::get<std::string>(argument.second);
  }
  return {};
}

}  // namespace

TEST_CASE("every corpus log that prints all sizes of a known model names it on the page",
          "[measured]") {
  struct Expected {
    std::string_view log;
    std::string_view models;  ///< as the sentence names them
    std::string_view placed;  ///< ranks, state dtype, KV dtype
  };
  constexpr Expected kExpected[] = {
      {"001", "Qwen3.5-4B / Qwen3.5-9B", "2 float32 bfloat16"},
      {"003", "Granite-4.0-H-Micro / Granite-4.0-H-Small TP 2", "1 float32 bfloat16"},
      {"004", "LFM2-700M", "1 float32 bfloat16"},
      {"006", "Ling-3.0-tiny", "1 float32 bfloat16"},
      {"007", "Qwen3.5-27B / Qwen3.6-27B / Qwen3.8-27B", "1 float32 bfloat16"},
      {"008", "Qwen3.5-27B / Qwen3.6-27B / Qwen3.8-27B", "1 float32 bfloat16"},
      {"010", "Kimi-K3", "8 float32 fp8_e4m3"},
      {"012", "Nemotron-3-Nano-30B-A3B", "4 float32 fp8_e4m3"},
      {"014", "Qwen3.5-27B / Qwen3.6-27B / Qwen3.8-27B", "1 float32 fp8_e4m3"},
      {"019", "Nemotron-Nano-9B-v2", "1 float32 bfloat16"},
      {"020", "Nemotron-Nano-9B-v2", "1 float32 bfloat16"},
      {"024", "Qwen3.5-4B / Qwen3.5-9B", "1 float32 bfloat16"},
      {"025", "Qwen3.8-Flash-Next", "2 float32 bfloat16"},
      {"033", "Qwen3.5-397B-A17B", "2 float32 bfloat16"},
      {"der-001", "Qwen3.5-397B-A17B", "2 float32 bfloat16"},
      {"der-002", "Qwen3.5-397B-A17B", "2 float32 bfloat16"},
      {"der-004", "Qwen3.5-397B-A17B", "2 float32 bfloat16"},
      {"der-005", "Qwen3.5-397B-A17B", "2 float32 bfloat16"},
      {"der-007", "Qwen3.5-397B-A17B", "2 float32 bfloat16"},
  };
  struct Exception {
    std::string_view log;
    std::string_view why;
  };
  constexpr Exception kNotRecognised[] = {
      {"011", "a model cut down to 8 layers for a test, which no table has"},
      {"017", "a model cut down to 8 layers, and 0.06 GB of 4 slots fit too many"},
  };
  const rapidjson::Document cases = fixture_json("corpus/cases.json");
  std::string open;
  std::size_t recognised = 0;
  for (const auto& test : cases.GetArray()) {
    const std::string id = test["id"].GetString();
    INFO(id);
    const Answer answer =
        after_log(read_log(fixture_text(std::string("corpus/") + test["file"].GetString())));
    const Problem* found = find(answer.messages, Code::model_recognised);
    const auto expected = std::find_if(std::begin(kExpected), std::end(kExpected),
                                       [&](const Expected& e) { return e.log == id; });
    if (found != nullptr) {
      ++recognised;
      REQUIRE(expected != std::end(kExpected));
      CHECK(words(*found, "models") + words(*found, "also") == expected->models);
      CHECK(words(*found, "tp") + " " + words(*found, "ssm_dtype") + " " +
                words(*found, "kv_dtype") ==
            expected->placed);
      continue;
    }
    CHECK(expected == std::end(kExpected));
    const bool all_sizes = find(answer.messages, Code::model_candidates) != nullptr ||
                           find(answer.messages, Code::model_not_recognised) != nullptr;
    if (!all_sizes) continue;
    const auto known = std::find_if(std::begin(kNotRecognised), std::end(kNotRecognised),
                                    [&](const Exception& e) { return e.log == id; });
    REQUIRE(known != std::end(kNotRecognised));
    open += id + ": " + std::string(known->why) + "\n";
  }
  std::cout << "recognised: " << recognised << " logs of the corpus; not:\n" << open;
  CHECK(recognised == std::size(kExpected));
}

TEST_CASE("the worked example, read as a log, is Kimi-K3 and its exact bytes are offered",
          "[measured]") {
  const Reading reading = read_log(example_log());
  const Answer answer = after_log(reading);
  const Problem* found = find(answer.messages, Code::model_recognised);
  REQUIRE(found != nullptr);
  CHECK(words(*found, "models") == "Kimi-K3");
  CHECK(words(*found, "state_bytes") == "56171520");
  CHECK(words(*found, "kv_bytes") == "13824");
  CHECK(answer[ResultId::token_equiv].number == Approx(4080.5424).epsilon(1e-8));
  CHECK(find(evaluate({}).messages, Code::model_recognised) == nullptr);
}

TEST_CASE("a link with the sizes of a log recognises its model, whatever its other settings",
          "[measured]") {
  const auto of = [](std::string_view fragment) { return evaluate(parse_link(fragment).entries); };
  const std::string sizes = "N=257&conv=0.46&ssm=13.04&tokens=1167552&kv=15.03";
  CHECK(find(of(sizes).messages, Code::model_recognised) != nullptr);
  CHECK(find(of(sizes + "&tp=16&dp=2").messages, Code::model_recognised) != nullptr);
  CHECK(find(of(sizes + "&tp=4").messages, Code::model_not_recognised) != nullptr);
  CHECK(find(of(sizes + "&kv_dtype=bfloat16").messages, Code::model_not_recognised) != nullptr);
  const Answer used = of(sizes + "&state_bytes=56171520&kv_bytes=13824");
  CHECK(find(used.messages, Code::model_recognised) != nullptr);
  CHECK(used[ResultId::token_equiv].number == Approx(4063.3333).epsilon(1e-6));
}

TEST_CASE("the checkpoint's name chooses among equal models and forbids a strange claim",
          "[measured]") {
  const std::string sizes =
      "Mamba Cache is allocated. max_mamba_cache_size: 257, conv_state size: 0.46GB, "
      "ssm_state size: 13.04GB\nKV Cache is allocated. dtype: torch.float8_e4m3fn, "
      "#tokens: 1167552, KV size: 15.03 GB\n";
  const auto of = [&](const std::string& before) {
    return after_log(read_log(before + "\n" + sizes));
  };
  CHECK(find(of("server_args=ServerArgs(model_path='/data/kimi-k3-fp8', tp_size=8)").messages,
             Code::model_recognised) != nullptr);
  CHECK(find(of("python -m sglang.launch_server --model Qwen/Qwen3.5-9B").messages,
             Code::model_candidates) != nullptr);
  const Answer conv = of("SGLANG_MAMBA_CONV_DTYPE=float32 python -m sglang.launch_server --tp 8");
  CHECK(find(conv.messages, Code::conv_dtype_set) != nullptr);
  CHECK(find(conv.messages, Code::model_recognised) == nullptr);
  const Answer two = of("SGLANG_MAMBA_CONV_DTYPE=bfloat16 python -m sglang.launch_server --tp 8");
  CHECK(find(two.messages, Code::model_recognised) != nullptr);
}

TEST_CASE("the printed dtype of the KV pool goes into the form, a packed one stays as set",
          "[measured]") {
  const auto dtype = [](const std::string& before) {
    const Reading reading = read_log(before + std::string(example_log()));
    for (const LogInput& input : reading.inputs) {
      if (input.key == Key::kv_dtype) return input.text;
    }
    return std::string();
  };
  CHECK(dtype("") == "fp8_e4m3");
  CHECK(dtype("server_args=ServerArgs(kv_cache_dtype='bfloat16')\n") == "fp8_e4m3");
  CHECK(dtype("server_args=ServerArgs(kv_cache_dtype='mxfp8')\n") == "mxfp8");
}

TEST_CASE("a config.json beside a log gives exact bytes where it prints the sizes", "[measured]") {
  const auto beside = [](const std::string& sizes, const char* file) {
    const ConfigReading config = read_config(fixture_text(std::string("configs/") + file));
    REQUIRE(config.geometry);
    return evaluate(parse_link(sizes).entries, {true, &*config.geometry, {}});
  };
  const std::string kimi = "N=257&conv=0.46&ssm=13.04&tokens=1167552&kv=15.03&kv_dtype=fp8_e4m3";
  const Answer known = beside(kimi, "Kimi-K3.json");
  CHECK(find(known.messages, Code::model_recognised) != nullptr);
  CHECK(find(known.messages, Code::config_fits) == nullptr);
  const Answer other = beside(kimi, "Qwen3.5-27B.json");
  CHECK(find(other.messages, Code::config_does_not_fit) != nullptr);
  CHECK(find(other.messages, Code::model_recognised) != nullptr);

  // Kimi-K3 with 40 more linear layers: no table has it.
  const ConfigReading kimi_config = read_config(fixture_text("configs/Kimi-K3.json"));
  REQUIRE(kimi_config.geometry);
  Geometry longer = *kimi_config.geometry;
  longer.state.layers += 40;
  CHECK(find(beside("N=1&conv=0&ssm=0.01&tokens=100&kv=0.01", "Qwen3.5-27B.json").messages,
             Code::config_fits) == nullptr);
  const std::string sizes = "N=257&conv=0.72&ssm=20.60&tokens=1167552&kv=15.03&kv_dtype=fp8_e4m3";
  const Answer answer = evaluate(parse_link(sizes).entries, {true, &longer, {}});
  const Problem* fits = find(answer.messages, Code::config_fits);
  REQUIRE(fits != nullptr);
  CHECK(words(*fits, "tp") == "8");
  CHECK(words(*fits, "kv_dtype") == "fp8_e4m3");
  CHECK(words(*fits, "state_bytes") == "88734720");
  CHECK(words(*fits, "kv_bytes") == "13824");
  CHECK(find(answer.messages, Code::model_not_recognised) == nullptr);
}
