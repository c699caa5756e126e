#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "geometry.h"
#include "models.h"
#include "problem.h"

namespace mamba_ratio {

/// What one rank printed of its pools; sizes as printed, with two decimals, in GiB.
struct PrintedPools {
  std::int64_t slots = 0;   ///< max_mamba_cache_size; the sizes cover one row more
  double conv_gib = 0;      ///< conv_state size
  double ssm_gib = 0;       ///< ssm_state size
  std::int64_t tokens = 0;  ///< #tokens of the target's pool; the size covers one page more
  double kv_gib = 0;        ///< KV size, or K size + V size
  std::optional<KvDtype> kv_dtype;
  std::optional<StateDtype> ssm_dtype;  ///< where the settings name one
  std::optional<std::int64_t> tp;       ///< attention ranks (tp / attention dp), where known
  std::int64_t pp = 1;                  ///< stages; the rank's own stage need not be known
  std::optional<std::int64_t> page;     ///< page size; else every usual one is tried
  std::int64_t draft_tokens = 0;        ///< #tokens of a draft's pool; 0: none printed
  double draft_kv_gib = 0;              ///< its size
  std::string_view checkpoint;          ///< model path or name, to choose among equal figures
  bool other_conv_dtype = false;        ///< `SGLANG_MAMBA_CONV_DTYPE` names a dtype not of 2 bytes
};

/// A model and placement that prints exactly these figures.
struct Candidate {
  const Model* model = nullptr;
  std::int64_t tp = 1;
  StateDtype ssm_dtype = StateDtype::float32;
  KvDtype kv_dtype = KvDtype::bfloat16;
  std::optional<std::int64_t> draft_layers;  ///< where a draft's pool was printed and fits
};

/// Candidates that agree to the byte.
struct ByteFamily {
  std::int64_t conv_bytes = 0;
  std::int64_t ssm_bytes = 0;
  std::int64_t kv_bytes = 0;
  std::vector<Candidate> candidates;  ///< the checkpoint's own model first

  std::int64_t state_bytes() const { return conv_bytes + ssm_bytes; }
};

enum class Verdict {
  recognised,  ///< one family fits, and the printed digits are evidence enough
  several,     ///< more than one fits, or one on too few digits: candidates, no claim
  none,        ///< nothing in the table prints these figures
};

struct Recognition {
  Verdict verdict = Verdict::none;
  std::vector<ByteFamily> families;
  double evidence_bits = 0;  ///< log2 of how finely the sizes are printed, all together
  Problems messages;         ///< what to tell: `model_recognised`, `model_candidates`, ...
};

/// Evidence a claim needs: as many bits in all, and a conv size of at least 0.03 (or a model
/// without one). Of 150 000 random models of the usual shapes 1 in 4 000 passes though its true
/// bytes are others; these then differ by less than the printed digits can show.
inline constexpr double kEvidenceBits = 16.5;
/// Where the checkpoint's name means one of the models that fit.
inline constexpr double kEvidenceBitsNamed = 8;

/// Finds the models, ranks and dtypes of the table whose N + 1 state rows and T + P KV rows print
/// every digit of these figures, and claims one where a single family of exact bytes does, the
/// digits suffice and the checkpoint's name does not mean another model of the table. Needs slots
/// and tokens above 0 and a KV size; else `none`.
/// Example: N 257, conv 0.46, ssm 13.04, 1 167 552 tokens, KV 15.03, fp8 -> Kimi-K3 at tp 8,
/// float32 state: 56 171 520 and 13 824 bytes.
Recognition recognise(const PrintedPools& printed);

/// Whether a config.json prints the sizes.
struct ConfigFit {
  Verdict verdict = Verdict::several;  ///< several: too few digits decide, or more than one way
  ByteFamily bytes;                    ///< where recognised; its candidate has no model
};

/// Looks for the ranks and dtypes, among those that the figures leave open, with which this
/// geometry prints every digit of them. Claims nothing on less than kEvidenceBitsNamed. Example:
/// the figures above and Kimi-K3's config give 56 171 520 and 13 824 bytes.
ConfigFit fit(const PrintedPools& printed, const Geometry& config);

}  // namespace mamba_ratio
