#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "line_splitter.h"

namespace mamba_ratio {

/// The last two lines that hold nothing by themselves; they are wanted only where the next one
/// matters. Nothing is copied before the chunk they stand in ends.
class HeldLines {
 public:
  void add(const RawLine& raw) {
    settle();
    push(raw.bytes, raw.number);
  }

  /// Lines of the present chunk, each with its LF; `last` is the number of the last one.
  void skip(std::string_view lines, std::int64_t last) {
    if (lines.empty()) return;
    settle();
    skipped_ = lines;
    last_ = last;
  }

  /// Ends the chunk.
  void keep() { settle(); }

  void clear() {
    skipped_ = {};
    for (Held& line : held_) line.number = 0;
  }

  bool empty() const { return skipped_.empty() && held_[1].number == 0; }

  /// Gives the lines to the sink and forgets them.
  template <class Sink>
  void take(Sink&& sink) {
    settle();
    for (Held& line : held_) {
      const std::int64_t number = std::exchange(line.number, 0);
      if (number != 0) sink(RawLine{line.text, number, false});
    }
  }

 private:
  struct Held {
    std::string text;
    std::int64_t number = 0;  ///< 0: none
  };

  void push(std::string_view text, std::int64_t number) {
    std::swap(held_[0], held_[1]);
    held_[1].text.assign(text);
    held_[1].number = number;
  }

  void settle() {
    std::string_view lines = std::exchange(skipped_, {});
    if (lines.empty()) return;
    lines.remove_suffix(1);
    const std::size_t before = lines.rfind('\n');
    if (before != lines.npos) {
      const std::string_view above = lines.substr(0, before);
      push(above.substr(above.rfind('\n') + 1), last_ - 1);
    }
    push(lines.substr(before + 1), last_);
  }

  Held held_[2];
  std::string_view skipped_;
  std::int64_t last_ = 0;
};

}  // namespace mamba_ratio
