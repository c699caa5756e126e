#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace mamba_ratio {

/// Where the arguments begin of the command that starts the engine; npos: none stands in the text,
/// as where a sentence, a usage or a traceback names the program.
/// Examples: `sglang serve --tp 8` -> 12; `run sglang serve with --tp 8` -> npos.
std::size_t launch_arguments(std::string_view text);

/// Whether such a command stands in the text.
inline bool launches(std::string_view text) { return launch_arguments(text) != text.npos; }

/// A flag, or a value of one.
struct FlagWord {
  std::string_view text;  ///< of a flag with its hyphens, without `=` and what follows
  std::size_t at = 0;     ///< where it stands
  bool flag = false;
};

/// The words of a line of a command.
struct FlagLine {
  std::vector<FlagWord> words;
  bool ends = false;  ///< a pipe, a redirection or another command follows
};

/// Takes a line apart, up to a comment: without quotes, commas and brackets, as in a list of any
/// language, and without the punctuation that ends a sentence.
/// Example: `"--tp", "8", --page-size=64 | tee log` -> --tp, 8, --page-size, 64; it ends.
FlagLine split_flags(std::string_view text);

/// Whether a flag of this name takes no value: `disable_radix_cache`.
bool is_switch(std::string_view name);

/// Whether a line opens a list of arguments, with or without some of them: `args:`, `command: >`.
bool opens_arguments(std::string_view text);

/// Whether a line holds flags, their values and nothing else: at most one value each, or numbers.
/// Before them may stand what the list is for (`args:`, `SERVER_ARGS=(`).
/// Examples: `"--tp 8",` -> true; `--tp 8 is what I use`, `--tp TP_SIZE` -> false.
bool flags_alone(std::string_view text);

/// Where the flags of such a line begin.
std::size_t flags_begin(std::string_view text);

/// The variable that such a line gives its flags to: `SERVER_ARGS=(`; empty: none.
std::string_view flags_variable(std::string_view text);

/// Whether a line goes on with the value of the flag before it, and with nothing but flags behind.
bool is_value_line(std::string_view text);

/// `8` of `${TP:-8}`: what a script takes where nobody says otherwise; empty: no such thing.
std::string_view shell_default(std::string_view value);

}  // namespace mamba_ratio
