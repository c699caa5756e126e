#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "boot_log.h"
#include "decode_scan.h"
#include "log_messages.h"

namespace mamba_ratio {

/// Median and 90th percentile of many quotients that are not negative, in bounded memory: exact up
/// to a million, beyond that from a histogram with a relative error of at most 0.1 %.
class Quantiles {
 public:
  /// `parts` is above 0.
  void add(double total, double parts);
  std::int64_t count() const { return count_; }
  bool exact() const { return buckets_.empty(); }

  /// The mean of the middle two for an even count.
  double median() const;
  /// Nearest rank: element ceil(share * n) of the sorted quotients, share in (0, 1].
  double nearest_rank(double share) const;

 private:
  void copy(std::size_t from, std::size_t count, double* to) const;
  double value(std::size_t i) const;
  std::pair<double, double> two_from(std::int64_t rank) const;  ///< 1-based
  std::optional<std::pair<double, double>> two_between(double low, double high,
                                                       std::int64_t rank) const;
  double in_buckets(std::int64_t rank) const;
  void unpack();
  void spill();

  std::vector<std::uint32_t> packed_;  ///< total and parts, while all are small
  std::vector<double> values_;         ///< the quotients, from the first on that are not
  std::vector<std::int64_t> buckets_;
  std::int64_t count_ = 0;
};

/// The statistics of a log's decode lines, every line weighing the same.
class DecodeStatistics {
 public:
  /// Takes a decode or a retraction line.
  void add(const LogMessage& message);

  /// Takes a decode line that was read without its message.
  void add(const DecodeLine& line, std::int64_t number);

  /// Adds the facts, the input L and the notes.
  void add_to(Reading& reading) const;

 private:
  using Peak = std::optional<FieldValue>;

  void count(const DecodeLine& line);
  static bool exceeds(const DecodeNumber& number, const Peak& peak);

  std::int64_t lines_ = 0;
  std::int64_t retracted_ = 0;
  std::int64_t zeros_ = 0;
  double tokens_sum_ = 0;
  Quantiles tokens_;
  double slots_sum_ = 0;
  std::int64_t slots_lines_ = 0;
  Peak full_usage_;
  Peak mamba_usage_;
  std::int64_t queue_lines_ = 0;
  std::int64_t queued_ = 0;
  std::int64_t state_bound_ = 0;
  std::int64_t kv_bound_ = 0;
  bool preallocated_ = false;
  std::optional<Place> first_;
};

}  // namespace mamba_ratio
