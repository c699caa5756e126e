#include "config_geometry.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>

#include "config_layers.h"

namespace mamba_ratio {
namespace {

constexpr std::int64_t kMaxDimension = 16777216;
constexpr std::int64_t kMaxTokens = 1'000'000'000'000;

bool same_letters(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
           return (x >= 'a' && x <= 'z' ? x - 'a' + 'A' : x) == y;
         });
}

/// Turns the values of a config into a geometry; every fault becomes a problem.
class GeometryReader {
 public:
  GeometryReader(const ConfigValues& values, Problems& problems)
      : values_(values), problems_(problems), layers_(values, problems) {}

  void read(ConfigFamily family) {
    switch (family) {
      case ConfigFamily::gdn:
        return gdn();
      case ConfigFamily::nemotron:
        return nemotron();
      case ConfigFamily::falcon:
        return falcon();
      case ConfigFamily::granite:
        return granite();
      case ConfigFamily::kimi:
        return kimi();
      case ConfigFamily::bailing:
        return bailing();
      case ConfigFamily::minicpm:
        return minicpm();
      case ConfigFamily::lfm2:
        return lfm2();
      case ConfigFamily::inkling:
        return inkling();
    }
  }

  /// What every family has.
  Geometry finish() {
    geometry_.layers = layers_.letters();
    geometry_.hidden_layers = static_cast<std::int64_t>(geometry_.layers.size());
    const auto count = [&](std::string_view letters) {
      return std::count_if(geometry_.layers.begin(), geometry_.layers.end(), [&](char letter) {
        return letters.find(letter) != std::string_view::npos;
      });
    };
    geometry_.state.layers = count("LBW");
    geometry_.attention.layers = count("AB");
    geometry_.attention.window_layers = count("W");
    geometry_.kv_dtype = kv_dtype();
    geometry_.draft_layers = first_of({ConfigKey::mtp_num_hidden_layers,
                                       ConfigKey::num_nextn_predict_layers, ConfigKey::mtp_layers});
    geometry_.max_context_tokens =
        first_of({ConfigKey::max_position_embeddings, ConfigKey::model_max_length});
    if (!has_error(problems_) && (geometry_.state.layers == 0 || geometry_.attention.layers == 0)) {
      Problem& problem = add(Code::config_not_hybrid, layers_.key());
      put(problem, "linear", geometry_.state.layers);
      put(problem, "attention", geometry_.attention.layers);
    }
    return geometry_;
  }

 private:
  Problem& add(Code code, ConfigKey key) { return add_problem(problems_, code, key, values_); }

  bool absent(ConfigKey key) const { return values_.at(key).kind == ConfigValue::Kind::absent; }

  /// A whole number from `min` up; absent: nullopt, anything else: a problem.
  std::optional<std::int64_t> whole(ConfigKey key, std::int64_t min = 1) {
    const ConfigValue& value = values_.at(key);
    if (absent(key)) return std::nullopt;
    if (is_whole(value, min, kMaxDimension)) return value.whole;
    Problem& problem = add(Code::config_not_whole, key);
    put(problem, "given", shown(value));
    put(problem, "min", min);
    put(problem, "max", kMaxDimension);
    return 1;
  }

  /// The same, where its absence is a problem too.
  std::int64_t need(ConfigKey key, std::int64_t min = 1) {
    if (const auto value = whole(key, min)) return *value;
    return missing(key);
  }

  /// The first of two spellings; the first is named where both are absent.
  std::int64_t need_either(ConfigKey key, ConfigKey other) {
    if (absent(key)) {
      if (const auto value = whole(other)) return *value;
    }
    return need(key);
  }

  std::int64_t missing(ConfigKey key) {
    put(add(Code::config_missing_key, key), "expected", "number");
    return 1;
  }

  /// The first of the keys that is a whole number; nothing else is said of them.
  std::optional<std::int64_t> first_of(std::initializer_list<ConfigKey> keys) const {
    for (const ConfigKey key : keys) {
      const ConfigValue& value = values_.at(key);
      if (is_whole(value, 0, kMaxTokens)) return value.whole;
    }
    return std::nullopt;
  }

  std::int64_t head_dim() {
    if (const auto dim = whole(ConfigKey::head_dim)) return *dim;
    if (const auto dim = whole(ConfigKey::attention_head_dim)) return *dim;
    const auto hidden = whole(ConfigKey::hidden_size);
    const auto heads = whole(ConfigKey::num_attention_heads);
    if (!hidden || !heads) return missing(ConfigKey::head_dim);
    return std::max<std::int64_t>(1, *hidden / *heads);
  }

  void gqa() {
    geometry_.attention.kind = AttentionKind::gqa;
    geometry_.attention.kv_heads = need(ConfigKey::num_key_value_heads);
    geometry_.attention.head_dim = head_dim();
  }

  void mla() {
    geometry_.attention.kind = AttentionKind::mla;
    geometry_.attention.kv_lora_rank = need(ConfigKey::kv_lora_rank);
    geometry_.attention.rope_dim = need(ConfigKey::qk_rope_head_dim, 0);
    geometry_.attention.index_head_dim = whole(ConfigKey::index_head_dim, 0).value_or(0);
  }

  /// Heads whose elements are all convolved beside the groups. (Braces keep the order of reading,
  /// so of the problems.)
  void state(StatePart part) {
    part.channels = part.heads * part.head_dim;
    geometry_.state = part;
  }

  void gdn() {
    const bool qwen4 = first_word(values_.at(ConfigKey::model_type)).starts_with("qwen4");
    layers_.from({qwen4 ? ConfigKey::layer_types : ConfigKey::full_attention_interval,
                  ConfigKey::layer_types, ConfigKey::full_attention_interval,
                  ConfigKey::layers_block_type});
    state({Family::gdn, 0, need(ConfigKey::linear_num_value_heads),
           need(ConfigKey::linear_value_head_dim), need(ConfigKey::linear_num_key_heads),
           need(ConfigKey::linear_key_head_dim), 0, need(ConfigKey::linear_conv_kernel_dim)});
    gqa();
    ssm_dtype();
  }

  void nemotron() {
    layers_.from({ConfigKey::layers_block_type, ConfigKey::hybrid_override_pattern});
    state({Family::mamba2, 0, need(ConfigKey::mamba_num_heads), need(ConfigKey::mamba_head_dim),
           need_either(ConfigKey::n_groups, ConfigKey::mamba_n_groups),
           need(ConfigKey::ssm_state_size), 0,
           need_either(ConfigKey::conv_kernel, ConfigKey::mamba_d_conv)});
    gqa();
    ssm_dtype();
  }

  void falcon() {
    layers_.all('B');
    mamba_of(whole(ConfigKey::mamba_d_ssm));
    gqa();
  }

  void granite() {
    layers_.from({ConfigKey::layer_types, ConfigKey::layers_block_type});
    mamba_of(std::nullopt);
    gqa();
  }

  /// Granite's and Falcon's keys; without a size of its own the inner part is expand * hidden.
  void mamba_of(std::optional<std::int64_t> inner) {
    if (!inner) inner = need(ConfigKey::mamba_expand) * need(ConfigKey::hidden_size);
    const std::int64_t heads = need(ConfigKey::mamba_n_heads);
    const ConfigValue& dim = values_.at(ConfigKey::mamba_d_head);
    const bool automatic = dim.kind == ConfigValue::Kind::text && dim.text == "auto";
    const std::int64_t head_dim =
        automatic ? std::max<std::int64_t>(1, *inner / heads) : need(ConfigKey::mamba_d_head);
    if (!has_error(problems_) && heads * head_dim != *inner) {
      Problem& problem = add(Code::config_heads_mismatch, ConfigKey::mamba_d_head);
      put(problem, "heads", heads);
      put(problem, "head_dim", head_dim);
      put(problem, "inner", *inner);
    }
    state({Family::mamba2, 0, heads, head_dim, need(ConfigKey::mamba_n_groups),
           need(ConfigKey::mamba_d_state), 0, need(ConfigKey::mamba_d_conv)});
  }

  void kimi() {
    if (absent(ConfigKey::linear_attn_config) && !absent(ConfigKey::linear_num_heads)) {
      layers_.from({ConfigKey::layer_types});
      kda({Family::kda, 0, need(ConfigKey::linear_num_heads), need(ConfigKey::linear_head_dim), 0,
           0, 0, need(ConfigKey::linear_conv_kernel_dim)});
    } else if (section(ConfigKey::linear_attn_config)) {
      layers_.from({ConfigKey::kda_layers, ConfigKey::full_attn_layers, ConfigKey::layer_types});
      kda({Family::kda, 0, need(ConfigKey::kda_num_heads), need(ConfigKey::kda_head_dim), 0, 0, 0,
           need(ConfigKey::kda_short_conv_kernel_size)});
    }
    mla();
  }

  /// Each head is a group of its own.
  void kda(StatePart part) {
    part.groups = part.heads;
    part.state = part.head_dim;
    state(part);
  }

  void lightning(std::int64_t heads, std::int64_t head_dim) {
    geometry_.state = {Family::lightning, 0, heads, head_dim, 0, head_dim, 0, 1};
  }

  void bailing() {
    layers_.from(
        {ConfigKey::layer_group_size, ConfigKey::layer_types, ConfigKey::layers_block_type});
    const std::int64_t heads = need(ConfigKey::num_attention_heads);
    if (const auto kernel = whole(ConfigKey::short_conv_kernel_size)) {
      kda({Family::kda, 0, heads, head_dim(), 0, 0, 0, *kernel});
    } else {
      lightning(heads, head_dim());
    }
    const bool grouped =
        first_word(values_.at(ConfigKey::model_type)).starts_with("bailing_moe_linear") ||
        first_word(values_.at(ConfigKey::architectures)).starts_with("BailingMoeLinear");
    if (grouped && absent(ConfigKey::kv_lora_rank)) return gqa();
    mla();
    const ConfigValue& nope = values_.at(ConfigKey::use_mla_nope);
    if (nope.kind == ConfigValue::Kind::boolean && nope.whole == 1) {
      geometry_.attention.rope_dim = 0;
    }
  }

  void minicpm() {
    layers_.from({ConfigKey::mixer_types});
    auto heads = whole(ConfigKey::lightning_nkv);
    if (!heads) heads = whole(ConfigKey::lightning_nh);
    if (!heads) heads = need(ConfigKey::num_attention_heads);
    const auto dim = whole(ConfigKey::lightning_head_dim);
    lightning(*heads, dim ? *dim : head_dim());
    gqa();
  }

  void lfm2() {
    layers_.from({ConfigKey::layer_types, ConfigKey::full_attn_idxs});
    geometry_.state.family = Family::short_conv;
    geometry_.state.channels = need(ConfigKey::hidden_size);
    geometry_.state.kernel = need(ConfigKey::conv_l_cache);
    gqa();
  }

  void inkling() {
    layers_.from({ConfigKey::local_layer_ids});
    geometry_.state.family = Family::inkling;
    geometry_.state.channels = need(ConfigKey::hidden_size);
    geometry_.state.kernel = need(ConfigKey::sconv_kernel_size);
    gqa();
    AttentionPart& attention = geometry_.attention;
    attention.window_kv_heads =
        whole(ConfigKey::swa_num_key_value_heads).value_or(attention.kv_heads);
    attention.window_head_dim = whole(ConfigKey::swa_head_dim).value_or(attention.head_dim);
  }

  bool section(ConfigKey key) {
    const ConfigValue& value = values_.at(key);
    if (value.kind == ConfigValue::Kind::section) return true;
    Problem& problem = add(absent(key) ? Code::config_missing_key : Code::config_not_section, key);
    put(problem, "given", shown(value));
    put(problem, "expected", "section");
    return false;
  }

  /// Read by the engine for Qwen, Nemotron-H and Jet alone; a word it does not know is float32.
  void ssm_dtype() {
    const ConfigValue& value = values_.at(ConfigKey::mamba_ssm_dtype);
    if (value.kind == ConfigValue::Kind::absent) return;
    if (value.kind == ConfigValue::Kind::text) {
      if (const auto dtype = find_state_dtype(value.text)) {
        geometry_.ssm_dtype = *dtype;
        return;
      }
    }
    put(add(Code::config_dtype_unknown, ConfigKey::mamba_ssm_dtype), "given", shown(value));
  }

  /// What `--kv-cache-dtype auto` gives: fp8 only where the checkpoint's quantisation says so.
  KvDtype kv_dtype() const {
    const ConfigValue& algo = values_.at(ConfigKey::kv_cache_quant_algo);
    if (algo.kind == ConfigValue::Kind::text && same_letters(algo.text, "FP8")) {
      return KvDtype::fp8_e4m3;
    }
    const bool modelopt = !values_.at(ConfigKey::quant_algo).text.empty();
    if (modelopt && values_.at(ConfigKey::kv_scheme_type).text == "float" &&
        is_whole(values_.at(ConfigKey::kv_scheme_num_bits), 8, 8)) {
      return KvDtype::fp8_e4m3;
    }
    return values_.at(ConfigKey::dtype).text == "float16" ? KvDtype::float16 : KvDtype::bfloat16;
  }

  const ConfigValues& values_;
  Problems& problems_;
  ConfigLayers layers_;
  Geometry geometry_;
};

}  // namespace

Geometry geometry_of(ConfigFamily family, const ConfigValues& values, Problems& problems) {
  GeometryReader reader(values, problems);
  reader.read(family);
  return reader.finish();
}

}  // namespace mamba_ratio
