#pragma once

#include "log_boots.h"

namespace mamba_ratio {

/// Whether two boots, each of a file of its own, are one start of the engine whose ranks wrote a
/// file each: every rank with pools is named by its lines, and none has pools in both.
/// Example: `TP0` alone in one and `TP1` alone in the other.
bool is_one_start(const Boot& boot, const Boot& other);

/// Adds what the ranks of the other boot printed, where it says what this one does not.
void join_ranks(Boot& boot, Boot&& other);

}  // namespace mamba_ratio
