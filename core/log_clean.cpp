#include "log_clean.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

#include "ascii.h"
#include "log_prefix.h"
#include "plain_text.h"
#include "text_decoder.h"

namespace mamba_ratio {
namespace {

constexpr std::size_t kMaxPrefixes = 40;

std::uint32_t hex_value(std::string_view digits) {
  std::uint32_t value = 0;
  for (const char c : digits) {
    const int digit = c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
    value = value * 16 + static_cast<std::uint32_t>(digit);
  }
  return value;
}

/// The start of the string that holds the message of a JSON record; npos: no record.
std::size_t json_message(std::string_view text) {
  const std::size_t brace = text.find_first_not_of(" \t[,");
  if (brace == text.npos || text[brace] != '{') return text.npos;
  constexpr std::array<std::string_view, 13> kKeys{
      "\"log\"",      "\"msg\"",  "\"message\"", "\"MESSAGE\"",     "\"text\"",
      "\"line\"",     "\"body\"", "\"event\"",   "\"textPayload\"", "\"content\"",
      "\"@message\"", "\"_raw\"", "\"raw\""};
  std::size_t found = text.npos;
  for (const std::string_view key : kKeys) {
    const std::size_t at = text.find(key, brace);
    if (at == text.npos || at >= found) continue;
    std::size_t value = text.find_first_not_of(" \t", at + key.size());
    if (value == text.npos || text[value] != ':') continue;
    value = text.find_first_not_of(" \t", value + 1);
    if (value != text.npos && text[value] == '"') found = value + 1;
  }
  return found;
}

/// Up to the quote that closes a JSON string.
std::string_view json_string(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      return text.substr(0, i);
    }
  }
  return text;
}

/// Undoes the escapes of JSON, Python and Markdown; a written line end becomes '\n'.
std::string unescape(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 >= text.size()) {
      out += text[i];
      continue;
    }
    const char kind = text[++i];
    if (kind == 'n' || kind == 'r') {
      out += '\n';
    } else if (kind == 't') {
      out += '\t';
    } else if (kind == 'u' && i + 4 < text.size() && is_hex(text[i + 1]) && is_hex(text[i + 2]) &&
               is_hex(text[i + 3]) && is_hex(text[i + 4])) {
      append_utf8(out, hex_value(text.substr(i + 1, 4)));
      i += 4;
    } else if (kind == '"' || kind == '\'' || kind == '\\' || kind == '/' ||
               is_markdown_escape(kind)) {
      out += kind;
    } else {
      out += '\\';
      out += kind;
    }
  }
  return out;
}

bool ends_with_any(std::string_view text, std::initializer_list<std::string_view> ends,
                   std::size_t& length) {
  for (const std::string_view end : ends) {
    if (text.ends_with(end)) {
      length = end.size();
      return true;
    }
  }
  return false;
}

/// Without closing quotes, table borders, code marks and continuation marks.
std::string_view trim_end(std::string_view text) {
  for (;;) {
    if (text == ",") return {};
    std::size_t length = 0;
    if (!ends_with_any(text,
                       {" ",       "\t",     "\\",         "|",          "`",    "\"",    "'",
                        "\",",     "',",     "│",          "*/",         "**",   "<br>",  "<br/>",
                        "</code>", "</pre>", "</details>", "</summary>", "</p>", "</td>", "</tr>"},
                       length)) {
      return text;
    }
    text.remove_suffix(length);
  }
}

/// Where an engine stamp, or a tag with its bracket, stands inside a line; npos: nowhere.
std::size_t find_stamp(const std::string& text, std::size_t from) {
  for (std::size_t i = from; i < text.size(); ++i) {
    const char c = text[i];
    const bool opens = c == '[';
    const bool lost = (c == 'T' || c == 'D' || c == 'P' || c == 'E') && i > 0 && text[i - 1] == ' ';
    if (!opens && !lost) continue;
    const Prefix kind = lex_prefix(text.c_str() + i).kind;
    if (kind == Prefix::stamp || kind == Prefix::tag) return i;
  }
  return text.npos;
}

/// A stamp that a wrap cut at one of its spaces: `[2026-02-27` or `[2026-02-27 17:10:28 DP0`.
std::size_t cut_stamp(std::string_view text) {
  const std::size_t open = text.rfind('[');
  if (open == text.npos || text.size() - open > 60) return text.npos;
  const std::string closed = std::string(text.substr(open)) + "]";
  if (lex_prefix(closed.c_str()).length == closed.size() && closed.size() > 8) {
    const Prefix kind = lex_prefix(closed.c_str()).kind;
    if (kind == Prefix::stamp || kind == Prefix::tag) return open;
  }
  const std::string dated = std::string(text.substr(open)) + " 00:00:00]";
  return lex_prefix(dated.c_str()).length == dated.size() ? open : text.npos;
}

/// Whether a line holds nothing but what closes a string or a colour: no blank line.
bool only_closes(std::string_view text, std::string_view raw) {
  const bool coloured = text.size() < raw.size() && raw.find('\0') == raw.npos;
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == text.npos) return coloured;
  return text.find_first_not_of(" \t\"'`,\\") == text.npos;
}

}  // namespace

bool LineCleaner::is_column(std::string_view number, bool alone) {
  std::int64_t value = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(number.size(), 15); ++i) {
    if (number[i] < '0' || number[i] > '9') break;
    value = value * 10 + (number[i] - '0');
  }
  if (next_counter_ < 0) next_counter_ = value;
  return alone || (counter_ >= 0 && value == counter_ + 1);
}

std::size_t LineCleaner::skip_outer(const std::string& text, std::size_t at) {
  for (std::size_t i = 0; i < kMaxPrefixes; ++i) {
    const PrefixToken token = lex_prefix(text.c_str() + at);
    const std::string_view matched = std::string_view(text).substr(at, token.length);
    const bool outer = token.kind == Prefix::outer;
    const bool counter = token.kind == Prefix::counter;
    if (token.kind != Prefix::mark && !outer && !counter) break;
    if ((counter || matched[0] <= '9') && matched[0] >= '0' && !is_column(matched, outer)) break;
    at += token.length;
  }
  return at;
}

std::size_t LineCleaner::skip_prefixes(const std::string& text, std::size_t at, CleanLine& line) {
  for (std::size_t i = 0; i < kMaxPrefixes; ++i) {
    const std::size_t outer = skip_outer(text, at);
    const std::string_view marks = std::string_view(text).substr(at, outer - at);
    line.commented |= marks.find('#') != marks.npos || marks.find("//") != marks.npos;
    line.added |= marks.find('+') != marks.npos;
    at = outer;
    const PrefixToken token = lex_prefix(text.c_str() + at);
    const bool own = token.kind == Prefix::stamp || token.kind == Prefix::tag;
    if (token.kind == Prefix::failure) line.starts = true;
    if ((!own && token.kind != Prefix::level) || (own && !line.stamp.empty())) break;
    line.starts = true;
    if (own) {
      line.stamp = text.substr(at, token.length);
      line.rank = rank_of(line.stamp);
    }
    at += token.length;
  }
  return at;
}

void LineCleaner::add_line(std::string_view part, std::int64_t number) {
  std::string text(part);
  if (!open_stamp_.empty()) {
    text = std::exchange(open_stamp_, {}) + " " + text.substr(skip_outer(text, 0));
  }
  const bool tensorrt = text.find("[TRT-LLM]") != text.npos;
  for (std::size_t begin = 0; begin != text.npos;) {
    CleanLine line;
    line.number = number;
    line.tensorrt = tensorrt;
    line.starts = tensorrt;
    begin = skip_prefixes(text, begin, line);
    const std::size_t next = find_stamp(text, begin);
    std::string_view message = std::string_view(text).substr(begin);
    message = message.substr(0, next == text.npos ? next : next - begin);
    const std::string_view whole = message;
    message = trim_end(message);
    line.closing = whole.substr(message.size());
    if (next == text.npos) message = hold_cut_stamp(message);
    line.text = message;
    std::replace(line.text.begin(), line.text.end(), '\t', ' ');
    const bool nothing = line.text.empty() && line.stamp.empty();
    if (!nothing || (next == text.npos && open_stamp_.empty())) lines_.push_back(std::move(line));
    begin = next;
  }
}

std::string_view LineCleaner::hold_cut_stamp(std::string_view message) {
  const std::size_t cut = cut_stamp(message);
  if (cut == message.npos) return message;
  open_stamp_ = message.substr(cut);
  return trim_end(message.substr(0, cut));
}

void LineCleaner::add_parts(std::string_view text, std::int64_t number) {
  for (;;) {
    const std::size_t end = text.find('\n');
    add_line(text.substr(0, end), number);
    if (end == text.npos) return;
    if (trim_end(text.substr(end)).find_first_not_of("\n\"', ]}") == text.npos) return;
    text.remove_prefix(text.find_first_not_of('\n', end));
  }
}

void LineCleaner::restart() {
  open_stamp_.clear();
  counter_ = -1;
}

const std::vector<CleanLine>& LineCleaner::clean(std::string_view raw, std::int64_t number,
                                                 bool last) {
  lines_.clear();
  next_counter_ = -1;
  make_plain(scratch_, std::string(raw));
  std::string_view text = scratch_;
  CleanLine ignored;
  std::string unescaped;
  if (text.find('\\') != text.npos || text.find('{') != text.npos) {
    const std::string_view body = text.substr(skip_prefixes(scratch_, 0, ignored));
    const std::size_t message = json_message(body);
    unescaped = unescape(message == body.npos ? text : json_string(body.substr(message)));
    make_plain(scratch_, unescaped);
    text = scratch_;
  }
  if (only_closes(text, raw)) return lines_;
  add_parts(text, number);
  counter_ = next_counter_;
  const std::size_t visible = raw.find_last_not_of(" \t");
  if (!lines_.empty()) lines_.back().continues = visible != raw.npos && raw[visible] == '\\';
  if (last && !lines_.empty() && !raw.empty() && !lines_.back().text.empty()) {
    lines_.back().open_end = lines_.back().text.back() == raw.back();
  }
  return lines_;
}

}  // namespace mamba_ratio
