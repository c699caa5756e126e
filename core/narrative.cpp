#include "narrative.h"

#include <cmath>

namespace mamba_ratio {
namespace {

// With so few requests one more is worth more than the recipe.
constexpr std::int64_t kFewRequests = 5;

std::vector<Argument> pool_arguments(const Situation& s, const Outcome& outcome) {
  std::vector<Argument> arguments{{"L", s.workload.tokens_per_request}};
  const auto add = [&](std::string_view name, const std::optional<double>& number) {
    if (number) arguments.emplace_back(name, *number);
  };
  add("r", outcome.ratio);
  add("pinned", s.inputs.number(Key::mamba_size));
  add("slots", outcome.slots);
  add("clamp", outcome.clamp);
  add("kv_cap", outcome.kv_cap);
  add("kv_tokens", outcome.kv_tokens);
  add("requests", outcome.requests);
  arguments.emplace_back("S", s.workload.slots_per_request);
  return arguments;
}

// The slots alone are known: what they admit, and what the lazy strategy would make of them.
Sentence cap_from_slots(const Situation& s, std::vector<Argument> arguments) {
  const Situation lazy = what_if(s, {{{Key::strategy, "extra_buffer_lazy"}}, 1, 1});
  const double S = lazy.workload.slots_per_request;
  if (has_error(lazy.problems) || S >= s.workload.slots_per_request) {
    return {"cap-from-slots", std::move(arguments)};
  }
  arguments.emplace_back("lazy_S", S);
  arguments.emplace_back("lazy_requests", clamp_requests(*s.inputs.number(Key::N), lazy.workload));
  return {"cap-from-slots-lazy", std::move(arguments)};
}

std::string_view missing_code(const Situation& s) {
  const bool state = s.memory.state_bytes && !s.memory.state_missing;
  const bool kv = s.memory.kv_bytes && !s.memory.kv_missing;
  if (state && kv) return s.ratio ? "" : "missing-rest";
  if (state) return "missing-kv";
  return kv ? "missing-state" : "missing-both";
}

Sentence present_alone(const Situation& s, const Outcome& present, std::string_view missing) {
  if (present.binding == "refused") return {"refused", pool_arguments(s, present)};
  if (!present.clamp) return {missing, {}};
  std::vector<Argument> arguments = pool_arguments(s, present);
  const double granted = s.inputs.number(Key::m_printed).value_or(*present.clamp);
  arguments.emplace_back("granted", granted);
  if (const std::optional<double> asked = s.inputs.number(Key::M); asked && *asked > granted) {
    arguments.emplace_back("asked", *asked);
    return {"asked-granted", arguments};
  }
  return {"capped", arguments};
}

// What the engine model and the log's own figures say beside each other.
void add_engine_advice(Problems& problems, const Situation& s, const Outlook& outlook) {
  const auto add = [&](Code code, std::string_view field, std::vector<Argument> arguments) {
    problems.push_back({code, std::string(field), std::nullopt, std::move(arguments)});
  };
  const Inputs& in = s.inputs;
  const std::optional<double> slots = in.number(Key::N);
  const std::optional<double> granted = in.number(Key::m_printed);
  const double S = s.workload.slots_per_request;
  if (slots && granted && *granted > clamp_requests(*slots, s.workload)) {
    add(Code::more_granted_than_slots, "S",
        {{"granted", *granted},
         {"slots", *slots},
         {"S", S},
         {"most", std::floor(*slots / *granted)}});
  } else if (s.engine && !in.given(Key::M) && s.engine->max_running_requests && granted) {
    add(Code::limit_below_pool, "M",
        {{"granted", *granted}, {"clamp", clamp_requests(*slots, s.workload)}, {"slots", *slots}});
  }
  if (!outlook.best_flag.empty()) {
    const Outcome* flag = outlook.find("ratio");
    add(Code::best_gains, "best_ratio",
        {{"best", static_cast<double>(outlook.best->requests)},
         {"ratio_requests", flag != nullptr ? flag->requests.value_or(0) : 0.0}});
  }
  const double buffers = in.number_or(Key::spec_ssm, 0) + in.number_or(Key::spec_conv, 0);
  const double state = in.number_or(Key::conv, 0) + in.number_or(Key::ssm, 0);
  if (buffers > state && state > 0) {
    add(Code::draft_buffers_dwarf_pool, "spec_ssm",
        {{"buffer_gib", buffers},
         {"state_gib", state},
         {"share", buffers / s.memory.rest_gib.value_or(buffers + state)}});
  }
  if (s.generations && !s.generations->generation && s.inputs[Key::N].origin != Origin::example) {
    const GenerationFit& newest = s.generations->fits.front();
    add(Code::no_generation_fits, "N",
        {{"slots", *slots},
         {"low", static_cast<double>(newest.low_slots)},
         {"high", static_cast<double>(newest.high_slots)}});
  }
}

}  // namespace

Sentence headline(const Situation& s, const Outlook& outlook) {
  const Outcome& present = outlook.outcomes.front();
  const Outcome* flag = outlook.find("ratio");
  if (flag == nullptr) return present_alone(s, present, missing_code(s));
  if (present.binding == "refused") return {"refused", pool_arguments(s, present)};
  if (!flag->requests || !present.requests) return {"flag-only", {{"ratio", s.ratio->value}}};
  const double now = *present.requests;
  const double then = *flag->requests;
  std::vector<Argument> arguments{{"now", now}, {"then", then}};
  if (flag->binding == "refused") return {"flag-refused", arguments};
  std::optional<double> asked = s.inputs.number(Key::C);
  if (!asked) asked = s.inputs.number(Key::M);
  if (asked && *asked > now) {
    arguments.insert(arguments.end(), {{"asked", *asked}, {"granted", now}});
    return {"asked-granted", arguments};
  }
  return {now == then ? "stays" : "now-to-flag", arguments};
}

Sentence reason(const Situation& s, const Outlook& outlook) {
  const Outcome& present = outlook.outcomes.front();
  std::vector<Argument> arguments = pool_arguments(s, present);
  const bool pinned = s.inputs.given(Key::mamba_size);
  if (present.binding == "refused") return {"refused-slots", arguments};
  if (!present.kv_cap && present.clamp) return cap_from_slots(s, std::move(arguments));
  if (present.binding == "state") return {pinned ? "state-binds-pinned" : "state-binds", arguments};
  if (present.binding == "kv") return {pinned ? "kv-binds-pinned" : "kv-binds", arguments};
  if (present.binding == "balanced") return {"balanced-now", arguments};
  if (s.ratio) return {"needs-rest-for-requests", arguments};
  return {"how-to-get-lines", arguments};
}

std::string_view main_flag(const Situation& s, const Outlook& outlook) {
  if (!outlook.repair_flag.empty()) return "repair";
  const bool few = outlook.best && outlook.best->requests <= kFewRequests;
  if (few && !outlook.best_flag.empty()) return "best";
  if (outlook.pin_flag.empty()) return "flag";
  const Outcome* flag = outlook.find("ratio");
  if (flag == nullptr) return "pin";
  const bool holds_none = flag->binding == "refused";
  const bool fragile = *flag->ratio < kFragileRatio || s.workload.dcp_size > 1;
  return fragile || holds_none ? "pin" : "flag";
}

Problems advice(const Situation& s, const Outlook& outlook) {
  Problems problems;
  const auto add = [&](Code code, std::string_view field, std::vector<Argument> arguments) {
    problems.push_back({code, std::string(field), std::nullopt, std::move(arguments)});
  };
  const Memory& m = s.memory;
  if (m.state_missing == Code::needs_state_size) add(Code::needs_state_size, "N", {});
  if (m.kv_missing == Code::needs_kv_size) add(Code::needs_kv_size, "tokens", {});
  if (!s.ratio) return problems;
  if (!s.example && s.inputs[Key::L].origin == Origin::example) {
    add(Code::l_is_example, "L", {{"L", s.workload.tokens_per_request}});
  }
  if (!m.rest_gib) add(Code::needs_rest, "rest", {});
  const Outcome* flag = outlook.find("ratio");
  if (flag != nullptr && flag->binding == "refused") {
    add(Code::prefer_pin_pool_too_small, "ratio", {{"ratio", s.ratio->value}});
  } else if (flag != nullptr && *flag->ratio < kFragileRatio) {
    add(Code::prefer_pin_small_ratio, "ratio", {{"ratio", s.ratio->value}});
  }
  if (s.workload.dcp_size > 1) {
    add(Code::prefer_pin_dcp, "dcp", {{"dcp", s.workload.dcp_size}});
    if (s.workload.draft_kv_bytes > 0) add(Code::draft_kv_replicated, "draft_kv", {});
  }
  if (m.other_state_bytes) {
    const double N = *s.inputs.number(Key::N);
    const Code code = 1 / N > 0.01 ? Code::padding_row_matters : Code::padding_row;
    add(code, "rows",
        {{"N", N},
         {"rows", N + 1},
         {"share", 1 / N},
         {"reading", std::string(s.inputs.choice(Key::rows))},
         {"token_equiv", m.other_state_bytes->value / m.kv_bytes->value},
         {"ratio", s.other_ratio->value}});
  }
  add_engine_advice(problems, s, outlook);
  add(Code::spiky_l, "L", {});
  return problems;
}

}  // namespace mamba_ratio
