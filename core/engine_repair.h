#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine_best.h"

namespace mamba_ratio {

/// A change of one flag. In the order in which equally cheap repairs are offered.
enum class RepairKind {
  ratio,                 ///< --mamba-full-memory-ratio
  pin,                   ///< --max-mamba-cache-size
  lazy_strategy,         ///< --mamba-scheduler-strategy extra_buffer_lazy
  mem_fraction,          ///< --mem-fraction-static
  max_running_requests,  ///< --max-running-requests
  ssm_bfloat16,          ///< --mamba-ssm-dtype bfloat16: outputs change
  radix_off,             ///< --disable-radix-cache: no prefix is reused
};

/// What some repairs need besides the sizing's inputs; without it they are not offered.
struct RepairSettings {
  std::optional<double> float32_ssm_bytes;  ///< part of slot_bytes that is float32 SSM state
  std::optional<std::int64_t> lazy_slots_per_request;  ///< S under extra_buffer_lazy, if allowed
  std::optional<double> mem_fraction_static;           ///< the present one, above 0, below 1
  std::optional<double> free_before_gib;               ///< free memory before the weights
};

/// A change of one flag with which the model boots, the smallest of its kind.
struct Repair {
  RepairKind kind = RepairKind::ratio;
  std::string value;    ///< what to write behind the flag; empty: the flag takes none
  EngineInputs inputs;  ///< the settings after the change
  EngineResult result;  ///< what they give: it boots
  Capacity capacity;
  std::optional<std::int64_t> tokens_lost;  ///< against the refused boot's own KV tokens, from 0;
                                            ///< empty where it was refused before it had any
  bool keeps_outputs = true;
  bool keeps_prefix_reuse = true;
};

/// Every change of one flag that makes a refused boot start, each the smallest of its kind at the
/// precision it is printed in (ratio three significant digits, mem-fraction two decimals; the pin
/// offered in place of a ratio is S + 1 slots, since S slots boot and assert when full) and each
/// checked by the model. First those that keep outputs and prefix reuse, of these the one that
/// loses the fewest KV tokens, then one that holds a request of the load, then in RepairKind's
/// order. Empty where the boot is not refused or the numbers are out of range.
/// Example: predict's example with rest0 1.5 GiB (3 slots, S 5) -> ratio 1.35 first, then pin 6.
std::vector<Repair> repairs(const EngineInputs& refused, const RepairSettings& settings,
                            const Load& load);

}  // namespace mamba_ratio
