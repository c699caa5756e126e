#include "link.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "quantity.h"

namespace mamba_ratio {
namespace {

constexpr std::size_t kMostFaults = 20;

std::optional<unsigned> hex_digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
  return std::nullopt;
}

// The shortest form of each code point, no halves of pairs.
bool is_utf8(std::string_view text) {
  constexpr std::array kLeast{0U, 0x80U, 0x800U, 0x10000U};
  for (std::size_t i = 0; i < text.size();) {
    const unsigned char lead = static_cast<unsigned char>(text[i]);
    const std::size_t more = lead < 0x80 ? 0 : lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
    if ((lead >= 0x80 && lead < 0xC2) || lead > 0xF4 || i + more >= text.size()) return false;
    unsigned code = more == 0 ? lead : lead & (0x3FU >> more);
    for (std::size_t k = 1; k <= more; ++k) {
      const unsigned next = static_cast<unsigned char>(text[i + k]);
      if ((next & 0xC0U) != 0x80U) return false;
      code = code << 6U | (next & 0x3FU);
    }
    if (code < kLeast[more] || code > 0x10FFFF || code >> 11U == 0x1B) return false;
    i += more + 1;
  }
  return true;
}

std::optional<std::string> decode(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      result += text[i];
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const std::optional<unsigned> high = hex_digit(text[i + 1]);
    const std::optional<unsigned> low = hex_digit(text[i + 2]);
    if (!high || !low) return std::nullopt;
    result += static_cast<char>(*high * 16 + *low);
    i += 2;
  }
  if (!is_utf8(result)) return std::nullopt;
  return result;
}

class Parser {
 public:
  ParsedLink parse(std::string_view fragment) {
    if (fragment.starts_with('#')) fragment.remove_prefix(1);
    for (std::size_t begin = 0; begin <= fragment.size();) {
      const std::size_t end = std::min(fragment.find('&', begin), fragment.size());
      pair(fragment.substr(begin, end - begin));
      begin = end + 1;
    }
    if (faults_ > kMostFaults) {
      result_.problems.push_back(Problem(Code::link_more_faults)
                                     .with("count", static_cast<double>(faults_ - kMostFaults)));
    }
    return std::move(result_);
  }

 private:
  void fault(Code code, std::string_view field, std::string_view given) {
    if (++faults_ > kMostFaults) return;
    result_.problems.push_back(Problem(code, field).with("given", shown(given)));
  }

  void pair(std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) return;
    const std::optional<std::string> name = decode(text.substr(0, equals));
    const std::optional<std::string> value = decode(text.substr(equals + 1));
    const std::optional<Key> key = name ? find_key(*name) : std::nullopt;
    if (!name || (key && !value)) {
      const std::string_view field = key ? parameter(*key).key : std::string_view{};
      return fault(Code::link_bad_encoding, field, text);
    }
    if (!key) return fault(Code::link_unknown_key, {}, *name);
    const bool newer = *key == Key::v && is_newer(*value);
    if (newer) fault(Code::link_newer_version, "v", *value);
    keep({*key, newer ? std::string(parameter(Key::v).default_text) : *value, Origin::link,
          std::nullopt});
  }

  // However large: beyond what a double holds too.
  static bool is_newer(std::string_view value) {
    Parameter version = parameter(Key::v);
    version.max = std::numeric_limits<double>::max();
    version.min = -version.max;
    const QuantityResult read = read_quantity(version, value);
    if (read.quantity) return read.quantity->number > kLinkVersion;
    if (read.problem->code == Code::out_of_range) return !value.starts_with('-');
    return value.find_first_not_of('0') < value.size() &&
           value.find_first_not_of("0123456789") == std::string_view::npos;
  }

  void keep(Entry entry) {
    const auto before = std::find_if(result_.entries.begin(), result_.entries.end(),
                                     [&](const Entry& other) { return other.key == entry.key; });
    if (before == result_.entries.end()) {
      result_.entries.push_back(std::move(entry));
      return;
    }
    const std::string_view field = parameter(entry.key).key;
    fault(Code::link_key_twice, field, field);
    *before = std::move(entry);
  }

  ParsedLink result_;
  std::size_t faults_ = 0;
};

}  // namespace

ParsedLink parse_link(std::string_view fragment) { return Parser().parse(fragment); }

std::string write_link(const Inputs& inputs, std::string_view tokens_per_request) {
  std::string result = "v=" + std::to_string(kLinkVersion);
  const auto add = [&](std::string_view key, std::string_view text) {
    result += '&';
    result += key;
    result += '=';
    result += text;
  };
  for (const Parameter& row : parameters()) {
    if (row.id == Key::v) continue;
    if (row.id == Key::L) {
      if (!tokens_per_request.empty()) add(row.key, tokens_per_request);
    } else if (!is_default(inputs, row.id)) {
      add(row.key, inputs[row.id].text);
    }
  }
  return result;
}

}  // namespace mamba_ratio
