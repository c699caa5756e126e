#include "masking.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "ascii.h"
#include "private_words.h"

namespace mamba_ratio {
namespace {

bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }
bool is_space(char c) { return static_cast<unsigned char>(c) <= ' ' || c == 0x7F; }

/// What a chunk never holds: it is looked at as one.
bool ends_chunk(char c) {
  return is_space(c) || is_quote(c) || is_wide(c) || is_any(c, ",;()[]{}<>|=");
}

bool ends_value(char c) { return is_space(c) || is_quote(c); }
bool ends_host(char c) { return ends_value(c) || is_any(c, ",;)]}|"); }
bool ends_url(char c) { return ends_value(c) || c == '<' || c == '>'; }
bool ends_path(char c) { return ends_value(c) || is_any(c, ",;)]}<>|"); }
bool ends_folders(char c) { return is_quote(c) || is_any(c, ",;:=#<>|"); }
bool ends_name(char c) { return ends_chunk(c) || c == ':'; }
bool ends_blanks(char c) { return !is_space(c); }
bool ends_gap(char c) { return !is_space(c) && !is_quote(c) && c != '\\'; }

bool is_count(std::string_view text) { return text.find_first_not_of("0123456789.,") == text.npos; }

class Masker {
 public:
  explicit Masker(std::string_view text) : text_(text) {}

  std::string run() {
    while (at_ < text_.size()) {
      if (ends_chunk(text_[at_])) {
        keep(at_ + 1);
      } else {
        chunk();
      }
    }
    return std::move(out_);
  }

 private:
  void keep(std::size_t end) {
    for (; at_ < end; ++at_) out_ += is_space(text_[at_]) ? ' ' : text_[at_];
  }

  void mask(std::size_t end, std::string_view word) {
    out_ += word;
    at_ = end;
  }

  std::size_t find(std::size_t from, bool (*stop)(char)) const {
    while (from < text_.size() && !stop(text_[from])) ++from;
    return from;
  }

  char peek(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }

  /// Without the punctuation at its end.
  std::size_t trim(std::size_t begin, std::size_t end, std::string_view marks) const {
    while (end > begin && is_any(text_[end - 1], marks)) --end;
    return end;
  }

  void chunk() {
    const std::size_t end = find(at_, ends_chunk);
    const std::string_view whole = text_.substr(at_, end - at_);
    if (whole.find("://") == whole.npos) {
      for (std::size_t from = at_; from < end;) {
        const std::size_t colon = find(from, ends_name);
        if (named_value(from, colon)) return;
        from = colon + 1;
      }
    }
    if (whole.starts_with('#')) number_sign_ = end;
    plain(end);
  }

  /// Masks the value behind the name that stands in [begin, end).
  bool named_value(std::size_t begin, std::size_t end) {
    bool alone = false;
    const std::string_view name = text_.substr(begin, end - begin);
    const std::string_view word = mask_behind(name, alone);
    if (word.empty() || counts(name, begin)) return false;
    std::size_t value = find(end, ends_gap);
    const bool set = peek(value) == ':' || peek(value) == '=';
    if (!set && (!alone || value == end)) return false;
    if (set) {
      value = find(value + (peek(value + 1) == '>' ? 2 : 1), ends_blanks);
      if (peek(value) == '\\' && is_quote(peek(value + 1))) ++value;
      if (is_quote(peek(value))) ++value;
    }
    if (value >= text_.size()) return false;
    const std::size_t value_end = end_of_value(value, word == kHost);
    const std::string_view given = text_.substr(value, value_end - value);
    const bool bare = !is_quote(text_[value - 1]) && (word == kHost || name == "token");
    if (given.empty() || (bare && is_count(given))) return false;
    if (begin > at_) plain(begin);
    keep(value);
    mask(std::max(at_, value_end), word);
    return true;
  }

  /// Whether the name is that of a count: `#new-token`, `#full token`.
  bool counts(std::string_view name, std::size_t begin) const {
    return name.starts_with('#') || (name == "token" && begin == number_sign_ + 1);
  }

  std::size_t end_of_value(std::size_t begin, bool host) const {
    constexpr std::string_view kSchemes = "bearer basic token digest";
    if (is_quote(text_[begin - 1])) return closing_quote(begin);
    std::size_t end = find(begin, host ? ends_host : ends_value);
    const std::string scheme = lower(text_.substr(begin, std::min(end - begin, kSchemes.size())));
    if (peek(end) == ' ' && lists(kSchemes, scheme)) end = find(end + 1, is_space);
    return trim(begin, end, ",;.)]}");
  }

  /// Of the quotation that begins right before `begin`, in quotes as escaped as its first.
  std::size_t closing_quote(std::size_t begin) const {
    const auto escaped = [&](std::size_t at) { return at > 0 && text_[at - 1] == '\\'; };
    std::size_t end = begin;
    while (end < text_.size() &&
           (text_[end] != text_[begin - 1] || (escaped(end) && !escaped(begin - 1)))) {
      ++end;
    }
    return end;
  }

  /// A chunk whose value no name tells of.
  void plain(std::size_t end) {
    const std::size_t begin = at_;
    const std::size_t trimmed_end = trim(begin, end, ".:!?");
    const std::string_view chunk = text_.substr(begin, trimmed_end - begin);
    const std::size_t at = chunk.find('@');
    if (chunk.find("://") != chunk.npos) {
      mask(trim(begin, find(end, ends_url), ",;.)]}:"), kUrl);
    } else if (at != chunk.npos && at > 0 && at + 1 < chunk.size() && !is_digit(chunk[at + 1])) {
      mask(trimmed_end, kEmail);
    } else if (is_path(chunk, peek(trimmed_end)) || follows_path(chunk)) {
      path(end);
    } else if (const std::string_view word = mask_of(chunk); !word.empty()) {
      mask(trimmed_end, word);
    } else if (chunk.starts_with(':') && out_.ends_with("<address>]")) {
      at_ = trimmed_end;
    }
    keep(std::max(at_, end));
  }

  /// The rest of a path that has a blank in it.
  bool follows_path(std::string_view chunk) const {
    return path_end_ > 0 && at_ == path_end_ + 1 && text_[path_end_] == ' ' &&
           chunk.find_first_of("/\\") != chunk.npos && has_letter(chunk);
  }

  void path(std::size_t end) {
    const std::size_t begin = at_;
    std::size_t to = find(end, ends_path);
    if (begin > 0 && is_quote(text_[begin - 1])) {
      const std::size_t close = find(to, ends_folders);
      if (peek(close) == text_[begin - 1]) to = close;
    }
    to = trim(begin, to, ".:!?");
    for (std::size_t digits = to; digits > begin;) {
      while (digits > begin && is_digit(text_[digits - 1])) --digits;
      if (digits == to || digits <= begin + 2 || text_[digits - 1] != ':') break;
      to = --digits;
    }
    mask(to, kPath);
    path_end_ = to;
  }

  std::string_view text_;
  std::string out_;
  std::size_t at_ = 0;
  std::size_t path_end_ = 0;
  std::size_t number_sign_ = 0;  ///< end of the last word that begins with `#`
};

}  // namespace

std::string masked(std::string_view line) { return Masker(line).run(); }

}  // namespace mamba_ratio
