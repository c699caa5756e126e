#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace mamba_ratio {

enum class Key;

enum class Level { error, warning, note };

/// Everything the product can tell a person, one enumerator a message. `codes.def` is the one list:
/// enumerator, stable word (`data-code`), level. The sentences live in the page's text table.
enum class Code {
#define MAMBA_RATIO_CODE(id, word, level) id,
#include "codes.def"
#undef MAMBA_RATIO_CODE
};

/// A number or a word that is put into a message's sentence, e.g. {"given", "9,2l6"}, {"max", 1e8}.
using Argument = std::pair<std::string_view, std::variant<double, std::string>>;

/// One thing to tell a person. A problem is a value: nothing in core throws, prints or aborts.
/// Example: Problem(Code::d_without_spec, "D").with("D", 8).
struct Problem {
  Code code{};
  std::string field;                 ///< key of the parameter or name of the fact; empty: none
  std::optional<std::int64_t> line;  ///< 1-based line of the pasted text
  std::vector<Argument> arguments;

  Problem() = default;
  explicit Problem(Code code, std::string_view field = {},
                   std::optional<std::int64_t> line = std::nullopt);
  /// About a parameter.
  Problem(Code code, Key key);
  Problem(Code code, std::string_view field, std::optional<std::int64_t> line,
          std::vector<Argument> arguments);

  /// The problem with one more argument.
  Problem&& with(const char* name, double value) &&;
  Problem&& with(const char* name, std::string_view value) &&;
};

using Problems = std::vector<Problem>;

/// The stable word of a code, e.g. `l-is-example`.
std::string_view word(Code code);
/// How grave it is.
Level level(Code code);
/// `error`, `warning` or `note`.
std::string_view word(Level level);
/// Whether any of the problems is an error.
bool has_error(const Problems& problems);

}  // namespace mamba_ratio
