#include "gpus.h"

#include <array>
#include <cmath>

namespace mamba_ratio {
namespace {

constexpr double kMibPerGib = 1024;
constexpr double kContextGib = 1;

constexpr std::array kGpus{
#define MAMBA_RATIO_GPU(name, mib, source) Gpu{name, mib, source},
#include "gpus.def"
#undef MAMBA_RATIO_GPU
};

}  // namespace

std::span<const Gpu> gpus() { return kGpus; }

double usable_gib(const Gpu& gpu) {
  return std::floor((gpu.total_mib / kMibPerGib - kContextGib) * 10) / 10;
}

}  // namespace mamba_ratio
