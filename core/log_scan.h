#pragma once

#include <string_view>

namespace mamba_ratio {

/// Whether a line, as it stands in the text, may hold anything the reader takes: one of the words
/// that every line of interest has on at least one of its wrapped parts, or a NUL. Made for speed:
/// one hashed look a byte, no allocation. A false alarm only costs time.
/// Example: "INFO: 127.0.0.1 - \"POST /generate HTTP/1.1\" 200 OK" -> false.
bool may_matter(std::string_view line);

}  // namespace mamba_ratio
