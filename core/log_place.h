#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mamba_ratio {

/// Where a value stands in the pasted text.
struct Place {
  std::int64_t line = 0;       ///< 1-based
  std::string excerpt;         ///< the message on that line, at most 200 bytes of UTF-8
  std::size_t mark_begin = 0;  ///< byte range of the value in the excerpt
  std::size_t mark_end = 0;
};

/// The place of bytes [begin, end) of `message`, which is what stands on line `line`. A message
/// too long for an excerpt is shown around the value.
/// Example: ("K size: 2.50 GB", 8, 12, 7) -> line 7, the whole as excerpt, mark "2.50".
Place place_in(std::string_view message, std::size_t begin, std::size_t end, std::int64_t line);

}  // namespace mamba_ratio
