#include "config_json.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <vector>

#include "config_text.h"
#include "geometry_fixture.h"
#include "models.h"

using namespace mamba_ratio;

namespace {

std::vector<std::string> config_ids() {
  std::vector<std::string> ids;
  for (const auto& file : std::filesystem::directory_iterator(MAMBA_RATIO_FIXTURES "/configs")) {
    ids.push_back(file.path().stem().string());
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

ConfigReading read_fixture(const std::string& id) {
  return read_config(fixture_text("configs/" + id + ".json"));
}

const Problem* find(const Problems& problems, Code code) {
  const auto found = std::find_if(problems.begin(), problems.end(),
                                  [&](const Problem& p) { return p.code == code; });
  return found == problems.end() ? nullptr : &*found;
}

Geometry geometry_from(std::string_view text) {
  const ConfigReading reading = read_config(text);
  for (const Problem& problem : reading.problems) {
    UNSCOPED_INFO(word(problem.code) << " " << problem.field);
  }
  REQUIRE(reading.geometry.has_value());
  return *reading.geometry;
}

/// A small model of each family, without its last brace.
const std::string kQwen =
    R"({"model_type": "qwen3_5_text", "num_hidden_layers": 8, "full_attention_interval": 4,
"num_key_value_heads": 4, "head_dim": 256, "linear_num_value_heads": 48,
"linear_value_head_dim": 128, "linear_num_key_heads": 16, "linear_key_head_dim": 128,
"linear_conv_kernel_dim": 4)";
const std::string kNemotron =
    R"({"model_type": "nemotron_h", "num_key_value_heads": 8, "head_dim": 128,
"mamba_num_heads": 128, "mamba_head_dim": 64, "ssm_state_size": 128)";
const std::string kGranite =
    R"({"model_type": "granitemoehybrid", "hidden_size": 1536, "num_hidden_layers": 4,
"num_attention_heads": 12, "num_key_value_heads": 4, "mamba_n_heads": 48, "mamba_d_state": 128,
"mamba_n_groups": 1, "mamba_d_conv": 4, "mamba_expand": 2,
"layer_types": ["mamba", "mamba", "attention", "mamba"])";
const std::string kKimi =
    R"({"model_type": "kimi_linear", "num_hidden_layers": 8, "kv_lora_rank": 512,
"qk_rope_head_dim": 64, "mla_use_nope": true)";
const std::string kBailing =
    R"({"architectures": ["BailingMoeV3ForCausalLM"], "model_type": "bailing_hybrid",
"num_hidden_layers": 24, "layer_group_size": 4, "num_attention_heads": 16, "head_dim": 128,
"kv_lora_rank": 512, "qk_rope_head_dim": 64)";

}  // namespace

TEST_CASE("every config extract gives the published bytes", "[config]") {
  const auto published = fixture_json("geometry.json");
  const std::vector<std::string> ids = config_ids();
  REQUIRE(ids.size() == 34);
  for (const std::string& id : ids) {
    INFO(id);
    const ConfigReading reading = read_fixture(id);
    CHECK(reading.problems.empty());
    REQUIRE(reading.geometry.has_value());
    const Geometry& g = *reading.geometry;
    for (const auto& row : published["models"].GetArray()) {
      if (row["id"].GetString() != id) continue;
      CHECK(reading.architecture == row["architectures"][0].GetString());
      for (const int tp : {1, 2, 4, 8}) {
        INFO("tp " << tp);
        const auto& bytes = row["computed"][("tp" + std::to_string(tp)).c_str()];
        CHECK(conv_bytes(g, tp) == bytes["conv_bytes_per_slot"].GetInt64());
        CHECK(state_bytes(g, tp, StateDtype::float32) ==
              bytes["state_bytes_per_slot_fp32"].GetInt64());
        CHECK(state_bytes(g, tp, StateDtype::bfloat16) ==
              bytes["state_bytes_per_slot_bf16"].GetInt64());
        CHECK(kv_bytes(g, tp, KvDtype::bfloat16) == bytes["kv_bytes_per_token_bf16"].GetInt64());
        CHECK(kv_bytes(g, tp, KvDtype::fp8_e4m3) == bytes["kv_bytes_per_token_fp8"].GetInt64());
      }
    }
  }
}

TEST_CASE("every entry of the models table equals its config extract", "[config][models]") {
  for (const std::string& id : config_ids()) {
    INFO(id);
    const Model* model = find_model(id);
    REQUIRE(model != nullptr);
    const Geometry table = geometry(*model);
    const Geometry config = geometry_from(fixture_text("configs/" + id + ".json"));
    CHECK(config.state == table.state);
    CHECK(config.attention == table.attention);
    CHECK(config.layers == table.layers);
    CHECK(config.hidden_layers == table.hidden_layers);
    CHECK(config.ssm_dtype == table.ssm_dtype);
    CHECK(config.kv_dtype == table.kv_dtype);
    if (config.draft_layers) CHECK(config.draft_layers == table.draft_layers);
    if (config.max_context_tokens) CHECK(config.max_context_tokens == table.max_context_tokens);
  }
}

TEST_CASE("a text section and a flat config say the same", "[config]") {
  const Geometry flat = geometry_from(kQwen + "}");
  for (const std::string section : {"text_config", "llm_config", "language_config"}) {
    const Geometry nested = geometry_from("{\"model_type\": \"qwen3_5\", \"hidden_size\": 7, \"" +
                                          section + "\": " + kQwen + "}, \"vision_config\": {" +
                                          "\"num_hidden_layers\": 27, \"head_dim\": 1}}");
    CHECK(nested.state == flat.state);
    CHECK(nested.attention == flat.attention);
    CHECK(nested.layers == flat.layers);
  }
}

TEST_CASE("the text section's value wins over the top's", "[config]") {
  const Geometry g =
      geometry_from("{\"num_key_value_heads\": 99, \"text_config\": " + kQwen + "}}");
  CHECK(g.attention.kv_heads == 4);
}

TEST_CASE("layers are read in every way the families list them", "[config]") {
  SECTION("layer_types without an interval") {
    std::string text = kQwen;
    text.replace(text.find("\"full_attention_interval\": 4"), 28,
                 R"("layer_types": ["linear_attention", "full_attention", "linear_attention",
 "linear_attention", "linear_attention", "linear_attention", "linear_attention",
 "full_attention"])");
    CHECK(geometry_from(text + "}").layers == "LALLLLLA");
  }
  SECTION("a pattern of signs, its length wins over num_hidden_layers") {
    const ConfigReading reading =
        read_config(kNemotron + R"(, "n_groups": 8, "conv_kernel": 4, "num_hidden_layers": 52,
 "hybrid_override_pattern": "ME*-M"})");
    REQUIRE(reading.geometry.has_value());
    CHECK(reading.geometry->layers == "L-A-L");
    REQUIRE(find(reading.problems, Code::config_layers_disagree) != nullptr);
  }
  SECTION("a list of blocks, and the newer names of groups and kernel") {
    const Geometry g = geometry_from(kNemotron + R"(, "mamba_n_groups": 8, "mamba_d_conv": 4,
 "layers_block_type": ["mamba", "moe", "attention", "mlp"]})");
    CHECK(g.layers == "L-A-");
    CHECK(g.state.groups == 8);
    CHECK(g.state.kernel == 4);
  }
  SECTION("a list of the pattern's signs") {
    CHECK(geometry_from(kNemotron + R"(, "n_groups": 8, "conv_kernel": 4,
 "layers_block_type": ["M", "E", "*", "-"]})")
              .layers == "L-A-");
  }
  SECTION("Kimi counts layers from 1") {
    CHECK(geometry_from(kKimi + R"(, "linear_attn_config": {"num_heads": 32, "head_dim": 128,
 "short_conv_kernel_size": 4, "kda_layers": [1, 2, 3, 5, 6, 7], "full_attn_layers": [4, 8]}})")
              .layers == "LLLALLLA");
  }
  SECTION("GLM counts them from 0") {
    std::string text = kKimi;
    text.replace(text.find("kimi_linear"), 11, "glm5_next");
    CHECK(geometry_from(text + R"(, "linear_attn_config": {"num_heads": 32, "head_dim": 128,
 "short_conv_kernel_size": 4, "kda_layers": [0, 1, 2, 4, 5, 6], "full_attn_layers": [3, 7]}})")
              .layers == "LLLALLLA");
  }
  SECTION("GLM's words of its sparse attention") {
    std::string text = kKimi;
    text.replace(text.find("kimi_linear"), 11, "glm5_next_text");
    const std::string types =
        R"(, "layer_types": ["linear_attention", "deepseek_sparse_attention", "linear_attention",
 "linear_attention", "linear_attention", "linear_attention", "linear_attention",
 "deepseek_sparse_attention"])";
    CHECK(geometry_from(text + types + R"(, "linear_num_heads": 64, "linear_head_dim": 128,
 "linear_conv_kernel_dim": 4})")
              .layers == "LALLLLLA");
    CHECK(geometry_from(text + types + R"(, "linear_attn_config": {"num_heads": 64,
 "head_dim": 128, "short_conv_kernel_size": 4}})")
              .layers == "LALLLLLA");
  }
  SECTION("one of Kimi's two lists is enough") {
    CHECK(geometry_from(kKimi + R"(, "linear_attn_config": {"num_heads": 32, "head_dim": 128,
 "short_conv_kernel_size": 4, "full_attn_layers": [4, 8]}})")
              .layers == "LLLALLLA");
  }
  SECTION("a group that does not divide the layers") {
    std::string text = kBailing;
    text.replace(text.find("\"num_hidden_layers\": 24"), 23, "\"num_hidden_layers\": 10");
    CHECK(geometry_from(text + "}").layers == "LLLALLLALL");
  }
  SECTION("full_attn_idxs of LFM2") {
    CHECK(geometry_from(R"({"model_type": "lfm2_moe", "num_hidden_layers": 4, "hidden_size": 1024,
 "num_attention_heads": 16, "num_key_value_heads": 8, "conv_L_cache": 3, "full_attn_idxs": [2]})")
              .layers == "LLAL");
  }
  SECTION("mixer_types of MiniCPM-SALA repeat over the layers") {
    const Geometry g =
        geometry_from(R"({"architectures": ["MiniCPMSALAForCausalLM"], "num_hidden_layers": 8,
 "hidden_size": 4096, "num_attention_heads": 32, "num_key_value_heads": 2, "lightning_nkv": 32,
 "mixer_types": ["minicpm4", "lightning-attn", "lightning-attn"]})");
    CHECK(g.layers == "ALLALLAL");
    CHECK(g.state.heads == 32);
    CHECK(g.attention.head_dim == 128);
  }
  SECTION("layers of Inkling's window are no KV layers") {
    const Geometry g =
        geometry_from(R"({"model_type": "inkling_model", "num_hidden_layers": 4, "hidden_size": 64,
 "num_key_value_heads": 8, "head_dim": 128, "sconv_kernel_size": 4, "local_layer_ids": [0, 1, 2]})");
    CHECK(g.layers == "WWWB");
    CHECK(g.state.layers == 4);
    CHECK(g.attention.layers == 1);
    CHECK(g.attention.window_layers == 3);
    CHECK(g.attention.window_kv_heads == 8);
  }
}

TEST_CASE("two ways of listing layers that disagree get a warning, the engine's one counts",
          "[config]") {
  const ConfigReading reading =
      read_config(kQwen + R"(, "layer_types": ["linear_attention", "full_attention"]})");
  REQUIRE(reading.geometry.has_value());
  CHECK(reading.geometry->layers == "LLLALLLA");
  const Problem* problem = find(reading.problems, Code::config_layers_disagree);
  REQUIRE(problem != nullptr);
  CHECK(problem->field == "full_attention_interval");
}

TEST_CASE("Bailing V2.5 and V3 differ by the short convolution alone", "[config]") {
  const Geometry lightning = geometry_from(kBailing + "}");
  CHECK(lightning.state.family == Family::lightning);
  CHECK(conv_bytes(lightning, 1) == 0);
  const Geometry kda = geometry_from(kBailing + R"(, "short_conv_kernel_size": 4})");
  CHECK(kda.state.family == Family::kda);
  CHECK(conv_bytes(kda, 1) == 663552);
  CHECK(geometry_from(kBailing + R"(, "short_conv_kernel_size": null})").state.family ==
        Family::lightning);
}

TEST_CASE("use_mla_nope drops Bailing's rotary part, mla_use_nope keeps Kimi's", "[config]") {
  CHECK(geometry_from(kBailing + R"(, "use_mla_nope": true})").attention.rope_dim == 0);
  CHECK(geometry_from(kBailing + R"(, "use_mla_nope": false})").attention.rope_dim == 64);
  CHECK(geometry_from(kKimi + R"(, "linear_attn_config": {"num_heads": 32, "head_dim": 128,
 "short_conv_kernel_size": 4, "kda_layers": [1, 2, 3], "full_attn_layers": [4]}})")
            .attention.rope_dim == 64);
}

TEST_CASE("a head size of `auto` follows from the inner size", "[config]") {
  const Geometry g = geometry_from(kGranite + R"(, "mamba_d_head": "auto"})");
  CHECK(g.state.head_dim == 64);
  CHECK(g.attention.head_dim == 128);
}

TEST_CASE("KV `auto` is fp8 only where the checkpoint asks for an fp8 KV cache", "[config]") {
  struct Case {
    std::string text;
    KvDtype dtype;
  };
  const Case row = GENERATE(values<Case>({
      {"", KvDtype::bfloat16},
      {R"(, "quantization_config": {"quant_method": "fp8", "fmt": "e4m3"})", KvDtype::bfloat16},
      {R"(, "quantization_config": {"quant_algo": "NVFP4", "kv_cache_quant_algo": "FP8"})",
       KvDtype::fp8_e4m3},
      {R"(, "quantization": {"quant_algo": "NVFP4", "kv_cache_quant_algo": "fp8"})",
       KvDtype::fp8_e4m3},
      {R"(, "quantization_config": {"producer": {"name": "modelopt"},
 "quantization": {"quant_algo": "NVFP4", "kv_cache_quant_algo": "FP8"}})",
       KvDtype::fp8_e4m3},
      {R"(, "quantization_config": {"quant_algo": "NVFP4", "kv_cache_quant_algo": null})",
       KvDtype::bfloat16},
      {R"(, "quantization_config": {"quant_algo": "NVFP4",
 "kv_cache_scheme": {"type": "float", "num_bits": 8}})",
       KvDtype::fp8_e4m3},
      {R"(, "quantization_config": {"quant_method": "compressed-tensors",
 "kv_cache_scheme": {"type": "float", "num_bits": 8}})",
       KvDtype::bfloat16},
      {R"(, "torch_dtype": "float16")", KvDtype::float16},
      {R"(, "dtype": "bfloat16", "torch_dtype": "bfloat16")", KvDtype::bfloat16},
  }));
  INFO(row.text);
  const ConfigReading reading = read_config(kQwen + row.text + "}");
  CHECK(reading.problems.empty());
  REQUIRE(reading.geometry.has_value());
  CHECK(reading.geometry->kv_dtype == row.dtype);
}

TEST_CASE("the state's dtype is read for Qwen and Nemotron-H, by SGLang's own key", "[config]") {
  CHECK(geometry_from(kQwen + R"(, "mamba_ssm_dtype": "bfloat16"})").ssm_dtype ==
        StateDtype::bfloat16);
  CHECK(geometry_from(kQwen + R"(, "mamba_ssm_cache_dtype": "bfloat16"})").ssm_dtype ==
        StateDtype::float32);
  CHECK(geometry_from(kGranite + R"(, "mamba_d_head": 64, "mamba_ssm_dtype": "bfloat16"})")
            .ssm_dtype == StateDtype::float32);
  const ConfigReading odd = read_config(kQwen + R"(, "mamba_ssm_dtype": "fp8"})");
  REQUIRE(odd.geometry.has_value());
  CHECK(odd.geometry->ssm_dtype == StateDtype::float32);
  CHECK(find(odd.problems, Code::config_dtype_unknown) != nullptr);
}

TEST_CASE("a fragment without a name is known by Gated DeltaNet's own keys", "[config]") {
  std::string text = kQwen + "}";
  text.replace(text.find("model_type"), 10, "name");
  const ConfigReading reading = read_config(text);
  CHECK(reading.architecture == "GatedDeltaNet");
  CHECK(geometry_from(text).layers == geometry_from(kQwen + "}").layers);
  CHECK_FALSE(read_config(R"({"num_hidden_layers": 4, "head_dim": 8})").geometry.has_value());
}

TEST_CASE("a config is told from a log", "[config]") {
  CHECK(looks_like_config(kQwen + "}"));
  CHECK(looks_like_config("\xEF\xBB\xBF\r\n {\"architectures\": []}"));
  CHECK_FALSE(looks_like_config("{\"log\": \"Mamba Cache is allocated.\"}"));
  CHECK(looks_like_config("{\"num_hidden_layers\": 4}"));
  CHECK_FALSE(looks_like_config("model_type"));
  CHECK_FALSE(looks_like_config(""));
  CHECK_FALSE(looks_like_config("[TP0] config: {'model_type': 'a'}\n" + std::string(300, '-')));
  CHECK_FALSE(looks_like_config("[TP0] {'model_type': 'a'}\n"));
  CHECK_FALSE(looks_like_config("{\"log\": \"no attribute 'num_hidden_layers'\"}\n"));
  CHECK_FALSE(looks_like_config("My config:\nsglang serve --json '{\"num_hidden_layers\": 8}'"));
  CHECK(looks_like_config(std::string(300, '\n') + kQwen + "}"));
}

TEST_CASE("a config is read out of a chat, a terminal, a page or Python's print", "[config]") {
  const std::string plain = kQwen + ",\n\"tie\": true, \"bos\": null}";
  std::string python = plain;
  std::replace(python.begin(), python.end(), '"', '\'');
  python.replace(python.find("true"), 4, "True");
  python.replace(python.find("null"), 4, "None");
  std::string typographic, entities, blanks;
  bool opens = true;
  for (const char c : plain) {
    blanks += c == ' ' ? std::string("\xC2\xA0") : std::string(1, c);
    entities += c == '"' ? std::string("&quot;") : std::string(1, c);
    typographic += c != '"' ? std::string(1, c) : opens ? "\xE2\x80\x9C" : "\xE2\x80\x9D";
    if (c == '"') opens = !opens;
  }
  for (const std::string& pasted :
       {"```json\n" + plain + "\n```", "$ cat config.json\n" + plain + "\nroot@host:~# ",
        "Qwen3NextConfig " + plain, "config = " + python, typographic, entities, blanks}) {
    INFO(pasted);
    CHECK(looks_like_config(pasted));
    CHECK(read_config(pasted).problems.size() == read_config(plain).problems.size());
    CHECK(geometry_from(pasted).layers == geometry_from(plain).layers);
  }
  // What is wrong inside is named at its own line.
  const ConfigReading wrong = read_config("```json\n{\"model_type\": \"lfm2\",\n\"a\": tru}\n```");
  REQUIRE(wrong.problems.size() == 1);
  CHECK(wrong.problems.front().line == 3);
}
