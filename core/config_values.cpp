#include "config_values.h"

// A failed check of the library must not end the program; what it guards is checked here.
#define RAPIDJSON_ASSERT(condition) static_cast<void>(0)
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <utility>

#include "config_json.h"

namespace mamba_ratio {
namespace {

/// Where in a config a key means what we know.
enum class Section : unsigned char { model, linear_attn, quantization, kv_scheme, mtp, other };

struct KeyRow {
  ConfigKey key;
  Section section;
  std::string_view name;
  Section inner = Section::other;  ///< what the key opens
};

// The first row of a key has the spelling shown to people.
constexpr KeyRow kRows[] = {
    {ConfigKey::text_config, Section::model, "text_config", Section::model},
    {ConfigKey::text_config, Section::model, "llm_config", Section::model},
    {ConfigKey::text_config, Section::model, "language_config", Section::model},
    {ConfigKey::linear_attn_config, Section::model, "linear_attn_config", Section::linear_attn},
    {ConfigKey::quantization_config, Section::model, "quantization_config", Section::quantization},
    {ConfigKey::quantization_config, Section::model, "quantization", Section::quantization},
    {ConfigKey::quantization_config, Section::quantization, "quantization", Section::quantization},
    {ConfigKey::kv_cache_scheme, Section::quantization, "kv_cache_scheme", Section::kv_scheme},
    {ConfigKey::mtp_config, Section::model, "mtp_config", Section::mtp},
    {ConfigKey::architectures, Section::model, "architectures"},
    {ConfigKey::model_type, Section::model, "model_type"},
    {ConfigKey::dtype, Section::model, "dtype"},
    {ConfigKey::dtype, Section::model, "torch_dtype"},
    {ConfigKey::num_hidden_layers, Section::model, "num_hidden_layers"},
    {ConfigKey::layer_types, Section::model, "layer_types"},
    {ConfigKey::layers_block_type, Section::model, "layers_block_type"},
    {ConfigKey::hybrid_override_pattern, Section::model, "hybrid_override_pattern"},
    {ConfigKey::mixer_types, Section::model, "mixer_types"},
    {ConfigKey::full_attention_interval, Section::model, "full_attention_interval"},
    {ConfigKey::layer_group_size, Section::model, "layer_group_size"},
    {ConfigKey::local_layer_ids, Section::model, "local_layer_ids"},
    {ConfigKey::full_attn_idxs, Section::model, "full_attn_idxs"},
    {ConfigKey::hidden_size, Section::model, "hidden_size"},
    {ConfigKey::num_attention_heads, Section::model, "num_attention_heads"},
    {ConfigKey::num_key_value_heads, Section::model, "num_key_value_heads"},
    {ConfigKey::head_dim, Section::model, "head_dim"},
    {ConfigKey::attention_head_dim, Section::model, "attention_head_dim"},
    {ConfigKey::max_position_embeddings, Section::model, "max_position_embeddings"},
    {ConfigKey::model_max_length, Section::model, "model_max_length"},
    {ConfigKey::mtp_num_hidden_layers, Section::model, "mtp_num_hidden_layers"},
    {ConfigKey::num_nextn_predict_layers, Section::model, "num_nextn_predict_layers"},
    {ConfigKey::mamba_ssm_dtype, Section::model, "mamba_ssm_dtype"},
    {ConfigKey::linear_num_value_heads, Section::model, "linear_num_value_heads"},
    {ConfigKey::linear_value_head_dim, Section::model, "linear_value_head_dim"},
    {ConfigKey::linear_num_key_heads, Section::model, "linear_num_key_heads"},
    {ConfigKey::linear_key_head_dim, Section::model, "linear_key_head_dim"},
    {ConfigKey::linear_conv_kernel_dim, Section::model, "linear_conv_kernel_dim"},
    {ConfigKey::linear_num_heads, Section::model, "linear_num_heads"},
    {ConfigKey::linear_head_dim, Section::model, "linear_head_dim"},
    {ConfigKey::mamba_num_heads, Section::model, "mamba_num_heads"},
    {ConfigKey::mamba_head_dim, Section::model, "mamba_head_dim"},
    {ConfigKey::ssm_state_size, Section::model, "ssm_state_size"},
    {ConfigKey::n_groups, Section::model, "n_groups"},
    {ConfigKey::conv_kernel, Section::model, "conv_kernel"},
    {ConfigKey::mamba_n_heads, Section::model, "mamba_n_heads"},
    {ConfigKey::mamba_d_head, Section::model, "mamba_d_head"},
    {ConfigKey::mamba_d_state, Section::model, "mamba_d_state"},
    {ConfigKey::mamba_n_groups, Section::model, "mamba_n_groups"},
    {ConfigKey::mamba_d_conv, Section::model, "mamba_d_conv"},
    {ConfigKey::mamba_d_ssm, Section::model, "mamba_d_ssm"},
    {ConfigKey::mamba_expand, Section::model, "mamba_expand"},
    {ConfigKey::kv_lora_rank, Section::model, "kv_lora_rank"},
    {ConfigKey::qk_rope_head_dim, Section::model, "qk_rope_head_dim"},
    {ConfigKey::use_mla_nope, Section::model, "use_mla_nope"},
    {ConfigKey::short_conv_kernel_size, Section::model, "short_conv_kernel_size"},
    {ConfigKey::index_head_dim, Section::model, "index_head_dim"},
    {ConfigKey::conv_l_cache, Section::model, "conv_L_cache"},
    {ConfigKey::sconv_kernel_size, Section::model, "sconv_kernel_size"},
    {ConfigKey::swa_num_key_value_heads, Section::model, "swa_num_key_value_heads"},
    {ConfigKey::swa_head_dim, Section::model, "swa_head_dim"},
    {ConfigKey::lightning_nh, Section::model, "lightning_nh"},
    {ConfigKey::lightning_nkv, Section::model, "lightning_nkv"},
    {ConfigKey::lightning_head_dim, Section::model, "lightning_head_dim"},
    {ConfigKey::kda_num_heads, Section::linear_attn, "num_heads"},
    {ConfigKey::kda_head_dim, Section::linear_attn, "head_dim"},
    {ConfigKey::kda_short_conv_kernel_size, Section::linear_attn, "short_conv_kernel_size"},
    {ConfigKey::kda_layers, Section::linear_attn, "kda_layers"},
    {ConfigKey::full_attn_layers, Section::linear_attn, "full_attn_layers"},
    {ConfigKey::quant_algo, Section::quantization, "quant_algo"},
    {ConfigKey::quant_method, Section::quantization, "quant_method"},
    {ConfigKey::kv_cache_quant_algo, Section::quantization, "kv_cache_quant_algo"},
    {ConfigKey::kv_scheme_type, Section::kv_scheme, "type"},
    {ConfigKey::kv_scheme_num_bits, Section::kv_scheme, "num_bits"},
    {ConfigKey::mtp_layers, Section::mtp, "num_nextn_predict_layers"},
};

const KeyRow* find_row(Section section, std::string_view name) {
  if (section == Section::other) return nullptr;
  for (const KeyRow& row : kRows) {
    if (row.section == section && row.name == name) return &row;
  }
  return nullptr;
}

constexpr std::size_t kMaxDepth = 64;
constexpr std::size_t kMaxFoundBytes = 24;
constexpr std::size_t kMaxWordBytes = 64;
constexpr std::size_t kMaxDigits = 15;

/// -1: not digits alone, or too many.
std::int64_t whole_number(std::string_view digits) {
  if (digits.empty() || digits.size() > kMaxDigits) return -1;
  std::int64_t value = 0;
  for (const char digit : digits) {
    if (digit < '0' || digit > '9') return -1;
    value = value * 10 + (digit - '0');
  }
  return value;
}

/// Lines of a text, counted once from front to back.
class LineCounter {
 public:
  explicit LineCounter(std::string_view text) : text_(text) {}

  std::int64_t line_at(std::size_t offset) {
    const std::size_t end = std::min(offset, text_.size());
    if (end > offset_) {
      line_ += std::count(text_.begin() + static_cast<std::ptrdiff_t>(offset_),
                          text_.begin() + static_cast<std::ptrdiff_t>(end), '\n');
      offset_ = end;
    }
    return line_;
  }

 private:
  std::string_view text_;
  std::size_t offset_ = 0;
  std::int64_t line_ = 1;
};

}  // namespace

/// Receives the reader's events and keeps the values of known keys alone.
class ConfigHandler {
 public:
  ConfigHandler(std::string_view text, const rapidjson::MemoryStream& stream, ConfigValues& values,
                Problems& problems)
      : lines_(text), stream_(stream), values_(values), problems_(problems) {}

  bool Null() { return scalar(ConfigValue::Kind::null, {}); }
  bool Bool(bool value) { return scalar(ConfigValue::Kind::boolean, value ? "true" : "false"); }
  bool RawNumber(const char* text, rapidjson::SizeType length, bool) {
    return scalar(ConfigValue::Kind::number, {text, length});
  }
  bool Int(int) { return true; }
  bool Uint(unsigned) { return true; }
  bool Int64(std::int64_t) { return true; }
  bool Uint64(std::uint64_t) { return true; }
  bool Double(double) { return true; }
  bool String(const char* text, rapidjson::SizeType length, bool) {
    return scalar(ConfigValue::Kind::text, {text, length});
  }

  bool Key(const char* text, rapidjson::SizeType length, bool) {
    const Frame& frame = frames_[depth_ - 1];
    row_ = find_row(frame.section, {text, length});
    if (row_ == nullptr) return true;
    value_ = &values_.values_[frame.in_text][ConfigValues::index(row_->key)];
    if (value_->spelling == row_->name) forget_previous(frame);
    value_->spelling = row_->name;
    return true;
  }

  bool StartObject() { return open(ConfigValue::Kind::section); }
  bool EndObject(rapidjson::SizeType) { return close(); }
  bool StartArray() { return open(ConfigValue::Kind::list); }
  bool EndArray(rapidjson::SizeType) { return close(); }

  bool too_deep() const { return too_deep_; }
  bool root_is_object() const { return root_is_object_; }

 private:
  struct Frame {
    Section section = Section::other;
    bool in_text = false;
    ConfigValue* list = nullptr;  ///< the known list whose elements these are
    bool is_list = false;
  };

  bool scalar(ConfigValue::Kind kind, std::string_view text) {
    if (depth_ == 0) {
      root_is_object_ = false;
    } else if (frames_[depth_ - 1].is_list) {
      if (ConfigValue* list = frames_[depth_ - 1].list) append(*list, kind, text);
    } else if (row_ != nullptr) {
      set(kind);
      value_->text = text.substr(0, kMaxLayers + 1);
      if (kind == ConfigValue::Kind::number) value_->whole = whole_number(text);
      if (kind == ConfigValue::Kind::boolean) value_->whole = text == "true" ? 1 : 0;
      row_ = nullptr;
    }
    return true;
  }

  static void append(ConfigValue& list, ConfigValue::Kind kind, std::string_view text) {
    if (++list.length > kMaxLayers) return;
    if (kind == ConfigValue::Kind::text) {
      list.words.emplace_back(text.substr(0, kMaxWordBytes));
    } else if (kind == ConfigValue::Kind::number && whole_number(text) >= 0) {
      list.numbers.push_back(whole_number(text));
    }
  }

  bool open(ConfigValue::Kind kind) {
    if (depth_ == kMaxDepth) {
      too_deep_ = true;
      return false;
    }
    Frame inner;
    inner.is_list = kind == ConfigValue::Kind::list;
    if (depth_ == 0) {
      root_is_object_ = !inner.is_list;
      inner.section = Section::model;
    } else if (const Frame& outer = frames_[depth_ - 1]; outer.is_list) {
      if (outer.list != nullptr) ++outer.list->length;
    } else if (row_ != nullptr) {
      set(kind);
      inner.list = inner.is_list ? value_ : nullptr;
      inner.section = row_->inner;
      inner.in_text = outer.in_text || row_->key == ConfigKey::text_config;
    }
    row_ = nullptr;
    frames_[depth_++] = inner;
    return true;
  }

  bool close() {
    --depth_;
    row_ = nullptr;
    return true;
  }

  void set(ConfigValue::Kind kind) {
    *value_ = {};
    value_->kind = kind;
    value_->spelling = row_->name;
    value_->line = lines_.line_at(stream_.Tell());
  }

  /// Of a key given twice the last counts, whole sections too.
  void forget_previous(const Frame& frame) {
    const auto told = [&](const Problem& problem) { return problem.field == row_->name; };
    if (std::none_of(problems_.begin(), problems_.end(), told)) {
      problems_.push_back(
          {Code::config_key_twice, std::string(row_->name), lines_.line_at(stream_.Tell()), {}});
    }
    const bool in_text = frame.in_text || row_->key == ConfigKey::text_config;
    if (row_->inner == Section::other) return;
    for (const KeyRow& row : kRows) {
      const bool inside = row.section == row_->inner ||
                          (row_->inner == Section::model && row.section != Section::model);
      if (inside) values_.values_[in_text][ConfigValues::index(row.key)] = {};
    }
  }

  LineCounter lines_;
  const rapidjson::MemoryStream& stream_;
  ConfigValues& values_;
  Problems& problems_;
  std::array<Frame, kMaxDepth> frames_;
  std::size_t depth_ = 0;
  const KeyRow* row_ = nullptr;  ///< of the key whose value comes next
  ConfigValue* value_ = nullptr;
  bool too_deep_ = false;
  bool root_is_object_ = true;
};

namespace {

std::string_view without_mark(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  return text.starts_with(kByteOrderMark) ? text.substr(kByteOrderMark.size()) : text;
}

/// The place of a syntax error, in words of the config itself.
Problem syntax_problem(std::string_view text, std::size_t offset, bool too_deep) {
  offset = std::min(offset, text.size());
  const std::string_view before = text.substr(0, offset);
  const std::size_t line_begin = before.rfind('\n') + 1;
  const std::string_view rest = text.substr(offset);
  Problem problem{Code::config_not_json, "config", LineCounter(text).line_at(offset), {}};
  if (too_deep) {
    problem.code = Code::config_too_deep;
    put(problem, "max", static_cast<std::int64_t>(kMaxDepth));
  } else if (rest.empty()) {
    problem.code = Code::config_cut;
  } else if (rest.front() == '/' || rest.front() == '#') {
    problem.code = Code::config_has_comment;
  } else {
    put(problem, "column", static_cast<std::int64_t>(offset - line_begin + 1));
    put(problem, "found",
        std::string(rest.substr(0, rest.find_first_of("\r\n")).substr(0, kMaxFoundBytes)));
  }
  return problem;
}

}  // namespace

bool ConfigValues::parse(std::string_view text, Problems& problems) {
  text = without_mark(text);
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    problems.push_back({Code::config_empty, "config", {}, {}});
    return false;
  }
  rapidjson::MemoryStream stream(text.data(), text.size());
  rapidjson::Reader reader;
  ConfigHandler handler(text, stream, *this, problems);
  constexpr unsigned kFlags = rapidjson::kParseIterativeFlag |
                              rapidjson::kParseNumbersAsStringsFlag |
                              rapidjson::kParseNanAndInfFlag;
  const rapidjson::ParseResult result = reader.Parse<kFlags>(stream, handler);
  if (result.IsError()) {
    problems.push_back(syntax_problem(text, result.Offset(), handler.too_deep()));
    return false;
  }
  if (!handler.root_is_object()) {
    problems.push_back({Code::config_not_object, "config", 1, {}});
    return false;
  }
  return true;
}

const ConfigValue& ConfigValues::at(ConfigKey key) const {
  static const ConfigValue kAbsent;
  for (const ConfigValue* value : {&in_text(key), &at_top(key)}) {
    if (value->kind != ConfigValue::Kind::absent && value->kind != ConfigValue::Kind::null) {
      return *value;
    }
  }
  return kAbsent;
}

std::string first_word(const ConfigValue& value) {
  if (value.kind == ConfigValue::Kind::text) return value.text.substr(0, kMaxWordBytes);
  return value.words.empty() ? std::string() : value.words.front();
}

std::string shown(const ConfigValue& value) {
  switch (value.kind) {
    case ConfigValue::Kind::number:
    case ConfigValue::Kind::boolean:
      return value.text.substr(0, kMaxFoundBytes);
    case ConfigValue::Kind::text:
      return '"' + value.text.substr(0, kMaxFoundBytes) + '"';
    case ConfigValue::Kind::list:
      return "[...]";
    case ConfigValue::Kind::section:
      return "{...}";
    default:
      return "null";
  }
}

bool is_whole(const ConfigValue& value, std::int64_t min, std::int64_t max) {
  return value.kind == ConfigValue::Kind::number && value.whole >= min && value.whole <= max;
}

Problem& add_problem(Problems& problems, Code code, ConfigKey key, const ConfigValues& values) {
  Problem& problem = problems.emplace_back();
  problem.code = code;
  problem.field = name(key);
  if (const std::int64_t line = values.at(key).line; line > 0) problem.line = line;
  return problem;
}

void put(Problem& problem, std::string_view name, std::int64_t number) {
  problem.arguments.emplace_back(name, static_cast<double>(number));
}

void put(Problem& problem, std::string_view name, std::string text) {
  problem.arguments.emplace_back(name, std::move(text));
}

std::string_view name(ConfigKey key) {
  for (const KeyRow& row : kRows) {
    if (row.key == key) return row.name;
  }
  return {};
}

}  // namespace mamba_ratio
