#include "engine_generation.h"

#include <algorithm>

namespace mamba_ratio {
namespace {

constexpr double kGib = 1073741824.0;
constexpr std::int64_t kMaxCount = 1'000'000'000'000;
constexpr int kBisections = 30;
constexpr std::array kNewestFirst{Generation::since_2026_07, Generation::since_2026_06,
                                  Generation::since_2025_10};

double charged_bytes(const EngineInputs& inputs, std::int64_t slots) {
  const EngineResult charged = predict_at_slots(inputs, slots);
  return charged.draft_bytes + charged.state_bytes;
}

/// Slots computed where the state was `state_gib`, the KV pool `kv_gib`, and `hidden_tokens` were
/// lost to the floors.
std::int64_t computed_slots(EngineInputs inputs, const LoggedPools& printed, double state_gib,
                            double kv_gib, double hidden_tokens) {
  inputs.slot_bytes = state_gib * kGib / static_cast<double>(printed.slots + 1) - inputs.ring_bytes;
  inputs.token_bytes = kv_gib * kGib / static_cast<double>(printed.tokens + inputs.page);
  const double kv_bytes =
      (static_cast<double>(printed.tokens) + hidden_tokens) * inputs.token_bytes;
  inputs.rest0_gib = (charged_bytes(inputs, printed.slots) + kv_bytes) / kGib;
  return predict(inputs).slots;
}

GenerationFit fit(EngineInputs inputs, Generation generation, const LoggedPools& printed) {
  inputs.generation = generation;
  const double hidden = static_cast<double>(inputs.page);
  const std::int64_t one_end = computed_slots(
      inputs, printed, printed.state_gib + printed.state_half, printed.kv_gib - printed.kv_half, 0);
  const std::int64_t other_end =
      computed_slots(inputs, printed, printed.state_gib - printed.state_half,
                     printed.kv_gib + printed.kv_half, hidden);
  GenerationFit out{generation, false, std::min(one_end, other_end), std::max(one_end, other_end)};
  out.fits = out.low_slots <= printed.slots && printed.slots <= out.high_slots;
  return out;
}

bool can_be_rebuilt(const EngineInputs& settings, const LoggedPools& printed) {
  for (std::int64_t count : {printed.slots, printed.tokens, settings.page}) {
    if (count < 1 || count > kMaxCount) return false;
  }
  if (!(printed.state_gib > printed.state_half && printed.kv_gib > printed.kv_half)) return false;
  return !settings.max_total_tokens ||
         printed.tokens < *settings.max_total_tokens / settings.page * settings.page;
}

}  // namespace

std::optional<GenerationReading> identify_generation(const EngineInputs& settings,
                                                     const LoggedPools& printed) {
  if (!can_be_rebuilt(settings, printed)) return std::nullopt;
  GenerationReading out;
  for (std::size_t i = 0; i < kNewestFirst.size(); ++i) {
    out.fits[i] = fit(settings, kNewestFirst[i], printed);
    if (out.fits[i].fits && !out.generation) out.generation = kNewestFirst[i];
  }
  return out;
}

double rebuilt_rest0_gib(const EngineInputs& inputs, std::int64_t slots, std::int64_t tokens) {
  const double least_bytes =
      charged_bytes(inputs, slots) + static_cast<double>(tokens) * inputs.token_bytes;
  const double hidden_bytes = static_cast<double>(inputs.page) * inputs.token_bytes;
  const auto rest_with = [&](double share) { return (least_bytes + share * hidden_bytes) / kGib; };
  EngineInputs rebuilt = inputs;
  double low = 0;
  double high = 1;
  for (int step = 0; step < kBisections && slot_source(inputs) == SlotSource::ratio; ++step) {
    const double share = (low + high) / 2;
    rebuilt.rest0_gib = rest_with(share);
    const auto given = slots_at_ratio(rebuilt, inputs.ratio);
    if (!given || *given == slots) return rebuilt.rest0_gib;
    (*given < slots ? low : high) = share;
  }
  return rest_with(0.5);
}

}  // namespace mamba_ratio
