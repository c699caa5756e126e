#include "decode_scan.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

#include "ascii.h"
#include "log_fields.h"
#include "log_lines.h"
#include "log_scan.h"

namespace mamba_ratio {
namespace {

constexpr std::size_t kFarthest = 160;  // longest prefix looked through for the stamp
constexpr std::size_t kLongest = 4000;
constexpr std::size_t kMark = 2;  // a comma or a colon, and the blank behind it
constexpr std::size_t kWord = sizeof(std::uint64_t);

constexpr std::uint64_t kTops = 0x8080'8080'8080'8080;

constexpr std::uint64_t filled(char c) { return 0x0101'0101'0101'0101 * std::uint64_t(c); }

/// The eight bytes there, the first one lowest.
std::uint64_t word_at(std::string_view text, std::size_t at) {
  static_assert(std::endian::native == std::endian::little);
  std::uint64_t word = 0;
  std::memcpy(&word, text.data() + at, kWord);
  return word;
}

/// What is looked for: a name of at least eight bytes, and where its number goes.
struct Part {
  Part(Field field, DecodeNumber DecodeLine::*to)
      : name(name_of(field)),
        head(word_at(name, 0)),
        tail(word_at(name, name.size() - kWord)),
        member(to),
        share(value_kind(field) == ValueKind::share) {}

  /// Whether a name of at most twice eight bytes is the one, by its first and last eight.
  bool is(std::uint64_t its_head, std::uint64_t its_tail, std::size_t size) const {
    return its_head == head && its_tail == tail && size == name.size();
  }

  std::string_view name;
  std::uint64_t head;
  std::uint64_t tail;
  DecodeNumber DecodeLine::*member;
  bool share;
};

struct Parts {
  std::array<Part, 6> read{Part(Field::running_req, &DecodeLine::running),
                           Part(Field::full_token, &DecodeLine::full_tokens),
                           Part(Field::full_usage, &DecodeLine::full_usage),
                           Part(Field::mamba_num, &DecodeLine::mamba_num),
                           Part(Field::mamba_usage, &DecodeLine::mamba_usage),
                           Part(Field::queue_req, &DecodeLine::queue)};
  std::string_view preallocated = name_of(Field::preallocated_usage);
  std::string_view other_slots = name_of(Field::other_slots);
};

const Parts& parts() {
  static const Parts kParts;
  return kParts;
}

/// A text of digits, with at most one point between them, that fits.
bool read_any(std::string_view text, Decimal& number) {
  constexpr std::size_t kMaxDigits = 12;
  constexpr int kMaxDecimals = 6;
  if (text.empty() || text.size() > kMaxDigits || text[0] == '.' || text.back() == '.')
    return false;
  number = {0, -1};
  for (const char c : text) {
    if (c == '.' && number.decimals < 0) {
      number.decimals = 0;
    } else if (is_digit(c)) {
      number.digits = number.digits * 10 + (c - '0');
      number.decimals += number.decimals < 0 ? 0 : 1;
    } else {
      return false;
    }
  }
  number.decimals = std::max(number.decimals, 0);
  return number.decimals <= kMaxDecimals;
}

/// `message` from `begin` to `end`, at most eight digits; false: there is something else.
bool read_digits(std::string_view message, std::size_t begin, std::size_t end, Decimal& number) {
  const std::size_t others = 8 * (kWord + begin - end);
  std::uint64_t sum = (word_at(message, end - kWord) ^ filled('0')) >> others << others;
  if (((sum | (sum + filled(0x7F - 9))) & kTops) != 0) return false;
  sum = (sum * (1 + (10U << 8))) >> 8 & 0x00FF'00FF'00FF'00FF;
  sum = (sum * (1 + (100U << 16))) >> 16 & 0x0000'FFFF'0000'FFFF;
  sum = (sum * (1 + (std::uint64_t{10000} << 32))) >> 32;
  number = {static_cast<std::int64_t>(sum), 0};
  return true;
}

/// A share as most are printed: `0.14`.
bool read_share(std::string_view text, Decimal& number) {
  if (text.size() != 4 || text[1] != '.') return false;
  if (!is_digit(text[0]) || !is_digit(text[2]) || !is_digit(text[3])) return false;
  number = {(text[0] - '0') * 100 + (text[2] - '0') * 10 + (text[3] - '0'), 2};
  return true;
}

/// Reads the number of a part, which ends the part; false: it is none as the engine prints it.
bool take_number(DecodeLine& line, const Part& part, std::size_t begin, std::size_t end) {
  DecodeNumber& value = line.*part.member;
  if (value.given || begin >= end) return false;
  const std::string_view text = line.message.substr(begin, end - begin);
  const bool read = part.share ? read_share(text, value.number) || read_any(text, value.number)
                    : text.size() <= kWord ? read_digits(line.message, begin, end, value.number)
                                           : read_any(text, value.number);
  if (!read || (!part.share && value.number.decimals > 0)) return false;
  value.begin = static_cast<std::uint16_t>(begin);
  value.end = static_cast<std::uint16_t>(end);
  value.given = true;
  return true;
}

/// Takes the part `name: number` from `at` to `end`, or passes one that is not needed.
bool take_part(DecodeLine& line, const Parts& known, std::size_t at, std::size_t colon,
               std::size_t end) {
  const std::uint64_t head = word_at(line.message, at);
  const std::uint64_t tail = word_at(line.message, colon - kWord);
  for (const Part& part : known.read) {
    if (part.is(head, tail, colon - at)) return take_number(line, part, colon + kMark, end);
  }
  const std::string_view name = line.message.substr(at, colon - at);
  line.preallocated |= name == known.preallocated;
  return name != known.other_slots;
}

bool is_mark(std::string_view text, std::size_t at, char mark) {
  return at + 1 < text.size() && text[at] == mark && text[at + 1] == ' ';
}

/// Takes the parts of the message from `at` on.
bool take_parts(DecodeLine& line, const Marks& marks, std::size_t at) {
  const std::string_view message = line.message;
  const Parts& known = parts();
  std::size_t i = marks.at[0] < at ? 1 : 0;
  while (at + kWord <= message.size()) {
    if (i >= marks.count) return false;
    const std::size_t colon = marks.at[i];
    if (!is_mark(message, colon, ':')) return false;
    while (++i < marks.count && message[marks.at[i]] == ':') {
    }
    const std::size_t end = i < marks.count ? marks.at[i] : message.size();
    if (end < message.size() && !is_mark(message, end, ',')) return false;
    if (!take_part(line, known, at, colon, end)) return false;
    at = end + kMark;
    ++i;
  }
  return at >= message.size() && line.running.given && line.queue.given;
}

}  // namespace

std::size_t find_decode_line(std::string_view raw) {
  return raw.substr(0, kFarthest).find(kDecodeNeedle);
}

std::size_t scan_decode_line(std::string_view raw, std::size_t begin, DecodeLine& line) {
  if (begin < 2 || begin > kFarthest || !raw.substr(begin).starts_with(kDecodeNeedle)) return 0;
  if (raw[begin - 1] != ' ' || raw[begin - 2] != ']') return 0;
  Marks marks;
  if (!find_marks(raw.substr(begin, kLongest + 1), marks) || marks.end > kLongest) return 0;
  line.message = raw.substr(begin, marks.end);
  while (line.message.ends_with(' ') || line.message.ends_with(',')) line.message.remove_suffix(1);
  while (marks.count > 0 && marks.at[marks.count - 1] >= line.message.size()) --marks.count;
  const std::size_t at = kDecodeNeedle.size();
  if (!is_mark(line.message, at, ',') && !is_mark(line.message, at, '.')) return 0;
  return take_parts(line, marks, at + kMark) ? begin + marks.end : 0;
}

}  // namespace mamba_ratio
