#pragma once

#include <optional>
#include <string_view>

namespace mamba_ratio {

/// What a boot log prints of one GPU's memory beside the pools, in GiB; what it does not is empty.
struct LoggedMemory {
  std::optional<double> weights_gib;        ///< that loading the weights took
  std::optional<double> draft_weights_gib;  ///< and those of a draft model
  std::optional<double> after_weights_gib;  ///< free then
  std::optional<double> after_pools_gib;    ///< free once the pools stand
  std::optional<double> left_over_gib;      ///< free once the graphs are captured
  bool one_arena = false;  ///< unified memory: no pools of their own, so none of their sizes count
};

/// What a log's settings say of the checkpoint.
struct LoggedCheckpoint {
  std::string_view model;         ///< id of the model that its name means; empty: none known
  bool other_conv_dtype = false;  ///< `SGLANG_MAMBA_CONV_DTYPE` names a dtype not of 2 bytes
};

/// What a log says that is no field of the form, and therefore no part of a link.
struct LogContext {
  LoggedMemory memory;
  LoggedCheckpoint checkpoint;
};

}  // namespace mamba_ratio
