#pragma once

#include "log_boots.h"

// Which message belongs to which boot.

namespace mamba_ratio {

/// Whether a message is a state pool's line, or a fragment of one with its slots.
bool is_state_line(const LogMessage& message);

/// Whether a state line gives the figures of this rank again.
bool repeats_state(const RankFacts& rank, const LogMessage& message);

/// Whether the weights loaded are a draft's, by the name of their class.
bool is_draft_class(const LogMessage& message);

/// Whether a state line begins another boot: one of a rank that has one already, or with a rank tag
/// where the boot's have none, or the reverse. One without tag that repeats another is a rank whose
/// tag was cut off. `commanded`: a launch command stands since the last state line.
bool begins_boot(const Boot& boot, const LogMessage& message, bool commanded);

/// Whether a state line behind the pools of its rank is the pool of a draft's own: as many slots,
/// fewer bytes, no drafted states.
bool is_draft_pool(const Boot& boot, const LogMessage& message);

/// Whether a refusal or a cap is of a boot behind this one: its slots are others.
bool is_of_next_boot(const Boot& boot, const LogMessage& message);

}  // namespace mamba_ratio
