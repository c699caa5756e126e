#include "models.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "geometry_fixture.h"

using namespace mamba_ratio;

namespace {

std::int64_t count(const std::string& letters, std::string_view wanted) {
  return std::count_if(letters.begin(), letters.end(),
                       [&](char letter) { return wanted.find(letter) != std::string_view::npos; });
}

}  // namespace

TEST_CASE("all fifty models give the published bytes at every computed TP and dtype", "[models]") {
  const auto published = fixture_json("geometry.json");
  REQUIRE(models().size() == published["models"].Size());
  for (const auto& row : published["models"].GetArray()) {
    const Model* model = find_model(row["id"].GetString());
    INFO(row["id"].GetString());
    REQUIRE(model != nullptr);
    const Geometry g = geometry(*model);
    for (const int tp : {1, 2, 4, 8}) {
      INFO("tp " << tp);
      const auto& bytes = row["computed"][("tp" + std::to_string(tp)).c_str()];
      CHECK(conv_bytes(g, tp) == bytes["conv_bytes_per_slot"].GetInt64());
      CHECK(ssm_bytes(g, tp, StateDtype::float32) == bytes["ssm_bytes_per_slot_fp32"].GetInt64());
      CHECK(ssm_bytes(g, tp, StateDtype::bfloat16) == bytes["ssm_bytes_per_slot_bf16"].GetInt64());
      CHECK(state_bytes(g, tp, StateDtype::float32) ==
            bytes["state_bytes_per_slot_fp32"].GetInt64());
      CHECK(state_bytes(g, tp, StateDtype::bfloat16) ==
            bytes["state_bytes_per_slot_bf16"].GetInt64());
      CHECK(kv_bytes(g, tp, KvDtype::bfloat16) == bytes["kv_bytes_per_token_bf16"].GetInt64());
      CHECK(kv_bytes(g, tp, KvDtype::fp8_e4m3) == bytes["kv_bytes_per_token_fp8"].GetInt64());
      if (bytes.HasMember("swa_kv_bytes_per_swa_token_bf16")) {
        CHECK(window_kv_bytes(g, tp, KvDtype::bfloat16) ==
              bytes["swa_kv_bytes_per_swa_token_bf16"].GetInt64());
      }
    }
  }
}

TEST_CASE("every entry of the table says what the published list says of it", "[models]") {
  const auto published = fixture_json("geometry.json");
  for (const auto& row : published["models"].GetArray()) {
    INFO(row["id"].GetString());
    const Model& model = *find_model(row["id"].GetString());
    CHECK(model.hf_repo == row["hf_repo"].GetString());
    CHECK(model.architecture == row["architectures"][0].GetString());
    CHECK(model.hidden_layers == row["num_hidden_layers"].GetInt());
    CHECK(model.state.layers == row["linear_layers"].GetInt());
    CHECK(model.attention.layers == row["full_attention_layers"].GetInt());
    CHECK(word(model.state.family) == row["family"].GetString());
    CHECK(model.max_context_tokens == row["max_context"].GetInt());
    CHECK(model.source == row["config_status"].GetString());
    CHECK(model.public_logs == row["public_logs_that_agree"].GetInt());
    CHECK(model.draft_layers.has_value() == row["mtp_layers"].IsInt());
    if (row["mtp_layers"].IsInt()) CHECK(model.draft_layers == row["mtp_layers"].GetInt());
  }
}

TEST_CASE("a known order of layers has the counts of the entry", "[models]") {
  for (const Model& model : models()) {
    INFO(model.id);
    const Geometry g = geometry(model);
    if (g.layers.empty()) continue;
    CHECK(static_cast<std::int64_t>(g.layers.size()) == g.hidden_layers);
    CHECK(count(g.layers, "LBW") == g.state.layers);
    CHECK(count(g.layers, "AB") == g.attention.layers);
    CHECK(count(g.layers, "W") == g.attention.window_layers);
  }
}

TEST_CASE("ids are unique and found by their exact spelling only", "[models]") {
  std::set<std::string_view> ids;
  for (const Model& model : models()) {
    CHECK(ids.insert(model.id).second);
    CHECK(find_model(model.id) == &model);
  }
  CHECK(find_model("kimi-k3") == nullptr);
  CHECK(find_model("") == nullptr);
  CHECK(find_model("__proto__") == nullptr);
}

TEST_CASE("a checkpoint's name or path finds its model", "[models]") {
  struct Case {
    std::string_view name;
    std::string_view id;
  };
  const Case row = GENERATE(values<Case>({
      {"/models/nvidia/Qwen3.8-27B-NVFP4", "Qwen3.8-27B"},
      {"Qwen/Qwen3.5-9B", "Qwen3.5-9B"},
      {"tiiuae/Falcon-H1-1.5B-Deep-Instruct", "Falcon-H1-1.5B-Deep"},
      {"tiiuae/Falcon-H1-1.5B-Instruct", "Falcon-H1-1.5B"},
      {"thinkingmachines/Inkling-Small-NVFP4", "Inkling-Small"},
      {"ibm-granite/granite-4.0-h-micro", "Granite-4.0-H-Micro"},
      {"nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B-BF16", "Nemotron-3-Nano-30B-A3B"},
      {"Qwen/Qwen3-Next-80B-A3B-Thinking-FP8", "Qwen3-Next-80B-A3B"},
  }));
  INFO(row.name);
  REQUIRE(match_model(row.name) != nullptr);
  CHECK(match_model(row.name)->id == row.id);
}

TEST_CASE("every model is found by its id and by its repo", "[models]") {
  for (const Model& model : models()) {
    INFO(model.id);
    CHECK(match_model(model.id) == &model);
    CHECK(match_model(model.hf_repo) == &model);
  }
}

TEST_CASE("a name that no model has finds none", "[models]") {
  CHECK(match_model("Jackrong/Qwopus3.6-27B-v2-FP8") == nullptr);
  CHECK(match_model("Qwen/Qwen3.5-270B") == nullptr);
  CHECK(match_model("meta-llama/Llama-3-8B") == nullptr);
  // Another size of the family.
  for (const char* other : {"nvidia/NVIDIA-Nemotron-3-Nano-4B-BF16", "Kimi-K3-Mini",
                            "Kimi-Linear-8B", "Qwen3.8-27B-A3B"}) {
    INFO(other);
    CHECK(match_model(other) == nullptr);
  }
  CHECK(match_model("nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B-FP8")->id == "Nemotron-3-Nano-30B-A3B");
  CHECK(match_model("") == nullptr);
  for (const char* path :
       {"/root/.cache/modelscope/hub/models/Qwen/Qwen3___5-27B", "/models/qwen3_5-27b",
        "/root/.cache/huggingface/hub/models--Qwen--Qwen3.5-27B/snapshots/0a1b2c", "Qwen3_5_27B"}) {
    INFO(path);
    REQUIRE(match_model(path) != nullptr);
    CHECK(match_model(path)->id == "Qwen3.5-27B");
  }
  CHECK(match_model("nvidia/Nemotron_3_Nano_4B") == nullptr);
}

TEST_CASE("parameters are read from a name only where it states them", "[models]") {
  CHECK(billions_in_name("Qwen3.5-122B-A10B") == 122);
  CHECK(billions_in_name("LFM2-350M") == 0.35);
  CHECK(billions_in_name("Ring-2.5-1T") == 1000);
  CHECK(billions_in_name("Falcon-H1-1.5B-Deep") == 1.5);
  CHECK(billions_in_name("Kimi-K3") == std::nullopt);
  CHECK(billions_in_name("Granite-4.0-H-Small") == std::nullopt);
  CHECK(billions_in_name("B-.B-1.2.3B") == std::nullopt);
  CHECK(billions_in_name("") == std::nullopt);
}
