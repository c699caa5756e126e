#pragma once

#include <span>
#include <utility>

#include "boot_log.h"
#include "log_boots.h"

namespace mamba_ratio {

/// Adds to a finished reading what is to be told of the chosen boot: how it ended, what was left
/// out, which figures disagree. `boot`: nullptr where the text has none.
void add_boot_messages(const Boot* boot, Reading& reading);

/// Warns of the first boot after the chosen one that did not stand, whatever stopped it but a
/// signal.
void add_later_failure(std::span<const Boot> boots, Reading& reading);

/// Adds a note for each message that was left out.
void add_dropped_messages(std::span<const std::pair<Dropped, Place>> dropped, Reading& reading);

}  // namespace mamba_ratio
