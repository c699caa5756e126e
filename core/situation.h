#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "asked.h"
#include "balance.h"
#include "engine.h"
#include "engine_best.h"
#include "engine_generation.h"
#include "inputs.h"
#include "memory.h"
#include "recognition.h"
#include "rescale.h"
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
  const Geometry* config = nullptr;              ///< of a config.json that was pasted
  std::vector<Asked> asked;                      ///< settings wanted otherwise than measured
  Rescaling rescaling;                           ///< what they do to the bytes
  std::optional<EngineInputs> present_engine;    ///< of the boot as it was, where any is
  Problems problems;                             ///< of the inputs and of their combination
};

/// The load that the answer is for: L and the idle prefixes.
Load load(const Situation& situation);

/// The sizing of the boot as it is, whatever is asked for; needs `engine`.
const EngineInputs& present_engine(const Situation& situation);

/// Whether no sizing code gives the slots that the log printed: a ratio or a setting of that boot
/// is not told.
bool is_unexplained(const Situation& situation);

/// What was pasted beside the entries.
struct Pasted {
  bool log_read = false;             ///< a log or a config was read, whatever it said
  const Geometry* config = nullptr;  ///< of a config.json
  LogContext log = {};
};

/// Understands the entries. An entry by hand over one that came with the sizes asks what another
/// setting would give (see `take_back`): the answer is that setting's, the present boot's stays.
/// The worked example's figures stand in where no memory figure is given
/// and nothing was pasted. Errors among `problems` mean that nothing else may be used.
Situation understand(std::span<const Entry> entries, const Pasted& pasted = {});

/// A change to a situation.
struct WhatIf {
  std::vector<std::pair<Key, std::string>> changes;  ///< canonical texts
  double ssm_factor = 1;  ///< what the SSM part of a slot is multiplied by; conv stays
  double kv_factor = 1;   ///< what a KV token is multiplied by
  bool of_form = false;   ///< the changes stand in the form, and what it says of memory is theirs
};

/// The situation after the change: S by the settings where one of them is changed; bytes as
/// `rescaling` says, or those of the model; the memory for both pools as before, not known on other
/// ranks. Errors among its problems: the combination is refused; `what_if_needs_model`: the bytes
/// are not known, and the change has not been made.
/// Example: {{{Key::strategy, "extra_buffer_lazy"}}} on the worked example gives S 4.
Situation what_if(const Situation& base, const WhatIf& change);

/// The entries of the worked example and its L.
std::span<const Entry> example_entries();

}  // namespace mamba_ratio
