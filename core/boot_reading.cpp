#include "boot_reading.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "boot_choice.h"
#include "order.h"

namespace mamba_ratio {
namespace {

constexpr std::string_view kSlots = "slots";
constexpr std::string_view kGib = "GiB";
constexpr std::string_view kTokens = "tokens";
constexpr std::string_view kRequests = "requests";

Fact fact(std::string_view name, std::string_view unit, const FieldValue& value, FactRole role) {
  Fact result;
  result.name = name;
  result.unit = unit;
  result.number = value.word.empty() ? value.number.value() : 0;
  result.text = value.word;
  result.printed = value.printed;
  result.line = value.place.line;
  result.excerpt = value.place.excerpt;
  result.mark_begin = value.place.mark_begin;
  result.mark_end = value.place.mark_end;
  result.role = role;
  return result;
}

/// The value of `KV size`, or of K and V together at K's place.
Read kv_gb(const KvLine& line) {
  const std::optional<Decimal> size = kv_size(line);
  if (!size) return std::nullopt;
  FieldValue value = line.both ? *line.both : *line.k;
  value.number = *size;
  return value;
}

/// All parts of the replay ring, at the place of the first.
Read ring_size(const std::vector<FieldValue>& parts) {
  if (parts.empty()) return std::nullopt;
  FieldValue sum = parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i) sum.number = sum.number + parts[i].number;
  return sum;
}

/// A per-rank fact: its name, unit and place in `RankFacts`.
struct RankFact {
  std::string_view name;
  std::string_view unit;
  Read RankFacts::*member;
};

constexpr RankFact kRankFacts[] = {
    {"max_mamba_cache_size", kSlots, &RankFacts::slots},
    {"conv_state_gb", kGib, &RankFacts::conv},
    {"ssm_state_gb", kGib, &RankFacts::ssm},
    {"intermediate_ssm_gb", kGib, &RankFacts::intermediate_ssm},
    {"intermediate_conv_gb", kGib, &RankFacts::intermediate_conv},
    {"avail_mem_before_weights_gb", kGib, &RankFacts::weights_begin},
    {"avail_mem_after_weights_gb", kGib, &RankFacts::weights_end},
    {"weights_gb", kGib, &RankFacts::weights},
    {"draft_weights_gb", kGib, &RankFacts::draft_weights},
    {"memory_pool_end_avail_gb", kGib, &RankFacts::pools_done},
    {"left_over_gb", kGib, &RankFacts::left_over},
    {"max_total_num_tokens", kTokens, &RankFacts::max_total},
    {"max_running_requests", kRequests, &RankFacts::ready_requests},
    {"context_len", kTokens, &RankFacts::context_len},
};

/// Builds the facts of one boot.
class BootFacts {
 public:
  BootFacts(const Boot& boot, const ReadingChoice& choice);

  void add_to(Reading& reading, FactRole whole_boot) const;
  std::vector<std::string> tags() const;
  const std::vector<const RankFacts*>& order() const { return order_; }

 private:
  void add(Reading& reading, std::string_view name, std::string_view unit, const Read& value,
           const RankFacts* rank, FactRole role) const;
  void add_rank_facts(Reading& reading, FactRole whole_boot) const;
  void add_kv(Reading& reading, FactRole whole_boot) const;
  void add_boot_facts(Reading& reading, FactRole whole_boot) const;
  const RankFacts* untagged_for(const RankFacts& rank) const;
  Read max_total(const RankFacts& rank) const;
  Read dtype(const RankFacts& rank, const KvRoles& roles) const;

  const Boot& boot_;
  const RankFacts* untagged_ = nullptr;
  std::vector<const RankFacts*> order_;
};

BootFacts::BootFacts(const Boot& boot, const ReadingChoice& choice)
    : boot_(boot), order_(ranks_by_preference(boot)) {
  for (const RankFacts& rank : boot.ranks) {
    if (rank.tag.empty()) untagged_ = &rank;
  }
  if (choice.rank) {
    const auto chosen = [&](const RankFacts* r) { return r->tag == *choice.rank; };
    const auto at = std::find_if(order_.begin(), order_.end(), chosen);
    if (at != order_.end()) std::rotate(order_.begin(), at, at + 1);
  }
  if (order_.size() > 1 && untagged_ != nullptr && order_[0] != untagged_) {
    const auto at = std::find(order_.begin(), order_.end(), untagged_);
    std::rotate(order_.begin() + 1, at, at + 1);
  }
}

std::vector<std::string> BootFacts::tags() const {
  std::vector<std::string> tags;
  for (const RankFacts* rank : order_) {
    if (!rank->tag.empty()) tags.push_back(rank->tag);
  }
  return tags;
}

const RankFacts* BootFacts::untagged_for(const RankFacts& rank) const {
  return rank.tag.empty() ? nullptr : untagged_;
}

Read BootFacts::max_total(const RankFacts& rank) const {
  if (rank.max_total) return rank.max_total;
  for (const RankFacts* other : order_) {
    if (other->max_total) return other->max_total;
  }
  return boot_.post_capture_total;
}

Read BootFacts::dtype(const RankFacts& rank, const KvRoles& roles) const {
  if (roles.target && roles.target->dtype) return roles.target->dtype;
  if (rank.dtype) return rank.dtype;
  for (const RankFacts* other : order_) {
    if (other->dtype) return other->dtype;
  }
  return std::nullopt;
}

void BootFacts::add(Reading& reading, std::string_view name, std::string_view unit,
                    const Read& value, const RankFacts* rank, FactRole role) const {
  if (!value) return;
  Fact result = fact(name, unit, *value, role);
  result.rank = rank == nullptr ? std::string() : rank->tag;
  result.boot = boot_.number;
  reading.facts.push_back(std::move(result));
}

void BootFacts::add_rank_facts(Reading& reading, FactRole whole_boot) const {
  for (const RankFact& wanted : kRankFacts) {
    bool chosen = false;
    for (const RankFacts* rank : order_) {
      const Read& value = rank->*wanted.member;
      if (!value) continue;
      const FactRole role = chosen ? FactRole::other_rank : FactRole::chosen;
      if (whole_boot == FactRole::other_boot) {
        add(reading, wanted.name, wanted.unit, value, rank, FactRole::other_boot);
        if (order_.size() > 64) break;
      } else {
        add(reading, wanted.name, wanted.unit, value, rank, role);
      }
      chosen = true;
    }
  }
}

void BootFacts::add_kv(Reading& reading, FactRole whole_boot) const {
  const bool other_boot = whole_boot == FactRole::other_boot;
  const auto has_kv = [](const RankFacts* r) { return !r->kv.empty() || r->post_capture; };
  bool tokens = false;
  bool size = false;
  bool dtype_done = false;
  for (const RankFacts* rank : order_) {
    const KvRoles roles = kv_roles(*rank, untagged_for(*rank), max_total(*rank));
    if (!has_kv(rank) && rank->dtype == std::nullopt) continue;
    const auto role = [&](bool& done, bool found) {
      const FactRole result = other_boot ? whole_boot
                              : done     ? FactRole::other_rank
                                         : FactRole::chosen;
      done |= found;
      return result;
    };
    if (has_kv(rank) && roles.target) {
      const Read both = kv_gb(*roles.target);
      add(reading, "kv_tokens", kTokens, roles.target->tokens, rank,
          role(tokens, roles.target->tokens.has_value()));
      add(reading, "kv_gb", kGib, both, rank, role(size, both.has_value()));
    }
    const Read type = rank == order_.front() || !dtype_done ? dtype(*rank, roles)
                      : roles.target && has_kv(rank)        ? roles.target->dtype
                                                            : rank->dtype;
    add(reading, "kv_dtype", "", type, rank, role(dtype_done, type.has_value()));
    if (!has_kv(rank)) continue;
    for (const KvLine& line : roles.window) {
      add(reading, "kv_tokens", kTokens, line.tokens, rank, FactRole::window);
      add(reading, "kv_gb", kGib, kv_gb(line), rank, FactRole::window);
    }
    for (const KvLine& line : roles.draft) {
      add(reading, "kv_tokens", kTokens, line.tokens, rank, FactRole::draft);
      add(reading, "kv_gb", kGib, kv_gb(line), rank, FactRole::draft);
    }
  }
}

void BootFacts::add_boot_facts(Reading& reading, FactRole whole_boot) const {
  const bool other_boot = whole_boot == FactRole::other_boot;
  const auto has = [&](std::string_view name) {
    return std::any_of(reading.facts.begin(), reading.facts.end(),
                       [&](const Fact& f) { return f.name == name && f.boot == boot_.number; });
  };
  const auto first = [&](std::string_view name, std::string_view unit,
                         std::initializer_list<const Read*> sources) {
    for (const Read* source : sources) {
      if (!has(name)) {
        add(reading, name, unit, *source, nullptr, other_boot ? whole_boot : FactRole::chosen);
      }
    }
  };
  first("max_mamba_cache_size", kSlots, {&boot_.capped_slots, &boot_.refused_slots});
  first("max_total_num_tokens", kTokens, {&boot_.post_capture_total});
  first("max_running_requests", kRequests,
        {&boot_.raised_to, &boot_.capped_to, &boot_.reduced_to, &boot_.refused_requests});
  first("slots_per_request", kSlots, {&boot_.capped_per_request, &boot_.refused_per_request});
  first("multimodal_reserve_gb", kGib, {&boot_.reserve});
  first("int8_checkpoint_slots", kSlots, {&boot_.checkpoint_slots});
  const Read ring = ring_size(boot_.ring);
  first("replay_ring_gb", kGib, {&ring});
}

void BootFacts::add_to(Reading& reading, FactRole whole_boot) const {
  add_rank_facts(reading, whole_boot);
  add_kv(reading, whole_boot);
  add_boot_facts(reading, whole_boot);
}

}  // namespace

void read_boots(const std::vector<Boot>& boots, const ReadingChoice& choice, Reading& reading) {
  const Boot* wanted = default_boot(boots);
  for (const Boot& boot : boots) {
    if (choice.boot && *choice.boot == boot.number) wanted = &boot;
  }
  for (const Boot& boot : boots) {
    const bool taken = &boot == wanted;
    const BootFacts facts(boot, taken ? choice : ReadingChoice{});
    reading.boots.push_back({boot.number, boot.first_line, boot.last_line, boot.complete(),
                             boot.fact_count(), facts.tags()});
    facts.add_to(reading, taken ? FactRole::chosen : FactRole::other_boot);
    if (taken) {
      reading.chosen_boot = boot.number;
      reading.chosen_rank = facts.order().empty() ? std::string() : facts.order().front()->tag;
    }
  }
  put_in_order(reading.facts, [](const Fact& a, const Fact& b) {
    const bool first = a.role == FactRole::chosen;
    const bool second = b.role == FactRole::chosen;
    return first != second ? first : a.line < b.line;
  });
  reading.usable |= !reading.facts.empty();
}

}  // namespace mamba_ratio
