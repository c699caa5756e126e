#include "decimal_text.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

using namespace mamba_ratio;

TEST_CASE("A decimal becomes the double nearest to it", "[decimal]") {
  CHECK(parse_decimal("-1.5e3") == -1500);
  CHECK(parse_decimal("0.1") == 0.1);
  CHECK(parse_decimal("9007199254740993") == 9007199254740992.0);
  CHECK(parse_decimal("1e400") == std::numeric_limits<double>::infinity());
  CHECK(parse_decimal("1e-400") == 0);
  CHECK(parse_decimal("1E-400") == 0);
  CHECK(std::isnan(parse_decimal("1.2.3")));
}

TEST_CASE("A number is written with the fewest digits that read back as it", "[decimal]") {
  for (const double number : {0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, 1e21, -2.5}) {
    CHECK(parse_decimal(shortest_decimal(number)) == number);
  }
  CHECK(shortest_decimal(0.1) == "0.1");
}

TEST_CASE("A point is placed among digits, with zeros where they lack", "[decimal]") {
  CHECK(place_point("15", 1) == "1.5");
  CHECK(place_point("15", 3) == "0.015");
  CHECK(place_point("15", 0) == "15");
  CHECK(place_point("15", -2) == "1500");
}
