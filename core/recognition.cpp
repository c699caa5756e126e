#include "recognition.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace mamba_ratio {
namespace {

constexpr std::int64_t kGib = std::int64_t{1} << 30;
constexpr std::int64_t kMaxRanks = 64;
constexpr std::int64_t kMaxDraftLayers = 8;
constexpr std::int64_t kMaxRows = std::int64_t{1} << 40;
constexpr std::int64_t kMaxHundredths = std::int64_t{1} << 30;
constexpr std::array<std::int64_t, 7> kPages{1, 16, 32, 64, 128, 256, 512};

/// A printed size in hundredths of a GiB; -1 where it is no such number.
std::int64_t hundredths(double gib) {
  if (!(gib >= 0) || gib * 100 > static_cast<double>(kMaxHundredths)) return -1;
  return std::llround(gib * 100);
}

/// Whether `rows` rows of these bytes print as this size. `parts`: the size is a sum of as many
/// equal parts, each printed with its own rounding.
bool prints(std::int64_t row_bytes, std::int64_t rows, std::int64_t size, std::int64_t parts) {
  const double exact = static_cast<double>(row_bytes) * static_cast<double>(rows) * 100;
  const double printed = static_cast<double>(size) * static_cast<double>(kGib);
  return std::abs(exact - printed) <= static_cast<double>(kGib) / 2 * static_cast<double>(parts);
}

/// How finely a size is printed: log2 of its hundredths, straight between powers of two.
double bits(std::int64_t size) {
  int exponent = 0;
  const double half_to_one =
      std::frexp(static_cast<double>(std::max<std::int64_t>(size, 1)), &exponent);
  return exponent + 2 * half_to_one - 2;
}

/// Sizes of a log as whole numbers, ready to compare.
struct Figures {
  std::int64_t slots;
  std::int64_t conv;
  std::int64_t ssm;
  std::int64_t tokens;
  std::int64_t kv;
};

std::optional<Figures> figures(const PrintedPools& printed) {
  const Figures result{printed.slots, hundredths(printed.conv_gib), hundredths(printed.ssm_gib),
                       printed.tokens, hundredths(printed.kv_gib)};
  const bool usable = result.slots > 0 && result.slots < kMaxRows && result.tokens > 0 &&
                      result.tokens < kMaxRows && result.conv >= 0 && result.ssm >= 0 &&
                      result.kv > 0;
  return usable ? std::optional(result) : std::nullopt;
}

/// GQA prints K and V apart; their sum is read.
std::int64_t kv_parts(const AttentionPart& attention) {
  return attention.kind == AttentionKind::gqa ? 2 : 1;
}

bool prints_tokens(std::int64_t row_bytes, std::int64_t tokens, std::int64_t size,
                   std::int64_t parts, std::optional<std::int64_t> page) {
  if (page) return prints(row_bytes, tokens + *page, size, parts);
  return std::any_of(kPages.begin(), kPages.end(), [&](std::int64_t usual) {
    return tokens % usual == 0 && prints(row_bytes, tokens + usual, size, parts);
  });
}

/// Collects what fits, bytes with bytes.
class Search {
 public:
  Search(const PrintedPools& printed, const Figures& figures)
      : printed_(printed), figures_(figures), named_(match_model(printed.checkpoint)) {}

  std::vector<ByteFamily> run() {
    for (const Model& model : models()) try_geometry(&model, geometry(model));
    return std::move(families_);
  }

  std::vector<ByteFamily> run(const Geometry& config) {
    try_geometry(nullptr, config);
    return std::move(families_);
  }

 private:
  void try_geometry(const Model* model, const Geometry& whole) {
    for (const StageLayers& stage : stages(whole)) {
      Geometry part = whole;
      part.state.layers = stage.linear;
      part.attention.layers = stage.attention;
      for (std::int64_t tp = 1; tp <= kMaxRanks; ++tp) {
        if (!printed_.tp || *printed_.tp == tp) try_ranks(model, part, tp);
      }
    }
  }

  std::vector<StageLayers> stages(const Geometry& whole) const {
    if (printed_.pp <= 1) return {{whole.state.layers, whole.attention.layers}};
    auto all = pipeline_stages(whole, printed_.pp).value_or(std::vector<StageLayers>{});
    std::vector<StageLayers> different;
    for (const StageLayers& stage : all) {
      const auto same = [&](const StageLayers& other) {
        return other.linear == stage.linear && other.attention == stage.attention;
      };
      if (std::none_of(different.begin(), different.end(), same)) different.push_back(stage);
    }
    return different;
  }

  void try_ranks(const Model* model, const Geometry& part, std::int64_t tp) {
    const auto conv = conv_bytes(part, tp);
    if (!conv || !prints(*conv, figures_.slots + 1, figures_.conv, 1)) return;
    for (const StateDtype ssm_dtype : {StateDtype::float32, StateDtype::bfloat16}) {
      if (printed_.ssm_dtype && element_bytes(*printed_.ssm_dtype) != element_bytes(ssm_dtype)) {
        continue;
      }
      const auto ssm = ssm_bytes(part, tp, ssm_dtype);
      if (!ssm || !prints(*ssm, figures_.slots + 1, figures_.ssm, 1)) continue;
      try_kv(part, {*conv, *ssm, 0, {}},
             {model, tp, printed_.ssm_dtype.value_or(ssm_dtype), KvDtype::bfloat16, {}});
      if (*ssm == 0) break;
    }
  }

  void try_kv(const Geometry& part, ByteFamily bytes, Candidate candidate) {
    for (const KvDtype dtype : {KvDtype::bfloat16, KvDtype::fp8_e4m3, KvDtype::mxfp8}) {
      if (!may_be(dtype, part.attention.kind)) continue;
      const auto kv = kv_bytes(part, candidate.tp, dtype);
      if (!kv || !prints_tokens(*kv, figures_.tokens, figures_.kv, kv_parts(part.attention),
                                printed_.page)) {
        continue;
      }
      bytes.kv_bytes = *kv;
      candidate.kv_dtype = dtype == KvDtype::mxfp8 ? dtype : printed_.kv_dtype.value_or(dtype);
      candidate.draft_layers = draft_layers(part, *kv);
      add(bytes, candidate);
    }
  }

  /// Whether a pool of this width can be meant by the printed dtype.
  bool may_be(KvDtype dtype, AttentionKind kind) const {
    if (dtype == KvDtype::mxfp8 && kind == AttentionKind::mla) return false;
    if (!printed_.kv_dtype) return true;
    switch (*printed_.kv_dtype) {
      case KvDtype::bfloat16:
      case KvDtype::float16:
        return dtype == KvDtype::bfloat16;
      case KvDtype::fp8_e4m3:
        return dtype != KvDtype::bfloat16;
      case KvDtype::fp8_e5m2:
        return dtype == KvDtype::fp8_e4m3;
      case KvDtype::mxfp8:
        return dtype == KvDtype::mxfp8;
      case KvDtype::fp4_e2m1:
        return false;
    }
    return false;
  }

  /// Layers of a draft with the target's attention that print the draft's pool.
  std::optional<std::int64_t> draft_layers(const Geometry& part, std::int64_t kv) const {
    const std::int64_t size = hundredths(printed_.draft_kv_gib);
    if (printed_.draft_tokens <= 0 || printed_.draft_tokens >= kMaxRows || size <= 1) {
      return std::nullopt;
    }
    std::optional<std::int64_t> found;
    for (std::int64_t layers = 1; layers <= kMaxDraftLayers; ++layers) {
      if (!prints_tokens(kv / part.attention.layers * layers, printed_.draft_tokens, size,
                         kv_parts(part.attention), printed_.page)) {
        continue;
      }
      if (found) return std::nullopt;
      found = layers;
    }
    return found;
  }

  void add(const ByteFamily& bytes, const Candidate& candidate) {
    auto family = std::find_if(families_.begin(), families_.end(), [&](const ByteFamily& other) {
      return other.conv_bytes == bytes.conv_bytes && other.ssm_bytes == bytes.ssm_bytes &&
             other.kv_bytes == bytes.kv_bytes;
    });
    if (family == families_.end()) family = families_.insert(family, bytes);
    auto& list = family->candidates;
    list.insert(candidate.model == named_ ? list.begin() : list.end(), candidate);
  }

  const PrintedPools& printed_;
  const Figures& figures_;
  const Model* named_;
  std::vector<ByteFamily> families_;
};

double evidence(const Figures& figures, const AttentionPart& attention) {
  const std::int64_t parts = kv_parts(attention);
  return bits(figures.conv) + bits(figures.ssm) + bits(figures.kv / parts);
}

/// A conv size of too few hundredths fits too many models.
bool conv_is_seen(const Figures& figures, const ByteFamily& family) {
  constexpr std::int64_t kCoarsestConv = 3;
  return family.conv_bytes == 0 || figures.conv >= kCoarsestConv;
}

bool suffices(const Figures& figures, const ByteFamily& family, double evidence_bits,
              const Model* named) {
  if (named != nullptr) {
    return family.candidates.front().model == named && evidence_bits >= kEvidenceBitsNamed;
  }
  return conv_is_seen(figures, family) && evidence_bits >= kEvidenceBits;
}

/// The families that have the model the checkpoint's name means, if there is exactly one such.
void prefer_named(std::vector<ByteFamily>& families, const Model* named) {
  const auto has_named = [&](const ByteFamily& family) {
    return family.candidates.front().model == named;
  };
  if (named == nullptr || std::count_if(families.begin(), families.end(), has_named) != 1) return;
  const ByteFamily chosen = *std::find_if(families.begin(), families.end(), has_named);
  families = {chosen};
}

/// Ids of the candidates; those on other ranks than `tp` stand behind, with theirs.
struct ModelList {
  std::string models;
  std::string also;
  int public_logs = 0;  ///< of the first
};

ModelList model_list(const Recognition& recognition, std::int64_t tp) {
  const bool claimed = recognition.verdict == Verdict::recognised;
  ModelList list;
  const Model* last = nullptr;
  for (const ByteFamily& family : recognition.families) {
    for (const Candidate& candidate : family.candidates) {
      if (candidate.model == last) continue;
      last = candidate.model;
      if (claimed && candidate.tp != tp) {
        list.also += " / ";
        list.also += candidate.model->id;
        list.also += " TP " + std::to_string(candidate.tp);
        continue;
      }
      if (!list.models.empty()) list.models += claimed ? " / " : ", ";
      list.models += candidate.model->id;
      list.public_logs += candidate.model->public_logs;
    }
  }
  return list;
}

Problem message(const Recognition& recognition) {
  Problem problem;
  problem.field = "model";
  if (recognition.verdict == Verdict::none) {
    problem.code = Code::model_not_recognised;
    return problem;
  }
  const bool claimed = recognition.verdict == Verdict::recognised;
  problem.code = claimed ? Code::model_recognised : Code::model_candidates;
  const Candidate& first = recognition.families.front().candidates.front();
  const ModelList list = model_list(recognition, first.tp);
  problem.arguments.emplace_back("models", list.models);
  if (!claimed) return problem;
  problem.arguments.emplace_back("also", list.also);
  problem.arguments.emplace_back("tp", static_cast<double>(first.tp));
  problem.arguments.emplace_back("ssm_dtype", std::string(word(first.ssm_dtype)));
  problem.arguments.emplace_back("kv_dtype", std::string(word(first.kv_dtype)));
  const ByteFamily& bytes = recognition.families.front();
  problem.arguments.emplace_back("state_bytes", static_cast<double>(bytes.state_bytes()));
  problem.arguments.emplace_back("kv_bytes", static_cast<double>(bytes.kv_bytes));
  problem.arguments.emplace_back("public_logs", static_cast<double>(list.public_logs));
  return problem;
}

}  // namespace

Recognition recognise(const PrintedPools& printed) {
  Recognition result;
  if (printed.other_conv_dtype) {
    Problem& problem = result.messages.emplace_back();
    problem.code = Code::conv_dtype_set;
    problem.field = "model";
    return result;
  }
  const auto sizes = figures(printed);
  if (!sizes) return result;
  result.families = Search(printed, *sizes).run();
  const Model* named = match_model(printed.checkpoint);
  prefer_named(result.families, named);
  if (!result.families.empty()) {
    const ByteFamily& first = result.families.front();
    result.evidence_bits = evidence(*sizes, first.candidates.front().model->attention);
    const bool claimed =
        result.families.size() == 1 && suffices(*sizes, first, result.evidence_bits, named);
    result.verdict = claimed ? Verdict::recognised : Verdict::several;
  }
  result.messages.push_back(message(result));
  return result;
}

ConfigFit fit(const PrintedPools& printed, const Geometry& config) {
  const auto sizes = figures(printed);
  const bool searched = printed.kv_dtype != KvDtype::fp4_e2m1;
  if (!sizes || !searched || evidence(*sizes, config.attention) < kEvidenceBitsNamed) return {};
  std::vector<ByteFamily> families = Search(printed, *sizes).run(config);
  if (families.empty()) return {Verdict::none, {}};
  if (families.size() > 1 || !conv_is_seen(*sizes, families.front())) return {};
  return {Verdict::recognised, std::move(families.front())};
}

}  // namespace mamba_ratio
