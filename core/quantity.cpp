#include "quantity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "ascii.h"
#include "decimal_text.h"

namespace mamba_ratio {
namespace {

// Full-width forms (U+FF01..U+FF5E) become ASCII; no-break and ideographic spaces become blanks.
std::string narrow(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = [&](std::size_t k) {
      return i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : 0U;
    };
    if (byte(0) == 0xEF && (byte(1) == 0xBC || byte(1) == 0xBD) && byte(2) >= 0x80) {
      const unsigned code = 0xFF00U + ((byte(1) - 0xBCU) << 6U) + (byte(2) - 0x80U);
      if (code >= 0xFF01 && code <= 0xFF5E) {
        result += static_cast<char>(code - 0xFF00U + 0x20U);
        i += 3;
        continue;
      }
    }
    if (byte(0) == 0xC2 && byte(1) == 0xA0) {
      result += ' ';
      i += 2;
    } else if (byte(0) == 0xE3 && byte(1) == 0x80 && byte(2) == 0x80) {
      result += ' ';
      i += 3;
    } else {
      const char c = text[i++];
      result += c == '\t' || c == '\n' || c == '\r' ? ' ' : c;
    }
  }
  return result;
}

std::string_view trim(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

struct Unit {
  std::string_view word;  ///< lower case
  double factor;
};

constexpr double kKi = 1024;
constexpr std::array kTokenUnits{Unit{"k", kKi}, Unit{"ki", kKi}, Unit{"m", kKi* kKi},
                                 Unit{"mi", kKi* kKi}};
constexpr std::array kGibUnits{Unit{"gb", 1},
                               Unit{"gib", 1},
                               Unit{"g", 1},
                               Unit{"mb", 1 / kKi},
                               Unit{"mib", 1 / kKi},
                               Unit{"m", 1 / kKi},
                               Unit{"kb", 1 / kKi / kKi},
                               Unit{"kib", 1 / kKi / kKi},
                               Unit{"tb", kKi},
                               Unit{"tib", kKi},
                               Unit{"t", kKi},
                               Unit{"b", 1 / kBytesPerGib},
                               Unit{"bytes", 1 / kBytesPerGib}};
constexpr std::array kByteUnits{Unit{"b", 1},
                                Unit{"byte", 1},
                                Unit{"k", 1e3},
                                Unit{"kb", 1e3},
                                Unit{"m", 1e6},
                                Unit{"mb", 1e6},
                                Unit{"g", 1e9},
                                Unit{"gb", 1e9},
                                Unit{"tb", 1e12},
                                Unit{"kib", kKi},
                                Unit{"mib", kKi* kKi},
                                Unit{"gib", kBytesPerGib},
                                Unit{"tib", kBytesPerGib* kKi}};

std::span<const Unit> units(Kind kind) {
  switch (kind) {
    case Kind::tokens:
      return kTokenUnits;
    case Kind::gib:
      return kGibUnits;
    case Kind::bytes:
      return kByteUnits;
    default:
      return {};
  }
}

// The parameter's own word, singular or plural, is always a unit, also behind one: `9k tokens`.
std::optional<double> unit_factor(const Parameter& row, std::string_view word) {
  const std::string lowered = lower(word);
  std::string_view given = lowered;
  const std::string_view own = row.unit;
  const std::string_view one = own.ends_with('s') ? own.substr(0, own.size() - 1) : own;
  for (const std::string_view name : {own, one}) {
    if (name.empty() || !given.ends_with(name)) continue;
    given = trim(given.substr(0, given.size() - name.size()));
    break;
  }
  if (given.empty()) return 1.0;
  for (const Unit& unit : units(row.kind)) {
    if (unit.word == given || unit.word == lowered) return unit.factor;
  }
  return std::nullopt;
}

// "1,234,567" (also with `_`, a blank or an apostrophe) -> "1234567"; empty where the groups are
// not of three digits.
std::string ungroup(std::string_view whole) {
  const auto is_mark = [](char c) { return c == ',' || c == '_' || c == ' ' || c == '\''; };
  const auto first = std::find_if(whole.begin(), whole.end(), is_mark);
  if (first == whole.end()) return std::string(whole);
  const char mark = *first;
  std::string digits;
  std::size_t run = 0;
  bool grouped = false;
  for (const char c : whole) {
    if (c == mark) {
      if (run == 0 || run > 3 || (grouped && run != 3)) return {};
      grouped = true;
      run = 0;
    } else if (is_digit(c)) {
      digits += c;
      ++run;
    } else {
      return {};
    }
  }
  return run == 3 ? digits : std::string{};
}

struct Term {
  std::string literal;  ///< plain decimal literal, maybe with an exponent
  std::string_view unit;
};

// Splits "1,234.5e3 MB" into its literal and unit. Nothing where no number stands in front.
std::optional<Term> split_term(std::string_view text) {
  const bool minus = text.starts_with('-');
  std::size_t i = minus ? 1 : 0;
  const auto part_of_whole = [&](std::size_t k) {
    if (is_digit(text[k])) return true;
    const bool mark = text[k] == ',' || text[k] == '_' || text[k] == ' ' || text[k] == '\'';
    return mark && k > 0 && is_digit(text[k - 1]) && k + 1 < text.size() && is_digit(text[k + 1]);
  };
  const std::size_t begin = i;
  while (i < text.size() && part_of_whole(i)) ++i;
  std::string literal = ungroup(text.substr(begin, i - begin));
  if (i > begin && literal.empty()) return std::nullopt;
  std::size_t decimals = 0;
  if (i < text.size() && text[i] == '.') {
    const std::size_t point = i++;
    while (i < text.size() && is_digit(text[i])) ++i;
    decimals = i - point - 1;
    if (decimals > 0) literal += text.substr(point, i - point);
  }
  if (i == begin || (literal.empty() && decimals == 0)) return std::nullopt;
  if (literal.starts_with('.')) literal.insert(0, "0");
  if (i + 1 < text.size() && lower(text[i]) == 'e') {
    std::size_t k = i + 1;
    if (text[k] == '-' || text[k] == '+') ++k;
    const std::size_t digits = k;
    while (k < text.size() && is_digit(text[k])) ++k;
    if (k > digits) {
      literal += text.substr(i, k - i);
      i = k;
    }
  }
  if (minus) literal.insert(0, "-");
  return Term{literal, trim(text.substr(i))};
}

std::vector<std::string_view> split_sum(std::string_view text, Kind kind) {
  std::vector<std::string_view> terms;
  const bool sums = kind == Kind::tokens || kind == Kind::gib || kind == Kind::bytes;
  std::size_t begin = 0;
  for (std::size_t i = 0; sums && i < text.size(); ++i) {
    const bool exponent = i >= 2 && lower(text[i - 1]) == 'e' && is_digit(text[i - 2]);
    if (text[i] != '+' || exponent) continue;
    terms.push_back(trim(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  terms.push_back(trim(text.substr(begin)));
  return terms;
}

bool is_plain(std::string_view text) {
  return !text.empty() && is_digit(text.front()) && is_digit(text.back()) &&
         std::count(text.begin(), text.end(), '.') <= 1 &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_digit(c) || c == '.'; });
}

std::string without_leading_zeros(std::string text) {
  std::size_t zeros = 0;
  while (zeros + 1 < text.size() && text[zeros] == '0' && is_digit(text[zeros + 1])) ++zeros;
  return text.substr(zeros);
}

QuantityResult refuse(const Parameter& row, Code code, std::string_view text) {
  return {std::nullopt, Problem(code, row.id)
                            .with("given", shown(text))
                            .with("min", row.min)
                            .with("max", row.max)
                            .with("unit", row.unit)};
}

bool in_range(const Parameter& row, double number) {
  return number <= row.max && (row.above_min ? number > row.min : number >= row.min);
}

/// Of "e+21" 21; of "" 0.
int exponent_of(std::string_view text) {
  int exponent = 0;
  for (const char c : text) {
    if (is_digit(c)) exponent = exponent * 10 + (c - '0');
  }
  return text.starts_with("e-") ? -exponent : exponent;
}

constexpr std::size_t kLongestText = 200;
constexpr int kMostDecimals = kLongestText - 20;  // a point, a sign and zeros take room too

}  // namespace

std::string plain_decimal(double number) {
  const std::string text = shortest_decimal(std::abs(number));
  std::string digits;
  int decimals = 0;
  std::size_t i = 0;
  for (bool fraction = false; i < text.size() && text[i] != 'e'; ++i) {
    if (text[i] == '.') {
      fraction = true;
    } else if (!digits.empty() || text[i] != '0') {
      digits += text[i];
      decimals += fraction ? 1 : 0;
    } else if (fraction) {
      ++decimals;
    }
  }
  if (digits.empty()) return "0";
  decimals -= exponent_of(std::string_view(text).substr(i));
  if (std::abs(decimals) > kMostDecimals) return (number < 0 ? "-" : "") + text;
  return (number < 0 ? "-" : "") + place_point(std::move(digits), decimals);
}

std::string shown(std::string_view text) {
  constexpr std::size_t kMost = 40;
  std::string result(text.substr(0, kMost));
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
  if (text.size() > kMost) {
    std::size_t end = kMost;
    while (end > 0 && continues(text[end])) --end;
    result.resize(end);
    result += "…";
  }
  return result;
}

QuantityResult read_quantity(const Parameter& row, std::string_view text) {
  const std::string narrowed = text.size() > kLongestText ? std::string{} : narrow(text);
  const std::string_view whole = trim(narrowed);
  if (whole.empty()) return refuse(row, Code::not_a_number, text);
  double sum = 0;
  std::string only;
  const std::vector<std::string_view> terms = split_sum(whole, row.kind);
  for (const std::string_view part : terms) {
    const std::optional<Term> term = split_term(part);
    if (!term) return refuse(row, Code::not_a_number, text);
    const std::optional<double> factor = unit_factor(row, term->unit);
    if (!factor) {
      QuantityResult result = refuse(row, Code::unknown_unit, text);
      result.problem->arguments.emplace_back("given_unit", shown(term->unit));
      return result;
    }
    const double number = parse_decimal(term->literal) * *factor;
    if (terms.size() > 1 && number < 0) return refuse(row, Code::out_of_range, text);
    sum += number;
    if (terms.size() == 1 && *factor == 1.0) only = term->literal;
  }
  // Sums of printed decimals stay decimals: 4.52 + 4.52 is 9.04, and 0.1 + 0.2 is 0.3.
  if (terms.size() > 1 && std::abs(sum) < 1e9) sum = std::round(sum * 1e6) / 1e6;
  if (!std::isfinite(sum) || !in_range(row, sum)) return refuse(row, Code::out_of_range, text);
  const bool whole_kind = row.kind == Kind::count || row.kind == Kind::tokens;
  if (whole_kind && sum != std::floor(sum)) return refuse(row, Code::not_whole, text);
  std::string canonical = is_plain(only) ? without_leading_zeros(only) : plain_decimal(sum);
  return {Quantity{sum, std::move(canonical)}, std::nullopt};
}

}  // namespace mamba_ratio
