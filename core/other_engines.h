#pragma once

#include <cstdint>
#include <string_view>

namespace mamba_ratio {

/// The other engine that prints such a line; empty: none.
/// Example: "Available KV cache memory: 12.1 GiB" -> vLLM.
std::string_view engine_of(std::string_view line);

/// What a line of a person's words or of a manifest names.
enum class NamedEngine { none, sglang, other };

/// Example: "image: vllm/vllm-openai" -> other; "vLLM is slow, so SGLang:" -> sglang.
NamedEngine named_engine(std::string_view line);

/// Remembers the first line that looks like another engine's log.
class OtherEngines {
 public:
  /// Takes a line as it stands in the text.
  void add(std::string_view line, std::int64_t number);

  std::string_view name() const { return name_; }  ///< e.g. `vLLM`; empty: none
  std::int64_t line() const { return line_; }

 private:
  std::string_view name_;
  std::int64_t line_ = 0;
};

}  // namespace mamba_ratio
