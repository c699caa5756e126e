#include "quantiles.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mamba_ratio {
namespace {

constexpr std::int64_t kExact = 1000000;
constexpr unsigned kPartBits = 8;
constexpr std::uint32_t kMaxParts = (1U << kPartBits) - 1;
constexpr std::uint32_t kMaxTotal = (1U << (32 - kPartBits)) - 1;
constexpr std::size_t kFew =
    4096;  // beyond them, growing step by step would touch twice the memory
// A bucket is what shares exponent and leading nine bits: at most 0.2 % wide, its middle within
// 0.1 %. From 2^-20 (1e-6) to 2^50 (1e15); the first holds the zeros.
constexpr int kBits = 9;
constexpr int kLowest = -20;
constexpr int kHighest = 50;
constexpr std::size_t kBuckets = (kHighest - kLowest) << kBits;

std::size_t bucket_of(double value) {
  int exponent = 0;
  const double mantissa = std::frexp(value, &exponent);  // in [0.5, 1)
  if (value <= 0 || exponent < kLowest) return 0;
  if (exponent >= kHighest) return kBuckets - 1;
  const double octave = (mantissa - 0.5) * 2 + exponent - kLowest;
  return static_cast<std::size_t>(octave * (1 << kBits));
}

double middle_of(std::size_t bucket) {
  if (bucket == 0) return 0;
  const int exponent = static_cast<int>(bucket >> kBits);
  const double part = static_cast<double>(bucket & ((1U << kBits) - 1)) + 0.5;
  return std::ldexp(0.5 + part / (2 << kBits), exponent + kLowest);
}

}  // namespace

void Quantiles::add(double total, double parts) {
  ++count_;
  if (exact() && count_ > kExact) spill();
  if (!exact()) {
    ++buckets_[bucket_of(total / parts)];
    return;
  }
  if (values_.empty() && total <= kMaxTotal && parts <= kMaxParts) {
    const auto whole = static_cast<std::uint32_t>(total);
    const auto by = static_cast<std::uint32_t>(parts);
    if (whole == total && by == parts) {
      if (packed_.size() == kFew) packed_.reserve(kExact);
      packed_.push_back(whole << kPartBits | by);
      return;
    }
  }
  unpack();
  values_.push_back(total / parts);
}

void Quantiles::unpack() {
  std::vector<double> values(packed_.size());
  copy(0, values.size(), values.data());
  if (!values.empty()) values_ = std::move(values);
  packed_ = {};
}

void Quantiles::copy(std::size_t from, std::size_t count, double* to) const {
  if (!values_.empty()) {
    std::copy_n(values_.data() + from, count, to);
    return;
  }
  const std::uint32_t* packed = packed_.data() + from;
  for (std::size_t i = 0; i < count; ++i) {
    to[i] = static_cast<double>(packed[i] >> kPartBits) / (packed[i] & kMaxParts);
  }
}

double Quantiles::value(std::size_t i) const {
  double value = 0;
  copy(i, 1, &value);
  return value;
}

void Quantiles::spill() {
  buckets_.assign(kBuckets, 0);
  const std::size_t size = values_.empty() ? packed_.size() : values_.size();
  for (std::size_t i = 0; i < size; ++i) ++buckets_[bucket_of(value(i))];
  packed_ = {};
  values_ = {};
}

/// The element and the next one, where both are of those from `low` to `high`.
std::optional<std::pair<double, double>> Quantiles::two_between(double low, double high,
                                                                std::int64_t rank) const {
  constexpr std::size_t kBlock = 256;
  const auto size = static_cast<std::size_t>(count_);
  std::vector<double> near;
  std::size_t found = 0;
  std::int64_t below = 0;
  for (std::size_t i = 0; i < size; i += kBlock) {
    double block[kBlock];
    const std::size_t length = std::min(kBlock, size - i);
    copy(i, length, block);
    if (near.size() < found + kBlock) near.resize(found + kBlock + size / 10);
    for (std::size_t j = 0; j < length; ++j) {  // without a branch to guess
      const double v = block[j];
      near[found] = v;
      found += static_cast<std::size_t>(low <= v) & static_cast<std::size_t>(v <= high);
      below += v < low ? 1 : 0;
    }
  }
  near.resize(found);
  const std::int64_t place = rank - 1 - below;
  const bool last = rank == count_;
  const std::int64_t wanted = place + (last ? 1 : 2);
  if (place < 0 || wanted > static_cast<std::int64_t>(near.size())) return std::nullopt;
  const auto at = near.begin() + static_cast<std::ptrdiff_t>(place);
  std::nth_element(near.begin(), at, near.end());
  return std::pair(*at, last ? *at : *std::min_element(at + 1, near.end()));
}

std::pair<double, double> Quantiles::two_from(std::int64_t rank) const {
  // Most often a sample says near which values they stand.
  constexpr std::int64_t kSample = 1024;
  constexpr std::int64_t kMargin = 48;  // three standard deviations of a median
  std::vector<double> sample;
  for (std::int64_t i = 0; i < kSample; ++i) {
    sample.push_back(value(static_cast<std::size_t>(i * count_ / kSample)));
  }
  std::sort(sample.begin(), sample.end());
  const std::int64_t middle = rank * kSample / count_;
  const auto low = static_cast<std::size_t>(std::max<std::int64_t>(middle - kMargin, 0));
  const auto high = static_cast<std::size_t>(std::min(middle + kMargin, kSample - 1));
  const auto found = two_between(sample[low], sample[high], rank);
  return found ? *found : *two_between(0, std::numeric_limits<double>::max(), rank);
}

double Quantiles::in_buckets(std::int64_t rank) const {
  std::int64_t seen = 0;
  std::size_t i = 0;
  while (i + 1 < buckets_.size() && (seen += buckets_[i]) < rank) ++i;
  return middle_of(i);
}

double Quantiles::median() const {
  const std::int64_t half = (count_ + 1) / 2;
  const bool even = count_ % 2 == 0;
  if (!exact()) return (in_buckets(half) + in_buckets(even ? half + 1 : half)) / 2;
  const auto [lower, upper] = two_from(half);
  return even ? (lower + upper) / 2 : lower;
}

double Quantiles::nearest_rank(double share) const {
  const double rank = std::ceil(share * static_cast<double>(count_) - 1e-9);
  const std::int64_t whole = std::max<std::int64_t>(1, static_cast<std::int64_t>(rank));
  return exact() ? two_from(whole).first : in_buckets(whole);
}

}  // namespace mamba_ratio
