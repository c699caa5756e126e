#pragma once

#include <cstddef>
#include <string_view>

namespace mamba_ratio {

/// Where a value stands in a text; empty: nowhere.
struct ValueRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The value that a text gives the environment variable whose name stands at [at, end): in a
/// shell's command (`launch`: whatever stands before it), script, manifest, Dockerfile, JSON or
/// Python. Words about a variable set nothing.
/// Examples: `export X=1`, `set -gx X 1`, `$env:X = "1"`, `os.environ["X"] = "1"`, `X: "1"`,
/// `{name: X, value: "1"}` -> 1; `with X=1 it ran` -> empty.
ValueRange variable_value(std::string_view text, std::size_t at, std::size_t end, bool launch);

}  // namespace mamba_ratio
