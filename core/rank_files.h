#pragma once

#include <utility>
#include <vector>

#include "log_boots.h"

namespace mamba_ratio {

/// Puts the boots of the last file, those numbered from `first` on, into earlier ones where both
/// are one start of the engine whose ranks wrote a file each: every rank with pools (of a start
/// that got to none: with weights) is named by its lines, and none has them in both. Its boots meet
/// the earlier ones in their order.
/// Returns the numbers of the boots that went into others, each with that other's.
/// Example: boot 1 of `TP0` alone, boot 2 of `TP1` alone, first 2: one boot, {{2, 1}}.
std::vector<std::pair<int, int>> join_files(std::vector<Boot>& boots, int first);

}  // namespace mamba_ratio
