#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mamba_ratio {

/// Where the next line ends: the place of the first LF or CR, or the size. 16 or 32 bytes at a
/// time.
std::size_t line_end(std::string_view bytes);

/// The commas and colons of a line, and where it ends.
struct Marks {
  static constexpr std::size_t kMost = 64;
  std::uint16_t at[kMost + 64];  ///< places of the first `count`, rising; the rest is not set
  std::size_t count = 0;
  std::size_t end = 0;
};

/// Finds them in the line at the start of `bytes`, up to LF, CR or the end; false: there are more
/// than `Marks::kMost`, or none.
/// Example: "a: 1, b\n" -> 1, 4; end 7.
bool find_marks(std::string_view bytes, Marks& marks);

/// Whether a line, as it stands in the text, may hold anything the reader takes: one of the words
/// that every line of interest has on at least one of its wrapped parts, or a NUL. 16 or 32
/// bytes at a time, no allocation. A false alarm only costs time.
/// Example: "INFO: 127.0.0.1 - \"POST /generate HTTP/1.1\" 200 OK" -> false.
bool may_matter(std::string_view line);

/// Lines that hold nothing the reader takes.
struct SkippedLines {
  std::size_t bytes = 0;  ///< with the last one's LF
  std::int64_t lines = 0;
  std::size_t stop = std::string_view::npos;  ///< where the word stands that ended them; npos: none
};

/// The whole lines at the start of `bytes`, each ended by LF alone and at most `longest` bytes
/// long, of which `may_matter` is false, up to the first other line.
/// Example: "GET /health\nDecode batch\n" -> 12 bytes, 1 line, stopped at 12.
SkippedLines skip_lines(std::string_view bytes, std::size_t longest);

}  // namespace mamba_ratio
