#include "decimal_text.h"

namespace mamba_ratio {

std::string place_point(std::string digits, int decimals) {
  if (decimals <= 0) return digits.append(static_cast<std::size_t>(-decimals), '0');
  const auto places = static_cast<std::size_t>(decimals);
  if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
  digits.insert(digits.size() - places, 1, '.');
  return digits;
}

}  // namespace mamba_ratio
