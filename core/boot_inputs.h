#pragma once

#include "boot_log.h"
#include "log_boots.h"

namespace mamba_ratio {

/// Fills the inputs of a reading: what its chosen facts and its settings give the form. Zeros that
/// the form refuses are left out; K and V are summed at their printed places (4.52 and 4.52 give
/// "9.04"). Of one arena no size is an input, for no ratio divides it. Where a pool's size is
/// missing, weights and memory before them are those of the rank with least left, and a refusal's
/// printed rest gives the memory fraction that no setting tells. `boot`: the chosen one, nullptr
/// for none.
void add_inputs(const Boot* boot, Reading& reading);

/// What the chosen facts say of the memory beside the pools.
LoggedMemory logged_memory(const Reading& reading);

/// The first fact of a name and role; nullptr: none.
const Fact* find_fact(const Reading& reading, std::string_view name, FactRole role);

/// Whether the boot's pools are not what the setting gives, so that another command started it:
/// a number of slots other than the pinned one of a worker, tokens that are not whole pages.
/// Example: `--max-mamba-cache-size 64` where 117 slots are printed -> true.
bool is_contradicted(const LoggedSetting& setting, const Boot* boot, const Reading& reading);

}  // namespace mamba_ratio
