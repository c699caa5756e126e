#include "engine_best.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace mamba_ratio {
namespace {

constexpr double kMaxPin = 1e9;
constexpr std::int64_t kMaxPrefixes = 1'000'000'000;

bool countable(const Load& load) {
  return load.idle_prefixes >= 0 && load.idle_prefixes <= kMaxPrefixes;
}

bool gives(const EngineInputs& inputs, double ratio, std::int64_t slots) {
  const auto given = slots_at_ratio(inputs, ratio);
  return given && *given >= slots;
}

/// Positive doubles in their own order, as integers: neighbours differ by one.
std::int64_t order_of(double value) {
  std::int64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

double at_order(std::int64_t bits) {
  double value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// The first integer above `low` for which `holds` is true, known to be true at `high`.
template <typename Holds>
std::int64_t first_true(std::int64_t low, std::int64_t high, Holds holds) {
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (holds(middle) ? high : low) = middle;
  }
  return high;
}

/// Requests that the KV side alone admits beside so many slots; never rises with the slots.
std::int64_t by_other_terms(const EngineInputs& inputs, const Load& load, std::int64_t slots) {
  const EngineResult result = predict_at_slots(inputs, slots);
  if (result.refusal && *result.refusal != Refusal::no_request) return 0;
  std::int64_t requests =
      std::min(result.by_tokens,
               capacity(inputs, result, load.tokens_per_request, load.idle_prefixes).by_kv);
  if (result.by_max_running_requests) {
    requests = std::min(requests, *result.by_max_running_requests);
  }
  return result.by_context ? std::min(requests, *result.by_context) : requests;
}

std::int64_t by_slots(const EngineInputs& inputs, const Load& load, std::int64_t slots) {
  return std::max<std::int64_t>(0, slots - load.idle_prefixes) / inputs.slots_per_request;
}

/// The slots at which the most requests fit, first and last, and how many.
struct BestSlots {
  std::int64_t requests = 0, low = 0, high = 0;
};

BestSlots best_slots(const EngineInputs& inputs, const Load& load, std::int64_t most_slots) {
  const auto others = [&](std::int64_t slots) { return by_other_terms(inputs, load, slots); };
  const auto state_exceeds = [&](std::int64_t slots) {
    return by_slots(inputs, load, slots) > others(slots);
  };
  const std::int64_t crossing = first_true(0, most_slots + 1, state_exceeds);
  BestSlots best;
  best.requests = by_slots(inputs, load, crossing - 1);
  if (crossing <= most_slots) best.requests = std::max(best.requests, others(crossing));
  if (best.requests < 1) return {};
  best.low = best.requests * inputs.slots_per_request + load.idle_prefixes;
  best.high = first_true(best.low, most_slots + 1,
                         [&](std::int64_t slots) { return others(slots) < best.requests; }) -
              1;
  return best;
}

Capacity held_at(EngineInputs inputs, const Load& load, double ratio) {
  inputs.ratio = ratio;
  return capacity(inputs, predict(inputs), load.tokens_per_request, load.idle_prefixes);
}

/// Digits whose value still gives the requests; beyond six digits' reach the best there is.
std::optional<RatioText> best_text(const EngineInputs& inputs, const Load& load, double ratio,
                                   std::int64_t requests) {
  auto text = ratio_text_where(
      ratio, [&](double value) { return held_at(inputs, load, value).in_flight == requests; });
  if (text) return text;
  EngineInputs changed = inputs;
  changed.ratio = ratio;
  return verified_ratio_text(changed, load.tokens_per_request, load.idle_prefixes);
}

}  // namespace

std::optional<double> smallest_ratio_for(const EngineInputs& inputs, std::int64_t slots) {
  if (!gives(inputs, kMaxRatio, slots)) return std::nullopt;
  const std::int64_t least = order_of(std::numeric_limits<double>::min());
  if (gives(inputs, at_order(least), slots)) return at_order(least);
  const auto enough = [&](std::int64_t order) { return gives(inputs, at_order(order), slots); };
  return at_order(first_true(least, order_of(kMaxRatio), enough));
}

std::optional<BestRatio> best_ratio(const EngineInputs& inputs, const Load& load, double balance) {
  if (!countable(load)) return std::nullopt;
  const auto most_slots = slots_at_ratio(inputs, kMaxRatio);
  if (slot_source(inputs) != SlotSource::ratio || !most_slots || *most_slots < 1) {
    return std::nullopt;
  }
  const BestSlots slots = best_slots(inputs, load, *most_slots);
  if (slots.requests < 1) return std::nullopt;
  const auto low = smallest_ratio_for(inputs, slots.low);
  if (!low) return std::nullopt;
  const auto beyond = smallest_ratio_for(inputs, slots.high + 1);
  const double high = beyond ? std::nextafter(*beyond, 0.0) : kMaxRatio;

  const double nearest = std::isnan(balance) ? *low : std::clamp(balance, *low, high);
  auto text = best_text(inputs, load, nearest, slots.requests);
  if (!text) return std::nullopt;
  EngineInputs chosen = inputs;
  chosen.ratio = text->value;
  BestRatio best{0, *text, *low, high, slots.low, slots.high, predict(chosen), {}};
  best.capacity = capacity(chosen, best.result, load.tokens_per_request, load.idle_prefixes);
  best.requests = best.capacity.in_flight;
  return best;
}

std::optional<PinPlan> pin_for(const EngineInputs& inputs, const Load& load,
                               std::int64_t target_requests) {
  const bool counts = target_requests >= 1 && inputs.dp >= 1 && inputs.slots_per_request >= 1;
  if (!counts || !countable(load)) return std::nullopt;
  const std::int64_t each = (target_requests - 1) / inputs.dp + 1;
  const double slots = static_cast<double>(each) * static_cast<double>(inputs.slots_per_request) +
                       1 + static_cast<double>(load.idle_prefixes);
  const double pin = slots * static_cast<double>(inputs.dp);
  if (!(pin >= 1 && pin <= kMaxPin)) return std::nullopt;
  EngineInputs pinned = inputs;
  pinned.max_mamba_cache_size = static_cast<std::int64_t>(pin);
  PinPlan plan{*pinned.max_mamba_cache_size, predict(pinned), {}};
  plan.capacity = capacity(pinned, plan.result, load.tokens_per_request, load.idle_prefixes);
  return plan;
}

}  // namespace mamba_ratio
