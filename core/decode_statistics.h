#pragma once

#include <cstdint>
#include <optional>

#include "boot_log.h"
#include "decode_scan.h"
#include "log_messages.h"
#include "quantiles.h"

namespace mamba_ratio {

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
