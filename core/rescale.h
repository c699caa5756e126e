#pragma once

#include <string_view>
#include <vector>

#include "inputs.h"
#include "memory.h"
#include "recognition.h"

namespace mamba_ratio {

/// What a change of settings does to the bytes of measured pools.
struct Rescaling {
  Scaling by;
  std::string_view model;      ///< whose geometry says so; empty: the sizes of elements do
  std::vector<Key> unknown;    ///< changes whose effect is not known: they are not in `by`
  bool moves_weights = false;  ///< other ranks: what is left for the pools is another amount
  bool frees_drafts = false;   ///< the draft's buffers and KV are gone
  Problems problems;           ///< errors: the model's heads do not divide by the new tp, ...
};

/// The settings whose change alters bytes: tp, dp, ssm_dtype, kv_dtype, draft_layers, spec.
std::span<const Key> settings_of_bytes();

/// How measured bytes change from the settings `was` to the settings `now`; the two differ in
/// `settings_of_bytes` only. With `family`, the recognised model's bytes at both, exactly; where
/// `was` leaves a setting open, the candidate's own. Without, by the dtypes' sizes: the SSM part of
/// a slot, and a KV token between dtypes of 2 and of 1 byte.
/// Without it unknown: another tp, draft layers, KV layouts with scales, dtypes `was` leaves open;
/// also where candidates disagree, or a draft's KV that is not the target's layers changes tp.
/// Example: Kimi-K3 at tp 8, float32 -> bfloat16: ssm 0.5; tp 8 -> 4: conv and ssm 2, kv 1.
Rescaling rescaling(const ByteFamily* family, const Inputs& was, const Inputs& now);

}  // namespace mamba_ratio
