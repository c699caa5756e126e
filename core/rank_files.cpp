#include "rank_files.h"

#include <algorithm>
#include <utility>

namespace mamba_ratio {
namespace {

bool has_pools(const RankFacts& rank) { return rank.has_state || !rank.kv.empty(); }

bool has_weights(const RankFacts& rank) { return rank.weights_begin || rank.weights_end; }

using Kind = bool (*)(const RankFacts&);

bool has_any(const Boot& boot, Kind kind) {
  return std::any_of(boot.ranks.begin(), boot.ranks.end(), kind);
}

const RankFacts* find_rank(const Boot& boot, const std::string& tag) {
  for (const RankFacts& rank : boot.ranks) {
    if (rank.tag == tag) return &rank;
  }
  return nullptr;
}

/// Both have ranks of the kind, every such rank is named by its lines, and none is in both.
bool are_apart(const Boot& boot, const Boot& other, Kind kind) {
  const auto named = [&](const RankFacts& rank) { return !kind(rank) || !rank.tag.empty(); };
  const auto in_both = [&](const RankFacts& rank) {
    const RankFacts* own = find_rank(boot, rank.tag);
    return kind(rank) && own != nullptr && kind(*own);
  };
  return has_any(boot, kind) && has_any(other, kind) &&
         std::all_of(boot.ranks.begin(), boot.ranks.end(), named) &&
         std::all_of(other.ranks.begin(), other.ranks.end(), named) &&
         std::none_of(other.ranks.begin(), other.ranks.end(), in_both);
}

bool is_one_start(const Boot& boot, const Boot& other) {
  const bool refused = !has_any(boot, has_pools) && !has_any(other, has_pools);
  return are_apart(boot, other, refused ? has_weights : has_pools);
}

/// Adds what the ranks of the other boot printed, where it says what this one does not.
void join_ranks(Boot& boot, Boot&& other) {
  for (RankFacts& rank : other.ranks) {
    const bool known = find_rank(boot, rank.tag) != nullptr;
    if (!known && boot.ranks.size() < kMaxRanks) boot.ranks.push_back(std::move(rank));
  }
  constexpr Read Boot::*kReads[]{&Boot::raised_to,           &Boot::capped_to,
                                 &Boot::capped_slots,        &Boot::capped_per_request,
                                 &Boot::reduced_to,          &Boot::refused_slots,
                                 &Boot::refused_per_request, &Boot::refused_requests,
                                 &Boot::post_capture_total,  &Boot::reserve,
                                 &Boot::checkpoint_slots};
  for (Read Boot::*const member : kReads) {
    if (!(boot.*member)) boot.*member = std::move(other.*member);
  }
  boot.last_line = std::max(boot.last_line, other.last_line);
  boot.weights |= other.weights;
  boot.pools |= other.pools;
  boot.ready |= other.ready;
  boot.over |= other.over;
  boot.unified |= other.unified;
  if (boot.ring.empty()) boot.ring = std::move(other.ring);
  for (Failure& failure : other.failures) boot.failures.push_back(std::move(failure));
}

}  // namespace

std::vector<std::pair<int, int>> join_files(std::vector<Boot>& boots, int first) {
  std::vector<std::pair<int, int>> joined;
  const auto begin = std::find_if(boots.begin(), boots.end(),
                                  [&](const Boot& boot) { return boot.number >= first; });
  auto other = boots.begin();
  auto kept = begin;
  for (auto boot = begin; boot != boots.end(); ++boot) {
    other = std::find_if(other, begin, [&](const Boot& one) { return is_one_start(one, *boot); });
    if (other != begin) {
      joined.emplace_back(boot->number, other->number);
      join_ranks(*other++, std::move(*boot));
    } else {
      other = boots.begin();
      if (kept != boot) *kept = std::move(*boot);
      ++kept;
    }
  }
  boots.erase(kept, boots.end());
  return joined;
}

}  // namespace mamba_ratio
