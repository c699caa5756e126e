#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

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

  template <class Sink>
  void push(std::string_view bytes, Sink&& sink) {
    std::size_t feed_left = 0;    // bytes from the last LF found to the end; 0: not looked for
    std::size_t return_left = 0;  // the same for CR
    while (!bytes.empty()) {
      if (after_cr_) {
        const bool line_feed = bytes[0] == '\n';
        if (std::exchange(empty_cr_, false)) {
          ++lines_;
          if (line_feed) sink(RawLine{{}, lines_, false});
        }
        if (line_feed) bytes.remove_prefix(1);
        after_cr_ = false;
        continue;
      }
      const std::size_t end =
          std::min(next(bytes, '\n', feed_left), next(bytes, '\r', return_left));
      const bool whole = partial_.empty() && end < bytes.size() && end <= kMaxLine;
      if (!whole) take(bytes.substr(0, end), sink);
      if (end == bytes.size()) return;
      const std::string_view line = whole ? bytes.substr(0, end) : std::string_view(partial_);
      after_cr_ = bytes[end] == '\r';
      empty_cr_ = after_cr_ && line.empty();
      if (!empty_cr_) sink(RawLine{line, ++lines_, false});
      partial_.clear();
      bytes.remove_prefix(end + 1);
    }
  }

  template <class Sink>
  void finish(Sink&& sink) {
    if (std::exchange(empty_cr_, false)) ++lines_;
    if (!partial_.empty()) sink(RawLine{partial_, ++lines_, true});
    partial_.clear();
  }

  /// Lines ended so far.
  std::int64_t lines() const { return lines_; }

 private:
  /// Where `c` stands next in the rest of a chunk; its size: nowhere. `left` remembers the place
  /// across lines, so that no byte is looked at twice.
  static std::size_t next(std::string_view bytes, char c, std::size_t& left) {
    constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
    if (left == kNowhere) return bytes.size();
    if (left == 0 || left > bytes.size()) {
      const std::size_t at = bytes.find(c);
      left = at == bytes.npos ? kNowhere : bytes.size() - at;
    }
    return left == kNowhere ? bytes.size() : bytes.size() - left;
  }

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
