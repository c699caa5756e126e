#pragma once

#include <optional>

#include "asked.h"
#include "inputs.h"
#include "log_context.h"
#include "recognition.h"

namespace mamba_ratio {

/// The sizes of a log among the inputs, with the settings that say whose they are, ready to be
/// recognised. nullopt where one of N, conv, ssm, tokens and kv is missing.
/// Example: N 257, conv 0.46, ssm 13.04, tokens 1167552, kv 15.03, kv_dtype fp8_e4m3, tp 16, dp 2
/// gives these figures with 8 ranks and fp8 KV.
std::optional<PrintedPools> printed_pools(const Inputs& inputs);

/// Recognises the boot's model from its sizes, of several with the same bytes the one that the
/// checkpoint, or `was`, names. A setting asked for over nothing told is the boot's own if with it
/// the sizes are recognised; else, if they are without it, the recognised one is put in its place;
/// else it is taken as the boot's own. `asked` keeps those that differ from the boot's.
/// Problems: what_if_own_unknown.
Recognition recognise_boot(Inputs& inputs, std::vector<Asked>& asked,
                           const LoggedCheckpoint& checkpoint, Problems& problems);

}  // namespace mamba_ratio
