#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "log_messages.h"

// Which lines look relevant and were not understood.

namespace mamba_ratio {

/// Whether a number with a unit of memory, tokens or slots stands in the text.
/// Example: "mamba state: 3.2 TB" -> true, "KV Cache v2, 5 layers" -> false.
bool has_amount(std::string_view text);

/// Whether a line that gave nothing speaks of a pool's size: it names one, an amount stands behind,
/// nothing denies it and no other engine prints such lines.
/// Example: "mamba state: 3.2 TB" -> true, "Available KV cache memory: 12.1 GiB" (vLLM) -> false.
bool speaks_of_pool(std::string_view line);

/// Whether a field that every message of the kind has is none of its values.
/// Example: a KV pool's without `#tokens` -> true.
bool lacks_field(LineKind kind, const std::vector<FieldValue>& values);

/// Whether the word in [begin, end), no field's name, is followed by a number that is set, or by
/// what only a number stands before. Example: "slots: 64", the end of "slots" -> true.
bool sets_number(std::string_view text, std::size_t begin, std::size_t end);

/// Whether what stands behind a field's name, and was not read as its value, is more than an
/// elision. `length`: of the name with its colon. `of_message`: the message read has that field.
/// Example: "#tokens: 33x254" -> true, "#tokens: ..." -> false.
bool is_unclear(Field field, std::string_view text, std::size_t length, bool of_message);

}  // namespace mamba_ratio
