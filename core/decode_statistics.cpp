#include "decode_statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "quantity.h"

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

/// Most are whole.
double amount(const DecodeNumber& printed) {
  const Decimal& number = printed.number;
  return number.decimals == 0 ? static_cast<double>(number.digits) : number.value();
}

/// Whether a > b; most have as many places.
bool above(Decimal a, Decimal b) {
  return a.decimals == b.decimals ? a.digits > b.digits : a.value() > b.value();
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

bool DecodeStatistics::exceeds(const DecodeNumber& number, const Peak& peak) {
  if (!number.given || !peak) return number.given;
  return above(number.number, peak->number);
}

void DecodeStatistics::add(const LogMessage& message) {
  if (message.line->kind == LineKind::retracted) {
    const FieldValue* reqs = message.find(Field::retracted);
    retracted_ += reqs == nullptr ? 1 : std::min<std::int64_t>(reqs->number.digits, 1000000);
    return;
  }
  const auto read = [&](Field field) {
    const FieldValue* value = message.find(field);
    return value == nullptr ? DecodeNumber{} : DecodeNumber{value->number, 0, 0, true};
  };
  DecodeLine line;
  line.running = read(Field::running_req);
  line.full_tokens = read(Field::full_token);
  line.full_usage = read(Field::full_usage);
  line.mamba_num = read(Field::mamba_num);
  line.mamba_usage = read(Field::mamba_usage);
  line.queue = read(Field::queue_req);
  line.preallocated = message.find(Field::preallocated_usage) != nullptr;
  if (!line.running.given && !line.full_tokens.given && !line.queue.given) return;
  if (!first_) first_ = message.place;
  if (exceeds(line.full_usage, full_usage_)) full_usage_ = *message.find(Field::full_usage);
  if (exceeds(line.mamba_usage, mamba_usage_)) mamba_usage_ = *message.find(Field::mamba_usage);
  count(line);
}

void DecodeStatistics::add(const DecodeLine& line, std::int64_t number) {
  const auto keep = [&](const DecodeNumber& share, Peak& peak) {
    if (!exceeds(share, peak)) return;
    peak.emplace();
    peak->number = share.number;
    peak->printed = line.message.substr(share.begin, std::size_t{share.end} - share.begin);
    peak->place = place_in(line.message, share.begin, share.end, number);
  };
  if (!first_) first_ = place_in(line.message, 0, kDecodeNeedle.size(), number);
  keep(line.full_usage, full_usage_);
  keep(line.mamba_usage, mamba_usage_);
  count(line);
}

void DecodeStatistics::count(const DecodeLine& line) {
  ++lines_;
  preallocated_ |= line.preallocated;
  const double requests = amount(line.running);
  if (requests > 0 && line.full_tokens.given) {
    const double each = amount(line.full_tokens) / requests;
    tokens_.add(amount(line.full_tokens), requests);
    tokens_sum_ += each;
    zeros_ += each == 0 ? 1 : 0;
  }
  if (requests > 0 && line.mamba_num.given) {
    slots_sum_ += amount(line.mamba_num) / requests;
    ++slots_lines_;
  }
  if (!line.queue.given) return;
  ++queue_lines_;
  if (line.queue.number.digits <= 0) return;
  ++queued_;
  if (!line.full_usage.given || !line.mamba_usage.given) return;
  state_bound_ += above(line.mamba_usage.number, line.full_usage.number) ? 1 : 0;
  kv_bound_ += above(line.full_usage.number, line.mamba_usage.number) ? 1 : 0;
}

void DecodeStatistics::add_to(Reading& reading) const {
  const auto fact = [&](std::string_view name, std::string_view unit, double number,
                        const FieldValue* at = nullptr) {
    Fact result;
    result.name = name;
    result.unit = unit;
    result.number = number;
    const Place& place = at == nullptr ? *first_ : at->place;
    result.printed = at == nullptr ? std::string() : at->printed;
    result.line = place.line;
    result.excerpt = place.excerpt;
    result.mark_begin = at == nullptr ? 0 : place.mark_begin;
    result.mark_end = at == nullptr ? 0 : place.mark_end;
    reading.facts.push_back(std::move(result));
  };
  const auto note = [&](Code code, std::string_view name, double value) {
    reading.messages.push_back({code, "", first_->line, {{name, value}}});
  };
  if (lines_ == 0 || !first_) return;
  const double n = static_cast<double>(tokens_.count());
  fact("decode_lines", "lines", static_cast<double>(lines_));
  if (tokens_.count() > 0) {
    fact("tokens_per_running_mean", "tokens", tokens_sum_ / n);
    fact("tokens_per_running_median", "tokens", tokens_.median());
    fact("tokens_per_running_p90", "tokens", tokens_.nearest_rank(0.9));
    const double nonzero = n - static_cast<double>(zeros_);
    if (nonzero > 0) {
      fact("tokens_per_running_mean_nonzero", "tokens", tokens_sum_ / nonzero);
      const double rounded = std::max(1.0, std::round(tokens_sum_ / nonzero));
      reading.inputs.push_back({Key::L, plain_decimal(rounded), first_->line});
      note(Code::l_from_decode_lines, "lines", static_cast<double>(lines_));
    }
    if (zeros_ > 0) note(Code::workload_has_zeros, "lines", static_cast<double>(zeros_));
    if (!tokens_.exact()) note(Code::workload_from_histogram, "lines", n);
  }
  if (slots_lines_ > 0) {
    fact("slots_per_running_mean", "slots", slots_sum_ / static_cast<double>(slots_lines_));
  }
  const auto peak = [&](std::string_view name, const Peak& p) {
    if (p) fact(name, "share", p->number.value(), &*p);
  };
  peak("peak_full_usage", full_usage_);
  peak("peak_mamba_usage", mamba_usage_);
  if (queue_lines_ > 0) {
    fact("queue_share", "share", static_cast<double>(queued_) / static_cast<double>(queue_lines_));
  }
  if (state_bound_ != kv_bound_) {
    fact("workload_binding", "", 0);
    reading.facts.back().text = state_bound_ > kv_bound_ ? "state" : "kv";
  }
  if (retracted_ > 0) fact("retracted_requests", "requests", static_cast<double>(retracted_));
  if (preallocated_) note(Code::workload_preallocated, "lines", static_cast<double>(lines_));
}

}  // namespace mamba_ratio
