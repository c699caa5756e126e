#include "environment.h"

#include <algorithm>
#include <array>

#include "ascii.h"

namespace mamba_ratio {
namespace {

constexpr std::string_view kQuoting = " \"'";

bool is_quote_at(std::string_view text, std::size_t at) {
  return at < text.size() && (text[at] == '"' || text[at] == '\'');
}

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// The word before a name, without blanks and quotes behind it.
std::string_view word_before(std::string_view text) {
  text = text.substr(0, text.find_last_not_of(kQuoting) + 1);
  return text.substr(text.find_last_of(' ') + 1);
}

/// Whether `NAME=1` or `NAME: 1` sets the variable behind such a word.
bool may_assign(std::string_view word) {
  constexpr std::array<std::string_view, 8> kWords{"",    "export", "-e", "--env",
                                                   "ENV", "env",    "-",  "$env:"};
  return word.find('=') != word.npos || is_one_of(word, kWords);
}

/// Whether a line is cmd's `set NAME=1` and nothing more: advice begins like it.
bool is_cmd_set(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, text.find_first_of(kQuoting));
  return lower(before) == "set" && text.find_first_not_of(kQuoting, before.size()) == at &&
         text.find(' ', at) == text.npos;
}

/// Whether `NAME 1` does.
bool may_set(std::string_view word) {
  constexpr std::array<std::string_view, 7> kWords{"-x",     "-gx",  "-Ux", "--export",
                                                   "setenv", "setx", "ENV"};
  return is_one_of(word, kWords);
}

/// Where the value begins, or the quotes before it.
std::size_t value_begin(std::string_view text, std::size_t at, std::size_t end, bool launch) {
  const std::string_view word = word_before(text.substr(0, at));
  const bool quoted = at > 0 && is_quote_at(text, at - 1) && is_quote_at(text, end);
  const bool index = quoted && word.ends_with('[') && text.substr(end + 1).starts_with(']');
  const std::size_t mark = text.find_first_not_of(kQuoting, index ? end + 2 : end);
  if (mark == text.npos) return mark;
  if (text[mark] == '=' || text[mark] == ':') {
    const bool pair = quoted && text[mark] == ':';
    return launch || index || pair || may_assign(word) || is_cmd_set(text, at) ? mark + 1
                                                                               : text.npos;
  }
  if (text[mark] == ',') {
    const std::size_t next = text.find_first_not_of(kQuoting, mark + 1);
    if (next != text.npos && text.substr(next).starts_with("value")) {
      const std::size_t colon = text.find(':', next);
      return word.ends_with("name:") && colon != text.npos ? colon + 1 : text.npos;
    }
    const bool sets =
        word.ends_with("setdefault(") || word.ends_with("putenv(") || word.ends_with("setenv(");
    return quoted && sets ? mark + 1 : text.npos;
  }
  return text[end] == ' ' && may_set(word) ? mark : text.npos;
}

}  // namespace

ValueRange variable_value(std::string_view text, std::size_t at, std::size_t end, bool launch) {
  const std::size_t from = value_begin(text, at, end, launch);
  const std::size_t begin = from == text.npos ? from : text.find_first_not_of(kQuoting, from);
  if (begin == text.npos) return {};
  return {begin, std::min(text.find_first_of(" \"',;\\)}", begin), text.size())};
}

}  // namespace mamba_ratio
