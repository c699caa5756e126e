#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

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

}  // namespace mamba_ratio
