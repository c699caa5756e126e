#include "slots.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "parameters.h"

namespace mamba_ratio {
namespace {

std::optional<Problem> refused(const SlotSettings& s, bool overlap) {
  const bool lazy = s.strategy == Strategy::extra_buffer_lazy;
  if (lazy && s.role != Role::serve) {
    return Problem(Code::lazy_not_disaggregated, Key::strategy)
        .with("role", s.role == Role::prefill ? "prefill" : "decode");
  }
  if (!s.radix_cache) return std::nullopt;
  if (lazy && !overlap) {
    return Problem(Code::lazy_needs_overlap, Key::strategy)
        .with("pp", static_cast<double>(s.pp_size));
  }
  if (s.strategy != Strategy::no_buffer) return std::nullopt;
  if (overlap) return Problem(Code::no_buffer_needs_no_overlap, Key::strategy);
  if (s.page_size == 1) return std::nullopt;
  return Problem(Code::no_buffer_needs_page_1, Key::page)
      .with("page", static_cast<double>(s.page_size));
}

std::int64_t track_buffer(Strategy strategy, bool overlap) {
  switch (strategy) {
    case Strategy::extra_buffer:
      return overlap ? 2 : 1;
    case Strategy::extra_buffer_lazy:
      return 1;
    case Strategy::no_buffer:
      return 0;
  }
  return 0;
}

}  // namespace

SlotsResult slots_per_request(const SlotSettings& settings) {
  const bool overlap = settings.overlap_schedule && settings.pp_size == 1;
  if (const std::optional<Problem> problem = refused(settings, overlap)) {
    return {std::nullopt, problem};
  }
  if (!settings.radix_cache) return {Slots{1, 0, 1}, std::nullopt};
  const bool skips = settings.skip_decode_lock && settings.strategy != Strategy::no_buffer;
  Slots slots{skips ? 2 : 3, track_buffer(settings.strategy, overlap), 0};
  slots.total = slots.base + slots.track;
  return {slots, std::nullopt};
}

std::vector<double> slots_per_request_of(double slots, double requests) {
  std::vector<double> shown;
  std::copy_if(kSlotsPerRequest.begin(), kSlotsPerRequest.end(), std::back_inserter(shown),
               [&](double S) { return std::floor(slots / S) == requests; });
  return shown;
}

std::int64_t draft_states(const DraftSettings& settings) {
  if (settings.algorithm == Speculation::none || settings.replay ||
      settings.role == Role::prefill) {
    return 0;
  }
  if (settings.num_draft_tokens) return *settings.num_draft_tokens;
  switch (settings.algorithm) {
    case Speculation::ngram:
      return 12;
    case Speculation::dflash:
      return 16;
    case Speculation::dspark:
      return 8;
    default:
      return 4;
  }
}

}  // namespace mamba_ratio
