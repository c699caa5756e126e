#pragma once

#include <string>
#include <string_view>

namespace mamba_ratio {

/// What may stand in front of a log line's message.
enum class Prefix {
  none,
  mark,     ///< space, quote, bullet, comment, table or code mark, HTML tag
  outer,    ///< another tool's: compose, kubectl, journald, syslog, grep, a viewer's column
  syslog,   ///< the lexer's own step towards `outer`
  counter,  ///< a line number followed by one space; only a column where the lines count on
  level,    ///< INFO, [WARNING], ...
  stamp,    ///< the engine's own, e.g. `[2026-04-14 16:08:49 TP0]`
  tag,      ///< a rank without a time, e.g. `[TP0..3]`
  failure,  ///< a traceback or an exception; not to be taken off
};

struct PrefixToken {
  Prefix kind;
  std::size_t length;
};

/// The prefix at the start of a NUL-terminated text, the longest that fits.
/// Example: "[16:08:49 TP0] Memory" -> stamp, 14.
PrefixToken lex_prefix(const char* text);

/// The rank of an engine stamp or tag, each range as its first: "[2026-04-14 16:08:49 DP1 TP0..3]"
/// -> "DP1 TP0". Empty: none.
std::string rank_of(std::string_view stamp);

/// Length of an ANSI escape sequence at the start of a NUL-terminated text, also one whose escape
/// byte was lost (`[32m`) or written out (`^[[0m`, `\u001b[1m`); 0: none.
std::size_t lex_ansi(const char* text);

}  // namespace mamba_ratio
