#include "boot_choice.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "ascii.h"
#include "order.h"

namespace mamba_ratio {
namespace {

bool says(const std::string& label, std::string_view word) {
  return std::search(label.begin(), label.end(), word.begin(), word.end(),
                     [](char a, char b) { return lower(a) == lower(b); }) != label.end();
}

bool has_tokens(const KvLine& line, const Read& tokens) {
  return tokens && line.tokens && line.tokens->number == tokens->number;
}

const Read& either(const Read& own, const RankFacts* untagged, Read RankFacts::*member) {
  return own || untagged == nullptr ? own : untagged->*member;
}

/// Whether the line's pool has so few bytes a token beside the first one's that only a draft's
/// single layers can be in it: `fewest_layers` of the target's to one of its own.
bool has_draft_size(const KvLine& line, const KvLine& first, double fewest_layers) {
  const auto token_gib = [](const KvLine& l) -> double {
    const std::optional<Decimal> size = kv_size(l);
    return size && l.tokens && l.tokens->number.digits > 0
               ? size->value() / l.tokens->number.value()
               : 0;
  };
  const double bytes = token_gib(line);
  return bytes > 0 && bytes * fewest_layers <= token_gib(first);
}

/// Index of the target's line among `lines`. `drafts`: the second of two is a draft's.
std::size_t target_index(const std::vector<KvLine>& lines, const Read& full, const Read& window,
                         const Read& max_total, bool drafts) {
  const auto index = [&](auto wanted) {
    return static_cast<std::size_t>(std::find_if(lines.begin(), lines.end(), wanted) -
                                    lines.begin());
  };
  const std::size_t labelled = index([](const KvLine& l) { return says(l.label, "full"); });
  if (labelled < lines.size()) return labelled;
  const std::size_t sized = index([&](const KvLine& l) { return has_tokens(l, full); });
  if (sized < lines.size()) return sized;
  const std::size_t outside = index(
      [&](const KvLine& l) { return !says(l.label, "swa") && !(full && has_tokens(l, window)); });
  if (outside < lines.size() && says(lines[0].label, "swa")) return outside;
  const std::size_t total = index([&](const KvLine& l) { return has_tokens(l, max_total); });
  const bool first_fits = !max_total || !lines[0].tokens || has_tokens(lines[0], max_total);
  if (first_fits || total == lines.size() || (drafts && lines.size() == 2)) return 0;
  constexpr double kMoreThanOfWindows = 12;  // window layers to a full one are fewer
  return has_draft_size(lines[total], lines[0], kMoreThanOfWindows) ? 0 : total;
}

/// Whether rank tag `a` comes before `b`: by the numbers in them, `TP2` before `TP10`.
bool tag_before(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    if (is_digit(a[0]) && is_digit(b[0])) {
      const auto number = [&](std::string_view& text) {
        std::string_view digits =
            text.substr(0, std::min(text.find_first_not_of("0123456789"), text.size()));
        text.remove_prefix(digits.size());
        digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
        return digits;
      };
      const std::string_view x = number(a);
      const std::string_view y = number(b);
      if (x.size() != y.size()) return x.size() < y.size();
      if (x != y) return x < y;
      continue;
    }
    if (a[0] != b[0]) return a[0] < b[0];
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  return a.size() < b.size();
}

}  // namespace

std::optional<Decimal> kv_size(const KvLine& line) {
  if (line.both) return line.both->number;
  if (line.k && line.v) return line.k->number + line.v->number;
  return std::nullopt;
}

KvRoles kv_roles(const RankFacts& rank, const RankFacts* untagged, const Read& max_total) {
  KvRoles roles;
  const std::vector<KvLine>& lines =
      rank.kv.empty() && untagged != nullptr ? untagged->kv : rank.kv;
  const Read& full = either(rank.full_tokens, untagged, &RankFacts::full_tokens);
  const Read& window = either(rank.window_tokens, untagged, &RankFacts::window_tokens);
  if (!lines.empty()) {
    const bool drafts = either(rank.intermediate_ssm, untagged, &RankFacts::intermediate_ssm) ||
                        either(rank.draft_weights_end, untagged, &RankFacts::draft_weights_end);
    const std::size_t target = target_index(lines, full, window, max_total, drafts);
    roles.target = lines[target];
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (i == target) continue;
      const bool windowed = says(lines[i].label, "swa") || i < target ||
                            (roles.window.empty() && full && has_tokens(lines[i], window));
      (windowed ? roles.window : roles.draft).push_back(lines[i]);
    }
  }
  const std::optional<KvLine>& post =
      rank.post_capture || untagged == nullptr ? rank.post_capture : untagged->post_capture;
  if (post) {
    constexpr double kSomeLayers = 4;
    if (roles.target && has_draft_size(*roles.target, *post, kSomeLayers)) {
      roles.draft.insert(roles.draft.begin(), *roles.target);
    }
    roles.target = post;
    roles.post_capture = true;
  }
  return roles;
}

const Boot* default_boot(const std::vector<Boot>& boots) {
  const Boot* best = nullptr;
  for (const Boot& boot : boots) {
    const auto rank = [](const Boot& b) {
      return std::tuple(b.complete(), b.complete() ? 0 : b.fact_count());
    };
    if (best == nullptr || rank(boot) >= rank(*best)) best = &boot;
  }
  return best;
}

std::vector<const RankFacts*> ranks_by_preference(const Boot& boot) {
  struct Entry {
    const RankFacts* rank;
    double slots;
    double tokens;
    double bytes;
  };
  const RankFacts* untagged = nullptr;
  for (const RankFacts& rank : boot.ranks) {
    if (rank.tag.empty()) untagged = &rank;
  }
  std::vector<Entry> entries;
  for (const RankFacts& rank : boot.ranks) {
    const RankFacts* shared = rank.tag.empty() ? nullptr : untagged;
    const KvRoles kv = kv_roles(rank, shared, rank.max_total);
    constexpr double kMissing = std::numeric_limits<double>::infinity();
    Entry entry{&rank, kMissing, kMissing, 0};
    if (rank.slots) entry.slots = rank.slots->number.value();
    if (kv.target && kv.target->tokens) entry.tokens = kv.target->tokens->number.value();
    if (rank.conv) entry.bytes += rank.conv->number.value();
    if (rank.ssm) entry.bytes += rank.ssm->number.value();
    const std::optional<Decimal> size = kv.target ? kv_size(*kv.target) : std::nullopt;
    if (size) entry.bytes += size->value();
    entries.push_back(entry);
  }
  put_in_order(entries, [](const Entry& a, const Entry& b) {
    if (a.rank->tag.empty() != b.rank->tag.empty()) return b.rank->tag.empty();
    if (a.slots != b.slots) return a.slots < b.slots;
    if (a.tokens != b.tokens) return a.tokens < b.tokens;
    if (a.bytes != b.bytes) return a.bytes > b.bytes;
    return tag_before(a.rank->tag, b.rank->tag);
  });
  std::vector<const RankFacts*> order;
  order.reserve(entries.size());
  for (const Entry& entry : entries) order.push_back(entry.rank);
  return order;
}

}  // namespace mamba_ratio
