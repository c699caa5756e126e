#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "balance.h"
#include "engine.h"
#include "engine_best.h"
#include "engine_generation.h"
#include "inputs.h"
#include "memory.h"
#include "recognition.h"
#include "slots.h"

namespace mamba_ratio {

/// The inputs understood: what every part of the answer starts from.
struct Situation {
  Inputs inputs;
  bool example = false;  ///< the memory figures are the worked example's
  Memory memory;
  std::optional<ByteFamily> recognised;  ///< the one family of exact bytes that prints the sizes
  Slots slots_by_settings;               ///< S as the settings give it
  Workload workload;              ///< with S as it counts: the log's own where the log states it
  std::optional<Interval> ratio;  ///< r*
  std::optional<Interval> other_ratio;           ///< r* by the other reading of the padding row
  std::optional<double> buffer_bytes;            ///< the draft buffer's, under accounting=buffer
  std::optional<EngineInputs> engine;            ///< where slot, token and rest are known
  std::optional<GenerationReading> generations;  ///< which sizing code gives the printed slots
  LoggedMemory logged;                           ///< the log's, beside the pools
  Problems problems;                             ///< of the inputs and of their combination
};

/// The load that the answer is for: L and the idle prefixes.
Load load(const Situation& situation);

/// The settings of the inputs that decide S.
SlotSettings slot_settings(const Inputs& inputs);

/// What was pasted beside the entries.
struct Pasted {
  bool log_read = false;             ///< a log or a config was read, whatever it said
  const Geometry* config = nullptr;  ///< of a config.json
  LogContext log = {};
};

/// Understands the entries; the worked example's figures stand in where no memory figure is given
/// and nothing was pasted. Errors among `problems` mean that nothing else may be used.
Situation understand(std::span<const Entry> entries, const Pasted& pasted = {});

/// A change to a situation whose memory stays what it is.
struct WhatIf {
  std::vector<std::pair<Key, std::string>> changes;  ///< canonical texts
  double ssm_factor = 1;  ///< what the SSM part of a slot is multiplied by; conv stays
  double kv_factor = 1;   ///< what a KV token is multiplied by
};

/// The situation after the change: S by the settings where one of them is changed, the memory for
/// both pools as before. Errors among its problems: the combination is refused.
/// Example: {{{Key::strategy, "extra_buffer_lazy"}}} on the worked example gives S 4.
Situation what_if(const Situation& base, const WhatIf& change);

/// The entries of the worked example and its L.
std::span<const Entry> example_entries();

}  // namespace mamba_ratio
