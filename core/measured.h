#pragma once

#include <optional>

#include "inputs.h"
#include "recognition.h"

namespace mamba_ratio {

/// The sizes of a log among the inputs, with the settings that say whose they are, ready to be
/// recognised. nullopt where one of N, conv, ssm, tokens and kv is missing.
/// Example: N 257, conv 0.46, ssm 13.04, tokens 1167552, kv 15.03, kv_dtype fp8_e4m3, tp 16, dp 2
/// gives these figures with 8 ranks and fp8 KV.
std::optional<PrintedPools> printed_pools(const Inputs& inputs);

}  // namespace mamba_ratio
