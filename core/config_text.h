#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mamba_ratio {

/// Whether a pasted text is a config rather than a log: an object with `model_type`,
/// `architectures` or `num_hidden_layers`, at the start; or behind a short head that says so (a
/// code fence, `cat config.json`, `Qwen3NextConfig`) with little behind it. A quick look, no parse.
bool looks_like_config(std::string_view text);

/// The object of such a text as JSON, each line where it was: without what stands around it, with
/// the quotes and blanks that a chat or a web page changed put back, Python's words as JSON's.
/// Empty where there is no such object or nothing to change.
/// Example: "```json\n{“model_type”: 'x'}\n```" -> "\n{\"model_type\": 'x'}" behind blanks.
std::optional<std::string> config_object(std::string_view text);

}  // namespace mamba_ratio
