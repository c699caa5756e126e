#pragma once

#include <string>
#include <string_view>

// Kinds of ASCII characters, whatever the locale; bytes of other characters are of none.

namespace mamba_ratio {

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

constexpr bool is_alpha(char c) { return lower(c) >= 'a' && lower(c) <= 'z'; }

constexpr bool is_hex(char c) { return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'f'); }

/// What a name in a program begins with: a letter or `_`.
constexpr bool is_name_start(char c) { return is_alpha(c) || c == '_'; }

/// Letters, digits and `_`.
constexpr bool is_word_char(char c) { return is_name_start(c) || is_digit(c); }

inline std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = lower(c);
  return out;
}

}  // namespace mamba_ratio
