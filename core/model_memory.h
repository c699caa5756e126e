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

/// Memory for both pools in GiB where no log says it: what the GPU has free before the weights
/// (`free_before`, else `gpu`), less the weights of one GPU, less the share that
/// --mem-fraction-static leaves alone, less the multimodal reserve.
/// Without `weights` they are estimated from the parameters in the model's name at the bytes that
/// `quant` says; without `mem_fraction` 0.88 is taken; both are said.
/// Problems: weights_estimated, weights_unknown (no count in the name: no result),
/// mem_fraction_assumed, weights_leave_nothing (the result is not above 0). Example: gpu 80,
/// weights 56.8, mem_fraction 0.88 gives 13.6.
std::optional<double> rest_of_gpu(const Inputs& inputs, Problems& problems);

}  // namespace mamba_ratio
