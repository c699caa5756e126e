#include "decode_scan.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "ascii.h"
#include "log_fields.h"
#include "log_lines.h"

namespace mamba_ratio {
namespace {

constexpr std::size_t kFarthest = 160;  // longest prefix looked through for the stamp
constexpr std::size_t kLongest = 4000;

struct Part {
  std::string_view name;
  DecodeNumber DecodeLine::*member;
  bool share;
};

Part part(Field field, DecodeNumber DecodeLine::*member) {
  return {name_of(field), member, value_kind(field) == ValueKind::share};
}

struct Parts {
  // In the order in which the engine prints them.
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
  return text[0] == name[0] && text.starts_with(name) && text.substr(name.size()).starts_with(": ");
}

/// The digits, with at most one point, at the start of a part; how many bytes they have, 0: they
/// are no number that fits.
std::size_t read_plain(std::string_view text, Decimal& number) {
  constexpr std::size_t kMaxDigits = 12;
  std::size_t i = 0;
  std::size_t point = text.npos;
  for (; i < text.size() && i <= kMaxDigits; ++i) {
    if (is_digit(text[i])) {
      number.digits = number.digits * 10 + (text[i] - '0');
    } else if (text[i] == '.' && point == text.npos && i > 0) {
      point = i;
    } else {
      break;
    }
  }
  number.decimals = point == text.npos ? 0 : static_cast<int>(i - point) - 1;
  const bool fits = i > 0 && i <= kMaxDigits && is_digit(text[i - 1]) && number.decimals <= 6;
  return fits ? i : 0;
}

/// Takes the part at `at`, which stands `next` in the usual order, or one that is not needed;
/// returns where it ends, 0: it is not as the engine prints it.
std::size_t take_part(DecodeLine& line, std::size_t at, std::size_t& next) {
  const std::string_view rest = line.message.substr(at);
  const Parts& known = parts();
  for (std::size_t i = 0; i < known.read.size(); ++i) {
    const Part& part = known.read[(next + i) % known.read.size()];
    if (!begins(rest, part.name)) continue;
    DecodeNumber& value = line.*part.member;
    if (value.given) return 0;
    const std::size_t begin = at + part.name.size() + 2;
    const std::size_t length = read_plain(line.message.substr(begin), value.number);
    if (length == 0 || (!part.share && value.number.decimals > 0)) return 0;
    const std::size_t end = begin + length;
    if (end < line.message.size() && !line.message.substr(end).starts_with(", ")) return 0;
    value.begin = static_cast<std::uint16_t>(begin);
    value.end = static_cast<std::uint16_t>(end);
    value.given = true;
    next += i + 1;
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
  line.message = raw.substr(begin);
  line.message = line.message.substr(0, line.message.find_last_not_of(" ,") + 1);
  std::size_t at = kDecodeNeedle.size();
  const std::string_view& message = line.message;
  const std::string_view rest = message.substr(at);
  if (message.size() > kLongest || !(rest.starts_with(", ") || rest.starts_with(". ")))
    return false;
  for (std::size_t next = 0; at < message.size();) {
    at = take_part(line, at + 2, next);
    if (at == 0) return false;
  }
  return line.running.given && line.queue.given;
}

}  // namespace mamba_ratio
