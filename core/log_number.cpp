#include "log_number.h"

#include <algorithm>
#include <array>

#include "ascii.h"
#include "decimal_text.h"

namespace mamba_ratio {
namespace {

constexpr std::size_t kMaxDigits = 15;          // of a whole number: exact in a double
constexpr std::size_t kMaxFractionDigits = 12;  // of others: sums with 6 decimals fit 64 bits
constexpr std::size_t kMaxDecimals = 6;

char at(std::string_view text, std::size_t i) { return i < text.size() ? text[i] : '\0'; }

std::size_t digits_at(std::string_view text, std::size_t from) {
  std::size_t i = from;
  while (is_digit(at(text, i))) ++i;
  return i - from;
}

double power_of_ten(int n) {
  double result = 1;
  for (int i = 0; i < n; ++i) result *= 10;
  return result;
}

Decimal scaled(Decimal d, int decimals) {
  for (; d.decimals < decimals; ++d.decimals) d.digits *= 10;
  return d;
}

/// Length of a unit behind a number, with the space before it; nullopt: a unit of another kind.
std::optional<std::size_t> unit_length(std::string_view rest, NumberKind kind) {
  const std::size_t begin = std::min(rest.find_first_not_of(' '), rest.size());
  std::size_t end = begin;
  while (end < rest.size() && is_name_start(rest[end])) ++end;
  const std::string word = lower(rest.substr(begin, std::min<std::size_t>(end - begin, 6)));
  constexpr std::array<std::string_view, 15> kUnits{
      "g", "gb", "gib", "m", "mb", "mib", "kb", "kib", "t", "tb", "tib", "gi", "mi", "b", "bytes"};
  if (std::find(kUnits.begin(), kUnits.end(), word) == kUnits.end()) return 0;
  const bool fits = word[0] == (kind == NumberKind::gib ? 'g' : 'm');
  return fits ? std::optional(end) : std::nullopt;
}

/// Whether the characters behind a number end it.
bool ended(std::string_view rest, NumberKind kind) {
  if (kind == NumberKind::gib || kind == NumberKind::mib) {
    const std::optional<std::size_t> unit = unit_length(rest, kind);
    if (!unit) return false;
    if (*unit > 0) return !is_name_start(at(rest, *unit)) && !is_digit(at(rest, *unit));
  }
  const char next = at(rest, 0);
  const bool goes_on = (next == '.' || next == ',') && is_digit(at(rest, 1));
  // `0. 10GB`, `0.l0GB`: a scan lost the decimals.
  if (next == '.' &&
      (is_name_start(at(rest, 1)) || (at(rest, 1) == ' ' && is_digit(at(rest, 2))))) {
    return false;
  }
  const char unit = at(rest, std::min(rest.find_first_not_of(' '), rest.size()));
  return !is_name_start(next) && unit != '%' && next != '/' && !goes_on;
}

/// Whether groups of three digits follow that a blank or an apostrophe parts: `327 310`.
bool parted(std::string_view rest, std::size_t digits) {
  return digits <= 3 && (at(rest, 0) == ' ' || at(rest, 0) == '\'') && digits_at(rest, 1) == 3 &&
         !is_name_start(at(rest, 4)) && at(rest, 4) != '/' && at(rest, 4) != ':';
}

bool is_cut(std::string_view rest, bool open_end, bool grouped) {
  if (rest.starts_with("..") || rest.starts_with("\xE2\x80\xA6")) return true;
  if (!open_end) return false;
  return rest.empty() || rest == "." || (rest == "," && grouped);
}

}  // namespace

double Decimal::value() const {
  const auto all = static_cast<double>(digits);
  return decimals == 0 ? all : all / power_of_ten(decimals);
}

std::string Decimal::text() const { return place_point(std::to_string(digits), decimals); }

Decimal operator+(Decimal a, Decimal b) {
  const int decimals = std::max(a.decimals, b.decimals);
  return {scaled(a, decimals).digits + scaled(b, decimals).digits, decimals};
}

bool operator==(Decimal a, Decimal b) {
  const int decimals = std::max(a.decimals, b.decimals);
  return scaled(a, decimals).digits == scaled(b, decimals).digits;
}

std::optional<PrintedNumber> read_number(std::string_view text, NumberKind kind, bool open_end) {
  std::size_t end = digits_at(text, 0);
  if (end == 0) return std::nullopt;
  bool grouped = false;
  while (end > 0 && (grouped || end <= 3) && at(text, end) == ',' &&
         digits_at(text, end + 1) == 3) {
    end += 4;
    grouped = true;
  }
  PrintedNumber result;
  if (at(text, end) == '.' && is_digit(at(text, end + 1))) {
    const std::size_t decimals = digits_at(text, end + 1);
    if (decimals > kMaxDecimals) return std::nullopt;
    result.number.decimals = static_cast<int>(decimals);
    end += 1 + decimals;
  }
  const std::size_t most = kind == NumberKind::whole ? kMaxDigits : kMaxFractionDigits;
  if (kind == NumberKind::whole && result.number.decimals > 0) return std::nullopt;
  result.length = end;
  std::size_t count = 0;
  for (std::size_t i = 0; i < end; ++i) {
    if (!is_digit(text[i])) continue;
    if (result.number.digits != 0 || text[i] != '0') ++count;
    if (count > most) return std::nullopt;
    result.number.digits = result.number.digits * 10 + (text[i] - '0');
  }
  const std::string_view rest = text.substr(end);
  if (kind == NumberKind::whole && parted(rest, end)) return std::nullopt;
  result.cut = is_cut(rest, open_end, grouped || end <= 3);
  if (!result.cut && !ended(rest, kind)) return std::nullopt;
  return result;
}

}  // namespace mamba_ratio
