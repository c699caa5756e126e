#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "engine.h"

namespace mamba_ratio {

/// What a log prints of its two pools, each printed size with what its last digit stands for.
struct LoggedPools {
  std::int64_t slots = 0;    ///< max_mamba_cache_size
  double state_gib = 0;      ///< conv_state + ssm_state
  double state_half = 0.01;  ///< state_gib may be so much lower or higher; 0 for exact bytes
  std::int64_t tokens = 0;   ///< #tokens
  double kv_gib = 0;         ///< KV size, or K size + V size
  double kv_half = 0.005;    ///< 0.01 where K and V are printed apart
};

/// Whether one generation of the sizing code gives the printed slots.
struct GenerationFit {
  Generation generation = Generation::since_2026_07;
  bool fits = false;
  std::int64_t low_slots = 0;   ///< what it computes at one end of the printed sizes
  std::int64_t high_slots = 0;  ///< and at the other
};

struct GenerationReading {
  std::optional<Generation> generation;  ///< the newest that fits
  std::array<GenerationFit, 3> fits;     ///< newest first
};

/// Which generations give the printed slots from the printed pools and these settings (ratio or
/// pin, S, draft states, limits, page; the generation, the bytes and rest0 in `settings` are not
/// read). rest0 is rebuilt for each generation from what that generation charges: state rows,
/// draft rows and tokens, plus what the floor to whole pages hides.
/// Empty: nothing to rebuild from (a size that may be 0, no tokens), or --max-total-tokens left an
/// unknown rest.
/// Example: 124 slots of 17.92 GiB, 330 323 tokens of 20.16 GiB (K and V apart), ratio 0.9, page
/// 1 -> 2026-07 computes 124, the older ones 125: 2026-07.
std::optional<GenerationReading> identify_generation(const EngineInputs& settings,
                                                     const LoggedPools& printed);

/// rest0 in GiB that a boot of this generation had: what it charges for these slots and tokens, and
/// so much of the page of tokens that the floor hides that the ratio gives the slots again, if any
/// part of it does; else half of it. A lower bound where --max-total-tokens left memory unused.
/// Needs inputs in predict's ranges but for rest0, which is not read.
/// Example: predict's example, 124 slots, 328 967 tokens -> 38.00003.
double rebuilt_rest0_gib(const EngineInputs& inputs, std::int64_t slots, std::int64_t tokens);

}  // namespace mamba_ratio
