#pragma once

namespace mamba_ratio {

/// The commit this module was built from, e.g. `5cc0524dd`; a `+` behind it: with changes; empty:
/// not built from a repository.
extern const char kCommit[];

}  // namespace mamba_ratio
