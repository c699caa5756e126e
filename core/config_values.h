#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "problem.h"

namespace mamba_ratio {

/// The keys of a config.json that decide sizes. `config_values.cpp` has their spelling.
enum class ConfigKey {
  text_config,
  linear_attn_config,
  quantization_config,
  kv_cache_scheme,
  mtp_config,
  architectures,
  model_type,
  dtype,
  num_hidden_layers,
  layer_types,
  layers_block_type,
  hybrid_override_pattern,
  mixer_types,
  full_attention_interval,
  layer_group_size,
  local_layer_ids,
  full_attn_idxs,
  hidden_size,
  num_attention_heads,
  num_key_value_heads,
  head_dim,
  attention_head_dim,
  max_position_embeddings,
  model_max_length,
  mtp_num_hidden_layers,
  num_nextn_predict_layers,
  mamba_ssm_dtype,
  linear_num_value_heads,
  linear_value_head_dim,
  linear_num_key_heads,
  linear_key_head_dim,
  linear_conv_kernel_dim,
  linear_num_heads,
  linear_head_dim,
  mamba_num_heads,
  mamba_head_dim,
  ssm_state_size,
  n_groups,
  conv_kernel,
  mamba_n_heads,
  mamba_d_head,
  mamba_d_state,
  mamba_n_groups,
  mamba_d_conv,
  mamba_d_ssm,
  mamba_expand,
  kv_lora_rank,
  qk_rope_head_dim,
  use_mla_nope,
  short_conv_kernel_size,
  index_head_dim,
  conv_l_cache,
  sconv_kernel_size,
  swa_num_key_value_heads,
  swa_head_dim,
  lightning_nh,
  lightning_nkv,
  lightning_head_dim,
  kda_num_heads,
  kda_head_dim,
  kda_short_conv_kernel_size,
  kda_layers,
  full_attn_layers,
  quant_algo,
  quant_method,
  kv_cache_quant_algo,
  kv_scheme_type,
  kv_scheme_num_bits,
  mtp_layers,
};
inline constexpr std::size_t kConfigKeyCount = static_cast<std::size_t>(ConfigKey::mtp_layers) + 1;

/// Layers a config may list; far above any model.
inline constexpr std::size_t kMaxLayers = 4096;

/// One value as it stands in the config.
struct ConfigValue {
  enum class Kind { absent, null, boolean, number, text, list, section };
  Kind kind = Kind::absent;
  std::int64_t whole = -1;    ///< of a number of at most 15 digits and nothing else; 1: true
  std::string text;           ///< of a text or number, cut after kMaxLayers bytes and one
  std::string_view spelling;  ///< the key as the config spells it
  std::int64_t line = 0;
  std::vector<std::string> words;     ///< texts of a list, at most 64 bytes each
  std::vector<std::int64_t> numbers;  ///< whole numbers of a list, as `whole`
  std::size_t length = 0;  ///< elements of a list, of any kind; counted beyond kMaxLayers
};

/// The known keys of a config, at the top and in its text section.
class ConfigValues {
 public:
  /// Reads JSON; false and a problem where it is none.
  bool parse(std::string_view text, Problems& problems);

  /// The value of the text section, else the top's; a null counts as absent (kind `absent`).
  const ConfigValue& at(ConfigKey key) const;

  /// The text section's own value, whatever the top has.
  const ConfigValue& in_text(ConfigKey key) const { return values_[1][index(key)]; }
  const ConfigValue& at_top(ConfigKey key) const { return values_[0][index(key)]; }

 private:
  friend class ConfigHandler;
  static constexpr std::size_t index(ConfigKey key) { return static_cast<std::size_t>(key); }
  std::array<std::array<ConfigValue, kConfigKeyCount>, 2> values_;
};

/// A text, or the first text of a list, at most 64 bytes; empty: neither.
std::string first_word(const ConfigValue& value);

/// The value in JSON's own signs, cut: `"text"`, `1.5`, `true`, `[...]`, `{...}` or `null`.
std::string shown(const ConfigValue& value);

/// Whether a value is a whole number in a range.
bool is_whole(const ConfigValue& value, std::int64_t min, std::int64_t max);

/// Adds a problem about a key and the line of its value.
Problem& add_problem(Problems& problems, Code code, ConfigKey key, const ConfigValues& values);

/// Adds an argument to a problem.
void put(Problem& problem, std::string_view name, std::int64_t number);
void put(Problem& problem, std::string_view name, std::string text);

/// The key as it is spelled, e.g. `conv_L_cache`.
std::string_view name(ConfigKey key);

}  // namespace mamba_ratio
