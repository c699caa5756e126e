#include "log_words.h"

#include <algorithm>
#include <array>
#include <string>

#include "ascii.h"

namespace mamba_ratio {
namespace {

constexpr std::size_t kLongestNegation = 9;  // shouldn't

bool is_negation(std::string_view word) {
  if (word.size() < 2 || word.size() > kLongestNegation) return false;
  const std::string small = lower(word);
  constexpr std::array<std::string_view, 5> kWords{"no", "not", "never", "without", "neither"};
  return std::find(kWords.begin(), kWords.end(), small) != kWords.end() || small.ends_with("n't");
}

/// `<-`, `//`, `# `, an arrow to the left, a long dash.
bool begins_remark(std::string_view text) {
  constexpr std::array<std::string_view, 5> kMarks{"<-", "//", "# ", "\xE2\x86\x90",
                                                   "\xE2\x80\x94"};
  return std::any_of(kMarks.begin(), kMarks.end(),
                     [&](std::string_view mark) { return text.starts_with(mark); });
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
  text.remove_prefix(begin);
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

std::optional<std::size_t> words_since_negation(std::string_view text) {
  std::optional<std::size_t> since;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && (is_word_char(text[end]) || text[end] == '\'')) ++end;
    if (end == i) {
      ++i;
      continue;
    }
    if (is_negation(text.substr(i, end - i))) {
      since = 0;
    } else if (since) {
      ++*since;
    }
    i = end;
  }
  return since;
}

std::size_t sentence_begin(std::string_view text) {
  const std::size_t from = text.size() > kMaxSentence ? text.size() - kMaxSentence : 0;
  for (std::size_t i = text.size(); i-- > from;) {
    const bool stop = text[i] == '.' || text[i] == '!' || text[i] == '?' || text[i] == ';';
    if (stop && i + 1 < text.size() && text[i + 1] == ' ') return i + 1;
  }
  return from;
}

std::size_t sentence_end(std::string_view text) {
  const std::size_t to = std::min(text.size(), kMaxSentence);
  for (std::size_t i = 0; i < to; ++i) {
    const std::string_view rest = text.substr(i);
    switch (rest[0]) {
      case '.':
      case '!':
      case '?':
      case ';':
        if (rest.size() == 1 || rest[1] == ' ') return i;
        break;
      case '<':
      case '/':
      case '#':
      case '\xE2':
        if (begins_remark(rest)) return i;
        break;
      default:
        break;
    }
  }
  return to;
}

bool is_quoted(std::string_view before, std::string_view after) {
  constexpr std::string_view kQuotes = "\"`'";
  if (!after.empty() && kQuotes.find(after[0]) != kQuotes.npos) return true;
  const std::size_t mark = before.find_last_of(kQuotes);
  if (mark == before.npos) return false;
  const std::string_view inside = before.substr(mark + 1);
  if (!inside.empty() && !is_word_char(inside[0])) return false;
  std::string_view outside = before.substr(0, mark);
  if (!outside.empty() && kQuotes.find(outside.back()) != kQuotes.npos) outside.remove_suffix(1);
  const bool prefixed = outside.size() < 2 || !is_word_char(outside[outside.size() - 2]);
  if (!outside.empty() && is_word_char(outside.back()) && !prefixed) return false;
  if (trimmed(outside).empty()) return false;
  return !trimmed(inside).ends_with("Error:") && !trimmed(inside).ends_with("Exception:");
}

bool begins_with_address(std::string_view text) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
  if (end == 0 || end == text.size()) return false;
  if (text[end] == ':' || text[end] == '-' || text[end] == '/') return true;
  if (text[end] != '.') return false;
  const std::string_view behind = text.substr(end + 1);
  const std::size_t more = std::min(behind.find_first_not_of("0123456789"), behind.size());
  const bool again =
      more > 0 && more + 1 < behind.size() && behind[more] == '.' && is_digit(behind[more + 1]);
  return again || end > 9;
}

bool has_placeholder(std::string_view text) {
  for (std::size_t at = 1; at < text.size(); ++at) {
    const char before = text[at - 1];
    const char next = text[at];
    if (before == '{' && is_alpha(next)) return true;
    const bool ends = at + 1 == text.size() || !is_word_char(text[at + 1]);
    if (before == '%' && (next == 'd' || next == 's') && ends) return true;
  }
  return false;
}

bool is_progress_bar(std::string_view text) {
  const std::size_t percent = text.find("%|");
  return percent != text.npos && percent > 0 && text[percent - 1] >= '0' &&
         text[percent - 1] <= '9';
}

std::size_t dtype_length(std::string_view text) {
  constexpr std::string_view kTorch = "torch.";
  const std::size_t begin = text.starts_with(kTorch) ? kTorch.size() : 0;
  std::size_t end = begin;
  while (end < text.size() && is_word_char(text[end])) ++end;
  const std::string_view name = text.substr(begin, end - begin);
  constexpr std::array<std::string_view, 9> kStems{"bfloat", "float", "uint", "int", "fp",
                                                   "bf",     "mxfp",  "nvfp", "half"};
  for (const std::string_view stem : kStems) {
    if (!name.starts_with(stem)) continue;
    if (name == "half" || (name.size() > stem.size() && is_digit(name[stem.size()]))) {
      return end;
    }
  }
  return 0;
}

bool is_whole_dtype(std::string_view name) {
  if (name.starts_with("torch.")) name.remove_prefix(6);
  constexpr std::array<std::string_view, 8> kNames{"bfloat16",      "float16",         "float32",
                                                   "float8_e4m3fn", "float8_e5m2",     "uint8",
                                                   "int8",          "float4_e2m1fn_x2"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

}  // namespace mamba_ratio
