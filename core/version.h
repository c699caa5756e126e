#pragma once

namespace mamba_ratio {

/// Counts up whenever a formula changes, so that two answers to the same input can be told apart.
inline constexpr int kFormulaRevision = 1;

}  // namespace mamba_ratio
