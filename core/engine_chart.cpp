#include "engine_chart.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace mamba_ratio {
namespace {

constexpr int kMaxSamples = 1024;

/// The n-th root of a value of at least 1.
double root(double value, int n) {
  double low = 1;
  double high = value;
  for (int halving = 0; halving < 64; ++halving) {
    const double middle = (low + high) / 2;
    double power = 1;
    for (int i = 0; i < n && power <= value; ++i) power *= middle;
    (power <= value ? low : high) = middle;
  }
  return low;
}

class Plot {
 public:
  Plot(const EngineInputs& inputs, const Load& load, const ChartRange& range)
      : inputs_(inputs), load_(load), range_(range) {}

  ChartPoint at(double ratio) const {
    EngineInputs changed = inputs_;
    changed.ratio = ratio;
    const EngineResult result = predict(changed);
    const Capacity held = held_by(result);
    return {ratio,         !result.refusal, result.slots,  result.tokens,
            held.by_state, held.by_kv,      held.in_flight};
  }

  std::vector<double> samples() const {
    std::vector<double> ratios;
    ratios.reserve(static_cast<std::size_t>(range_.samples));
    const double step = root(range_.high / range_.low, range_.samples - 1);
    ratios.push_back(range_.low);
    while (std::ssize(ratios) < range_.samples) ratios.push_back(ratios.back() * step);
    ratios.back() = range_.high;
    return ratios;
  }

  /// Slot counts of the range at which a line changes; empty: more than max_steps.
  std::optional<std::vector<std::int64_t>> steps(std::int64_t first, std::int64_t last) const {
    std::vector<std::int64_t> slots;
    const auto state = [this](std::int64_t n) { return held_by_slots(n).by_state; };
    const auto kv = [this](std::int64_t n) { return -held_by_slots(n).by_kv; };
    if (state(last) - state(first) > range_.max_steps) return std::nullopt;
    if (!add_steps(first, last, state, slots) || !add_steps(first, last, kv, slots)) {
      return std::nullopt;
    }
    return slots;
  }

 private:
  Capacity held_by(const EngineResult& result) const {
    return capacity(inputs_, result, load_.tokens_per_request, load_.idle_prefixes);
  }

  Capacity held_by_slots(std::int64_t slots) const {
    return held_by(predict_at_slots(inputs_, slots));
  }

  /// `line` never falls from first to last.
  template <typename Line>
  bool add_steps(std::int64_t first, std::int64_t last, Line line,
                 std::vector<std::int64_t>& slots) const {
    const std::int64_t end = line(last);
    for (std::int64_t value = line(first); value < end; value = line(slots.back())) {
      if (slots.size() >= static_cast<std::size_t>(range_.max_steps)) return false;
      std::int64_t low = first;
      std::int64_t high = last;
      while (high - low > 1) {
        const std::int64_t middle = low + (high - low) / 2;
        (line(middle) > value ? high : low) = middle;
      }
      slots.push_back(high);
      first = high;
    }
    return true;
  }

  const EngineInputs& inputs_;
  const Load& load_;
  const ChartRange& range_;
};

bool usable(const EngineInputs& inputs, const ChartRange& range) {
  return slot_source(inputs) == SlotSource::ratio && range.low > 0 && range.high > range.low &&
         range.high <= kMaxRatio && range.samples >= 2 && range.samples <= kMaxSamples &&
         range.max_steps >= 0;
}

}  // namespace

Chart chart(const EngineInputs& inputs, const Load& load, const ChartRange& range) {
  Chart out;
  if (!usable(inputs, range)) return out;
  const auto first = slots_at_ratio(inputs, range.low);
  const auto last = slots_at_ratio(inputs, range.high);
  if (!first || !last) return out;
  const Plot plot(inputs, load, range);
  std::vector<double> ratios = plot.samples();
  const auto steps = plot.steps(std::max<std::int64_t>(*first, 1), *last);
  out.every_step = steps.has_value();
  for (std::int64_t slots : steps.value_or(std::vector<std::int64_t>{})) {
    if (const auto ratio = smallest_ratio_for(inputs, slots)) ratios.push_back(*ratio);
  }
  std::sort(ratios.begin(), ratios.end());
  ratios.erase(std::unique(ratios.begin(), ratios.end()), ratios.end());
  out.points.reserve(ratios.size());
  for (double ratio : ratios) out.points.push_back(plot.at(ratio));
  return out;
}

}  // namespace mamba_ratio
