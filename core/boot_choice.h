#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "log_boots.h"

namespace mamba_ratio {

/// The KV lines of a rank, sorted by whose pool they are.
struct KvRoles {
  std::optional<KvLine> target;
  std::vector<KvLine> window;
  std::vector<KvLine> draft;
  bool post_capture = false;  ///< the target's line is the post-capture one
};

/// Which line is the target's: the first; with a sliding window the full one; a post-capture line
/// replaces it. `max_total`: the ready line's figure, where the rank or its boot has one.
KvRoles kv_roles(const RankFacts& rank, const RankFacts* untagged, const Read& max_total);

/// Bytes as printed of a KV line: `KV size`, or K and V together; nullopt where one is missing.
std::optional<Decimal> kv_size(const KvLine& line);

/// The boot to read by default: the last complete one, else the one with most facts; nullptr: none.
const Boot* default_boot(const std::vector<Boot>& boots);

/// The ranks of a boot in the order of preference: fewest slots, then fewest tokens, then most
/// bytes in both pools, then the lowest tag. Lines without a tag come last where others have one.
std::vector<const RankFacts*> ranks_by_preference(const Boot& boot);

}  // namespace mamba_ratio
