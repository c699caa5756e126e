#pragma once

#include <optional>

#include "geometry.h"
#include "inputs.h"
#include "problem.h"

namespace mamba_ratio {

/// The geometry that the inputs name: `config` where one was read, else that of the parameter
/// `model`. Problems: not_a_choice for a model that is not in the table.
std::optional<Geometry> named_geometry(const Inputs& inputs, const Geometry* config,
                                       Problems& problems);

/// How the inputs spread a model: attention ranks tp / dp, dtypes (`auto`: the model's own), draft
/// layers, pipeline stages. Example: tp 8, dp 4 gives tp 2.
Placement placement(const Inputs& inputs);

/// One GPU's memory in GiB as the engine divides it before the pools.
struct GpuMemory {
  double free = 0;     ///< before the weights
  double weights = 0;  ///< of this GPU, a draft's included
  double kept = 0;     ///< left alone by --mem-fraction-static, with the multimodal reserve
  double rest = 0;     ///< for both pools; not above 0 where the weights leave nothing
};

/// The memory for both pools where no log says it: what the GPU has free before the weights
/// (`free_before`, else `gpu`), less the weights of one GPU, less the share that
/// --mem-fraction-static leaves alone, less the multimodal reserve.
/// Without `weights` they are estimated from the parameters in the model's name at the bytes that
/// `quant` says; without `mem_fraction` 0.88 is taken; both are said.
/// Problems: weights_estimated, weights_unknown (no count in the name: no result),
/// mem_fraction_assumed, weights_leave_nothing (no result where one of the two was a guess).
/// Example: gpu 80, weights 56.8, mem_fraction 0.88 gives kept 9.6 and rest 13.6.
std::optional<GpuMemory> gpu_memory(const Inputs& inputs, Problems& problems);

}  // namespace mamba_ratio
