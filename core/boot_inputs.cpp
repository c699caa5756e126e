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

/// The fact's number with the places it was printed with.
std::string plain_text(const Fact& fact) {
  const std::size_t point = fact.printed.find('.');
  Decimal decimal;
  decimal.decimals =
      point == fact.printed.npos ? 0 : static_cast<int>(fact.printed.size() - point - 1);
  double scaled = fact.number;
  for (int i = 0; i < decimal.decimals; ++i) scaled *= 10;
  decimal.digits = std::llround(scaled);
  return decimal.text();
}

void put_input(Reading& reading, Key key, double number, int decimals, std::int64_t line) {
  double scaled = number;
  for (int i = 0; i < decimals; ++i) scaled *= 10;
  const Decimal decimal{std::llround(scaled), decimals};
  if (decimal.digits <= 0) return;
  std::erase_if(reading.inputs, [&](const LogInput& input) { return input.key == key; });
  reading.inputs.push_back({key, decimal.text(), line});
}

/// What loading took, target and draft, and what was free before, where no pools say what is left:
/// those of the rank that has least, by which the engine sizes all.
void add_weights(Reading& reading, const Boot* boot) {
  constexpr double kRounding = 0.05;
  const auto of_boot = [](const Fact& fact, std::string_view name) {
    return fact.name == name &&
           (fact.role == FactRole::chosen || fact.role == FactRole::other_rank);
  };
  const Fact* after = nullptr;
  for (const Fact& fact : reading.facts) {
    if (!of_boot(fact, "avail_mem_after_weights_gb")) continue;
    if (after == nullptr || fact.number < after->number) after = &fact;
  }
  const auto of_rank = [&](std::string_view name) -> const Fact* {
    for (const Fact& fact : reading.facts) {
      if (of_boot(fact, name) && (after == nullptr || fact.rank == after->rank)) return &fact;
    }
    return nullptr;
  };
  const Fact* before = of_rank("avail_mem_before_weights_gb");
  const Fact* taken = of_rank("weights_gb");
  const bool printed = taken != nullptr && taken->number > 0;
  if (!printed && (before == nullptr || after == nullptr)) return;
  double weights = printed ? taken->number : before->number - after->number;
  double free = before == nullptr ? 0 : before->number;
  if (printed && after != nullptr) {
    const double needed = after->number + weights;
    // Ranks without tags, or lines of one that are missing.
    if (std::abs(free - needed) > kRounding) free = needed;
    weights = free - after->number;
  }
  const std::int64_t line = (after != nullptr ? after : taken)->line;
  const double draft = logged_memory(reading).draft_weights_gib.value_or(0);
  put_input(reading, Key::weights, weights + draft, 2, line);
  if (after == nullptr) return;
  put_input(reading, Key::free_before, free, 2, before != nullptr ? before->line : line);
  const auto told = [](const LoggedSetting& setting) { return setting.key == Key::mem_fraction; };
  if (boot == nullptr || std::any_of(reading.settings.begin(), reading.settings.end(), told)) {
    return;
  }
  // The share that left the rest which a refusal prints.
  for (const Failure& failure : boot->failures) {
    for (const FieldValue& value : failure.values) {
      if (value.field != Field::total_rest_memory) continue;
      const double share = 1 - (after->number - draft - value.number.value()) / free;
      if (share < 1) put_input(reading, Key::mem_fraction, share, 3, failure.place.line);
    }
  }
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

}  // namespace

const Fact* find_fact(const Reading& reading, std::string_view name, FactRole role) {
  const auto found =
      std::find_if(reading.facts.begin(), reading.facts.end(),
                   [&](const Fact& fact) { return fact.name == name && fact.role == role; });
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
  add_kv_dtype(reading);
  for (const LoggedSetting& setting : reading.settings) {
    if (!read(setting.key)) reading.inputs.push_back({setting.key, setting.text, setting.line});
  }
}

}  // namespace mamba_ratio
