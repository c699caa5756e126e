#include "boot_inputs.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "geometry.h"
#include "log_number.h"
#include "quantity.h"

namespace mamba_ratio {
namespace {

constexpr double kGib = 1073741824.0;

struct FactInput {
  std::string_view fact;
  Key key;
  bool zero;  ///< the form takes a zero
};

constexpr FactInput kInputs[] = {
    {"max_mamba_cache_size", Key::N, false},
    {"conv_state_gb", Key::conv, true},
    {"ssm_state_gb", Key::ssm, true},
    {"intermediate_ssm_gb", Key::spec_ssm, true},
    {"intermediate_conv_gb", Key::spec_conv, true},
    {"kv_tokens", Key::tokens, false},
    {"kv_gb", Key::kv, false},
    {"slots_per_request", Key::S, false},
    {"max_running_requests", Key::m_printed, true},
    {"context_len", Key::ctx, false},
    {"avail_mem_before_weights_gb", Key::free_before, false},
    {"multimodal_reserve_gb", Key::reserve, true},
};

Decimal rounded(double number, int decimals) {
  for (int i = 0; i < decimals; ++i) number *= 10;
  return {std::llround(number), decimals};
}

/// The fact's number with the places it was printed with.
std::string plain_text(const Fact& fact) {
  const std::size_t point = fact.printed.find('.');
  const bool whole = point == fact.printed.npos;
  return rounded(fact.number, whole ? 0 : static_cast<int>(fact.printed.size() - point - 1)).text();
}

/// In place of what another rank gave.
void put_input(Reading& reading, Key key, Decimal number, std::int64_t line) {
  if (number.digits <= 0) return;
  std::erase_if(reading.inputs, [&](const LogInput& input) { return input.key == key; });
  reading.inputs.push_back({key, number.text(), line});
}

/// What a rank prints of its memory around the loading of the weights; nullptr: nothing.
struct Loading {
  const Fact* before = nullptr;
  const Fact* after = nullptr;
  const Fact* weights = nullptr;
};

/// That of the rank which has least left, by which the engine sizes all.
Loading tightest_loading(const Reading& reading) {
  Loading result;
  const auto of_boot = [](const Fact& fact, std::string_view name) {
    return fact.name == name &&
           (fact.role == FactRole::chosen || fact.role == FactRole::other_rank);
  };
  for (const Fact& fact : reading.facts) {
    const bool less = result.after == nullptr || fact.number < result.after->number;
    if (of_boot(fact, "avail_mem_after_weights_gb") && less) result.after = &fact;
  }
  const auto of_rank = [&](std::string_view name) {
    const auto found =
        std::find_if(reading.facts.begin(), reading.facts.end(), [&](const Fact& fact) {
          return of_boot(fact, name) && (!result.after || fact.rank == result.after->rank);
        });
    return found == reading.facts.end() ? nullptr : &*found;
  };
  result.before = of_rank("avail_mem_before_weights_gb");
  result.weights = of_rank("weights_gb");
  if (result.weights != nullptr && result.weights->number <= 0) result.weights = nullptr;
  return result;
}

/// The share of memory that left the rest which a refusal prints, where no setting tells it.
void add_mem_fraction(Reading& reading, const Boot& boot, double free, double after) {
  const auto told = [](const LoggedSetting& setting) { return setting.key == Key::mem_fraction; };
  if (std::any_of(reading.settings.begin(), reading.settings.end(), told)) return;
  for (const Failure& failure : boot.failures) {
    for (const FieldValue& value : failure.values) {
      if (value.field != Field::total_rest_memory) continue;
      const double share = 1 - (after - value.number.value()) / free;
      if (share < 1) put_input(reading, Key::mem_fraction, rounded(share, 3), failure.place.line);
    }
  }
}

/// Weights, a draft's included, and what was free before them, where no pools say what is left.
void add_weights(Reading& reading, const Boot* boot) {
  constexpr double kRounding = 0.05;
  const auto [before, after, printed] = tightest_loading(reading);
  const double draft = logged_memory(reading).draft_weights_gib.value_or(0);
  if (after == nullptr) {
    if (printed == nullptr) return;
    return put_input(reading, Key::weights, rounded(printed->number + draft, 2), printed->line);
  }
  if (printed == nullptr && before == nullptr) return;
  double free = before == nullptr ? 0 : before->number;
  if (printed != nullptr) {
    // Ranks without tags are mixed up, lines of one are missing.
    const double needed = after->number + printed->number;
    if (std::abs(free - needed) > kRounding) free = needed;
  }
  const double weights = free - after->number + draft;
  put_input(reading, Key::weights, rounded(weights, 2), after->line);
  put_input(reading, Key::free_before, rounded(free, 2), (before ? before : after)->line);
  if (boot != nullptr) add_mem_fraction(reading, *boot, free, after->number - draft);
}

/// Bytes of one token in the draft's pool. A draft line without `#tokens` has the target's.
void add_draft_kv(Reading& reading) {
  const Fact* size = find_fact(reading, "kv_gb", FactRole::draft);
  const Fact* tokens = find_fact(reading, "kv_tokens", FactRole::draft);
  if (tokens == nullptr) tokens = find_fact(reading, "kv_tokens", FactRole::chosen);
  if (size == nullptr || tokens == nullptr || tokens->number <= 0) return;
  double total = 0;
  for (const Fact& fact : reading.facts) {
    const bool same_rank = fact.rank == size->rank && fact.boot == size->boot;
    if (fact.role == FactRole::draft && fact.name == "kv_gb" && same_rank) total += fact.number;
  }
  reading.inputs.push_back(
      {Key::draft_kv, plain_decimal(std::round(total * kGib / tokens->number)), size->line});
}

/// Bytes of one slot's replay ring, which is allocated with a padding row as the states are.
void add_ring(Reading& reading) {
  const Fact* ring = find_fact(reading, "replay_ring_gb", FactRole::chosen);
  const Fact* slots = find_fact(reading, "max_mamba_cache_size", FactRole::chosen);
  if (ring == nullptr || slots == nullptr) return;
  reading.inputs.push_back({Key::ring,
                            plain_decimal(std::round(ring->number * kGib / (slots->number + 1))),
                            ring->line});
}

/// The dtype printed; none for packed layouts, which the settings name better.
void add_kv_dtype(Reading& reading) {
  const Fact* fact = find_fact(reading, "kv_dtype", FactRole::chosen);
  if (fact == nullptr) return;
  const std::optional<KvDtype> printed = find_kv_dtype(fact->text);
  const bool packed =
      std::any_of(reading.settings.begin(), reading.settings.end(), [](const LoggedSetting& s) {
        return s.key == Key::kv_dtype && (s.text == "mxfp8" || s.text == "fp4_e2m1");
      });
  if (!printed || packed) return;
  reading.inputs.push_back({Key::kv_dtype, std::string(word(*printed)), fact->line});
}

/// Text of a setting of the log; empty: it says nothing of it.
std::string setting_text(const Reading& reading, Key key) {
  for (const LoggedSetting& setting : reading.settings) {
    if (setting.key == key) return setting.text;
  }
  return {};
}

/// Whether a worker has another number of slots than `pinned` for all; a decode server adds its
/// own.
bool has_other_slots(std::int64_t pinned, const Reading& reading) {
  const Fact* slots = find_fact(reading, "max_mamba_cache_size", FactRole::chosen);
  if (slots == nullptr || setting_text(reading, Key::role) == "decode") return false;
  const auto dp = read_number(setting_text(reading, Key::dp), NumberKind::whole, false);
  return pinned / (dp ? dp->number.digits : 1) != static_cast<std::int64_t>(slots->number);
}

/// Whether the tokens are not whole pages; sizes found after the capture need not be.
bool has_cut_page(std::int64_t page, const Boot& boot, const Reading& reading) {
  const Fact* tokens = find_fact(reading, "kv_tokens", FactRole::chosen);
  const bool sized_later = std::any_of(boot.ranks.begin(), boot.ranks.end(),
                                       [](const RankFacts& r) { return r.post_capture; });
  return tokens != nullptr && !sized_later && static_cast<std::int64_t>(tokens->number) % page != 0;
}

}  // namespace

const Fact* find_fact(const Reading& reading, std::string_view name, FactRole role) {
  const auto found =
      std::find_if(reading.facts.begin(), reading.facts.end(), [&](const Fact& fact) {
        const bool of_boot = role == FactRole::other_boot || fact.boot == reading.chosen_boot;
        return fact.name == name && fact.role == role && of_boot;
      });
  return found == reading.facts.end() ? nullptr : &*found;
}

LoggedMemory logged_memory(const Reading& reading) {
  const auto gib = [&](std::string_view name) {
    const Fact* fact = find_fact(reading, name, FactRole::chosen);
    return fact == nullptr ? std::nullopt : std::optional(fact->number);
  };
  return {gib("weights_gb"),
          gib("draft_weights_gb"),
          gib("avail_mem_after_weights_gb"),
          gib("memory_pool_end_avail_gb"),
          gib("left_over_gb"),
          false};
}

void add_inputs(const Boot* boot, Reading& reading) {
  for (const FactInput& input : kInputs) {
    if (reading.context.memory.one_arena && parameter(input.key).group == Group::pools) continue;
    const Fact* fact = find_fact(reading, input.fact, FactRole::chosen);
    if (fact == nullptr || (fact->number == 0 && !input.zero)) continue;
    const std::string text = plain_text(*fact);
    // K size and V size were printed apart, each with a rounding of its own.
    const bool sum = input.key == Key::kv && text != fact->printed;
    reading.inputs.push_back({input.key, text, fact->line});
    if (sum) reading.inputs.push_back({Key::kv_parts, "2", fact->line});
  }
  const auto read = [&](Key key) {
    return std::any_of(reading.inputs.begin(), reading.inputs.end(),
                       [&](const LogInput& input) { return input.key == key; });
  };
  const bool both_pools = read(Key::conv) && read(Key::ssm) && read(Key::kv);
  if (!both_pools && !reading.context.memory.one_arena) add_weights(reading, boot);
  add_draft_kv(reading);
  add_ring(reading);
  add_kv_dtype(reading);
  for (const LoggedSetting& setting : reading.settings) {
    if (read(setting.key) || is_contradicted(setting, boot, reading)) continue;
    reading.inputs.push_back({setting.key, setting.text, setting.line});
  }
}

bool is_contradicted(const LoggedSetting& setting, const Boot* boot, const Reading& reading) {
  const auto asked = read_number(setting.text, NumberKind::whole, false);
  if (boot == nullptr || !asked || asked->number.digits <= 0) return false;
  if (setting.key == Key::mamba_size) return has_other_slots(asked->number.digits, reading);
  return setting.key == Key::page && has_cut_page(asked->number.digits, *boot, reading);
}

}  // namespace mamba_ratio
