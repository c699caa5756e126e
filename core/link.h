#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "inputs.h"
#include "problem.h"

namespace mamba_ratio {

inline constexpr int kLinkVersion = 1;

struct ParsedLink {
  std::vector<Entry> entries;  ///< origin link, at most one a key; values as given, not yet checked
  Problems problems;           ///< warnings only; `check` judges the values
};

/// Reads a link's fragment, with or without its `#`: `key=value` pairs joined by `&`, values
/// percent-encoded UTF-8. A bare key without `=` is ignored.
/// Problems: link_key_twice (the last counts), link_unknown_key (also an empty one),
/// link_bad_encoding, link_newer_version, link_more_faults (past the first 20).
/// Example: "#v=1&N=257&L=9216" gives N and L.
ParsedLink parse_link(std::string_view fragment);

/// Writes the fragment, without `#`: `v` and `tokens_per_request` always, the rest where it was
/// given and differs from its default. The texts are canonical numbers and listed words only.
/// Example: N 257 and L 9216 given -> "v=1&L=9216&N=257".
std::string write_link(const Inputs& inputs, std::string_view tokens_per_request);

}  // namespace mamba_ratio
