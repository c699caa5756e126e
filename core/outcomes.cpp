#include "outcomes.h"

#include <algorithm>
#include <cmath>

#include "engine_repair.h"
#include "flag.h"
#include "quantity.h"

namespace mamba_ratio {
namespace {

constexpr double kDefaultRatio = EngineInputs{}.ratio;

std::string_view word(Binding binding) {
  switch (binding) {
    case Binding::state:
      return "state";
    case Binding::kv:
      return "kv";
    case Binding::balanced:
      return "balanced";
  }
  return {};
}

void fill(Outcome& outcome, const EngineResult& result, const Capacity& capacity) {
  outcome.slots = static_cast<double>(std::max<std::int64_t>(0, result.slots));
  outcome.clamp = static_cast<double>(capacity.by_state);
  if (result.refusal) {
    outcome.requests = 0;
    outcome.binding = "refused";
    return;
  }
  outcome.kv_tokens = static_cast<double>(result.tokens);
  outcome.kv_cap = static_cast<double>(capacity.by_kv);
  outcome.requests = static_cast<double>(capacity.in_flight);
  if (capacity.binding) outcome.binding = word(*capacity.binding);
}

void fill(Outcome& outcome, const Situation& s, const EngineInputs& inputs,
          const EngineResult& result) {
  const Load wanted = load(s);
  fill(outcome, result, capacity(inputs, result, wanted.tokens_per_request, wanted.idle_prefixes));
}

Outcome at_ratio(const Situation& s, std::string_view id, double ratio, std::string flag,
                 double more_gib = 0) {
  Outcome outcome{id, std::move(flag), ratio, {}, {}, {}, {}, {}, {}};
  if (!s.engine) return outcome;
  EngineInputs inputs = *s.engine;
  inputs.ratio = ratio;
  inputs.max_mamba_cache_size.reset();
  inputs.rest0_gib += more_gib;
  fill(outcome, s, inputs, predict(inputs));
  return outcome;
}

// Per worker: what the log says was granted, else what was asked for.
double requests_asked(const Situation& s) {
  const Inputs& in = s.inputs;
  std::string_view spec = in.choice(Key::spec);
  for (const Asked& one : s.asked) {
    if (one.key == Key::spec) spec = one.own;
  }
  std::optional<double> asked = in.number(Key::M);
  if (!asked && spec != "none") asked = kSpeculativeRequests;
  const double limit = asked ? std::floor(*asked / in.number_or(Key::dp, 1)) : HUGE_VAL;
  return in.number(Key::m_printed).value_or(limit);
}

// What the log printed of the present boot wins over the model, figure by figure.
void put_printed(Outcome& outcome, const Situation& s) {
  const Inputs& in = s.inputs;
  const std::optional<double> slots = in.number(Key::N);
  const std::optional<double> tokens = in.number(Key::tokens);
  const double idle = in.number_or(Key::prefixes, 0);
  if (slots) {
    outcome.slots = slots;
    outcome.clamp = clamp_requests(std::max(0.0, *slots - idle), s.workload);
  }
  const std::optional<double> printed = in.number(Key::m_printed);
  if (!slots && !tokens && !printed) return;
  const bool holds_none = outcome.slots && *outcome.slots < s.workload.slots_per_request;
  if (tokens) {
    outcome.kv_tokens = tokens;
    outcome.kv_cap = std::max(0.0, kv_cap_requests(*tokens, s.workload) - idle);
  }
  outcome.binding = {};
  outcome.requests.reset();
  const bool serves = printed.value_or(0) >= 1;
  if (serves && holds_none) outcome.clamp = printed;
  if ((holds_none && !serves) || printed == 0.0) {
    outcome.requests = 0;
    outcome.binding = "refused";
    if (!tokens) outcome.kv_tokens = outcome.kv_cap = std::nullopt;
  } else if (outcome.clamp && outcome.kv_cap) {
    outcome.binding = word(binding_of(static_cast<std::int64_t>(*outcome.clamp),
                                      static_cast<std::int64_t>(*outcome.kv_cap)));
    outcome.requests = std::min({*outcome.clamp, *outcome.kv_cap, requests_asked(s)});
  } else if (printed && outcome.clamp == printed) {
    outcome.requests = printed;
    outcome.binding = "state";
  }
}

Outcome at_present(const Situation& s) {
  const std::optional<std::int64_t> pinned = s.inputs.whole(Key::mamba_size);
  Outcome outcome{"present", {}, {}, {}, {}, {}, {}, {}, {}};
  if (!pinned && (s.inputs.given(Key::r) || !is_unexplained(s))) {
    outcome.ratio = s.inputs.number_or(Key::r, kDefaultRatio);
  }
  if (s.engine) fill(outcome, s, present_engine(s), predict(present_engine(s)));
  put_printed(outcome, s);
  return outcome;
}

// Whether the boot's own ratio or pin is known: without, a change of another setting tells nothing.
bool tells_split(const Outlook& outlook, const Situation& s) {
  return outlook.outcomes.front().ratio || s.inputs.given(Key::mamba_size);
}

// The digits of r*, checked by the engine model where the memory is known.
std::optional<RatioText> digits_of(const Situation& s) {
  if (!s.engine) return ratio_text(s.ratio->value);
  EngineInputs inputs = *s.engine;
  inputs.ratio = s.ratio->value;
  inputs.max_mamba_cache_size.reset();
  const Load wanted = load(s);
  const auto checked = verified_ratio_text(inputs, wanted.tokens_per_request, wanted.idle_prefixes);
  return checked ? checked : ratio_text(s.ratio->value);
}

std::string ratio_flag(std::string_view digits) {
  return "--mamba-full-memory-ratio " + std::string(digits);
}

void look_at_pin(Outlook& outlook, const Situation& s) {
  const double dp = s.inputs.number_or(Key::dp, 1);
  std::optional<double> requests = s.inputs.number(Key::C);
  if (!requests) {
    const Outcome* at_flag = outlook.find("ratio");
    if (at_flag == nullptr || !at_flag->requests || *at_flag->requests < 1) return;
    requests = *at_flag->requests * dp;
  }
  outlook.pin_slots = pinned_slots(*requests, s.workload.slots_per_request, dp) +
                      dp * s.inputs.number_or(Key::prefixes, 0);
  outlook.pin_flag = "--max-mamba-cache-size " + plain_decimal(*outlook.pin_slots);
}

void look_at_best(Outlook& outlook, const Situation& s) {
  EngineInputs inputs = *s.engine;
  inputs.max_mamba_cache_size.reset();
  outlook.best = best_ratio(inputs, load(s), s.ratio->value);
  if (!outlook.best) return;
  const std::string flag = ratio_flag(outlook.best->flag.text);
  outlook.outcomes.push_back(at_ratio(s, "best", outlook.best->flag.value, flag));
  const Outcome* at_flag = outlook.find("ratio");
  const bool gains =
      at_flag == nullptr || *at_flag->requests < static_cast<double>(outlook.best->requests);
  if (gains) outlook.best_flag = flag;
}

void add_pinned(Outlook& outlook, const Situation& s) {
  if (!outlook.pin_slots) return;
  Outcome outcome = at_pin(s, outlook);
  if (outcome.binding == "refused") outlook.pin_flag.clear();
  outlook.outcomes.push_back(std::move(outcome));
}

// `r 2.5, extra_buffer_lazy`: what a row sets, each word of a strategy speaking for itself.
std::string name_of(const WhatIf& change) {
  std::string name;
  for (const auto& [key, text] : change.changes) {
    if (!name.empty()) name += ", ";
    if (key != Key::strategy) {
      name += parameter(key).key;
      name += ' ';
    }
    name += text;
  }
  return name;
}

// `also=r:2.5,strategy:extra_buffer_lazy;tp:4`: two rows, the rest of each as at present.
void add_compared(Outlook& outlook, const Situation& s) {
  const bool told = tells_split(outlook, s);
  const std::string_view list = s.inputs.choice(Key::also);
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find(';', begin), list.size());
    WhatIf change;
    for (const Entry& entry : entries_in(list.substr(begin, end - begin))) {
      change.changes.emplace_back(entry.key, entry.text);
    }
    begin = end + 1;
    Outcome outcome{"also", name_of(change), {}, {}, {}, {}, {}, {}, {}};
    const auto sets = [&](Key key) {
      return std::any_of(change.changes.begin(), change.changes.end(),
                         [&](const auto& one) { return one.first == key; });
    };
    if (sets(Key::r) && !sets(Key::mamba_size)) change.changes.emplace_back(Key::mamba_size, "");
    const Situation other = what_if(s, change);
    if (!other.rescaling.unknown.empty()) {
      outlook.problems.push_back(
          Problem(Code::what_if_needs_model, Key::also).with("changes", outcome.flag));
    } else if (has_error(other.problems)) {
      outcome.binding = "refused";
    } else if (other.engine && (told || sets(Key::r) || sets(Key::mamba_size))) {
      if (!other.inputs.given(Key::mamba_size)) outcome.ratio = other.engine->ratio;
      fill(outcome, other, *other.engine, predict(*other.engine));
    } else if (!other.memory.rest_gib) {
      outlook.problems.push_back(Problem(Code::what_if_needs_rest, Key::also)
                                     .with("tp", other.inputs.number_or(Key::tp, 1)));
    }
    outlook.outcomes.push_back(std::move(outcome));
  }
}

std::string repair_flag(RepairKind kind, const std::string& value = {}) {
  switch (kind) {
    case RepairKind::ratio:
      return ratio_flag(value);
    case RepairKind::pin:
      return "--max-mamba-cache-size " + value;
    case RepairKind::lazy_strategy:
      return "--mamba-radix-cache-strategy extra_buffer_lazy";
    case RepairKind::mem_fraction:
      return "--mem-fraction-static " + value;
    case RepairKind::max_running_requests:
      return "--max-running-requests " + value;
    case RepairKind::ssm_bfloat16:
      return "--mamba-ssm-dtype bfloat16";
    case RepairKind::radix_off:
      return "--disable-radix-cache";
  }
  return {};
}

RepairSettings repair_settings(const Situation& s) {
  RepairSettings settings;
  const std::string_view dtype = s.inputs.choice(Key::ssm_dtype);
  const double conv = s.inputs.number_or(Key::conv, 0);
  const double ssm = s.inputs.number_or(Key::ssm, 0);
  if (s.memory.state_from_sizes && (dtype == "auto" || dtype == "float32")) {
    settings.float32_ssm_bytes = *s.memory.slot_bytes * ssm / (conv + ssm);
  }
  const Situation lazy = what_if(s, {{{Key::strategy, "extra_buffer_lazy"}}, 1, 1});
  if (!has_error(lazy.problems) && s.inputs.is_on(Key::radix)) {
    settings.lazy_slots_per_request = static_cast<std::int64_t>(lazy.workload.slots_per_request);
  }
  settings.mem_fraction_static = s.inputs.number(Key::mem_fraction);
  settings.free_before_gib = s.inputs.number(Key::free_before);
  if (!settings.free_before_gib) settings.free_before_gib = s.inputs.number(Key::gpu);
  return settings;
}

// Where only the slots of a refused boot are known: what boots with just as many.
void look_for_fewer_slots(Outlook& outlook, const Situation& s) {
  const std::optional<double> slots = s.inputs.number(Key::N);
  const bool by_ratio = !s.inputs.given(Key::M) && s.inputs.choice(Key::spec) == "none";
  const bool refused = outlook.outcomes.front().binding == "refused";
  if (!slots || !refused || !by_ratio || s.inputs.number(Key::tokens)) return;
  const auto offer = [&](RepairKind kind, Key key, const char* text) {
    const Situation other = what_if(s, {{{key, text}}, 1, 1});
    const double S = other.workload.slots_per_request;
    if (has_error(other.problems) || S >= s.workload.slots_per_request || S > *slots) return;
    RepairLine line;
    line.flag = repair_flag(kind);
    line.slots = *slots;
    line.keeps_prefix_reuse = kind != RepairKind::radix_off;
    if (outlook.repairs.empty()) outlook.repaired.clamp = clamp_requests(*slots, other.workload);
    outlook.repairs.push_back(std::move(line));
  };
  if (!s.inputs.is_on(Key::radix)) return;
  offer(RepairKind::lazy_strategy, Key::strategy, "extra_buffer_lazy");
  offer(RepairKind::radix_off, Key::radix, "off");
  if (!outlook.repairs.empty()) outlook.repair_flag = outlook.repairs.front().flag;
}

void look_for_repairs(Outlook& outlook, const Situation& s) {
  if (outlook.outcomes.front().requests.value_or(0) >= 1) return;
  for (const Repair& repair : repairs(*s.engine, repair_settings(s), load(s))) {
    if (outlook.repairs.empty()) fill(outlook.repaired, repair.result, repair.capacity);
    RepairLine line;
    line.flag = repair_flag(repair.kind, repair.value);
    line.slots = static_cast<double>(repair.result.slots);
    line.requests = static_cast<double>(repair.capacity.in_flight);
    line.kv_tokens = static_cast<double>(repair.result.tokens);
    if (repair.tokens_lost) line.tokens_lost = static_cast<double>(*repair.tokens_lost);
    line.keeps_outputs = repair.keeps_outputs;
    line.keeps_prefix_reuse = repair.keeps_prefix_reuse;
    outlook.repairs.push_back(std::move(line));
  }
  if (!outlook.repairs.empty()) outlook.repair_flag = outlook.repairs.front().flag;
}

}  // namespace

const Outcome* Outlook::find(std::string_view id) const {
  const auto found = std::find_if(outcomes.begin(), outcomes.end(),
                                  [&](const Outcome& outcome) { return outcome.id == id; });
  return found == outcomes.end() ? nullptr : &*found;
}

Outlook look_ahead(const Situation& s) {
  Outlook outlook;
  outlook.outcomes.push_back(at_present(s));
  const bool refused = outlook.outcomes.front().binding == "refused";
  if (s.engine && tells_split(outlook, s) && (s.present_engine || refused)) {
    Outcome changed = outlook.outcomes.front();
    changed.id = "changed";
    const EngineResult result = predict(*s.engine);
    fill(changed, s, *s.engine, result);
    if (s.present_engine || !result.refusal) outlook.outcomes.push_back(std::move(changed));
  }
  if (s.engine) {
    const Outcome& present = outlook.outcomes.front();
    const bool same = !s.present_engine && !is_unexplained(s) && present.binding != "refused" &&
                      present.ratio == kDefaultRatio;
    Outcome by_default =
        same ? outlook.outcomes.front() : at_ratio(s, "default", kDefaultRatio, {});
    by_default.id = "default";
    by_default.flag = "--mamba-full-memory-ratio 0.9";
    outlook.outcomes.push_back(std::move(by_default));
  }
  if (s.ratio && std::isfinite(s.ratio->value) && s.ratio->value > 0) {
    if (const std::optional<RatioText> digits = digits_of(s)) {
      outlook.flag = ratio_flag(digits->text);
      outlook.outcomes.push_back(at_ratio(s, "ratio", digits->value, outlook.flag));
    }
  }
  look_at_pin(outlook, s);
  return outlook;
}

std::optional<double> requests_at_balance(const Situation& s) {
  if (!s.engine || !s.ratio) return std::nullopt;
  return at_ratio(s, {}, s.ratio->value, {}).requests;
}

double requests_with(const Situation& s, double ratio, double more_gib) {
  return at_ratio(s, {}, ratio, {}, more_gib).requests.value_or(0);
}

Outcome at_pin(const Situation& s, const Outlook& outlook) {
  Outcome outcome{"pin", outlook.pin_flag, {}, {}, {}, {}, {}, {}, {}};
  if (!s.engine || !outlook.pin_slots) return outcome;
  EngineInputs inputs = *s.engine;
  inputs.max_mamba_cache_size = static_cast<std::int64_t>(*outlook.pin_slots);
  fill(outcome, s, inputs, predict(inputs));
  return outcome;
}

Outlook look_all_around(const Situation& s) {
  Outlook outlook = look_ahead(s);
  if (!s.engine) {
    look_for_fewer_slots(outlook, s);
    return outlook;
  }
  if (s.ratio) look_at_best(outlook, s);
  add_pinned(outlook, s);
  add_compared(outlook, s);
  look_for_repairs(outlook, s);
  return outlook;
}

}  // namespace mamba_ratio
