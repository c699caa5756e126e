#include "boot_borders.h"

#include <algorithm>

#include "models.h"

namespace mamba_ratio {
namespace {

bool is_draft_state(const RankFacts& rank, const LogMessage& message) {
  const Read slots = message.value(Field::max_mamba_cache_size);
  const Read conv = message.value(Field::conv_state);
  const Read ssm = message.value(Field::ssm_state);
  if (!slots || !conv || !ssm || !rank.conv || !rank.ssm || !same(rank.slots, slots)) return false;
  return rank.pools_done && !message.find(Field::intermediate_ssm) &&
         conv->number.value() + ssm->number.value() <
             rank.conv->number.value() + rank.ssm->number.value();
}

}  // namespace

bool is_state_line(const LogMessage& message) {
  return message.line->kind == LineKind::state_pool && !message.values.empty() &&
         (!message.fragment || message.find(Field::max_mamba_cache_size) != nullptr);
}

bool repeats_state(const RankFacts& rank, const LogMessage& message) {
  return rank.has_state && same(rank.slots, message.value(Field::max_mamba_cache_size)) &&
         same(rank.conv, message.value(Field::conv_state)) &&
         same(rank.ssm, message.value(Field::ssm_state)) &&
         same(rank.intermediate_ssm, message.value(Field::intermediate_ssm)) &&
         same(rank.intermediate_conv, message.value(Field::intermediate_conv));
}

bool is_draft_class(const LogMessage& message) {
  const FieldValue* name = message.find(Field::model_class);
  if (name == nullptr) return false;
  return names_draft(name->word);
}

bool begins_boot(const Boot& boot, const LogMessage& message, bool commanded) {
  if (commanded && boot.over) return true;
  bool tagged = false;
  bool untagged = false;
  bool has_own = false;
  bool repeats = false;
  for (const RankFacts& rank : boot.ranks) {
    if (!rank.has_state) continue;
    (rank.tag.empty() ? untagged : tagged) = true;
    has_own |= rank.tag == message.rank;
    repeats |= repeats_state(rank, message);
  }
  if (message.rank.empty() && repeats && !commanded) return false;
  return has_own || (message.rank.empty() ? tagged : untagged);
}

bool is_draft_pool(const Boot& boot, const LogMessage& message) {
  return std::any_of(boot.ranks.begin(), boot.ranks.end(), [&](const RankFacts& rank) {
    return rank.tag == message.rank && is_draft_state(rank, message);
  });
}

bool is_of_next_boot(const Boot& boot, const LogMessage& message) {
  const Read slots = message.value(Field::max_mamba_cache_size);
  const bool cap = message.line->kind == LineKind::capped;
  if (!slots || (!cap && message.line->kind != LineKind::too_small)) return false;
  const auto differs = [&](const Read& other) { return other && other->number != slots->number; };
  if (!boot.pools) return differs(cap ? boot.refused_slots : boot.capped_slots);
  return cap && differs(boot.capped_slots) &&
         std::all_of(boot.ranks.begin(), boot.ranks.end(),
                     [&](const RankFacts& rank) { return !rank.slots || differs(rank.slots); });
}

}  // namespace mamba_ratio
