#pragma once

#include <string>
#include <string_view>

#include "boot_log.h"

namespace mamba_ratio {

/// The lines not understood as a text that a person may send to the authors: a head, then a row for
/// each line with its number, masked (see masking.h), at most 200 rows of 300 bytes. Empty: there
/// are none. `release` is the page's version.
/// Example: "Mamba Ratio 1.0.0, formula revision 1\n12: Mamba Cache is allocated. path=<path>\n".
std::string report_of(const Reading& reading, std::string_view release);

}  // namespace mamba_ratio
