#include "narrative.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace mamba_ratio {
namespace {

// With so few requests one more is worth more than the recipe.
constexpr std::int64_t kFewRequests = 5;

Sentence about_pools(std::string_view code, const Situation& s, const Outcome& outcome) {
  Sentence sentence{code, {}};
  const auto add = [&](const char* name, const std::optional<double>& number) {
    if (number) sentence.arguments.emplace_back(name, *number);
  };
  add("L", s.workload.tokens_per_request);
  add("S", s.workload.slots_per_request);
  add("r", outcome.ratio);
  add("pinned", s.inputs.number(Key::mamba_size));
  add("slots", outcome.slots);
  add("clamp", outcome.clamp);
  add("kv_cap", outcome.kv_cap);
  add("kv_tokens", outcome.kv_tokens);
  add("requests", outcome.requests);
  return sentence;
}

// The slots alone are known: what they admit, and what the lazy strategy would make of them.
Sentence cap_from_slots(const Situation& s, const Outcome& present) {
  const Situation lazy = what_if(s, {{{Key::strategy, "extra_buffer_lazy"}}, 1, 1});
  const std::optional<double> granted = s.inputs.number(Key::m_printed);
  if (granted && *granted > clamp_requests(*present.slots, s.workload)) {
    return about_pools("cap-granted", s, present).with("granted", *granted);
  }
  const double S = lazy.workload.slots_per_request;
  if (has_error(lazy.problems) || S >= s.workload.slots_per_request) {
    return about_pools("cap-from-slots", s, present);
  }
  return about_pools("cap-from-slots-lazy", s, present)
      .with("lazy_S", S)
      .with("lazy_requests", clamp_requests(*present.slots, lazy.workload));
}

/// The settings that decide S.
constexpr std::array kOfSlots{Key::S,         Key::radix, Key::strategy, Key::overlap,
                              Key::skip_lock, Key::pp,    Key::role};

/// Whether S alone says that a boot was refused, and no setting says S: its pools stand, so it may
/// have run with settings that the log lacks.
bool is_by_default(const Situation& s) {
  const Inputs& in = s.inputs;
  const bool told =
      std::any_of(kOfSlots.begin(), kOfSlots.end(), [&](Key key) { return in.given(key); });
  return !told && in.given(Key::N) && in.given(Key::tokens) && !in.given(Key::m_printed);
}

Sentence refused_slots(const Situation& s, const Outlook& outlook) {
  const Outcome& present = outlook.outcomes.front();
  const double admits = present.slots ? clamp_requests(*present.slots, s.workload) : 0;
  if (admits < 1 && !s.engine && outlook.repaired.clamp) {
    return about_pools("refused-slots-suffice", s, present)
        .with("flag", outlook.repair_flag)
        .with("admits", *outlook.repaired.clamp);
  }
  if (admits < 1 && is_by_default(s)) return about_pools("refused-by-default", s, present);
  if (admits < 1) return about_pools("refused-slots", s, present);
  return about_pools("refused-with-slots", s, present).with("admits", admits);
}

Sentence refused_headline(const Situation& s, const Outcome& present) {
  return about_pools(is_by_default(s) ? "refused-by-default" : "refused", s, present);
}

/// Whether a limit of requests binds before either pool.
bool is_limited(const Outcome& present) {
  return present.requests && present.clamp && present.kv_cap &&
         *present.requests < std::min(*present.clamp, *present.kv_cap);
}

/// Whether the KV pool binds at the size that --max-total-tokens leaves it.
bool is_capped_by_total(const Situation& s, const Outcome& present) {
  if (present.binding != "kv" || !present.kv_tokens || !s.inputs.given(Key::max_total))
    return false;
  const double most = *s.inputs.number(Key::max_total);
  return *present.kv_tokens <= most && *present.kv_tokens > most - s.inputs.number_or(Key::page, 1);
}

std::string_view missing_code(const Situation& s) {
  if (s.logged.one_arena) return "one-arena";
  const bool state = s.memory.state_bytes && !s.memory.state_missing;
  const bool kv = s.memory.kv_bytes && !s.memory.kv_missing;
  if (state && kv) return s.ratio ? "" : "missing-rest";
  if (state) return "missing-kv";
  return kv ? "missing-state" : "missing-both";
}

/// What one worker is asked for: M and the target count the whole server.
std::optional<double> asked_of_worker(const Situation& s, Key key) {
  const std::optional<double> asked = s.inputs.number(key);
  if (!asked) return asked;
  return std::ceil(*asked / s.inputs.number_or(Key::dp, 1));
}

Sentence present_alone(const Situation& s, const Outcome& present) {
  if (present.binding == "refused") return refused_headline(s, present);
  if (!present.clamp) return {missing_code(s), {}};
  const double granted = s.inputs.number(Key::m_printed).value_or(*present.clamp);
  const std::optional<double> asked = asked_of_worker(s, Key::M);
  if (asked && *asked > granted) {
    return Sentence{"asked-granted", {}}.with("asked", *asked).with("granted", granted);
  }
  return about_pools("capped", s, present).with("granted", granted);
}

}  // namespace

Sentence headline(const Situation& s, const Outlook& outlook) {
  const Outcome& present = outlook.outcomes.front();
  if (outlook.find("ratio") == nullptr) return present_alone(s, present);
  if (present.binding == "refused") return refused_headline(s, present);
  const std::string_view main = main_flag(s, outlook);
  const Outcome* flag = outlook.find(main == "flag" ? "ratio" : main);
  if (flag == nullptr || !flag->requests || !present.requests) {
    return Sentence{"flag-only", {}}.with("ratio", s.ratio->value);
  }
  const double now = *present.requests;
  const double then = *flag->requests;
  std::optional<double> asked = asked_of_worker(s, Key::C);
  if (!asked) asked = asked_of_worker(s, Key::M);
  std::string_view code = now == then ? "stays" : "now-to-flag";
  if (flag->binding == "refused") {
    code = "flag-refused";
  } else if (asked && *asked > now) {
    return Sentence{"asked-granted", {}}
        .with("now", now)
        .with("then", then)
        .with("asked", *asked)
        .with("granted", now);
  }
  return Sentence{code, {}}.with("now", now).with("then", then);
}

bool limit_sizes_slots(const Situation& s) {
  return s.engine && s.inputs.given(Key::M) &&
         slot_source(*s.engine) == SlotSource::max_running_requests;
}

Sentence reason(const Situation& s, const Outlook& outlook) {
  const Outcome& present = outlook.outcomes.front();
  const bool pinned = s.inputs.given(Key::mamba_size);
  const double drafts = s.inputs.number_or(Key::spec_ssm, 0);
  std::string_view code = s.ratio ? "needs-rest-for-requests" : "how-to-get-lines";
  if (present.binding == "refused") {
    return refused_slots(s, outlook);
  } else if (present.clamp && !present.kv_cap) {
    return cap_from_slots(s, present);
  } else if (drafts > 0 && s.memory.rest_gib && drafts > *s.memory.rest_gib / 2) {
    return about_pools("draft-buffers-took", s, present)
        .with("buffer_gib", drafts)
        .with("share", drafts / *s.memory.rest_gib)
        .with("state_gib", s.inputs.number_or(Key::conv, 0) + s.inputs.number_or(Key::ssm, 0));
  } else if (!present.binding.empty() && limit_sizes_slots(s)) {
    code = "limit-sizes-slots";
  } else if (is_limited(present)) {
    code = "limit-binds";
  } else if (is_capped_by_total(s, present)) {
    return about_pools("max-total-binds", s, present)
        .with("max_total", *s.inputs.number(Key::max_total));
  } else if (present.binding == "state") {
    code = pinned ? "state-binds-pinned" : present.ratio ? "state-binds" : "state-binds-now";
  } else if (present.binding == "kv") {
    code = pinned ? "kv-binds-pinned" : present.ratio ? "kv-binds" : "kv-binds-now";
  } else if (present.binding == "balanced") {
    code = "balanced-now";
  }
  return about_pools(code, s, present);
}

std::string_view main_flag(const Situation& s, const Outlook& outlook) {
  if (!outlook.repair_flag.empty()) return "repair";
  if (limit_sizes_slots(s) && !outlook.pin_flag.empty()) return "pin";
  const bool few = outlook.best && outlook.best->requests <= kFewRequests;
  if (few && !outlook.best_flag.empty()) return "best";
  if (outlook.pin_flag.empty()) return "flag";
  const Outcome* flag = outlook.find("ratio");
  if (flag == nullptr) return "pin";
  const bool holds_none = flag->binding == "refused";
  const bool fragile = *flag->ratio < kFragileRatio || s.workload.dcp_size > 1;
  return fragile || holds_none ? "pin" : "flag";
}

}  // namespace mamba_ratio
