#pragma once

#include <optional>

#include "balance.h"
#include "engine.h"
#include "inputs.h"
#include "memory.h"
#include "slots.h"

namespace mamba_ratio {

/// The inputs understood: what every part of the answer starts from.
struct Situation {
  Inputs inputs;
  bool example = false;  ///< the memory figures are the worked example's
  Memory memory;
  Slots slots_by_settings;        ///< S as the settings give it
  Workload workload;              ///< with S as it counts: the log's own where the log states it
  std::optional<Interval> ratio;  ///< r*
  std::optional<Interval> other_ratio;  ///< r* by the other reading of the padding row
  std::optional<double> buffer_bytes;   ///< the draft buffer's, under accounting=buffer
  std::optional<EngineInputs> engine;   ///< where slot, token and rest are known
  Problems problems;                    ///< of the inputs and of their combination
};

/// The settings of the inputs that decide S.
SlotSettings slot_settings(const Inputs& inputs);

/// Understands the entries; the worked example's figures stand in where no memory figure is given,
/// unless `log_read`. Errors among `problems` mean that nothing else may be used.
Situation understand(std::span<const Entry> entries, bool log_read);

/// The entries of the worked example and its L.
std::span<const Entry> example_entries();

}  // namespace mamba_ratio
