#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "config_json.h"

using namespace mamba_ratio;

namespace {

const std::string kQwen =
    R"({"model_type": "qwen3_next",
"num_hidden_layers": 8,
"full_attention_interval": 4,
"num_key_value_heads": 4,
"head_dim": 256,
"linear_num_value_heads": 48,
"linear_value_head_dim": 128,
"linear_num_key_heads": 16,
"linear_key_head_dim": 128,
"linear_conv_kernel_dim": 4)";

std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

/// The config without the line of one key.
std::string without(const std::string& key) {
  std::string text = kQwen + "\n}";
  const std::size_t at = text.find("\"" + key + "\"");
  REQUIRE(at != std::string::npos);
  std::size_t end = text.find('\n', at);
  text.erase(at, end - at);
  const std::size_t comma = text.rfind(',');
  if (text.find('"', comma) == std::string::npos) text.erase(comma, 1);
  return text;
}

void check_fault(const std::string& text, Code code, const std::string& field,
                 std::optional<std::int64_t> line = {}) {
  const ConfigReading reading = read_config(text);
  CHECK_FALSE(reading.geometry.has_value());
  for (const Problem& problem : reading.problems) {
    if (problem.code == code && problem.field == field) {
      if (line) CHECK(problem.line == line);
      return;
    }
  }
  FAIL("no " << word(code) << " for " << field << " in " << text.substr(0, 200));
}

}  // namespace

TEST_CASE("a text that is no JSON is refused with the line of the fault", "[config]") {
  struct Case {
    std::string text;
    Code code;
    std::int64_t line;
  };
  const Case row = GENERATE(values<Case>({
      {"{\"a\": 1,\n \"b\": tru}", Code::config_not_json, 2},
      {"{\"a\": 1,}", Code::config_not_json, 1},
      {"{'a': 1}", Code::config_not_json, 1},
      {"{\"a\": None}", Code::config_not_json, 1},
      {"{\"a\": 1}\n{\"a\": 1}", Code::config_not_json, 2},
      {"{\n// a remark\n\"a\": 1}", Code::config_has_comment, 2},
      {"{\"a\": 1, /* a remark */ \"b\": 2}", Code::config_has_comment, 1},
      {"{\"a\": 1,\n# a remark\n\"b\": 2}", Code::config_has_comment, 2},
      {"{\"a\": 1,\n\"b\"", Code::config_cut, 2},
      {"{\"a\": \"no end", Code::config_cut, 1},
      {"{\"a\": [1, 2", Code::config_cut, 1},
      {"{\"a\": 1e999}", Code::config_not_json, 1},
      {"[2026-04-14 16:08:49 TP0] Load weight begin.", Code::config_not_json, 1},
      {"[1, 2]", Code::config_not_object, 1},
      {"17", Code::config_not_object, 1},
      {"\"text\"", Code::config_not_object, 1},
      {std::string("\xFF\xFE{\0\"\0", 6), Code::config_not_json, 1},
      {std::string("\0\0\0", 3), Code::config_not_json, 1},
  }));
  check_fault(row.text, row.code, "config", row.line);
}

TEST_CASE("an empty text is called empty", "[config]") {
  check_fault("", Code::config_empty, "config");
  check_fault(" \r\n\t", Code::config_empty, "config");
}

TEST_CASE("a config without an architecture, or with an unknown one, is told so", "[config]") {
  check_fault("{}", Code::config_no_architecture, "model_type");
  check_fault(R"({"hidden_size": 4096})", Code::config_no_architecture, "model_type");
  check_fault(R"({"model_type": "qwen3_5", "architectures": ["Qwen35DSparkModel"]})",
              Code::config_unknown_architecture, "architectures");
  check_fault(R"({"model_type": "llama"})", Code::config_unknown_architecture, "model_type");
  check_fault(R"({"architectures": ["LlamaForCausalLM"], "model_type": "llama"})",
              Code::config_unknown_architecture, "architectures");
  check_fault(R"({"model_type": 7})", Code::config_not_word, "model_type");
  check_fault(R"({"architectures": [7]})", Code::config_not_word, "architectures");
  const ConfigReading reading = read_config(R"({"model_type": "mamba"})");
  REQUIRE(reading.problems.size() == 1);
  CHECK(std::get<std::string>(reading.problems[0].arguments[0].second) == "mamba");
}

TEST_CASE("each missing key is named", "[config]") {
  for (const std::string key :
       {"num_hidden_layers", "full_attention_interval", "num_key_value_heads", "head_dim",
        "linear_num_value_heads", "linear_value_head_dim", "linear_num_key_heads",
        "linear_key_head_dim", "linear_conv_kernel_dim"}) {
    INFO(key);
    check_fault(without(key), Code::config_missing_key, key);
  }
}

TEST_CASE("all missing keys are named at once", "[config]") {
  const ConfigReading reading = read_config(R"({"model_type": "falcon_h1"})");
  CHECK_FALSE(reading.geometry.has_value());
  std::vector<std::string> fields;
  for (const Problem& problem : reading.problems) fields.push_back(problem.field);
  CHECK(fields == std::vector<std::string>{"num_hidden_layers", "mamba_expand", "hidden_size",
                                           "mamba_n_heads", "mamba_d_head", "mamba_n_groups",
                                           "mamba_d_state", "mamba_d_conv", "num_key_value_heads",
                                           "head_dim"});
}

TEST_CASE("every family names what its config lacks", "[config]") {
  check_fault(R"({"model_type": "nemotron_h"})", Code::config_missing_key, "layers_block_type");
  check_fault(R"({"model_type": "granitemoehybrid"})", Code::config_missing_key, "layer_types");
  check_fault(R"({"model_type": "kimi_k3"})", Code::config_missing_key, "linear_attn_config");
  check_fault(R"({"model_type": "glm5_next", "linear_attn_config": {}})", Code::config_missing_key,
              "kda_layers");
  check_fault(R"({"model_type": "bailing_hybrid"})", Code::config_missing_key, "layer_group_size");
  check_fault(R"({"model_type": "minicpm_sala"})", Code::config_missing_key, "mixer_types");
  check_fault(R"({"model_type": "lfm2"})", Code::config_missing_key, "conv_L_cache");
  check_fault(R"({"model_type": "inkling_mm_model"})", Code::config_missing_key,
              "sconv_kernel_size");
}

TEST_CASE("a value of another type or out of range is named with its line", "[config]") {
  for (const std::string value : {"\"48\"", "true", "4.5", "0", "-3", "1e30", "NaN", "Infinity",
                                  "[48]", "{\"a\": 1}", "99999999999999999999"}) {
    INFO(value);
    check_fault(
        with(kQwen + "}", "\"linear_num_value_heads\": 48", "\"linear_num_value_heads\": " + value),
        Code::config_not_whole, "linear_num_value_heads", 6);
  }
  check_fault(with(kQwen + "}", "\"full_attention_interval\": 4",
                   "\"full_attention_interval\": \"every fourth\""),
              Code::config_not_whole, "full_attention_interval", 3);
  check_fault(with(kQwen + "}", "\"num_hidden_layers\": 8", "\"num_hidden_layers\": 1000000000"),
              Code::config_not_whole, "num_hidden_layers", 2);
}

TEST_CASE("a null counts as missing", "[config]") {
  check_fault(with(kQwen + "}", "\"head_dim\": 256", "\"head_dim\": null"),
              Code::config_missing_key, "head_dim");
}

TEST_CASE("layers that are no list of layers are named", "[config]") {
  const std::string base =
      R"("hidden_size": 1024, "num_hidden_layers": 2, "conv_L_cache": 3, "num_key_value_heads": 8,
"num_attention_heads": 16})";
  const std::string lfm2 = "{\"model_type\": \"lfm2\", ";
  check_fault(lfm2 + "\"layer_types\": \"conv\", " + base, Code::config_not_layer_words,
              "layer_types", 1);
  check_fault(lfm2 + "\"layer_types\": [\"conv\", 1], " + base, Code::config_not_layer_words,
              "layer_types");
  check_fault(lfm2 + "\"layer_types\": [\"conv\", [\"conv\"]], " + base,
              Code::config_not_layer_words, "layer_types");
  check_fault(lfm2 + "\"layer_types\": [\"conv\", \"warp\"], " + base, Code::config_bad_layer,
              "layer_types");
  check_fault(lfm2 + "\"full_attn_idxs\": [0, 2], " + base, Code::config_bad_layer,
              "full_attn_idxs");
  check_fault(lfm2 + "\"full_attn_idxs\": [0, 0.5], " + base, Code::config_not_layer_numbers,
              "full_attn_idxs");
  check_fault(R"({"model_type": "nemotron_h", "hybrid_override_pattern": "M-X*"})",
              Code::config_bad_layer, "hybrid_override_pattern");
  check_fault(R"({"model_type": "nemotron_h", "hybrid_override_pattern": 7})",
              Code::config_not_word, "hybrid_override_pattern");
  check_fault(R"({"model_type": "kimi_linear", "linear_attn_config": [1]})",
              Code::config_not_section, "linear_attn_config");
}

TEST_CASE("a model without linear or without attention layers is no hybrid", "[config]") {
  check_fault(with(kQwen + "}", "\"full_attention_interval\": 4", "\"full_attention_interval\": 1"),
              Code::config_not_hybrid, "full_attention_interval");
  check_fault(with(kQwen + "}", "\"full_attention_interval\": 4", "\"full_attention_interval\": 9"),
              Code::config_not_hybrid, "full_attention_interval");
}

TEST_CASE("heads that do not fill the inner size are refused as the engine does", "[config]") {
  check_fault(R"({"model_type": "granitemoehybrid", "hidden_size": 1536, "num_hidden_layers": 2,
"num_attention_heads": 12, "num_key_value_heads": 4, "mamba_n_heads": 48, "mamba_d_head": 32,
"mamba_d_state": 128, "mamba_n_groups": 1, "mamba_d_conv": 4, "mamba_expand": 2,
"layer_types": ["mamba", "attention"]})",
              Code::config_heads_mismatch, "mamba_d_head", 2);
}

TEST_CASE("of a key given twice the last counts, and it is said", "[config]") {
  const ConfigReading reading = read_config(kQwen + ",\n\"head_dim\": 128}");
  REQUIRE(reading.geometry.has_value());
  CHECK(reading.geometry->attention.head_dim == 128);
  REQUIRE(reading.problems.size() == 1);
  CHECK(reading.problems[0].code == Code::config_key_twice);
  CHECK(reading.problems[0].field == "head_dim");
  CHECK(reading.problems[0].line == 11);
}

TEST_CASE("of a section given twice the last counts whole", "[config]") {
  const ConfigReading reading =
      read_config("{\"text_config\": " + kQwen + "}, \"text_config\": {\"head_dim\": 64}}");
  CHECK_FALSE(reading.geometry.has_value());
  REQUIRE_FALSE(reading.problems.empty());
  CHECK(reading.problems[0].code == Code::config_key_twice);
  CHECK(reading.problems[0].field == "text_config");
}

TEST_CASE("unknown keys may hold anything, known ones elsewhere mean nothing", "[config]") {
  const ConfigReading reading =
      read_config(kQwen + R"(, "time_step_limit": [0.0, Infinity], "x": NaN, "y": {"head_dim": "z",
"linear_attn_config": 3}, "rope_parameters": {"a": [[[{}]]]}, "__proto__": {"head_dim": 1},
"vision_config": {"num_hidden_layers": -1, "text_config": {"head_dim": 3}}, "": null,
"head_dim\u0000": 7})");
  CHECK(reading.problems.empty());
  REQUIRE(reading.geometry.has_value());
  CHECK(reading.geometry->attention.head_dim == 256);
}

TEST_CASE("nesting beyond 64 is refused at once", "[config]") {
  check_fault(std::string(4'000'000, '['), Code::config_too_deep, "config");
  std::string objects;
  for (int i = 0; i < 200'000; ++i) objects += "{\"a\":";
  check_fault(objects, Code::config_too_deep, "config", 1);
}

TEST_CASE("a config beyond the limit is refused by its size", "[config]") {
  const ConfigReading reading = read_config(std::string(kMaxConfigBytes + 1, ' '));
  REQUIRE(reading.problems.size() == 1);
  CHECK(reading.problems[0].code == Code::config_too_large);
}

TEST_CASE("megabytes of one string, one number, one list or many keys are read or refused",
          "[config]") {
  const std::size_t size = kMaxConfigBytes / 4;
  CHECK(read_config(kQwen + ", \"a\": \"" + std::string(size, 'x') + "\"}").geometry.has_value());
  CHECK_FALSE(read_config(kQwen + ", \"a\": 1" + std::string(size, '0') + "}").geometry);
  check_fault("{\"model_type\": \"" + std::string(size, 'x') + "\"}",
              Code::config_unknown_architecture, "model_type");
  std::string list = "{\"model_type\": \"lfm2\", \"layer_types\": [\"conv\"";
  while (list.size() < size) list += ", \"conv\"";
  check_fault(list + "]}", Code::config_too_many_layers, "layer_types");
  std::string keys = kQwen;
  for (int i = 0; keys.size() < size; ++i) keys += ", \"k" + std::to_string(i) + "\": 0";
  CHECK(read_config(keys + "}").geometry.has_value());
  check_fault(R"({"model_type": "nemotron_h", "hybrid_override_pattern": ")" +
                  std::string(size, 'M') + "\"}",
              Code::config_too_many_layers, "hybrid_override_pattern");
}

TEST_CASE("a known key repeated without end is told of once", "[config]") {
  std::string keys = kQwen;
  while (keys.size() < 4'000'000) keys += ", \"head_dim\": 64";
  const ConfigReading reading = read_config(keys + "}");
  REQUIRE(reading.geometry.has_value());
  CHECK(reading.problems.size() == 1);
}
