#include "memory.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "model_memory.h"
#include "models.h"
#include "quantity.h"

namespace mamba_ratio {
namespace {

// Half a range of more than this share of its value is worth a warning.
constexpr double kCoarse = 0.05;
// In GiB; less is what two printed decimals leave open.
constexpr double kLeastPart = 0.005;

// A size too small for two decimals is refused or marked; the range itself stays.
std::optional<Code> judge(const Interval& size, Key key, Problems& problems) {
  if (size.value == 0) {
    problems.push_back(Problem(Code::size_is_zero, key));
    return Code::size_is_zero;
  }
  const double share = (size.high - size.value) / size.value;
  if (size.useless()) {
    problems.push_back(Problem(Code::size_too_coarse, key).with("share", share));
    return Code::size_too_coarse;
  }
  if (share > kCoarse) problems.push_back(Problem(Code::size_coarse, key).with("share", share));
  return std::nullopt;
}

void resolve_state(const Inputs& in, Memory& memory) {
  const std::optional<double> slots = in.number(Key::N);
  const std::optional<double> conv = in.number(Key::conv);
  const std::optional<double> ssm = in.number(Key::ssm);
  const bool sizes = slots && conv && ssm;
  if (const std::optional<double> given = in.number(Key::state_bytes)) {
    memory.state_bytes = exact(*given);
    memory.slot_bytes = *given;
    if (conv || ssm) memory.problems.push_back(Problem(Code::bytes_given_win, Key::state_bytes));
    return;
  }
  if (!sizes && memory.of_model) {
    memory.state_bytes = exact(static_cast<double>(memory.of_model->state_bytes));
    memory.slot_bytes = memory.state_bytes->value;
    memory.state_from_model = true;
    memory.conv_part = static_cast<double>(memory.of_model->conv_bytes);
    memory.ssm_part = static_cast<double>(memory.of_model->ssm_bytes);
    return;
  }
  if (!sizes) {
    memory.state_missing = Code::needs_state_size;
    return;
  }
  if (memory.of_model) memory.problems.push_back(Problem(Code::sizes_win_over_model, Key::ssm));
  const bool printed = in.choice(Key::rows) == "printed";
  const Interval by_printed = state_bytes(*conv, *ssm, *slots);
  const Interval by_allocated = state_bytes(*conv, *ssm, *slots + 1);
  memory.state_from_sizes = true;
  memory.conv_part = *conv;
  memory.ssm_part = *ssm;
  memory.state_bytes = printed ? by_printed : by_allocated;
  memory.state_missing = judge(by_printed, Key::ssm, memory.problems);
  if (by_printed.value == 0) return;
  memory.other_state_bytes = printed ? by_allocated : by_printed;
  memory.slot_bytes = by_allocated.value;
}

void resolve_kv(const Inputs& in, Memory& memory) {
  const std::optional<double> tokens = in.number(Key::tokens);
  const std::optional<double> kv = in.number(Key::kv);
  if (const std::optional<double> given = in.number(Key::kv_bytes)) {
    memory.kv_bytes = exact(*given);
    memory.kv_scales = false;
    if (kv) memory.problems.push_back(Problem(Code::bytes_given_win, Key::kv_bytes));
    return;
  }
  const bool sizes = tokens && kv;
  if (!sizes && memory.of_model) {
    memory.kv_bytes = exact(static_cast<double>(memory.of_model->kv_bytes_with_draft));
    memory.kv_from_model = true;
    return;
  }
  if (!sizes) {
    memory.kv_missing = Code::needs_kv_size;
    return;
  }
  if (memory.of_model) memory.problems.push_back(Problem(Code::sizes_win_over_model, Key::kv));
  memory.kv_from_sizes = true;
  memory.kv_bytes = kv_bytes(*kv, static_cast<int>(in.number_or(Key::kv_parts, 1)), *tokens);
  memory.kv_missing = judge(*memory.kv_bytes, Key::kv, memory.problems);
}

double draft_kv_gib(const Inputs& in) {
  return in.number_or(Key::draft_kv, 0) * in.number_or(Key::dcp, 1) * in.number_or(Key::tokens, 0) /
         kBytesPerGib;
}

std::optional<double> sum_of_pools(const Inputs& in) {
  const std::optional<double> conv = in.number(Key::conv);
  const std::optional<double> ssm = in.number(Key::ssm);
  const std::optional<double> kv = in.number(Key::kv);
  if (!conv || !ssm || !kv) return std::nullopt;
  return *conv + *ssm + draft_buffers_gib(in) + *kv + draft_kv_gib(in);
}

bool is_exact(const Interval& size) { return size.low == size.high; }

void scale(std::optional<Interval>& size, double factor, double width) {
  if (!size) return;
  const Interval old = *size;
  const double value = is_exact(old) ? std::round(old.value * factor) : old.value * factor;
  *size = {value, std::max(0.0, value - (old.value - old.low) * width),
           value + (old.high - old.value) * width};
}

// The parts that are there, and `whole` less all of them as the last.
std::vector<MemoryPart> with_shares(std::span<const MemoryPart> known, std::string_view last,
                                    std::optional<double> whole) {
  std::vector<MemoryPart> parts;
  double sum = 0;
  const auto add = [&](std::string_view id, double gib) {
    if (gib < kLeastPart) return;
    parts.push_back({id, gib, 0});
    sum += gib;
  };
  for (const MemoryPart& part : known) add(part.id, part.gib);
  add(last, whole ? *whole - sum : 0);
  for (MemoryPart& part : parts) part.share = part.gib / sum;
  return parts;
}

// No pool is known yet, but what the GPU has for them.
std::vector<MemoryPart> parts_before_pools(const Memory& memory) {
  if (!memory.gpu || memory.gpu->rest != memory.rest_gib) return {};
  const MemoryPart known[] = {{"weights", memory.gpu->weights, 0}, {"pools", memory.gpu->rest, 0}};
  return with_shares(known, "kept", memory.gpu->free);
}

void resolve_model(const Inputs& in, const Geometry* config, Memory& memory) {
  const std::optional<Geometry> geometry = named_geometry(in, config, memory.problems);
  if (!geometry) return;
  const GeometryResult result = exact_bytes(*geometry, placement(in));
  memory.of_model = result.bytes;
  memory.problems.insert(memory.problems.end(), result.problems.begin(), result.problems.end());
  const Model* model = config == nullptr ? find_model(in.choice(Key::model)) : nullptr;
  if (model != nullptr && model->public_logs == 0) {
    memory.problems.push_back(
        Problem(Code::model_not_confirmed, Key::model).with("model", model->id));
  }
}

}  // namespace

Memory resolve_memory(const Inputs& inputs, const Geometry* config) {
  Memory memory;
  resolve_model(inputs, config, memory);
  resolve_state(inputs, memory);
  resolve_kv(inputs, memory);
  memory.spec_ssm_gib = inputs.number_or(Key::spec_ssm, 0);
  memory.spec_conv_gib = inputs.number_or(Key::spec_conv, 0);
  memory.rest_gib = inputs.number(Key::rest);
  if (!memory.rest_gib) memory.rest_gib = sum_of_pools(inputs);
  const bool divides = memory.state_bytes || memory.kv_bytes;
  if (!memory.rest_gib && divides) {
    memory.gpu = gpu_memory(inputs, memory.problems);
    if (memory.gpu) memory.rest_gib = memory.gpu->rest;
  }
  return memory;
}

std::optional<double> typed_rest(const Inputs& inputs, Problems& problems) {
  const std::optional<double> given = inputs.number(Key::rest);
  if (given) return given;
  const std::optional<GpuMemory> gpu = gpu_memory(inputs, problems);
  return gpu ? std::optional(gpu->rest) : std::nullopt;
}

void scale(Memory& memory, const Scaling& by) {
  const double before = memory.conv_part + memory.ssm_part;
  memory.conv_part *= by.conv;
  memory.ssm_part *= by.ssm;
  memory.spec_conv_gib *= by.conv;
  memory.spec_ssm_gib *= by.ssm;
  memory.draft_kv_factor *= by.draft_kv;
  if (before > 0) {
    const double factor = (memory.conv_part + memory.ssm_part) / before;
    // conv and ssm were rounded alike, whatever their share.
    const double width = (by.conv + by.ssm) / 2;
    scale(memory.state_bytes, factor, width);
    scale(memory.other_state_bytes, factor, width);
    if (memory.slot_bytes) *memory.slot_bytes *= factor;
    if (memory.state_bytes && memory.slot_bytes && is_exact(*memory.state_bytes)) {
      memory.slot_bytes = memory.state_bytes->value;
    }
  }
  if (memory.kv_scales) scale(memory.kv_bytes, by.kv, by.kv);
}

double draft_buffers_gib(const Inputs& inputs) {
  return inputs.number_or(Key::spec_ssm, 0) + inputs.number_or(Key::spec_conv, 0);
}

std::vector<MemoryPart> memory_parts(const Inputs& inputs, const Memory& memory,
                                     const LoggedMemory& logged) {
  const auto minus = [](std::optional<double> a, const std::optional<double>& b) {
    if (a && b) *a -= *b;
    return a && b ? a : std::nullopt;
  };
  const std::optional<double> conv = inputs.number(Key::conv);
  const std::optional<double> ssm = inputs.number(Key::ssm);
  const std::optional<double> kv = inputs.number(Key::kv);
  if (!kv && !(conv && ssm)) return parts_before_pools(memory);
  std::optional<double> whole = inputs.number(Key::free_before);
  std::optional<double> weights = logged.weights_gib;
  if (!weights) weights = minus(whole, logged.after_weights_gib);
  if (!whole && weights && logged.after_weights_gib) whole = *weights + *logged.after_weights_gib;
  std::optional<double> left = logged.left_over_gib;
  if (!left) left = logged.after_pools_gib;
  if (!left) left = minus(memory.rest_gib, sum_of_pools(inputs));
  const MemoryPart known[] = {
      {"weights", weights ? *weights + logged.draft_weights_gib.value_or(0) : 0, 0},
      {"state", conv && ssm ? *conv + *ssm : 0, 0},
      {"draft_states", draft_buffers_gib(inputs), 0},
      {"kv", kv.value_or(0), 0},
      {"draft_kv", draft_kv_gib(inputs), 0},
      {"graphs", minus(logged.after_pools_gib, logged.left_over_gib).value_or(0), 0},
      {"left_over", left.value_or(0), 0},
  };
  return with_shares(known, "other", whole);
}

bool gives_memory(const Inputs& inputs) {
  constexpr std::array kMemory{Key::N,  Key::conv,        Key::ssm,      Key::tokens,
                               Key::kv, Key::state_bytes, Key::kv_bytes, Key::model};
  return std::any_of(kMemory.begin(), kMemory.end(), [&](Key key) { return inputs.given(key); });
}

}  // namespace mamba_ratio
