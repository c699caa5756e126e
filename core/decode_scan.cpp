#include "decode_scan.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

#include "ascii.h"
#include "log_fields.h"
#include "log_lines.h"

namespace mamba_ratio {
namespace {

constexpr std::size_t kFarthest = 160;  // longest prefix looked through for the stamp
constexpr std::size_t kLongest = 4000;

/// The first eight bytes; 0: there are not so many.
std::uint64_t head_of(std::string_view text) {
  std::uint64_t head = 0;
  if (text.size() >= sizeof head) std::memcpy(&head, text.data(), sizeof head);
  return head;
}

struct Part {
  std::uint64_t head;  ///< of the name: tells most apart at once
  std::string_view name;
  DecodeNumber DecodeLine::*member;
  bool share;
};

Part part(Field field, DecodeNumber DecodeLine::*member) {
  const std::string_view name = name_of(field);
  return {head_of(name), name, member, value_kind(field) == ValueKind::share};
}

struct Parts {
  std::array<Part, 6> read{part(Field::running_req, &DecodeLine::running),
                           part(Field::full_token, &DecodeLine::full_tokens),
                           part(Field::full_usage, &DecodeLine::full_usage),
                           part(Field::mamba_num, &DecodeLine::mamba_num),
                           part(Field::mamba_usage, &DecodeLine::mamba_usage),
                           part(Field::queue_req, &DecodeLine::queue)};
  std::string_view preallocated = name_of(Field::preallocated_usage);
  std::string_view other_slots = name_of(Field::other_slots);
};

const Parts& parts() {
  static const Parts kParts;
  return kParts;
}

/// Whether `name: ` begins the text.
bool begins(std::string_view text, std::string_view name) {
  return text.starts_with(name) && text.substr(name.size()).starts_with(": ");
}

/// The digits, with at most one point, at the start of a part; how many bytes they have, 0: they
/// are no number that fits.
std::size_t read_plain(std::string_view text, Decimal& number) {
  constexpr std::size_t kMaxDigits = 12;
  std::int64_t digits = 0;
  std::size_t i = 0;
  std::size_t point = text.npos;
  for (; i < text.size() && i <= kMaxDigits; ++i) {
    if (is_digit(text[i])) {
      digits = digits * 10 + (text[i] - '0');
    } else if (text[i] == '.' && point == text.npos && i > 0) {
      point = i;
    } else {
      break;
    }
  }
  number = {digits, point == text.npos ? 0 : static_cast<int>(i - point) - 1};
  const bool fits = i > 0 && i <= kMaxDigits && is_digit(text[i - 1]) && number.decimals <= 6;
  return fits ? i : 0;
}

/// Takes the part at `at`, or passes one that is not needed; returns where it ends, 0: it is not as
/// the engine prints it.
std::size_t take_part(DecodeLine& line, std::string_view message, std::size_t at) {
  const std::string_view rest = message.substr(at);
  const std::uint64_t head = head_of(rest);
  const Parts& known = parts();
  for (const Part& part : known.read) {
    if (part.head != head || !begins(rest, part.name)) continue;
    DecodeNumber& value = line.*part.member;
    if (value.given) return 0;
    const std::size_t begin = at + part.name.size() + 2;
    const std::size_t length = read_plain(message.substr(begin), value.number);
    if (length == 0 || (!part.share && value.number.decimals > 0)) return 0;
    const std::size_t end = begin + length;
    if (end < message.size() && !message.substr(end).starts_with(", ")) return 0;
    value.begin = static_cast<std::uint16_t>(begin);
    value.end = static_cast<std::uint16_t>(end);
    value.given = true;
    return end;
  }
  const std::size_t end = std::min(rest.find(", "), rest.size());
  const std::size_t colon = rest.substr(0, end).find(": ");
  if (colon == rest.npos || begins(rest, known.other_slots)) return 0;
  line.preallocated |= begins(rest, known.preallocated);
  return at + end;
}

}  // namespace

bool scan_decode_line(std::string_view raw, DecodeLine& line) {
  const std::size_t begin = raw.substr(0, kFarthest).find(kDecodeNeedle);
  if (begin == raw.npos || begin < 2 || raw[begin - 1] != ' ' || raw[begin - 2] != ']')
    return false;
  std::string_view message = raw.substr(begin);
  message = message.substr(0, message.find_last_not_of(" ,") + 1);
  line.message = message;
  std::size_t at = kDecodeNeedle.size();
  const std::string_view rest = message.substr(at);
  if (message.size() > kLongest || !(rest.starts_with(", ") || rest.starts_with(". ")))
    return false;
  while (at < message.size()) {
    at = take_part(line, message, at + 2);
    if (at == 0) return false;
  }
  return line.running.given && line.queue.given;
}

}  // namespace mamba_ratio
