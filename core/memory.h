#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "balance.h"
#include "geometry.h"
#include "inputs.h"
#include "log_context.h"
#include "model_memory.h"
#include "problem.h"

namespace mamba_ratio {

/// What the inputs say of the memory: bytes of a slot, bytes of a token, and what the pools share.
struct Memory {
  std::optional<Interval> state_bytes;        ///< by the reading of `rows`
  std::optional<Interval> other_state_bytes;  ///< by the other reading; none for bytes given
  std::optional<double> slot_bytes;           ///< a row as the engine allocates it (N + 1 rows)
  std::optional<Interval> kv_bytes;           ///< of the target, without a draft's
  std::optional<double> rest_gib;     ///< for both pools, draft buffers and draft KV included
  std::optional<Code> state_missing;  ///< why state_bytes is not known
  std::optional<Code> kv_missing;
  bool state_from_sizes = false;
  bool kv_from_sizes = false;
  std::optional<ExactBytes> of_model;  ///< of the model or config, where it decides a byte
  bool state_from_model = false;
  bool kv_from_model = false;
  std::optional<GpuMemory> gpu;  ///< where the rest is that of the GPU's memory and the weights
  double conv_part = 0;          ///< of a slot beside ssm_part; only their proportion counts
  double ssm_part = 0;           ///< both 0: the bytes were given as one number
  bool kv_scales = true;         ///< false: kv_bytes was given as a number
  double draft_kv_factor = 1;    ///< what a draft's KV is multiplied by
  double spec_ssm_gib = 0;       ///< buffers for draft states
  double spec_conv_gib = 0;
  Problems problems;
};

/// Bytes given directly win over the log's sizes, these over the model (`config`, or the parameter
/// `model`), each of the two on its own; the loser is named. `rest` is what is given, else the sum
/// of the pools, else, where a slot or a token is known, what the GPU's memory leaves after the
/// weights: 0 or less where they leave nothing.
/// Problems: bytes_given_win, sizes_win_over_model, size_is_zero, size_too_coarse, size_coarse,
/// weights_estimated, weights_leave_nothing, not_a_choice for an unknown model, and those of
/// `exact_bytes`. Ranges are those of the table of parameters.
/// Example: N 257, conv 0.46, ssm 13.04, tokens 1167552, kv 15.03 gives 56402780.64 and 13822.373
/// bytes and rest 28.53 GiB.
Memory resolve_memory(const Inputs& inputs, const Geometry* config = nullptr);

/// GiB for both pools that the inputs say or let estimate, without a log's pools.
/// Problems: those of `gpu_memory`.
std::optional<double> typed_rest(const Inputs& inputs, Problems& problems);

/// What the parts of a memory are multiplied by where settings change.
struct Scaling {
  double conv = 1;
  double ssm = 1;
  double kv = 1;
  double draft_kv = 1;
};

/// Scales each part on its own, the range of a printed size with it; exact bytes stay whole.
/// A slot or token that was given as one number stays.
/// Example: the worked example with ssm 0.5 gives (0.46 + 13.04 / 2) GiB / 257 = 29162326.6.
void scale(Memory& memory, const Scaling& by);

/// GiB of buffers for draft states that the log printed; 0 where it did not.
double draft_buffers_gib(const Inputs& inputs);

/// One part of the memory.
struct MemoryPart {
  /// weights, state, draft_states, kv, draft_kv, graphs, left_over, other; pools, kept
  std::string_view id;
  double gib = 0;
  double share = 0;  ///< of what was free before the weights, else of all parts
};

/// Where the memory went, in GiB: what the log or the form says, in the order of the boot. A part
/// that is not known is not there, nor is one of 0. `left_over` is what is free at last, else what
/// a given `rest` holds beyond the pools; `other` is what was free before the weights and is in no
/// part. Where neither pool's size is known: weights, what is left for both `pools`, and what
/// --mem-fraction-static has `kept`; empty where that is not known either.
/// Example: the worked example gives state 13.5 GiB (0.473) and kv 15.03 GiB (0.527).
std::vector<MemoryPart> memory_parts(const Inputs& inputs, const Memory& memory,
                                     const LoggedMemory& logged = {});

/// Whether any input that fixes a pool, a slot or a token is given, so that the worked example must
/// not stand in.
bool gives_memory(const Inputs& inputs);

}  // namespace mamba_ratio
