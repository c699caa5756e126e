#pragma once

#include <vector>

#include "boot_log.h"
#include "log_boots.h"

namespace mamba_ratio {

/// Fills boots, facts, inputs and the messages about them of a reading from the boots of a text.
void read_boots(const std::vector<Boot>& boots, const ReadingChoice& choice, Reading& reading);

}  // namespace mamba_ratio
