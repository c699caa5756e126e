#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mamba_ratio {

/// A printed number, exactly: digits / 10^decimals.
struct Decimal {
  std::int64_t digits = 0;
  int decimals = 0;

  /// The nearest double.
  double value() const;
  /// Plain decimal, all printed places: {904, 2} -> "9.04".
  std::string text() const;
};

/// The sum with the places of the finer one: 4.52 + 4.52 = 9.04. Both as `read_number` gives them.
Decimal operator+(Decimal a, Decimal b);
bool operator==(Decimal a, Decimal b);

/// A number as it stands in a text.
struct PrintedNumber {
  Decimal number;
  std::size_t length = 0;  ///< of the digits with separators and point
  bool cut = false;        ///< the text ends, or an elision begins, right behind it
};

enum class NumberKind {
  whole,    ///< thousands separators in groups of three are understood
  decimal,  ///< no unit, a share or a count of seconds
  gib,      ///< with "GB", "GiB", a person's "G" or no unit behind it
  mib,      ///< with "MB", "MiB", "M" or no unit behind it
};

/// The number at the start of `text` where something ends it (unit, space, line end, punctuation,
/// bracket, quote) and it fits the kind; nullopt: none. `open_end`: the text itself ends with
/// `text`, so that a number that reaches its end may go on. A sign, more than 15 digits (12 with
/// decimals) or another unit do not fit. Examples: "10,097,100, K" -> 10097100; "12.5 GB" as whole
/// -> nullopt.
std::optional<PrintedNumber> read_number(std::string_view text, NumberKind kind, bool open_end);

}  // namespace mamba_ratio
