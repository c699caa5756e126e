#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "log_clean.h"

namespace mamba_ratio {

/// Watches whether the engine's stamps of a text only ever fall, as in a viewer that shows the
/// newest line first, and keeps the lines while they may.
class StampOrder {
 public:
  void add(const CleanLine& line);

  /// Whether the lines are still watched and kept.
  bool watching() const { return keeping_; }

  /// At least one stamp fell and none rose, and all lines were kept.
  bool only_falls() const { return fell_ && keeping_; }

  /// The lines from the last to the first.
  std::vector<const CleanLine*> lines_reversed() const;

  /// The same, but lines that follow a stamped one (a wrapped message's) stay behind it.
  std::vector<const CleanLine*> records_reversed() const;

 private:
  void stop();

  std::vector<CleanLine> lines_;
  std::size_t bytes_ = 0;
  std::string last_;
  bool fell_ = false;
  bool keeping_ = true;
};

}  // namespace mamba_ratio
