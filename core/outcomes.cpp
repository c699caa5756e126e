#include "outcomes.h"

#include <algorithm>
#include <cmath>

#include "quantity.h"

namespace mamba_ratio {
namespace {

constexpr double kDefaultRatio = 0.9;

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

std::optional<std::int64_t> whole(const Inputs& in, Key key) {
  const std::optional<double> number = in.number(key);
  if (!number) return std::nullopt;
  return static_cast<std::int64_t>(*number);
}

void fill(Outcome& outcome, const Situation& s, const EngineInputs& inputs,
          const EngineResult& result) {
  const std::int64_t prefixes = whole(s.inputs, Key::prefixes).value_or(0);
  const Capacity capacity =
      mamba_ratio::capacity(inputs, result, s.workload.tokens_per_request, prefixes);
  outcome.slots = static_cast<double>(result.slots);
  if (result.refusal) {
    outcome.clamp = static_cast<double>(capacity.by_state);
    outcome.requests = 0;
    outcome.binding = "refused";
    return;
  }
  outcome.kv_tokens = static_cast<double>(result.tokens);
  outcome.clamp = static_cast<double>(capacity.by_state);
  outcome.kv_cap = static_cast<double>(capacity.by_kv);
  outcome.requests = static_cast<double>(capacity.in_flight);
  if (capacity.binding) outcome.binding = word(*capacity.binding);
}

Outcome at_ratio(const Situation& s, std::string_view id, double ratio, std::string flag) {
  Outcome outcome{id, std::move(flag), ratio, {}, {}, {}, {}, {}, {}};
  if (!s.engine) return outcome;
  EngineInputs inputs = *s.engine;
  inputs.ratio = ratio;
  inputs.max_mamba_cache_size.reset();
  fill(outcome, s, inputs, predict(inputs));
  return outcome;
}

// Per worker: what the log says was granted, else what was asked for.
double requests_asked(const Inputs& in) {
  const std::optional<double> asked = in.number(Key::M);
  const double limit = asked ? std::floor(*asked / in.number_or(Key::dp, 1)) : HUGE_VAL;
  return in.number(Key::m_printed).value_or(limit);
}

// What the log printed of the present boot wins over the model, figure by figure.
void put_printed(Outcome& outcome, const Situation& s) {
  const Inputs& in = s.inputs;
  const std::optional<double> slots = in.number(Key::N);
  const std::optional<double> tokens = in.number(Key::tokens);
  if (slots) {
    outcome.slots = slots;
    outcome.clamp = clamp_requests(*slots, s.workload);
  }
  if (tokens) {
    outcome.kv_tokens = tokens;
    outcome.kv_cap = kv_cap_requests(*tokens, s.workload);
  }
  const std::optional<double> printed = in.number(Key::m_printed);
  outcome.binding = {};
  outcome.requests.reset();
  if (outcome.clamp == 0.0 || printed == 0.0) {
    outcome.requests = 0;
    outcome.binding = "refused";
  } else if (outcome.clamp && outcome.kv_cap) {
    outcome.binding = word(binding_of(static_cast<std::int64_t>(*outcome.clamp),
                                      static_cast<std::int64_t>(*outcome.kv_cap)));
    outcome.requests = std::min({*outcome.clamp, *outcome.kv_cap, requests_asked(in)});
  } else if (printed && outcome.clamp == printed) {
    outcome.requests = printed;
    outcome.binding = "state";
  }
}

Outcome at_present(const Situation& s) {
  const std::optional<std::int64_t> pinned = whole(s.inputs, Key::mamba_size);
  Outcome outcome{"present", {}, {}, {}, {}, {}, {}, {}, {}};
  if (!pinned) outcome.ratio = s.inputs.number_or(Key::r, kDefaultRatio);
  if (s.engine) fill(outcome, s, *s.engine, predict(*s.engine));
  put_printed(outcome, s);
  return outcome;
}

std::string significant(double number, int digits) {
  const int before_point = static_cast<int>(std::floor(std::log10(number))) + 1;
  const double scale = std::pow(10.0, digits - before_point);
  return plain_decimal(std::round(number * scale) / scale);
}

void look_at_pin(Outlook& outlook, const Situation& s) {
  const double dp = s.inputs.number_or(Key::dp, 1);
  std::optional<double> requests = s.inputs.number(Key::C);
  if (!requests) {
    const Outcome* at_flag = outlook.find("ratio");
    if (at_flag == nullptr || !at_flag->requests || *at_flag->requests < 1) return;
    requests = *at_flag->requests * dp;
  }
  outlook.pin_slots = pinned_slots(*requests, s.workload.slots_per_request, dp);
  outlook.pin_flag = "--max-mamba-cache-size " + plain_decimal(*outlook.pin_slots);
}

}  // namespace

const Outcome* Outlook::find(std::string_view id) const {
  const auto found = std::find_if(outcomes.begin(), outcomes.end(),
                                  [&](const Outcome& outcome) { return outcome.id == id; });
  return found == outcomes.end() ? nullptr : &*found;
}

Outlook look_ahead(const Situation& s) {
  Outlook outlook;
  const bool pinned = s.inputs.given(Key::mamba_size);
  outlook.outcomes.push_back(at_present(s));
  outlook.worker_requests = s.inputs.number(Key::m_printed);
  if (!outlook.worker_requests && s.engine) {
    outlook.worker_requests = static_cast<double>(predict(*s.engine).requests);
  }
  if (s.engine) {
    const bool same = !pinned && s.inputs.number(Key::r) == kDefaultRatio;
    Outcome by_default =
        same ? outlook.outcomes.front() : at_ratio(s, "default", kDefaultRatio, {});
    by_default.id = "default";
    by_default.flag = "--mamba-full-memory-ratio 0.9";
    outlook.outcomes.push_back(std::move(by_default));
  }
  if (s.ratio && std::isfinite(s.ratio->value) && s.ratio->value > 0) {
    const std::string digits = significant(s.ratio->value, 3);
    outlook.flag = "--mamba-full-memory-ratio " + digits;
    outlook.printed_ratio = std::strtod(digits.c_str(), nullptr);
    outlook.outcomes.push_back(at_ratio(s, "ratio", *outlook.printed_ratio, outlook.flag));
  }
  look_at_pin(outlook, s);
  return outlook;
}

}  // namespace mamba_ratio
