#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mamba_ratio {

/// A line, or one of several that stand in one (JSON escapes, two stamps), without what surrounds
/// its message.
struct CleanLine {
  std::string text;         ///< the message; no colours, no prefixes, no closing marks
  std::string closing;      ///< the closing marks taken off its end
  std::int64_t number = 0;  ///< 1-based line of the pasted text
  std::string stamp;        ///< the engine's own stamp or tag; empty: none
  std::string rank;         ///< e.g. `DP0 TP1`; empty: untagged
  bool starts = false;      ///< a message of its own begins here
  bool tensorrt = false;    ///< `[TRT-LLM]` stands before the message
  bool continues = false;   ///< a backslash at its end continues it
  bool commented = false;   ///< behind `#` or `//`
  bool added = false;       ///< behind `+`, as in a diff
  bool open_end = false;    ///< the text ends with this line's last character
};

/// Takes lines out of what surrounds them. Remembers of the line before only what a wrapped prefix
/// or a viewer's column needs.
class LineCleaner {
 public:
  /// Forgets the line before: the next one does not follow it.
  void restart();

  /// The clean lines of one raw line; the result lives until the next call. A blank line gives one
  /// with an empty text and no stamp.
  /// `last`: no line end follows in the text.
  const std::vector<CleanLine>& clean(std::string_view raw, std::int64_t number, bool last);

 private:
  void add_parts(std::string_view text, std::int64_t number);
  void add_line(std::string_view text, std::int64_t number);
  bool is_column(std::string_view number, bool alone);
  std::size_t skip_outer(const std::string& text, std::size_t at);
  std::size_t skip_prefixes(const std::string& text, std::size_t at, CleanLine& line);
  std::string_view hold_cut_stamp(std::string_view message);

  std::vector<CleanLine> lines_;
  std::string scratch_;
  std::string open_stamp_;  ///< a stamp cut by a wrap, e.g. `[2026-02-27`
  std::int64_t counter_ = -1;
  std::int64_t next_counter_ = -1;
};

}  // namespace mamba_ratio
