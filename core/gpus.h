#pragma once

#include <span>
#include <string_view>

namespace mamba_ratio {

/// A common GPU. `gpus.def` is the one list.
struct Gpu {
  std::string_view name;
  int total_mib;            ///< as nvidia-smi prints it
  std::string_view source;  ///< repository#thread; empty: no thread to cite
};

/// The list, smaller ones first.
std::span<const Gpu> gpus();

/// What the engine finds free on it before the weights, in GiB to a tenth: an estimate, the total
/// less 1 GiB for driver and CUDA context (a boot on eight H200 printed 137.3 of 140.4 after NCCL's
/// buffers too: sgl-project/sglang#11716). Example: H100 80GB -> 78.6.
double usable_gib(const Gpu& gpu);

}  // namespace mamba_ratio
