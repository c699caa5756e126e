#include "rescale.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "model_memory.h"

namespace mamba_ratio {
namespace {

constexpr std::array kSettings{Key::tp,       Key::dp,           Key::ssm_dtype,
                               Key::kv_dtype, Key::draft_layers, Key::spec};

/// Bytes of an element of the KV pool; 0 for layouts with scales.
double plain_element(std::optional<KvDtype> dtype) {
  if (!dtype || *dtype > KvDtype::fp8_e5m2) return 0;
  return *dtype <= KvDtype::float16 ? 2 : 1;
}

double quotient(std::int64_t now, std::int64_t was) {
  return was == 0 ? 1 : static_cast<double>(now) / static_cast<double>(was);
}

class Comparison {
 public:
  Comparison(const Inputs& was, const Inputs& now) : was_(was), now_(now) {}

  Rescaling with(const ByteFamily* family) {
    result_.moves_weights = changed(Key::tp) || changed(Key::dp);
    const std::string_view spec = now_.choice(Key::spec);
    result_.frees_drafts = changed(Key::spec) && (spec == "none" || spec == "NGRAM");
    if (family == nullptr || !by_geometry(*family)) by_elements();
    if (result_.frees_drafts || changed(Key::draft_layers)) result_.by.draft_kv = 0;
    return std::move(result_);
  }

 private:
  bool changed(Key key) const { return was_[key].text != now_[key].text; }

  static Placement placed(const Inputs& in, const Candidate& own) {
    Placement result = placement(in);
    if (!in.given(Key::tp)) result.tp = own.tp;
    if (!result.ssm_dtype) result.ssm_dtype = own.ssm_dtype;
    if (!result.kv_dtype) result.kv_dtype = own.kv_dtype;
    return result;
  }

  bool by_geometry(const ByteFamily& family) {
    for (const Candidate& candidate : family.candidates) {
      const Geometry whole = geometry(*candidate.model);
      const GeometryResult was = exact_bytes(whole, placed(was_, candidate));
      const GeometryResult now = exact_bytes(whole, placed(now_, candidate));
      const bool first = &candidate == &family.candidates.front();
      if (!was.bytes || !now.bytes) {
        result_.problems = now.problems;
        return first && has_error(now.problems);
      }
      const Scaling by{quotient(now.bytes->conv_bytes, was.bytes->conv_bytes),
                       quotient(now.bytes->ssm_bytes, was.bytes->ssm_bytes),
                       quotient(now.bytes->kv_bytes_with_draft, was.bytes->kv_bytes_with_draft),
                       quotient(now.bytes->kv_bytes, was.bytes->kv_bytes)};
      const Scaling& other = result_.by;
      const bool same = by.conv == other.conv && by.ssm == other.ssm && by.kv == other.kv;
      if (!first && !same) return false;
      if (result_.moves_weights && !is_of_target(*was.bytes, whole.attention.layers)) return false;
      result_.by = by;
      result_.problems = now.problems;
    }
    result_.model = family.candidates.front().model->id;
    return true;
  }

  /// Whether a draft's KV is that of whole layers of the target, and splits as they do.
  bool is_of_target(const ExactBytes& bytes, std::int64_t layers) const {
    const double draft = was_.number_or(Key::draft_kv, 0) * static_cast<double>(layers) /
                         static_cast<double>(bytes.kv_bytes);
    return std::abs(draft - std::round(draft)) < 0.01;
  }

  void by_elements() {
    result_.by = {};
    const auto unknown = [&](Key key) {
      if (changed(key)) result_.unknown.push_back(key);
    };
    unknown(Key::tp);
    unknown(Key::dp);
    unknown(Key::draft_layers);
    const Placement was = placement(was_);
    const Placement now = placement(now_);
    if (was.ssm_dtype && now.ssm_dtype) {
      result_.by.ssm = quotient(element_bytes(*now.ssm_dtype), element_bytes(*was.ssm_dtype));
    } else {
      unknown(Key::ssm_dtype);
    }
    const double from = plain_element(was.kv_dtype);
    const double to = plain_element(now.kv_dtype);
    if (from > 0 && to > 0) {
      result_.by.kv = result_.by.draft_kv = to / from;
    } else {
      unknown(Key::kv_dtype);
    }
    result_.moves_weights = false;
  }

  const Inputs& was_;
  const Inputs& now_;
  Rescaling result_;
};

}  // namespace

std::span<const Key> settings_of_bytes() { return kSettings; }

Rescaling rescaling(const ByteFamily* family, const Inputs& was, const Inputs& now) {
  return Comparison(was, now).with(family);
}

}  // namespace mamba_ratio
