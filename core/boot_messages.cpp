#include "boot_messages.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "ascii.h"
#include "boot_inputs.h"

namespace mamba_ratio {
namespace {

constexpr std::size_t kMaxNotesOfAKind = 8;

const Fact* chosen(const Reading& reading, std::string_view name) {
  return find_fact(reading, name, FactRole::chosen);
}

void tell(Reading& reading, Code code, std::string_view field, std::int64_t line,
          std::vector<Argument> arguments = {}) {
  const auto same = std::count_if(reading.messages.begin(), reading.messages.end(),
                                  [&](const Problem& p) { return p.code == code; });
  if (static_cast<std::size_t>(same) >= kMaxNotesOfAKind) return;
  reading.messages.emplace_back(code, field, line, std::move(arguments));
}

Code code_of(const Failure& failure) {
  switch (failure.kind) {
    case LineKind::too_small:
      return Code::boot_too_small;
    case LineKind::not_enough:
      return Code::boot_not_enough_memory;
    case LineKind::no_room:
      return Code::boot_weights_leave_no_room;
    case LineKind::state_assert:
      return Code::state_slots_ran_out;
    case LineKind::out_of_memory:
      return failure.after_pools ? Code::boot_out_of_memory : Code::boot_out_of_memory_loading;
    default:
      return Code::boot_stopped;
  }
}

/// The number behind `--mem-fraction-static=` in a refusal.
void add_fraction(const Failure& failure, std::vector<Argument>& arguments) {
  constexpr std::string_view kName = "--mem-fraction-static=";
  const std::string_view excerpt = failure.place.excerpt;
  const std::size_t at = excerpt.find(kName);
  if (at == excerpt.npos) return;
  const auto number = read_number(excerpt.substr(at + kName.size()), NumberKind::decimal, false);
  if (number) arguments.emplace_back("mem_fraction_static", number->number.value());
}

std::vector<Argument> arguments_of(const Failure& failure) {
  std::vector<Argument> arguments;
  const auto add = [&](Field field, std::string_view name) {
    for (const FieldValue& value : failure.values) {
      if (value.field == field) arguments.emplace_back(name, value.number.value());
    }
  };
  add(Field::max_mamba_cache_size, "max_mamba_cache_size");
  add(Field::mamba_ratio, "slots_per_request");
  add(Field::max_num_reqs, "max_num_reqs");
  add(Field::computed_slots, "computed_slots");
  add(Field::total_rest_memory, "total_rest_memory_gib");
  add(Field::mamba_cache_per_req, "state_mib");
  add_fraction(failure, arguments);
  return arguments;
}

/// Of the boot's failures with this code, of which there is one, the first with most figures.
const Failure& fullest_of(const Boot& boot, Code code) {
  const Failure* fullest = nullptr;
  for (const Failure& failure : boot.failures) {
    if (code_of(failure) != code) continue;
    if (fullest == nullptr || failure.values.size() > fullest->values.size()) fullest = &failure;
  }
  return *fullest;
}

void tell_failures(const Boot& boot, Reading& reading) {
  bool explained = false;
  for (const Failure& failure : boot.failures) {
    const Code code = code_of(failure);
    if (code == Code::boot_stopped) continue;
    const bool told = std::any_of(reading.messages.begin(), reading.messages.end(),
                                  [&](const Problem& p) { return p.code == code; });
    if (!told) {
      const Failure& fullest = fullest_of(boot, code);
      tell(reading, code, "", fullest.place.line, arguments_of(fullest));
    }
    explained = true;
  }
  if (boot.capped_to && boot.capped_to->number.digits == 0) {
    tell(reading, Code::boot_capped_to_zero, "max_running_requests", boot.capped_to->place.line);
    explained = true;
  }
  if (!boot.failures.empty() && !explained && !boot.ready) {
    tell(reading, Code::boot_stopped, "", boot.failures.front().place.line);
  }
  const bool loaded = std::any_of(boot.ranks.begin(), boot.ranks.end(), [](const RankFacts& r) {
    return r.weights_begin || r.weights_end || r.draft_weights_end;
  });
  if (loaded && !explained && !boot.pools && !boot.ready) {
    tell(reading, Code::boot_stops_before_pools, "", boot.last_line);
  }
}

void tell_zeros(Reading& reading) {
  for (const std::string_view name :
       {"max_mamba_cache_size", "kv_tokens", "kv_gb", "max_running_requests"}) {
    const Fact* fact = chosen(reading, name);
    if (fact != nullptr && fact->number == 0) {
      tell(reading, Code::log_zero, std::string(name), fact->line);
    }
  }
}

void tell_ranks(Reading& reading) {
  for (const std::string_view name :
       {"max_mamba_cache_size", "conv_state_gb", "ssm_state_gb", "kv_tokens", "kv_gb"}) {
    const Fact* fact = chosen(reading, name);
    if (fact == nullptr) continue;
    const auto other = std::find_if(reading.facts.begin(), reading.facts.end(), [&](const Fact& f) {
      return f.name == name && f.role == FactRole::other_rank && f.boot == fact->boot &&
             f.number != fact->number;
    });
    if (other == reading.facts.end()) continue;
    tell(reading, Code::ranks_differ, std::string(name), fact->line,
         {{"value", fact->number},
          {"rank", fact->rank},
          {"other", other->number},
          {"other_rank", other->rank},
          {"other_line", static_cast<double>(other->line)}});
  }
  for (const Fact& fact : reading.facts) {
    const bool borrowed = fact.role == FactRole::chosen && !fact.rank.empty() &&
                          !reading.chosen_rank.empty() && fact.rank != reading.chosen_rank;
    const bool of_boot = fact.name == "max_total_num_tokens" || fact.name == "context_len" ||
                         fact.name == "max_running_requests";
    if (borrowed && !of_boot) {
      tell(reading, Code::fact_from_other_rank, std::string(fact.name), fact.line,
           {{"rank", fact.rank}});
    }
  }
}

void tell_other_pools(Reading& reading) {
  const auto note = [&](FactRole role, Code code) {
    const Fact* fact = find_fact(reading, "kv_gb", role);
    if (fact == nullptr) fact = find_fact(reading, "kv_tokens", role);
    if (fact != nullptr) tell(reading, code, "", fact->line, {{"value", fact->number}});
  };
  note(FactRole::draft, Code::draft_pool_ignored);
  note(FactRole::window, Code::window_pool_ignored);
}

void check_requests(const Boot& boot, Reading& reading) {
  const Fact* slots = chosen(reading, "max_mamba_cache_size");
  const Fact* each = chosen(reading, "slots_per_request");
  const Fact* requests = chosen(reading, "max_running_requests");
  if (slots == nullptr || each == nullptr || requests == nullptr || each->number <= 0) return;
  const double admitted = std::floor(slots->number / each->number);
  const bool cap_differs = boot.capped_to && boot.capped_to->number.value() != admitted;
  if (requests->number <= admitted && !cap_differs) return;
  tell(reading, Code::check_requests, "max_running_requests", requests->line,
       {{"slots", slots->number},
        {"slots_per_request", each->number},
        {"admitted", admitted},
        {"printed", requests->number},
        {"other_line", static_cast<double>(slots->line)}});
}

void check_tokens(Reading& reading) {
  const Fact* tokens = chosen(reading, "kv_tokens");
  const Fact* total = chosen(reading, "max_total_num_tokens");
  if (tokens == nullptr || total == nullptr || tokens->number == total->number) return;
  tell(reading, Code::check_tokens, "kv_tokens", tokens->line,
       {{"value", tokens->number},
        {"other", total->number},
        {"other_line", static_cast<double>(total->line)}});
}

/// An algorithm of which only the draft states are known.
void tell_speculation(Reading& reading) {
  for (const LoggedSetting& setting : reading.settings) {
    if (setting.key != Key::spec || setting.text != "STANDALONE") continue;
    const std::string given =
        setting.excerpt.substr(setting.mark_begin, setting.mark_end - setting.mark_begin);
    if (lower(given) == "standalone") continue;
    tell(reading, Code::speculation_unknown, "spec", setting.line, {{"given", given}});
  }
}

/// Settings that another command than the boot's had.
void check_pools_asked(const Boot& boot, Reading& reading) {
  for (const LoggedSetting& setting : reading.settings) {
    if (!is_contradicted(setting, &boot, reading)) continue;
    const double asked = read_number(setting.text, NumberKind::whole, false)->number.value();
    const Argument line{"other_line", static_cast<double>(setting.line)};
    if (setting.key == Key::mamba_size) {
      const Fact* slots = chosen(reading, "max_mamba_cache_size");
      tell(reading, Code::check_slots_asked, "max_mamba_cache_size", slots->line,
           {{"asked", asked}, {"granted", slots->number}, line});
    } else {
      const Fact* tokens = chosen(reading, "kv_tokens");
      tell(reading, Code::check_page, "kv_tokens", tokens->line,
           {{"page", asked}, {"tokens", tokens->number}, line});
    }
  }
}

/// The dtype asked for against the one printed.
void check_kv_dtype(Reading& reading) {
  const Fact* dtype = chosen(reading, "kv_dtype");
  if (dtype == nullptr) return;
  for (const LoggedSetting& setting : reading.settings) {
    if (setting.key != Key::kv_dtype || setting.text == "auto") continue;
    const std::string_view stem = setting.text == "fp8_e4m3"   ? std::string_view("float8_e4m3")
                                  : setting.text == "fp8_e5m2" ? std::string_view("float8_e5m2")
                                                               : std::string_view(setting.text);
    const bool packed = dtype->text.find("uint8") != std::string::npos ||
                        setting.text.starts_with("fp4") || setting.text == "mxfp8";
    if (packed || dtype->text.find(stem) != std::string::npos) continue;
    tell(reading, Code::check_kv_dtype, "kv_dtype", dtype->line,
         {{"asked", setting.text},
          {"printed", dtype->text},
          {"other_line", static_cast<double>(setting.line)}});
  }
}

}  // namespace

void add_boot_messages(const Boot* boot, Reading& reading) {
  if (boot == nullptr) return;
  tell_failures(*boot, reading);
  if (boot->unified) tell(reading, Code::log_unified_pool, "", boot->first_line);
  tell_zeros(reading);
  tell_ranks(reading);
  tell_other_pools(reading);
  const bool pool = chosen(reading, "max_mamba_cache_size") != nullptr ||
                    chosen(reading, "conv_state_gb") != nullptr ||
                    chosen(reading, "ssm_state_gb") != nullptr;
  const Fact* kv = chosen(reading, "kv_tokens");
  if (!pool && kv != nullptr) tell(reading, Code::log_no_state_pool, "", kv->line);
  const bool drafts_only = std::any_of(boot->ranks.begin(), boot->ranks.end(),
                                       [](const RankFacts& r) { return r.draft_weights_end; });
  if (drafts_only && chosen(reading, "avail_mem_after_weights_gb") == nullptr) {
    tell(reading, Code::draft_weights_only, "avail_mem_after_weights_gb", boot->first_line);
  }
  if (boot->checkpoint_slots) {
    tell(reading, Code::int8_checkpoints_outside, "", boot->checkpoint_slots->place.line);
  }
  check_requests(*boot, reading);
  check_tokens(reading);
  check_pools_asked(*boot, reading);
  tell_speculation(reading);
  check_kv_dtype(reading);
  if (reading.boots.size() > 1) {
    tell(reading, Code::log_several_boots, "", boot->first_line,
         {{"boots", static_cast<double>(reading.boots.size())},
          {"chosen", static_cast<double>(boot->number)}});
  }
}

void add_later_failure(std::span<const Boot> boots, Reading& reading) {
  for (const Boot& boot : boots) {
    if (boot.number <= reading.chosen_boot) continue;
    for (const Failure& failure : boot.failures) {
      if (code_of(failure) == Code::boot_stopped) continue;
      return tell(reading, Code::later_boot_failed, "", failure.place.line,
                  {{"boot", static_cast<double>(boot.number)}});
    }
  }
}

void add_dropped_messages(std::span<const std::pair<Dropped, Place>> dropped, Reading& reading) {
  for (const auto& [reason, place] : dropped) {
    const Code code = reason == Dropped::tensorrt  ? Code::log_other_engine_line
                      : reason == Dropped::negated ? Code::log_negated_line
                      : reason == Dropped::quoted  ? Code::log_quoted_failure
                                                   : Code::log_number_cut;
    const std::string cut =
        place.excerpt.substr(place.mark_begin, place.mark_end - place.mark_begin);
    std::vector<Argument> arguments;
    if (reason == Dropped::tensorrt) arguments.emplace_back("engine", std::string("TensorRT-LLM"));
    if (reason == Dropped::cut_number) arguments.emplace_back("given", cut);
    tell(reading, code, "", place.line, std::move(arguments));
  }
}

}  // namespace mamba_ratio
