#pragma once

#include <cstdint>
#include <vector>

#include "engine_best.h"

namespace mamba_ratio {

/// What one ratio gives on one worker.
struct ChartPoint {
  double ratio = 0;
  bool boots = false;
  std::int64_t slots = 0;
  std::int64_t tokens = 0;     ///< 0 where the engine refuses before it counts them
  std::int64_t by_state = 0;   ///< the state clamp
  std::int64_t by_kv = 0;      ///< the KV cap
  std::int64_t in_flight = 0;  ///< 0 when refused
};

/// Requests in flight against the ratio. Both lines are steps: a point's values hold up to the
/// next point's ratio.
struct Chart {
  std::vector<ChartPoint> points;  ///< rising ratios; the ends are the range's ends
  bool every_step = false;         ///< every step of both lines within the range is a point
};

struct ChartRange {
  double low = 0.01;   ///< above 0
  double high = 100;   ///< above low, up to kMaxRatio
  int samples = 96;    ///< points spaced evenly on a log axis, 2 to 1024
  int max_steps = 96;  ///< where both lines have no more steps, their exact ratios are added
};

/// The lines of state clamp and KV cap over a range of ratios, by the exact arithmetic, at most
/// samples + max_steps points. Empty where the ratio does not decide the slots and on numbers out
/// of range. Example: predict's example at 9216 tokens, 0.5 to 2 -> by_state 17 to 35, by_kv 45 to
/// 22; the step of by_state to 25 is the smallest ratio with 125 slots.
Chart chart(const EngineInputs& inputs, const Load& load, const ChartRange& range);

}  // namespace mamba_ratio
