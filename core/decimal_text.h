#pragma once

#include <string>

namespace mamba_ratio {

/// The double nearest to a decimal literal: digits with at most one point, maybe a minus and an
/// exponent. NaN where the text is none. Example: "-1.5e3" -> -1500.
double parse_decimal(const std::string& literal);

/// The fewest digits that read back as this finite number, in whichever notation the platform
/// prefers. Examples: 0.1 -> "0.1"; 1e21 -> "1e+21".
std::string shortest_decimal(double number);

/// Digits with a point before the last `decimals` of them, zeros put where digits lack; no point
/// for decimals <= 0, but as many zeros behind. Examples: ("15", 1) -> "1.5"; ("15", 3) -> "0.015";
/// ("15", -2) -> "1500".
std::string place_point(std::string digits, int decimals);

}  // namespace mamba_ratio
