#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mamba_ratio {

/// A line as it was before a screen or an editor made rows of it.
struct ScreenLine {
  std::string text;
  std::int64_t number = 0;  ///< of its first row in the pasted text, 1-based
  std::size_t source = 0;   ///< which of the containers that name themselves wrote it
  /// Where each further row begins in `text`, and its number.
  std::vector<std::pair<std::size_t, std::int64_t>> more = {};
};

/// The number of the row on which a byte stands that an excerpt of a line marks; `first`: the
/// number of the line. Lines that were not put together keep their number.
std::int64_t row_of_mark(const std::vector<ScreenLine>& lines, std::int64_t first,
                         std::string_view excerpt, std::size_t mark);

/// Keeps a text of a paste's length and finds what was done to all of its lines: cut at a
/// terminal's width, also inside words and numbers, or parted by a row each that is blank or their
/// number, mixed with those of other containers.
class ScreenRows {
 public:
  /// Takes the next part of the text; one longer than a paste is not kept.
  void add(std::string_view part);

  /// The text is not wanted any more, nor what follows.
  void drop();

  /// The lines as they were; empty: nothing was done to them.
  /// Rows were cut where at least two of the greatest length, and hardly any a little shorter, are
  /// followed by one that begins no message. `cut`: whether they were. `upside_down`: the last row
  /// is the first one.
  std::vector<ScreenLine> lines(bool upside_down, bool& cut) const;

  /// The rows of each container or pod that names itself before its lines, one's behind the
  /// other's; a row without a name is of the one before. Empty: fewer than two do, or too many.
  std::vector<ScreenLine> by_source() const;

 private:
  bool keeping_ = true;
  std::string text_;
};

}  // namespace mamba_ratio
