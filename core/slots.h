#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "problem.h"

namespace mamba_ratio {

/// `--mamba-radix-cache-strategy`, in the order of the parameter's choices.
enum class Strategy { extra_buffer, extra_buffer_lazy, no_buffer };
/// `--disaggregation-mode`, in the order of the parameter's choices.
enum class Role { serve, prefill, decode };
/// `--speculative-algorithm`, in the order of the parameter's choices.
enum class Speculation { none, eagle, eagle3, nextn, standalone, ngram, dflash, dspark };

/// The settings that decide how many state slots a running request holds.
struct SlotSettings {
  bool radix_cache = true;
  Strategy strategy = Strategy::extra_buffer;
  bool overlap_schedule = true;
  bool skip_decode_lock = false;  ///< SGLANG_OPT_MAMBA_SKIP_DECODE_LOCK
  std::int64_t pp_size = 1;       ///< above 1 the overlap scheduler is off
  std::int64_t page_size = 1;
  Role role =
      Role::serve;  ///< decode: the caller has turned radix_cache off, unless it is asked for
};

/// Slots a running request holds: `total` = base + track buffer.
struct Slots {
  std::int64_t base = 0;
  std::int64_t track = 0;
  std::int64_t total = 0;
};

/// S from the settings, or the combination that the engine refuses.
struct SlotsResult {
  std::optional<Slots> slots;
  std::optional<Problem> problem;
};

/// S, the state slots one running request holds: 1 without the radix cache; else base 3 (2 with the
/// decode lock skipped) plus the track buffer: 2 for extra_buffer with the overlap scheduler, 1
/// without it, 1 for extra_buffer_lazy, 0 for no_buffer (which takes the skipped slot back).
/// Problems: lazy_needs_overlap, no_buffer_needs_no_overlap, no_buffer_needs_page_1,
/// lazy_not_disaggregated; each names both settings.
/// Source: sgl-project/sglang, python/sglang/srt/mem_cache/kv_cache_configurator.py,
/// _calculate_mamba_ratio, at 003fca80.
/// Example: slots_per_request({}) is 5; with skip_decode_lock 4.
SlotsResult slots_per_request(const SlotSettings& settings);

/// Every S that some settings give.
inline constexpr std::array<double, 4> kSlotsPerRequest{1, 3, 4, 5};

/// Those of them at which so many slots admit just so many requests, the smaller first.
/// Example: 186 slots, 62 requests -> 3; 6 slots, 1 request -> 4, 5.
std::vector<double> slots_per_request_of(double slots, double requests);

/// The settings that decide D.
struct DraftSettings {
  Speculation algorithm = Speculation::none;
  std::optional<std::int64_t> num_draft_tokens;  ///< states given by hand or by a flag, 0 to 1024
  bool replay = false;                           ///< --enable-linear-replayssm-spec
  Role role = Role::serve;
};

/// D, the draft states one running request carries (0 to 1024): 0 without speculation, under
/// ReplaySSM and on a prefill server; else what is given; else the algorithm's own: 4 for EAGLE,
/// EAGLE3, NEXTN and STANDALONE, 12 for NGRAM, 16 for DFLASH, 8 for DSPARK (its block of 7, plus
/// 1). Example: draft_states({Speculation::nextn, {}, false, Role::serve}) is 4.
std::int64_t draft_states(const DraftSettings& settings);

}  // namespace mamba_ratio
