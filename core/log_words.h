#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

// The words around the fields of a message.

namespace mamba_ratio {

/// Without the blanks at both ends.
std::string_view trimmed(std::string_view text);

/// Number of words from the end of the last negation to the end of the text; nullopt: none in it.
/// Example: "is not yet allocated" -> 2.
std::optional<std::size_t> words_since_negation(std::string_view text);

/// A sentence is looked for within so many bytes.
constexpr std::size_t kMaxSentence = 300;

/// Where the sentence that reaches to the end of the text begins.
std::size_t sentence_begin(std::string_view text);

/// Where the sentence at the start of the text ends, or a remark behind an arrow begins.
std::size_t sentence_end(std::string_view text);

/// Whether words stand in quotes of somebody who speaks of them, or of a program: the quotes open
/// behind other words on the line, or close right behind. `before` and `after` them. An error's
/// class with them in the quotes, and more behind, is a copy of the log. Examples: `# ("` `") long
/// ago` -> true; `crashes: "AssertionError: ` `, try to` -> false.
bool is_quoted(std::string_view before, std::string_view after);

/// Whether a text begins with a time, a date, an address or a port, not with a number's end.
/// Examples: "10.0.0.7 - -", "2026-03-20T09", "4242:4242 [0]", "1744618129.1" -> true;
/// "1072, page", "38GB" -> false.
bool begins_with_address(std::string_view text);

/// Whether a place for a value stands in the text: `{mid=}`, `%d`.
bool has_placeholder(std::string_view text);

/// Whether a line is a progress bar, e.g. ` 50%|#####     | 16/32`.
bool is_progress_bar(std::string_view text);

/// Length of a word that names a data type, e.g. `torch.float8_e4m3fn`; 0: none.
std::size_t dtype_length(std::string_view text);

/// Whether nothing of a data type's name is cut off: `torch.bfloat16`, not `torch.bfloat`.
bool is_whole_dtype(std::string_view name);

}  // namespace mamba_ratio
