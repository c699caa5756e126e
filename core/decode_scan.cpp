#include "decode_scan.h"

#include <algorithm>

namespace mamba_ratio {
namespace {

constexpr std::string_view kNeedle = "Decode batch";
constexpr std::size_t kFarthest = 160;  // longest prefix looked through for the stamp

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The whole of `text` as digits with at most one point.
std::optional<Decimal> plain_number(std::string_view text) {
  Decimal result;
  bool point = false;
  if (text.empty() || text.size() > 12 || !is_digit(text.front()) || !is_digit(text.back())) {
    return std::nullopt;
  }
  for (const char c : text) {
    if (c == '.' && !point) {
      point = true;
    } else if (is_digit(c)) {
      result.digits = result.digits * 10 + (c - '0');
      result.decimals += point ? 1 : 0;
    } else {
      return std::nullopt;
    }
  }
  return result.decimals > 6 ? std::nullopt : std::optional(result);
}

std::optional<DecodeNumber> DecodeLine::*whole_member(std::string_view name) {
  if (name == "#running-req") return &DecodeLine::running;
  if (name == "#full token") return &DecodeLine::full_tokens;
  if (name == "mamba num") return &DecodeLine::mamba_num;
  if (name == "#queue-req") return &DecodeLine::queue;
  return nullptr;
}

std::optional<DecodeNumber> DecodeLine::*share_member(std::string_view name) {
  if (name == "full token usage") return &DecodeLine::full_usage;
  if (name == "mamba usage") return &DecodeLine::mamba_usage;
  return nullptr;
}

/// Takes `name: value` at `begin` of the message; false: it is not as the engine prints it.
bool take_part(DecodeLine& line, std::size_t begin, std::size_t end) {
  const std::string_view part = line.message.substr(begin, end - begin);
  const std::size_t colon = part.find(": ");
  if (colon == part.npos) return false;
  const std::string_view name = part.substr(0, colon);
  const auto whole = whole_member(name);
  const auto share = share_member(name);
  if (whole == nullptr && share == nullptr) {
    line.preallocated |= name == "pre-allocated usage";
    return name != "#mamba-slot";
  }
  const auto number = plain_number(part.substr(colon + 2));
  const auto member = whole == nullptr ? share : whole;
  if (!number || (whole != nullptr && number->decimals > 0) || line.*member) return false;
  line.*member = DecodeNumber{*number, begin + colon + 2, end};
  return true;
}

}  // namespace

std::optional<DecodeLine> scan_decode_line(std::string_view raw) {
  const std::size_t at = raw.substr(0, kFarthest).find(kNeedle);
  if (at == raw.npos || at < 2 || raw[at - 1] != ' ' || raw[at - 2] != ']') return std::nullopt;
  DecodeLine line;
  line.message = raw.substr(at);
  line.message = line.message.substr(0, line.message.find_last_not_of(" ,") + 1);
  std::size_t begin = kNeedle.size();
  const std::string_view& message = line.message;
  if (!message.substr(begin).starts_with(", ") && !message.substr(begin).starts_with(". ")) {
    return std::nullopt;
  }
  for (begin += 2; begin < message.size();) {
    const std::size_t end = std::min(message.find(", ", begin), message.size());
    if (!take_part(line, begin, end)) return std::nullopt;
    begin = end + 2;
  }
  if (!line.running || !line.queue) return std::nullopt;
  return line;
}

}  // namespace mamba_ratio
