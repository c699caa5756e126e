#include "geometry.h"

#include <algorithm>
#include <array>

namespace mamba_ratio {
namespace {

constexpr std::int64_t kConvElementBytes = 2;

/// A number that remembers that it left int64.
class Checked {
 public:
  constexpr Checked(std::int64_t value) : value_(value) {}

  Checked operator*(Checked other) const {
    std::int64_t product = 0;
    const bool overflow = __builtin_mul_overflow(value_, other.value_, &product);
    return combined(product, other, overflow);
  }
  Checked operator+(Checked other) const {
    std::int64_t sum = 0;
    const bool overflow = __builtin_add_overflow(value_, other.value_, &sum);
    return combined(sum, other, overflow);
  }
  Checked operator/(std::int64_t divisor) const {
    Checked quotient(value_ / divisor);
    quotient.valid_ = valid_;
    return quotient;
  }
  std::optional<std::int64_t> value() const {
    return valid_ ? std::optional(value_) : std::nullopt;
  }

 private:
  Checked combined(std::int64_t number, const Checked& other, bool overflow) const {
    Checked result(number);
    result.valid_ = valid_ && other.valid_ && !overflow;
    return result;
  }

  std::int64_t value_;
  bool valid_ = true;
};

std::int64_t heads_on_rank(std::int64_t heads, std::int64_t tp) {
  return std::max<std::int64_t>(1, heads / tp);
}

/// What must be a multiple of tp.
std::int64_t divided_heads(const StatePart& state) {
  return state.family == Family::short_conv ? state.channels : state.heads;
}

bool divides(std::int64_t tp, const Geometry& geometry) {
  return tp >= 1 && divided_heads(geometry.state) % tp == 0;
}

Checked channels_on_rank(const Geometry& geometry, std::int64_t tp) {
  const StatePart& state = geometry.state;
  if (state.family == Family::inkling) {
    const AttentionPart& attention = geometry.attention;
    return (Checked(heads_on_rank(attention.kv_heads, tp)) * attention.head_dim +
            Checked(heads_on_rank(attention.window_kv_heads, tp)) * attention.window_head_dim +
            state.channels) *
           2;
  }
  const std::int64_t groups = state.groups % tp == 0 ? state.groups : tp;
  return (Checked(state.channels) + Checked(2) * groups * state.state) / tp;
}

/// Elements of one token and layer, of its K or V for GQA.
Checked with_scales(Checked elements, KvDtype dtype) {
  switch (dtype) {
    case KvDtype::bfloat16:
    case KvDtype::float16:
      return elements * 2;
    case KvDtype::fp8_e4m3:
    case KvDtype::fp8_e5m2:
      return elements;
    case KvDtype::mxfp8:
      return elements + elements / 32;
    case KvDtype::fp4_e2m1:
      return elements / 2 + elements / 16;
  }
  return elements;
}

Checked index_bytes(const AttentionPart& attention) {
  const std::int64_t dim = attention.index_head_dim;
  return Checked(attention.layers) * (dim + dim / 128 * 4);
}

std::optional<std::int64_t> scaled(std::optional<std::int64_t> bytes, std::int64_t part,
                                   std::int64_t whole) {
  if (!bytes || whole == 0) return bytes;
  return (Checked(*bytes / whole) * part).value();
}

/// Most linear and most attention layers of any stage.
StageLayers largest_stages(const Geometry& geometry, std::int64_t pp, Problems& problems) {
  const StageLayers all{geometry.state.layers, geometry.attention.layers};
  if (pp == 1) return all;
  StageLayers most;
  if (const auto stages = pipeline_stages(geometry, pp)) {
    for (const StageLayers& stage : *stages) {
      most.linear = std::max(most.linear, stage.linear);
      most.attention = std::max(most.attention, stage.attention);
    }
    return most;
  }
  problems.push_back({Code::stages_estimated, "pp", {}, {{"pp", static_cast<double>(pp)}}});
  return {(all.linear + pp - 1) / pp, (all.attention + pp - 1) / pp};
}

template <class Enum, std::size_t n>
std::optional<Enum> find_word(std::string_view given,
                              const std::array<std::string_view, n>& words) {
  const auto found = std::find(words.begin(), words.end(), given);
  if (found == words.end()) return std::nullopt;
  return static_cast<Enum>(found - words.begin());
}

std::string_view without_torch(std::string_view dtype) {
  constexpr std::string_view kTorch = "torch.";
  return dtype.starts_with(kTorch) ? dtype.substr(kTorch.size()) : dtype;
}

constexpr std::array<std::string_view, 3> kStateDtypes{"float32", "bfloat16", "float16"};
constexpr std::array<std::string_view, 6> kKvDtypes{"bfloat16", "float16", "fp8_e4m3",
                                                    "fp8_e5m2", "mxfp8",   "fp4_e2m1"};
constexpr std::array<std::string_view, 6> kTorchKvDtypes{"bf16",        "half", "float8_e4m3fn",
                                                         "float8_e5m2", "",     "float4_e2m1fn_x2"};
constexpr std::array<std::string_view, 6> kFamilies{"GDN",       "Mamba2",    "KDA",
                                                    "Lightning", "ShortConv", "ShortConv(Inkling)"};

}  // namespace

std::string_view word(StateDtype dtype) { return kStateDtypes[static_cast<std::size_t>(dtype)]; }
std::string_view word(KvDtype dtype) { return kKvDtypes[static_cast<std::size_t>(dtype)]; }
std::string_view word(Family family) { return kFamilies[static_cast<std::size_t>(family)]; }

std::optional<StateDtype> find_state_dtype(std::string_view word) {
  return find_word<StateDtype>(without_torch(word), kStateDtypes);
}

std::optional<KvDtype> find_kv_dtype(std::string_view word) {
  const std::string_view name = without_torch(word);
  if (name.empty()) return std::nullopt;
  if (name == "float8_e4m3fnuz") return KvDtype::fp8_e4m3;
  if (const auto dtype = find_word<KvDtype>(name, kKvDtypes)) return dtype;
  return find_word<KvDtype>(name, kTorchKvDtypes);
}

std::int64_t element_bytes(StateDtype dtype) { return dtype == StateDtype::float32 ? 4 : 2; }

Problems refusals(const Geometry& geometry, std::int64_t tp) {
  if (tp < 1) {
    return {{Code::out_of_range, "tp", {}, {{"given", static_cast<double>(tp)}, {"min", 1.0}}}};
  }
  if (divides(tp, geometry)) return {};
  return {{Code::heads_do_not_divide,
           "tp",
           {},
           {{"heads", static_cast<double>(divided_heads(geometry.state))},
            {"tp", static_cast<double>(tp)}}}};
}

std::optional<std::int64_t> conv_bytes(const Geometry& geometry, std::int64_t tp) {
  if (!divides(tp, geometry)) return std::nullopt;
  return (channels_on_rank(geometry, tp) * (geometry.state.kernel - 1) * geometry.state.layers *
          kConvElementBytes)
      .value();
}

std::optional<std::int64_t> ssm_bytes(const Geometry& geometry, std::int64_t tp, StateDtype dtype) {
  if (!divides(tp, geometry)) return std::nullopt;
  const StatePart& state = geometry.state;
  return (Checked(state.layers) * (state.heads / tp) * state.head_dim * state.state *
          element_bytes(dtype))
      .value();
}

std::optional<std::int64_t> state_bytes(const Geometry& geometry, std::int64_t tp,
                                        StateDtype dtype) {
  const auto conv = conv_bytes(geometry, tp);
  const auto ssm = ssm_bytes(geometry, tp, dtype);
  if (!conv || !ssm) return std::nullopt;
  return (Checked(*conv) + *ssm).value();
}

std::optional<std::int64_t> kv_bytes(const Geometry& geometry, std::int64_t tp, KvDtype dtype) {
  if (!divides(tp, geometry)) return std::nullopt;
  const AttentionPart& attention = geometry.attention;
  if (attention.kind == AttentionKind::mla) {
    const Checked elements =
        (Checked(attention.kv_lora_rank) + attention.rope_dim) * attention.layers;
    return (with_scales(elements, dtype) + index_bytes(attention)).value();
  }
  const Checked elements = Checked(heads_on_rank(attention.kv_heads, tp)) * attention.head_dim * 2;
  return with_scales(elements * attention.layers, dtype).value();
}

std::optional<std::int64_t> window_kv_bytes(const Geometry& geometry, std::int64_t tp,
                                            KvDtype dtype) {
  if (!divides(tp, geometry)) return std::nullopt;
  const AttentionPart& attention = geometry.attention;
  const Checked elements = Checked(heads_on_rank(attention.window_kv_heads, tp)) *
                           attention.window_head_dim * 2 * attention.window_layers;
  return with_scales(elements, dtype).value();
}

std::int64_t with_draft_layers(std::int64_t kv_bytes, std::int64_t draft_layers,
                               std::int64_t attention_layers) {
  if (draft_layers <= 0 || attention_layers <= 0) return kv_bytes;
  const double factor =
      1 + static_cast<double>(draft_layers) / static_cast<double>(attention_layers);
  return static_cast<std::int64_t>(static_cast<double>(kv_bytes) * factor);
}

std::optional<std::vector<StageLayers>> pipeline_stages(const Geometry& geometry, std::int64_t pp) {
  const auto layers = static_cast<std::int64_t>(geometry.layers.size());
  if (pp < 1 || pp > layers) return std::nullopt;
  std::vector<StageLayers> stages;
  std::int64_t begin = 0;
  for (std::int64_t stage = 0; stage < pp; ++stage) {
    const std::int64_t length = layers / pp + (stage >= pp - layers % pp ? 1 : 0);
    StageLayers& counted = stages.emplace_back();
    for (std::int64_t layer = begin; layer < begin + length; ++layer) {
      const char letter = geometry.layers[static_cast<std::size_t>(layer)];
      counted.linear += letter == 'L' || letter == 'B' || letter == 'W' ? 1 : 0;
      counted.attention += letter == 'A' || letter == 'B' ? 1 : 0;
    }
    begin += length;
  }
  return stages;
}

GeometryResult exact_bytes(const Geometry& geometry, const Placement& placement) {
  GeometryResult result;
  result.problems = refusals(geometry, placement.tp);
  if (placement.pp < 1 || placement.pp > geometry.hidden_layers) {
    result.problems.push_back({Code::stages_exceed_layers,
                               "pp",
                               {},
                               {{"pp", static_cast<double>(placement.pp)},
                                {"layers", static_cast<double>(geometry.hidden_layers)}}});
  }
  if (has_error(result.problems)) return result;

  const std::int64_t kv_heads = geometry.attention.kv_heads;
  if (kv_heads > 0 && kv_heads % placement.tp != 0 && placement.tp % kv_heads != 0) {
    result.problems.push_back(
        {Code::kv_heads_do_not_divide,
         "tp",
         {},
         {{"heads", static_cast<double>(kv_heads)}, {"tp", static_cast<double>(placement.tp)}}});
  }
  ExactBytes bytes;
  bytes.ssm_dtype = placement.ssm_dtype.value_or(geometry.ssm_dtype);
  bytes.kv_dtype = placement.kv_dtype.value_or(geometry.kv_dtype);
  const StageLayers most = largest_stages(geometry, placement.pp, result.problems);
  const std::int64_t linear = placement.whole_state ? geometry.state.layers : most.linear;
  const auto conv = scaled(conv_bytes(geometry, placement.tp), linear, geometry.state.layers);
  const auto ssm =
      scaled(ssm_bytes(geometry, placement.tp, bytes.ssm_dtype), linear, geometry.state.layers);
  const auto kv = scaled(kv_bytes(geometry, placement.tp, bytes.kv_dtype), most.attention,
                         geometry.attention.layers);
  if (!conv || !ssm || !kv) {
    result.problems.push_back({Code::geometry_too_large, "model", {}, {}});
    return result;
  }
  bytes.conv_bytes = *conv;
  bytes.ssm_bytes = *ssm;
  bytes.state_bytes = *conv + *ssm;
  bytes.kv_bytes = *kv;
  bytes.kv_bytes_with_draft = with_draft_layers(*kv, placement.draft_layers, most.attention);
  if (bytes.kv_dtype == KvDtype::fp4_e2m1) {
    result.problems.push_back(
        {Code::kv_dtype_approximate, "kv_dtype", {}, {{"dtype", std::string("fp4_e2m1")}}});
  }
  result.bytes = bytes;
  return result;
}

}  // namespace mamba_ratio
