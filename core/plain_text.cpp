#include "plain_text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "ascii.h"
#include "log_prefix.h"
#include "text_decoder.h"

namespace mamba_ratio {
namespace {

/// Characters that stand for one of ASCII.
struct Range {
  std::uint32_t first;
  std::uint32_t last;
  char plain;  ///< NUL: they are invisible
};
constexpr std::array kRanges{
    Range{'\v', '\f', '\n'},     Range{0x85, 0x85, '\n'},     Range{0x2028, 0x2029, '\n'},
    Range{0xA0, 0xA0, ' '},      Range{0xAD, 0xAD, '\0'},     Range{0x2000, 0x200A, ' '},
    Range{0x200B, 0x200F, '\0'}, Range{0x2010, 0x2011, '-'},  Range{0x2018, 0x201B, '\''},
    Range{0x201C, 0x201F, '"'},  Range{0x202A, 0x202E, '\0'}, Range{0x202F, 0x202F, ' '},
    Range{0x205F, 0x205F, ' '},  Range{0x2060, 0x2069, '\0'}, Range{0x2212, 0x2212, '-'},
    Range{0x3000, 0x3000, ' '},  Range{0xFEFF, 0xFEFF, '\0'},
};
constexpr std::uint32_t kFullWidth = 0xFF01;  // !, and so on up to ~
constexpr std::uint32_t kFullWidthComma = 0xFF0C;
constexpr std::uint32_t kFullWidthEnd = 0xFF5E;

/// Whether a byte is a character of its own that begins no colour and no entity.
bool is_plain(char c) {
  const bool blank = c == '\t' || c == '\n' || c == '\r';
  return (c >= ' ' || blank) && c != '[' && c != '^' && c != '\\' && c != '&' && c != '\x7f';
}

std::uint32_t code_point(std::string_view sequence) {
  const auto lead = static_cast<unsigned char>(sequence[0]);
  std::uint32_t code = sequence.size() == 1 ? lead : lead & (0xFFU >> (sequence.size() + 1));
  for (const char c : sequence.substr(1)) code = code << 6 | (static_cast<unsigned char>(c) & 0x3F);
  return code;
}

/// The character that an entity at the start of the text stands for, and its length; 0: none.
std::size_t entity(std::string_view text, std::uint32_t& code) {
  constexpr std::array<std::pair<std::string_view, char>, 5> kNames{
      {{"&quot;", '"'}, {"&apos;", '\''}, {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}}};
  for (const auto& [name, plain] : kNames) {
    if (!text.starts_with(name)) continue;
    code = static_cast<unsigned char>(plain);
    return name.size();
  }
  code = 0xA0;
  if (text.starts_with("&nbsp;")) return 6;
  if (!text.starts_with("&#")) return 0;
  const bool hex = text.size() > 2 && lower(text[2]) == 'x';
  const std::size_t begin = hex ? 3 : 2;
  constexpr std::size_t kMostDigits = 5;
  std::size_t end = begin;
  code = 0;
  for (; end < text.size() && end < begin + kMostDigits; ++end) {
    const char c = lower(text[end]);
    if (!is_digit(c) && !(hex && is_hex(c))) break;
    code =
        code * (hex ? 16 : 10) + static_cast<std::uint32_t>(is_digit(c) ? c - '0' : c - 'a' + 10);
  }
  return end > begin && end < text.size() && text[end] == ';' ? end + 1 : 0;
}

/// An em or en dash that a chat tool made of the two hyphens before a flag's name.
bool is_flag_dash(std::uint32_t code, std::string_view before, std::string_view behind) {
  const bool begins =
      before.empty() || std::string_view(" \t\n\"'`[").find(before.back()) != before.npos;
  return (code == 0x2013 || code == 0x2014) && begins && !behind.empty() && is_alpha(behind[0]);
}

/// Full-width forms among Chinese words are their punctuation.
bool is_among_ascii(std::string_view behind) {
  return behind.empty() || static_cast<signed char>(behind[0]) >= 0 ||
         behind.starts_with("\xEF\xBC") || behind.starts_with("\xEF\xBD") ||
         behind.starts_with("\xE3\x80\x80") || behind.starts_with("\xC2\xA0");
}

/// Whether a text goes on with three digits alone, as behind a comma inside a number.
bool is_group(std::string_view behind) {
  std::size_t digits = 0;
  while (digits < behind.size() && is_digit(behind[digits])) ++digits;
  return digits == 3;
}

/// Appends what stands for a character. False: nothing does, it stays.
bool append_plain(std::string& out, std::uint32_t code, std::string_view behind) {
  if (is_flag_dash(code, out, behind)) {
    out += "--";
    return true;
  }
  if (code >= kFullWidth && code <= kFullWidthEnd && is_among_ascii(behind)) {
    out += static_cast<char>(code - kFullWidth + '!');
    if (code == kFullWidthComma && !is_group(behind)) out += ' ';
    return true;
  }
  const auto* const range = std::find_if(kRanges.begin(), kRanges.end(), [&](const Range& r) {
    return code >= r.first && code <= r.last;
  });
  if (range == kRanges.end()) return false;
  if (range->plain != '\0') out += range->plain;
  return true;
}

}  // namespace

void make_plain(std::string& out, const std::string& text) {
  out.clear();
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_plain(text[end])) ++end;
    out.append(text, i, end - i);
    i = end;
    if (i == text.size()) return;
    if (const std::size_t length = lex_ansi(text.c_str() + i)) {
      i += length;
      continue;
    }
    const std::string_view rest = std::string_view(text).substr(i);
    std::uint32_t code = 0;
    std::size_t length = rest[0] == '&' ? entity(rest, code) : 0;
    const bool named = length > 0;
    if (!named) length = utf8_length(text, i);
    if (length > 0 && !named) code = code_point(rest.substr(0, length));
    if (named && (code == '\n' || code == '\r')) out += '\n';
    if (named && code == '\t') out += '\t';
    const bool control = code < ' ' || code == 0x7F;
    if (!append_plain(out, code, rest.substr(length)) && !control) append_utf8(out, code);
    i += std::max<std::size_t>(length, 1);
  }
}

bool is_markdown_escape(char c) {
  return std::string_view("_*#[]()<>~+-=.|`").find(c) != std::string_view::npos;
}

}  // namespace mamba_ratio
