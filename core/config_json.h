#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "geometry.h"
#include "problem.h"

namespace mamba_ratio {

/// Longest config.json that is read; longer ones get `config_too_large`.
inline constexpr std::size_t kMaxConfigBytes = std::size_t{16} << 20;

/// What a model's config.json says.
struct ConfigReading {
  std::optional<Geometry> geometry;  ///< absent where a problem is an error
  /// The first of its architectures, else model_type, at most 64 bytes; else what its keys say.
  std::string architecture;
  std::string quantization;  ///< quant_algo, else quant_method; empty: none
  Problems problems;         ///< `field` is the key, `line` the line of the config
};

/// Reads the config.json of a hybrid model as SGLang does: fields flat or in `text_config`
/// (`llm_config`, `language_config`), layers listed in any of the ways the families do, unknown
/// keys ignored, of a key given twice the last. NaN and Infinity are accepted where no size
/// depends on them. Any bytes are accepted; time is linear, memory bounded by the text's length,
/// nesting by 64.
/// Source: sgl-project/sglang python/sglang/srt/configs (qwen3_next 041bacd3, nemotron_h 01144484,
/// kimi_linear 008b79d2, glm5_next 16e1767c, bailing_hybrid 0f6954e8, inkling 07f7e822, ...).
/// Example: {"model_type": "lfm2", "hidden_size": 1024, "conv_L_cache": 3, "layer_types": ["conv",
/// "full_attention"], "num_key_value_heads": 8, "num_attention_heads": 16, "num_hidden_layers": 2}
/// -> one layer of 2048 conv elements, one of 8 KV heads of 64.
ConfigReading read_config(std::string_view text);

}  // namespace mamba_ratio
