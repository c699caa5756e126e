#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "parameters.h"
#include "problem.h"

namespace mamba_ratio {

inline constexpr double kBytesPerGib = 1073741824.0;

/// A number as a person typed it.
struct Quantity {
  double number = 0;  ///< in the parameter's unit: tokens, slots, GiB, bytes, ...
  std::string text;   ///< canonical: a plain decimal; the typed digits where they are one already
};

/// A quantity, or what is wrong with the text.
struct QuantityResult {
  std::optional<Quantity> quantity;
  std::optional<Problem> problem;
};

/// Reads human input for a parameter whose kind is a number: thousands in groups of three
/// (`10,097,100`), `k` and `m` for tokens (1024-based), sums (`8192+1024`), units (`56.4 MB`,
/// `53.8 MiB`, `15.03 GB`), full-width forms. In GiB fields GB means GiB, as SGLang prints it; in
/// byte fields KB, MB, GB are decimal and KiB, MiB, GiB binary.
/// Problems: not_a_number, unknown_unit, not_whole, out_of_range; each names the field, what was
/// given and the accepted range.
/// Example: read_quantity(parameter(Key::L), "128K") gives 131072, text "131072".
QuantityResult read_quantity(const Parameter& row, std::string_view text);

/// The shortest plain decimal that parses back to `number`, which is finite; with an exponent where
/// it would else be longer than what `read_quantity` takes.
/// Example: 0.1 + 0.2 -> "0.30000000000000004"; 9216 -> "9216"; 1e-200 -> "1e-200".
std::string plain_decimal(double number);

/// What a person may be shown of their own text: valid UTF-8, at most 40 bytes, cut with an
/// ellipsis.
std::string shown(std::string_view text);

}  // namespace mamba_ratio
