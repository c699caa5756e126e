#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "log_scan.h"

namespace mamba_ratio {

/// A line of the text or, of a very long one, a part.
struct RawLine {
  std::string_view bytes;   ///< without its end; lives until the sink returns
  std::int64_t number = 0;  ///< 1-based
  bool last = false;        ///< the text ends here, without a line end
};

/// Cuts a text that comes in chunks of any size into lines. LF, CR and CRLF each end one line; the
/// nothing before a lone CR, as progress bars leave it, is counted but not given out.
/// A line over 64 KiB is given out in parts, cut at spaces where there are any.
class LineSplitter {
 public:
  static constexpr std::size_t kMaxLine = std::size_t{64} * 1024;

  /// Gives out the line at the start of a chunk's rest and returns the bytes taken: all of them
  /// where the line does not end in them.
  template <class Sink>
  std::size_t take_line(std::string_view bytes, Sink&& sink) {
    if (std::exchange(after_cr_, false)) {
      const bool line_feed = bytes[0] == '\n';
      if (std::exchange(empty_cr_, false)) {
        ++lines_;
        if (line_feed) sink(RawLine{{}, lines_, false});
      }
      if (line_feed) return 1;
    }
    const std::size_t end = line_end(bytes);
    const bool whole = partial_.empty() && end < bytes.size() && end <= kMaxLine;
    if (!whole) take(bytes.substr(0, end), sink);
    if (end == bytes.size()) return end;
    const std::string_view line = whole ? bytes.substr(0, end) : std::string_view(partial_);
    after_cr_ = bytes[end] == '\r';
    empty_cr_ = after_cr_ && line.empty();
    if (!empty_cr_) sink(RawLine{line, ++lines_, false});
    partial_.clear();
    return end + 1;
  }

  /// Whether a line begins with the next byte, and none waits for it.
  bool at_start() const { return partial_.empty() && !after_cr_; }

  /// Counts lines that were taken without it, at the start of one.
  void count(std::int64_t lines) { lines_ += lines; }

  template <class Sink>
  void finish(Sink&& sink) {
    if (std::exchange(empty_cr_, false)) ++lines_;
    if (!partial_.empty()) sink(RawLine{partial_, ++lines_, true});
    partial_.clear();
  }

  /// Lines ended so far.
  std::int64_t lines() const { return lines_; }

 private:
  template <class Sink>
  void take(std::string_view bytes, Sink&& sink) {
    while (partial_.size() + bytes.size() > kMaxLine) {
      const std::size_t room = kMaxLine - partial_.size();
      partial_.append(bytes.substr(0, room));
      bytes.remove_prefix(room);
      const std::size_t space = partial_.rfind(' ');
      const std::size_t cut = space == partial_.npos || space < kMaxLine / 2 ? kMaxLine : space;
      const std::string_view whole = partial_;
      sink(RawLine{whole.substr(0, cut), lines_ + 1, false});
      partial_.erase(0, cut);
    }
    partial_.append(bytes);
  }

  std::string partial_;
  std::int64_t lines_ = 0;
  bool after_cr_ = false;
  bool empty_cr_ = false;  ///< a CR with nothing before it: no blank line unless LF follows
};

}  // namespace mamba_ratio
