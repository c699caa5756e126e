#include "rank_files.h"

#include <algorithm>
#include <utility>

namespace mamba_ratio {
namespace {

constexpr std::size_t kMaxRanks = 1024;

bool has_pools(const RankFacts& rank) { return rank.has_state || !rank.kv.empty(); }

bool all_named(const Boot& boot) {
  const auto named = [](const RankFacts& rank) { return !has_pools(rank) || !rank.tag.empty(); };
  return std::any_of(boot.ranks.begin(), boot.ranks.end(), has_pools) &&
         std::all_of(boot.ranks.begin(), boot.ranks.end(), named);
}

const RankFacts* find_rank(const Boot& boot, const std::string& tag) {
  for (const RankFacts& rank : boot.ranks) {
    if (rank.tag == tag) return &rank;
  }
  return nullptr;
}

}  // namespace

bool is_one_start(const Boot& boot, const Boot& other) {
  if (!all_named(boot) || !all_named(other)) return false;
  return std::none_of(other.ranks.begin(), other.ranks.end(), [&](const RankFacts& rank) {
    const RankFacts* own = find_rank(boot, rank.tag);
    return has_pools(rank) && own != nullptr && has_pools(*own);
  });
}

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

}  // namespace mamba_ratio
