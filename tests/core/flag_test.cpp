#include "flag.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>

#include "engine_random.h"

using namespace mamba_ratio;
using namespace mamba_ratio::test;

namespace {

std::string text_of(double ratio, int digits = 3, Rounding rounding = Rounding::nearest) {
  const auto text = ratio_text(ratio, digits, rounding);
  return text ? text->text : "none";
}

int significant_digits(const std::string& text) {
  std::string digits;
  for (char c : text) {
    if (c != '.' && !(c == '0' && digits.empty())) digits += c;
  }
  if (text.find('.') == std::string::npos) {
    while (!digits.empty() && digits.back() == '0') digits.pop_back();
  }
  return static_cast<int>(digits.size());
}

void check_form(const std::string& text) {
  INFO(text);
  CHECK(text.find_first_not_of("0123456789.") == std::string::npos);
  CHECK(text.find_first_of("123456789") != std::string::npos);
  CHECK(significant_digits(text) <= 6);
  if (text.find('.') != std::string::npos) {
    CHECK(text.back() != '0');
    CHECK(text.back() != '.');
    CHECK(text.front() != '.');
  }
}

}  // namespace

TEST_CASE("a ratio is written in three significant digits without exponent or idle zeros",
          "[flag]") {
  CHECK(text_of(1.771069) == "1.77");
  CHECK(text_of(14.16855) == "14.2");
  CHECK(text_of(0.0046012) == "0.0046");
  CHECK(text_of(0.0046) == "0.0046");
  CHECK(text_of(0.9) == "0.9");
  CHECK(text_of(1) == "1");
  CHECK(text_of(2.999999) == "3");
  CHECK(text_of(9.996) == "10");
  CHECK(text_of(99.96) == "100");
  CHECK(text_of(14168.55) == "14200");
  CHECK(text_of(0.00000012345) == "0.000000123");
  CHECK(text_of(1e-15) == "0.000000000000001");
  CHECK(text_of(1e15) == "1000000000000000");
}

TEST_CASE("a ratio can be rounded up or down to the next decimal", "[flag]") {
  CHECK(text_of(1.771069, 3, Rounding::up) == "1.78");
  CHECK(text_of(1.771069, 3, Rounding::down) == "1.77");
  CHECK(text_of(1.77, 3, Rounding::up) == "1.77");
  CHECK(text_of(1.77, 3, Rounding::down) == "1.77");
  CHECK(text_of(std::nextafter(1.77, 2), 3, Rounding::up) == "1.78");
  CHECK(text_of(std::nextafter(1.77, 1), 3, Rounding::down) == "1.76");
  CHECK(text_of(0.9995, 3, Rounding::up) == "1");
  CHECK(text_of(14168.55, 6, Rounding::down) == "14168.5");
}

TEST_CASE("what cannot stand behind the flag has no text", "[flag]") {
  for (double ratio : {0.0, -1.0, 1e-16, 1e16, std::nan(""), HUGE_VAL}) {
    CHECK_FALSE(ratio_text(ratio));
    CHECK_FALSE(ratio_text_where(ratio, [](double) { return true; }));
  }
  CHECK_FALSE(ratio_text(1, 0));
  CHECK_FALSE(ratio_text(1, 7));
}

TEST_CASE("the text reads back as the value it promises", "[flag]") {
  Random random(5);
  for (int i = 0; i < 20'000; ++i) {
    const double ratio = random.between_log(1e-15, 1e15);
    const int digits = static_cast<int>(random.whole(1, 6));
    const auto nearest = ratio_text(ratio, digits);
    const auto up = ratio_text(ratio, digits, Rounding::up);
    const auto down = ratio_text(ratio, digits, Rounding::down);
    REQUIRE(nearest);
    REQUIRE(up);
    REQUIRE(down);
    CHECK(std::strtod(nearest->text.c_str(), nullptr) == nearest->value);
    CHECK(up->value >= ratio);
    CHECK(down->value <= ratio);
    CHECK((nearest->value == up->value || nearest->value == down->value));
    check_form(nearest->text);
  }
}

TEST_CASE("more digits are taken only where three do not keep the promise", "[flag]") {
  const auto accepts = [](double low, double high) {
    return [=](double ratio) { return low <= ratio && ratio <= high; };
  };
  CHECK(ratio_text_where(1.771069, accepts(0, 9))->text == "1.77");
  CHECK(ratio_text_where(1.771069, accepts(1.771, 9))->text == "1.78");
  CHECK(ratio_text_where(1.771069, accepts(1.771, 1.775))->text == "1.771");
  CHECK(ratio_text_where(1.771069, accepts(1.7710685, 1.77107))->text == "1.77107");
  CHECK_FALSE(ratio_text_where(1.7710695, accepts(1.77106945, 1.77106955)));
}

TEST_CASE("the printed digits give what the ratio itself gives", "[flag]") {
  Random random(6);
  int longer = 0;
  for (int i = 0; i < 1000; ++i) {
    INFO("configuration " << i);
    Configuration config = random_configuration(random);
    config.inputs.ratio = balance_of(config);
    if (config.inputs.ratio > kMaxRatio) continue;
    const Capacity promised = held_at(config.inputs, config.load, config.inputs.ratio);
    const auto text = verified_ratio_text(config.inputs, config.load.tokens_per_request);
    REQUIRE(text);
    check_form(text->text);
    const int digits = significant_digits(text->text);
    longer += digits > 3;
    // A longer text near the ratio comes before a short one beside it.
    if (digits > 3) CHECK(text->text == ratio_text(config.inputs.ratio, digits)->text);
    const double read_back = std::strtod(text->text.c_str(), nullptr);
    const Capacity held = held_at(config.inputs, config.load, read_back);
    CHECK(held.in_flight == promised.in_flight);
    CHECK(held.by_state == promised.by_state);
  }
  CHECK(longer > 10);
}

TEST_CASE("the best ratio's digits give the promised requests", "[flag]") {
  Random random(7);
  for (int i = 0; i < 1000; ++i) {
    INFO("configuration " << i);
    const Configuration config = random_configuration(random);
    const auto best = best_ratio(config.inputs, config.load, balance_of(config));
    if (!best) continue;
    check_form(best->flag.text);
    const double read_back = std::strtod(best->flag.text.c_str(), nullptr);
    CHECK(held_at(config.inputs, config.load, read_back).in_flight == best->requests);
    CHECK(best->requests == best->low_slots / config.inputs.slots_per_request);
  }
}
