#include <algorithm>
#include <string_view>

#include "ascii.h"
#include "log_words.h"
#include "message_parser.h"

// How the parser reads what stands behind a field's name.

namespace mamba_ratio {
namespace {

constexpr std::string_view kDtypeChars =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.";

}  // namespace

MessageParser::Value MessageParser::read_value(Field field, std::size_t at, std::size_t value_at) {
  Value result;
  result.end = value_at;
  const std::string_view text(text_);
  std::string_view rest = text.substr(value_at);
  std::size_t begin = value_at;
  const ValueKind kind = value_kind(field);
  FieldValue value;
  value.field = field;
  std::size_t length = 0;
  bool cut = false;
  if (field == Field::slots_per_request) {
    begin = at;
    rest = text.substr(at);
  } else if (kind == ValueKind::none) {
    return result;
  }
  if (kind == ValueKind::dtype) {
    const std::size_t begun = rest.find_first_not_of(kDtypeChars);
    const std::string whole = whole_word(begin, begin + std::min(begun, rest.size()), false);
    length = dtype_length(rest);
    value.word = rest.substr(0, length);
    if (is_whole_dtype(whole) && whole != value.word) {
      value.word = whole;
      length = std::min(begun, rest.size());
    }
    cut = length == rest.size() && open_end_ && !is_whole_dtype(value.word);
  } else if (kind == ValueKind::word) {
    while (length < rest.size() && is_word_char(rest[length])) ++length;
    value.word = whole_word(begin, begin + length, true);
  } else {
    const NumberKind wanted =
        field == Field::slots_per_request ? NumberKind::whole : number_kind(kind);
    const bool negative = may_be_negative(field) && rest.starts_with('-');
    const std::size_t sign = negative ? 1 : 0;
    const std::optional<PrintedNumber> number = read_number(rest.substr(sign), wanted, open_end_);
    if (number) {
      value.number = number->number;
      if (negative) value.number.digits = -value.number.digits;
      length = sign + number->length;
      cut = number->cut || wrapped(begin + length);
    }
  }
  if (length == 0) return result;
  pieces_[piece_at(begin)].used = true;
  result.end = std::max(value_at, begin + length);
  const std::string unit = lower(trimmed(text.substr(begin + length, 5)));
  result.has_unit = unit.starts_with('g') &&
                    (unit.size() == 1 || !is_alpha(unit[1]) || unit[1] == 'b' || unit[1] == 'i');
  value.printed = rest.substr(0, length);
  value.place = place(begin, begin + length);
  cut |= kind == ValueKind::gib && value.number.decimals < 2 && is_cut_behind(begin + length);
  if (cut) {
    listener_.on_dropped(Dropped::cut_number, value.place);
  } else {
    result.value = std::move(value);
  }
  return result;
}

bool MessageParser::is_cut_behind(std::size_t end) const {
  const std::size_t line_end = std::max(pieces_[piece_at(end - 1)].end, end);
  const std::string_view text = text_;
  const std::string_view behind = trimmed(text.substr(end, line_end - end));
  if (behind.empty()) return !trimmed(text.substr(line_end, 5)).starts_with('G');
  const bool marked = behind.starts_with("...") || behind.starts_with("\xE2\x80\xA6");
  return marked || behind == "." || behind == ">" || behind == "$" || behind == "\\";
}

std::string MessageParser::whole_word(std::size_t begin, std::size_t end, bool comma) const {
  std::string word = text_.substr(begin, end - begin);
  if (word.empty()) return word;
  const std::size_t piece = piece_at(begin);
  const bool broken = end == pieces_[piece].end && piece + 1 < pieces_.size() &&
                      !pieces_[piece + 1].stamped && !pieces_[piece].closed;
  if (!broken) return word;
  const std::size_t next = pieces_[piece + 1].begin;
  std::size_t rest = next;
  while (rest < text_.size() && is_word_char(text_[rest])) ++rest;
  const bool ends = !comma || (rest < text_.size() && text_[rest] == ',');
  return ends ? word + text_.substr(next, rest - next) : word;
}

bool MessageParser::wrapped(std::size_t end) const {
  const std::size_t piece = piece_at(end - 1);
  if (piece + 1 >= pieces_.size() || pieces_[piece + 1].stamped) return false;
  if (pieces_[piece].closed) return false;
  const std::string_view behind =
      std::string_view(text_).substr(end, std::max(pieces_[piece].end, end) - end);
  if (!behind.empty() && behind != "." && behind != ",") return false;
  std::string_view next = std::string_view(text_).substr(pieces_[piece + 1].begin);
  char mark = behind.empty() ? '\0' : behind.front();
  if (mark == '\0' && (next.starts_with('.') || next.starts_with(','))) {
    mark = next.front();
    next.remove_prefix(1);
  }
  const std::size_t digits = std::min(next.find_first_not_of("0123456789"), next.size());
  return mark == ',' ? digits == 3 : digits > 0 && !begins_with_address(next);
}

std::size_t MessageParser::value_end(std::size_t at) const {
  constexpr std::size_t kReach = 64;
  const std::string_view rest = std::string_view(text_).substr(at, kReach);
  const std::size_t unit =
      rest.find_first_not_of(' ', std::min(rest.find_first_of(" ,"), rest.size()));
  if (unit != rest.npos) {
    for (const std::string_view name : {"GB", "GiB", "MB", "s"}) {
      const std::string_view word = rest.substr(unit);
      if (!word.starts_with(name)) continue;
      if (word.size() == name.size() || !is_word_char(word[name.size()])) return at + unit;
    }
  }
  return std::max(at, std::size_t{1}) - 1;
}

}  // namespace mamba_ratio
