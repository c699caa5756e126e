#include "model_memory.h"

#include "models.h"
#include "quantity.h"

namespace mamba_ratio {
namespace {

// What the engine chooses by itself lies between 0.85 and 0.9 on most cards.
constexpr double kUsualMemFraction = 0.88;
// Embeddings, norms and vision towers that a name's round figure does not count.
constexpr double kWeightsMayBeOff = 0.1;
// A quantised checkpoint keeps embeddings and some layers at 2 bytes.
constexpr double kQuantisedMayBeOff = 0.25;

/// Bytes of a parameter; fp4 has one scale byte for 16.
double bytes_of_parameter(std::string_view dtype) {
  if (dtype == "fp8") return 1;
  return dtype == "fp4" ? 0.5625 : 2;
}

std::optional<double> weights_gib(const Inputs& in, Problems& problems) {
  if (const std::optional<double> given = in.number(Key::weights)) return given;
  const std::optional<double> billions = billions_in_name(in.choice(Key::model));
  if (!billions) {
    problems.push_back(Problem(Code::weights_unknown, Key::weights));
    return std::nullopt;
  }
  const double ranks = in.number_or(Key::tp, 1) * in.number_or(Key::pp, 1);
  const double bytes = bytes_of_parameter(in.choice(Key::quant));
  const double gib = *billions * 1e9 * bytes / ranks / kBytesPerGib;
  problems.push_back(
      Problem(Code::weights_estimated, Key::weights)
          .with("weights_gib", gib)
          .with("billions", *billions)
          .with("bytes", bytes)
          .with("ranks", ranks)
          .with("off_gib", gib * (bytes == 2 ? kWeightsMayBeOff : kQuantisedMayBeOff)));
  return gib;
}

double mem_fraction(const Inputs& in, Problems& problems) {
  if (const std::optional<double> given = in.number(Key::mem_fraction)) return *given;
  problems.push_back(Problem(Code::mem_fraction_assumed, Key::mem_fraction)
                         .with("mem_fraction", kUsualMemFraction));
  return kUsualMemFraction;
}

}  // namespace

std::optional<Geometry> named_geometry(const Inputs& inputs, const Geometry* config,
                                       Problems& problems) {
  if (config != nullptr) {
    if (inputs.given(Key::model)) problems.emplace_back(Code::config_wins_over_model, Key::model);
    return *config;
  }
  if (!inputs.given(Key::model)) return std::nullopt;
  if (const Model* model = find_model(inputs.choice(Key::model))) return geometry(*model);
  problems.push_back(
      Problem(Code::unknown_model, Key::model).with("given", inputs.choice(Key::model)));
  return std::nullopt;
}

Placement placement(const Inputs& inputs) {
  Placement result;
  const auto count = [&](Key key, double fallback) {
    return static_cast<std::int64_t>(inputs.number_or(key, fallback));
  };
  result.tp = std::max<std::int64_t>(1, count(Key::tp, 1) / count(Key::dp, 1));
  result.ssm_dtype = find_state_dtype(inputs.choice(Key::ssm_dtype));
  result.kv_dtype = find_kv_dtype(inputs.choice(Key::kv_dtype));
  result.draft_layers = count(Key::draft_layers, 0);
  result.pp = count(Key::pp, 1);
  result.whole_state = inputs.given(Key::engine) && inputs.choice(Key::engine) != "2026-07";
  return result;
}

std::optional<GpuMemory> gpu_memory(const Inputs& inputs, Problems& problems) {
  std::optional<double> before = inputs.number(Key::free_before);
  if (!before) before = inputs.number(Key::gpu);
  if (!before) return std::nullopt;
  Problems assumed;
  const std::optional<double> weights = weights_gib(inputs, assumed);
  if (!weights) {
    problems.insert(problems.end(), assumed.begin(), assumed.end());
    return std::nullopt;
  }
  GpuMemory gpu{*before, *weights, *before * (1 - mem_fraction(inputs, assumed)), 0};
  gpu.rest = gpu.free - gpu.weights - gpu.kept - inputs.number_or(Key::reserve, 0);
  gpu.kept += inputs.number_or(Key::reserve, 0);
  problems.insert(problems.end(), assumed.begin(), assumed.end());
  if (gpu.rest <= 0) {
    problems.push_back(Problem(Code::weights_leave_nothing, Key::weights)
                           .with("free_gib", gpu.free)
                           .with("weights_gib", gpu.weights)
                           .with("kept_gib", gpu.kept)
                           .with("missing_gib", -gpu.rest));
    // A guess refuses no boot.
    if (!inputs.given(Key::weights) || !inputs.given(Key::mem_fraction)) return std::nullopt;
  }
  return gpu;
}

}  // namespace mamba_ratio
