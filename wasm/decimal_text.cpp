#include "decimal_text.h"

#include <emscripten.h>

// JavaScript's own conversions are exact and weigh nothing.

EM_JS(double, number_of_text, (const char* text), { return Number(UTF8ToString(text)); });

EM_JS(void, text_of_number, (double number, char* text, int size),
      { stringToUTF8(String(number), text, size); });

namespace mamba_ratio {

double parse_decimal(const std::string& literal) { return number_of_text(literal.c_str()); }

std::string shortest_decimal(double number) {
  char buffer[32];
  text_of_number(number, buffer, sizeof buffer);
  return buffer;
}

}  // namespace mamba_ratio
