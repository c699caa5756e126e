#include "rank_files.h"

#include <algorithm>
#include <utility>

namespace mamba_ratio {
namespace {

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

/// Every rank with pools is named by its lines, and none has pools in both.
bool is_one_start(const Boot& boot, const Boot& other) {
  if (!all_named(boot) || !all_named(other)) return false;
  return std::none_of(other.ranks.begin(), other.ranks.end(), [&](const RankFacts& rank) {
    const RankFacts* own = find_rank(boot, rank.tag);
    return has_pools(rank) && own != nullptr && has_pools(*own);
  });
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
