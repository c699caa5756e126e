#include "engine_repair.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "order.h"

namespace mamba_ratio {
namespace {

constexpr int kRatioDigits = 3;
constexpr int kMostRatioDigits = 6;

bool boots(const EngineInputs& inputs) { return !predict(inputs).refusal; }

bool boots_at(const EngineInputs& inputs, std::int64_t slots) {
  return !predict_at_slots(inputs, slots).refusal;
}

/// The last integer from `low` up to `high` that holds, where `low` holds and those that do come
/// first.
template <typename Holds>
std::int64_t last_true(std::int64_t low, std::int64_t high, Holds holds) {
  if (holds(high)) return high;
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (holds(middle) ? low : high) = middle;
  }
  return low;
}

struct Change {
  EngineInputs inputs;
  std::string value;
};

/// The nearest decimal that boots on this side of the present ratio.
std::optional<Change> ratio_towards(const EngineInputs& refused, double edge, Rounding rounding) {
  for (int digits = kRatioDigits; digits <= kMostRatioDigits; ++digits) {
    const auto text = ratio_text(edge, digits, rounding);
    if (!text) return std::nullopt;
    Change change{refused, text->text};
    change.inputs.ratio = text->value;
    if (boots(change.inputs)) return change;
  }
  return std::nullopt;
}

std::optional<Change> change_ratio(const EngineInputs& refused) {
  if (slot_source(refused) != SlotSource::ratio) return std::nullopt;
  const auto most = slots_at_ratio(refused, kMaxRatio);
  const std::int64_t fewest = refused.slots_per_request;
  if (!most || *most < fewest || !boots_at(refused, fewest)) return std::nullopt;
  const auto low = smallest_ratio_for(refused, fewest);
  if (!low) return std::nullopt;
  if (*low > refused.ratio) return ratio_towards(refused, *low, Rounding::up);
  const std::int64_t last =
      last_true(fewest, *most, [&](std::int64_t slots) { return boots_at(refused, slots); });
  const auto beyond = smallest_ratio_for(refused, last + 1);
  if (!beyond) return std::nullopt;
  return ratio_towards(refused, std::nextafter(*beyond, 0.0), Rounding::down);
}

std::optional<Change> with_pin(const EngineInputs& refused, std::int64_t pin) {
  Change change{refused, std::to_string(pin)};
  change.inputs.max_mamba_cache_size = pin;
  if (!boots(change.inputs)) return std::nullopt;
  return change;
}

std::optional<Change> change_pin(const EngineInputs& refused) {
  const std::int64_t smallest = refused.dp * (refused.slots_per_request + 1);
  const auto present = refused.max_mamba_cache_size;
  if (!present || *present < smallest) return with_pin(refused, smallest);
  if (!with_pin(refused, smallest)) return std::nullopt;
  return with_pin(refused, last_true(smallest, *present, [&](std::int64_t pin) {
                    return with_pin(refused, pin).has_value();
                  }));
}

std::optional<Change> change_strategy(const EngineInputs& refused, const RepairSettings& settings) {
  const auto lazy = settings.lazy_slots_per_request;
  if (!refused.radix_cache || !lazy || *lazy >= refused.slots_per_request) return std::nullopt;
  Change change{refused, "extra_buffer_lazy"};
  change.inputs.slots_per_request = *lazy;
  return change;
}

std::string hundredths_text(int hundredths) {
  const std::string digits = std::to_string(hundredths);
  return (hundredths < 10 ? "0.0" : "0.") + digits;
}

std::optional<Change> change_mem_fraction(const EngineInputs& refused,
                                          const RepairSettings& settings) {
  if (!settings.mem_fraction_static || !settings.free_before_gib) return std::nullopt;
  const double present = *settings.mem_fraction_static;
  const double before = *settings.free_before_gib;
  if (!(present > 0 && present < 1 && before > 0)) return std::nullopt;
  for (int hundredths = 1; hundredths < 100; ++hundredths) {
    const double share = hundredths / 100.0;
    if (share <= present) continue;
    Change change{refused, hundredths_text(hundredths)};
    change.inputs.rest0_gib += before * (1 - present) - before * (1 - share);
    if (boots(change.inputs)) return change;
  }
  return std::nullopt;
}

Change with_requests(const EngineInputs& refused, std::int64_t requests) {
  Change change{refused, std::to_string(requests)};
  change.inputs.max_running_requests = requests;
  return change;
}

std::optional<std::int64_t> present_requests(const EngineInputs& refused) {
  if (refused.max_running_requests) return refused.max_running_requests;
  if (refused.speculative) return kSpeculativeRequests;
  if (slot_source(refused) == SlotSource::fallback_512) return kFallbackSlots;
  return std::nullopt;
}

/// Fewer requests never take more memory, so those that boot come first, from one a worker on.
std::optional<Change> change_requests(const EngineInputs& refused) {
  const auto present = present_requests(refused);
  if (!present && refused.radix_cache) return std::nullopt;
  if (!boots(with_requests(refused, refused.dp).inputs)) return std::nullopt;
  if (!present || *present < refused.dp) return with_requests(refused, refused.dp);
  return with_requests(refused, last_true(refused.dp, *present, [&](std::int64_t requests) {
                         return boots(with_requests(refused, requests).inputs);
                       }));
}

std::optional<Change> change_ssm_dtype(const EngineInputs& refused,
                                       const RepairSettings& settings) {
  const auto ssm_bytes = settings.float32_ssm_bytes;
  if (!ssm_bytes || !(*ssm_bytes > 0 && *ssm_bytes <= refused.slot_bytes)) return std::nullopt;
  Change change{refused, "bfloat16"};
  change.inputs.slot_bytes -= *ssm_bytes / 2;
  return change;
}

std::optional<Change> change_radix(const EngineInputs& refused) {
  if (!refused.radix_cache) return std::nullopt;
  Change change{refused, ""};
  change.inputs.radix_cache = false;
  change.inputs.slots_per_request = 1;
  return change;
}

Repair repair_by(RepairKind kind, Change change, const EngineResult& before, const Load& load) {
  Repair out;
  out.kind = kind;
  out.value = std::move(change.value);
  out.inputs = change.inputs;
  out.result = predict(change.inputs);
  out.capacity = capacity(out.inputs, out.result, load.tokens_per_request, load.idle_prefixes);
  if (before.refusal != Refusal::no_slots) {
    out.tokens_lost = std::max<std::int64_t>(0, before.tokens - out.result.tokens);
  }
  out.keeps_outputs = kind != RepairKind::ssm_bfloat16;
  out.keeps_prefix_reuse = kind != RepairKind::radix_off;
  return out;
}

/// Smaller is offered first. Where the refused boot had no tokens, the most left stands for the
/// fewest lost.
auto rank(const Repair& repair) {
  const bool keeps = repair.keeps_outputs && repair.keeps_prefix_reuse;
  const std::int64_t lost = repair.tokens_lost.value_or(-repair.result.tokens);
  return std::tuple(!keeps, lost, repair.capacity.in_flight < 1, repair.kind);
}

}  // namespace

std::vector<Repair> repairs(const EngineInputs& refused, const RepairSettings& settings,
                            const Load& load) {
  const EngineResult before = predict(refused);
  std::vector<Repair> out;
  if (!before.refusal || *before.refusal == Refusal::invalid_input) return out;
  const std::pair<RepairKind, std::optional<Change>> changes[] = {
      {RepairKind::ratio, change_ratio(refused)},
      {RepairKind::pin, change_pin(refused)},
      {RepairKind::lazy_strategy, change_strategy(refused, settings)},
      {RepairKind::mem_fraction, change_mem_fraction(refused, settings)},
      {RepairKind::max_running_requests, change_requests(refused)},
      {RepairKind::ssm_bfloat16, change_ssm_dtype(refused, settings)},
      {RepairKind::radix_off, change_radix(refused)},
  };
  for (const auto& [kind, change] : changes) {
    if (change && boots(change->inputs)) out.push_back(repair_by(kind, *change, before, load));
  }
  put_in_order(out, [](const Repair& a, const Repair& b) { return rank(a) < rank(b); });
  return out;
}

}  // namespace mamba_ratio
