#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "problem.h"

namespace mamba_ratio {

/// What keeps the recurrent state of a model's linear layers.
enum class Family {
  gdn,         ///< gated delta net: Qwen3-Next, Qwen3.5 and later
  mamba2,      ///< Nemotron-H, Falcon-H1, Granite 4
  kda,         ///< Kimi delta attention: Kimi, GLM-5-Next, Bailing V3
  lightning,   ///< Bailing V2.5, Ring-linear, MiniCPM-SALA
  short_conv,  ///< LFM2: a convolution window and no SSM state
  inkling,     ///< short convolutions around the attention of every layer
};

enum class StateDtype { float32, bfloat16, float16 };

enum class KvDtype { bfloat16, float16, fp8_e4m3, fp8_e5m2, mxfp8, fp4_e2m1 };

/// The recurrent part of a model, before it is split over ranks.
struct StatePart {
  Family family = Family::gdn;
  std::int64_t layers = 0;    ///< layers that keep a state
  std::int64_t heads = 0;     ///< value heads (GDN) or heads; 0: no SSM state
  std::int64_t head_dim = 0;  ///< elements of one head
  std::int64_t groups = 0;    ///< key heads (GDN), groups (Mamba2), heads (KDA)
  std::int64_t state = 0;     ///< state elements for each element of a head
  std::int64_t channels = 0;  ///< convolved channels beside the groups: heads * head_dim or hidden
  std::int64_t kernel = 1;    ///< length of the convolution; 1: none

  bool operator==(const StatePart&) const = default;
};

enum class AttentionKind { gqa, mla };

/// The attention part of a model, before it is split over ranks.
struct AttentionPart {
  AttentionKind kind = AttentionKind::gqa;
  std::int64_t layers = 0;          ///< full-attention layers, the ones with KV rows
  std::int64_t kv_heads = 0;        ///< GQA
  std::int64_t head_dim = 0;        ///< GQA
  std::int64_t kv_lora_rank = 0;    ///< MLA
  std::int64_t rope_dim = 0;        ///< MLA; 0 without rotary part
  std::int64_t index_head_dim = 0;  ///< MLA with an indexer's keys beside; 0: none
  std::int64_t window_layers = 0;   ///< sliding-window layers, in a pool of their own
  std::int64_t window_kv_heads = 0;
  std::int64_t window_head_dim = 0;

  bool operator==(const AttentionPart&) const = default;
};

/// All of a model that decides the bytes of a state slot and of a KV token.
struct Geometry {
  StatePart state;
  AttentionPart attention;
  /// One letter a layer: `L` linear, `A` attention, `B` both, `W` linear and window, `-` neither.
  /// Empty: the order is not known, only the counts above.
  std::string layers;
  std::int64_t hidden_layers = 0;
  StateDtype ssm_dtype = StateDtype::float32;  ///< where the operator names none
  KvDtype kv_dtype = KvDtype::bfloat16;        ///< what `--kv-cache-dtype auto` gives
  std::optional<std::int64_t> draft_layers;    ///< layers of the model's own MTP draft
  std::optional<std::int64_t> max_context_tokens;
};

/// How a model is spread and which dtypes its pools use. Absent dtypes are the model's own.
struct Placement {
  std::int64_t tp = 1;  ///< attention tensor-parallel ranks: tp_size / attention dp
  std::optional<StateDtype> ssm_dtype;
  std::optional<KvDtype> kv_dtype;
  std::int64_t draft_layers = 0;  ///< layers of an EAGLE or NEXTN draft that share the KV budget
  std::int64_t pp = 1;            ///< pipeline stages
  bool whole_state = false;       ///< each stage holds all linear layers, as before 2026-08-05
};

/// Bytes on one rank.
struct ExactBytes {
  std::int64_t conv_bytes = 0;   ///< convolution windows of one slot
  std::int64_t ssm_bytes = 0;    ///< SSM states of one slot
  std::int64_t state_bytes = 0;  ///< both
  std::int64_t kv_bytes = 0;     ///< one token of the target's KV pool
  std::int64_t kv_bytes_with_draft = 0;
  StateDtype ssm_dtype = StateDtype::float32;
  KvDtype kv_dtype = KvDtype::bfloat16;
};

/// Bytes, or the errors that stand against them; warnings may come with the bytes.
struct GeometryResult {
  std::optional<ExactBytes> bytes;
  Problems problems;
};

/// Linear and attention layers of one pipeline stage.
struct StageLayers {
  std::int64_t linear = 0;
  std::int64_t attention = 0;
};

/// SGLang's word of a dtype, e.g. `fp8_e4m3`.
std::string_view word(StateDtype dtype);
std::string_view word(KvDtype dtype);
std::string_view word(Family family);

/// The dtype with this word, with or without `torch.`; `auto` and unknown words give nullopt.
/// Examples: "bfloat16" -> bfloat16, "torch.float8_e4m3fn" -> fp8_e4m3.
std::optional<StateDtype> find_state_dtype(std::string_view word);
std::optional<KvDtype> find_kv_dtype(std::string_view word);

/// Bytes of one element of SSM state: 4 or 2.
std::int64_t element_bytes(StateDtype dtype);

/// Why the engine refuses this model on `tp` ranks: `heads_do_not_divide` with both numbers, or
/// `out_of_range` for a tp below 1. Empty: it does not.
/// Source: sgl-project/sglang 02e208de python/sglang/srt/configs/mamba_utils.py (`divide`).
/// Example: Qwen3.5-27B (48 value heads) on 5 ranks: heads 48, tp 5.
Problems refusals(const Geometry& geometry, std::int64_t tp);

/// Bytes of the convolution windows of one slot on one of `tp` ranks, all layers, 2 bytes an
/// element (`SGLANG_MAMBA_CONV_DTYPE` unset). nullopt where `refusals` has one, or beyond int64.
/// Groups that tp does not divide are replicated up to tp.
/// Example: Qwen3.5-27B, tp 1: 48 * (48*128 + 2*16*128) * 3 * 2 = 2 949 120.
std::optional<std::int64_t> conv_bytes(const Geometry& geometry, std::int64_t tp);

/// Bytes of the SSM states of one slot on one of `tp` ranks, all layers. nullopt as above.
/// Example: Qwen3.5-27B, tp 1, float32: 48 * 48*128*128 * 4 = 150 994 944.
std::optional<std::int64_t> ssm_bytes(const Geometry& geometry, std::int64_t tp, StateDtype dtype);

/// conv_bytes + ssm_bytes. Example: Qwen3.5-27B, tp 1, float32: 153 944 064.
std::optional<std::int64_t> state_bytes(const Geometry& geometry, std::int64_t tp,
                                        StateDtype dtype);

/// Bytes of one token in the target's full-attention KV pool on one of `tp` ranks. GQA heads are
/// split, at least one a rank; MLA rows are whole on every rank. mxfp8 has one scale byte for 32
/// elements, fp4 one for 16 (approximate: the engine's layouts differ).
/// Source: sgl-project/sglang 003fca80 python/sglang/srt/model_executor/pool_configurator.py.
/// Example: Qwen3.5-27B, tp 1, bfloat16: 2 * 16 * 4 * 256 * 2 = 65 536.
std::optional<std::int64_t> kv_bytes(const Geometry& geometry, std::int64_t tp, KvDtype dtype);

/// The same for the sliding-window pool; 0 without window layers.
std::optional<std::int64_t> window_kv_bytes(const Geometry& geometry, std::int64_t tp,
                                            KvDtype dtype);

/// Bytes the engine reserves a token when an EAGLE or NEXTN draft of `draft_layers` shares the
/// budget, truncated as the engine does; `attention_layers` above 0.
/// Example: 65 536 with 1 draft layer on 16: 65 536 * 17/16 = 69 632.
std::int64_t with_draft_layers(std::int64_t kv_bytes, std::int64_t draft_layers,
                               std::int64_t attention_layers);

/// Layers of each of `pp` stages: as even as can be, one more for the last ones. nullopt where the
/// order of the layers is not known or a stage would be empty.
/// Source: sgl-project/sglang 1107be11 python/sglang/srt/distributed/utils.py (`get_pp_indices`).
/// Example: 64 layers `LLLA...`, pp 3: 21, 21, 22 layers; attention 5, 5, 6.
std::optional<std::vector<StageLayers>> pipeline_stages(const Geometry& geometry, std::int64_t pp);

/// All bytes of one placement. With pipeline stages: of the stage with most linear layers, and of
/// the stage with most attention layers (the one that limits the tokens).
/// Problems: the refusals; `stages_exceed_layers`; warnings `kv_heads_do_not_divide` (the engine
/// refuses KV heads that the ranks can neither share out nor copy), `kv_dtype_approximate` and
/// `stages_estimated` (order of layers not known: split evenly, rounded up).
/// Example: Qwen3.5-27B at tp 2, fp8 KV: state 76 972 032, kv 16 384.
GeometryResult exact_bytes(const Geometry& geometry, const Placement& placement);

}  // namespace mamba_ratio
