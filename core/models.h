#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "geometry.h"

namespace mamba_ratio {

/// One model of the table. `models.def` is the one list; a new model is one entry there.
struct Model {
  std::string_view id;            ///< value of the parameter `model`
  std::string_view aliases;       ///< further names people use, separated by spaces
  std::string_view hf_repo;       ///< owner and name on the model hub
  std::string_view architecture;  ///< `architectures` of its config.json
  std::string_view layers;        ///< repeated up to hidden_layers; empty: order not known
  std::int64_t hidden_layers;
  StatePart state;
  AttentionPart attention;
  std::optional<std::int64_t> draft_layers;  ///< layers of its own MTP draft; nullopt: not known
  std::int64_t max_context_tokens;
  /// Where the figures come from: `verbatim` (its config.json), `fixture` (an engine's test),
  /// `docs-table`, `re-keyed`, `counts-verified`, `UNVERIFIED-...` and kinds of these.
  std::string_view source;
  int public_logs;  ///< public boot logs that agree to every printed digit; 0: not confirmed
};

/// The table, families together, in the order of the page's list.
std::span<const Model> models();

/// The model with exactly this id; nullptr if there is none. Example: "Kimi-K3".
const Model* find_model(std::string_view id);

/// The model a checkpoint's name or path means: the id, an alias or the repo's name as whole words
/// in it, the longest of several; case, owner and quantisation suffixes do not count. nullptr:
/// none. Example: "/models/nvidia/Qwen3.8-27B-NVFP4" -> Qwen3.8-27B.
const Model* match_model(std::string_view name);

/// Whether a class of this name is a draft model's. Example: "Qwen3_5ForCausalLMMTP" -> true.
bool names_draft(std::string_view class_name);

/// The model's geometry, its layer order written out. KV `auto` is bfloat16: that of the
/// checkpoint at `hf_repo`.
Geometry geometry(const Model& model);

/// Parameters the name states, in billions. nullopt where it states none.
/// Examples: "Qwen3.5-122B-A10B" -> 122, "LFM2-350M" -> 0.35, "Ring-2.5-1T" -> 1000.
std::optional<double> billions_in_name(std::string_view name);

}  // namespace mamba_ratio
