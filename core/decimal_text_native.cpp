#include <charconv>
#include <limits>

#include "decimal_text.h"

// With the standard library's conversions, which Emscripten's lacks: there wasm/ has its own.

namespace mamba_ratio {

double parse_decimal(const std::string& literal) {
  double number = 0;
  const char* const end = literal.data() + literal.size();
  const std::from_chars_result result = std::from_chars(literal.data(), end, number);
  if (result.ec == std::errc::result_out_of_range) {
    const std::size_t exponent = literal.find_first_of("eE");
    const bool tiny = exponent != literal.npos && literal[exponent + 1] == '-';
    return tiny ? 0 : std::numeric_limits<double>::infinity();
  }
  return result.ec == std::errc() && result.ptr == end ? number
                                                       : std::numeric_limits<double>::quiet_NaN();
}

std::string shortest_decimal(double number) {
  char buffer[32];
  const std::to_chars_result result = std::to_chars(buffer, buffer + sizeof buffer, number);
  return {buffer, result.ptr};
}

}  // namespace mamba_ratio
