#include "flag.h"

#include <array>
#include <cmath>

#include "decimal_text.h"

namespace mamba_ratio {
namespace {

constexpr double kSmallest = 1e-15;
constexpr double kLargest = 1e15;
constexpr int kFewestDigits = 3;
constexpr int kMostDigits = 6;
constexpr std::array kRoundings{Rounding::nearest, Rounding::up, Rounding::down};

/// Exact for exponents up to 22: those powers of ten are doubles.
double power_of_ten(int exponent) {
  double power = 1;
  for (int i = 0; i < exponent; ++i) power *= 10;
  return power;
}

/// digits * 10^exponent, rounded once: both factors are exact.
double decimal_value(std::int64_t digits, int exponent) {
  const double whole = static_cast<double>(digits);
  return exponent < 0 ? whole / power_of_ten(-exponent) : whole * power_of_ten(exponent);
}

/// Of 250 2; of 0.25 -1.
int leading_exponent(double ratio) {
  int exponent = -15;
  while (exponent < 15 && decimal_value(1, exponent + 1) <= ratio) ++exponent;
  return exponent;
}

std::int64_t round_digits(double ratio, int exponent, Rounding rounding) {
  const double scaled =
      exponent < 0 ? ratio * power_of_ten(-exponent) : ratio / power_of_ten(exponent);
  auto digits = static_cast<std::int64_t>(std::llround(scaled));
  if (rounding == Rounding::up && decimal_value(digits, exponent) < ratio) ++digits;
  if (rounding == Rounding::down && decimal_value(digits, exponent) > ratio) --digits;
  return digits;
}

std::string lay_out(std::int64_t digits, int exponent) {
  while (digits % 10 == 0) {
    digits /= 10;
    ++exponent;
  }
  return place_point(std::to_string(digits), -exponent);
}

std::optional<RatioText> nearest_text_where(double ratio,
                                            const std::function<bool(double)>& accept) {
  for (int significant = kFewestDigits; significant <= kMostDigits; ++significant) {
    auto text = ratio_text(ratio, significant);
    if (text && accept(text->value)) return text;
  }
  return std::nullopt;
}

}  // namespace

std::optional<RatioText> ratio_text(double ratio, int significant, Rounding rounding) {
  if (!(ratio >= kSmallest && ratio <= kLargest)) return std::nullopt;
  if (significant < 1 || significant > kMostDigits) return std::nullopt;
  const int exponent = leading_exponent(ratio) - (significant - 1);
  const std::int64_t digits = round_digits(ratio, exponent, rounding);
  return RatioText{lay_out(digits, exponent), decimal_value(digits, exponent)};
}

std::optional<RatioText> ratio_text_where(double ratio, const std::function<bool(double)>& accept) {
  for (int significant = kFewestDigits; significant <= kMostDigits; ++significant) {
    for (Rounding rounding : kRoundings) {
      auto text = ratio_text(ratio, significant, rounding);
      if (text && accept(text->value)) return text;
    }
  }
  return std::nullopt;
}

std::optional<RatioText> verified_ratio_text(const EngineInputs& inputs, double tokens_per_request,
                                             std::int64_t idle_prefixes) {
  const auto held_at = [&](double ratio) {
    EngineInputs changed = inputs;
    changed.ratio = ratio;
    return capacity(changed, predict(changed), tokens_per_request, idle_prefixes);
  };
  const Capacity promised = held_at(inputs.ratio);
  const auto keeps_promise = [&](double ratio) {
    const Capacity held = held_at(ratio);
    return held.by_state == promised.by_state && held.in_flight == promised.in_flight;
  };
  auto text = nearest_text_where(inputs.ratio, keeps_promise);
  if (!text) text = ratio_text_where(inputs.ratio, keeps_promise);
  if (text) return text;
  std::int64_t most = -1;
  for (Rounding rounding : kRoundings) {
    auto candidate = ratio_text(inputs.ratio, kMostDigits, rounding);
    if (!candidate) return std::nullopt;
    const std::int64_t held = held_at(candidate->value).in_flight;
    if (held <= most) continue;
    most = held;
    text = candidate;
  }
  return text;
}

}  // namespace mamba_ratio
