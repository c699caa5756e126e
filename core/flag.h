#pragma once

#include <functional>
#include <optional>
#include <string>

#include "engine.h"

namespace mamba_ratio {

/// A ratio as it is written behind --mamba-full-memory-ratio, and what the engine reads back.
struct RatioText {
  std::string text;  ///< plain decimal: no exponent, no trailing zeros, never 0
  double value = 0;  ///< the double nearest to the text
};

enum class Rounding { nearest, up, down };

/// The ratio at so many significant digits (1 to 6). Empty outside 1e-15 to 1e15.
/// Up and down: the nearest such decimal not below, not above the ratio.
/// Examples: (1.771069, 3) -> "1.77", (0.0046012, 3) -> "0.0046", (14168.55, 3, up) -> "14200".
std::optional<RatioText> ratio_text(double ratio, int significant = 3,
                                    Rounding rounding = Rounding::nearest);

/// The text with the fewest digits, three to six, whose value is accepted; at each number of
/// digits the nearest is tried first, then the next one up, then the next one down.
/// Empty when none is accepted. Example: (1.771069, value >= 1.771) -> "1.78".
std::optional<RatioText> ratio_text_where(double ratio, const std::function<bool(double)>& accept);

/// The text of inputs.ratio that does what the number promises: the engine model gives the same
/// by_state and the same requests in flight at the text's value as at inputs.ratio itself; as few
/// digits as do, of those rounded to the nearest before those rounded up or down. Where not even
/// six digits do (pools beyond some 10^5 slots), of the six-digit texts the one with the
/// most requests. Empty outside ratio_text's range.
/// Example: slot 56 184 165.2, token 13 822.373, rest0 28.53 GiB, S 4, 9216 tokens, ratio
/// 1.771069 -> "1.77".
std::optional<RatioText> verified_ratio_text(const EngineInputs& inputs, double tokens_per_request,
                                             std::int64_t idle_prefixes = 0);

}  // namespace mamba_ratio
