#include "narrative.h"

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
  const double S = lazy.workload.slots_per_request;
  if (has_error(lazy.problems) || S >= s.workload.slots_per_request) {
    return about_pools("cap-from-slots", s, present);
  }
  return about_pools("cap-from-slots-lazy", s, present)
      .with("lazy_S", S)
      .with("lazy_requests", clamp_requests(*present.slots, lazy.workload));
}

std::string_view missing_code(const Situation& s) {
  const bool state = s.memory.state_bytes && !s.memory.state_missing;
  const bool kv = s.memory.kv_bytes && !s.memory.kv_missing;
  if (state && kv) return s.ratio ? "" : "missing-rest";
  if (state) return "missing-kv";
  return kv ? "missing-state" : "missing-both";
}

Sentence present_alone(const Situation& s, const Outcome& present) {
  if (present.binding == "refused") return about_pools("refused", s, present);
  if (!present.clamp) return {missing_code(s), {}};
  const double granted = s.inputs.number(Key::m_printed).value_or(*present.clamp);
  const std::optional<double> asked = s.inputs.number(Key::M);
  if (asked && *asked > granted) {
    return Sentence{"asked-granted", {}}.with("asked", *asked).with("granted", granted);
  }
  return about_pools("capped", s, present).with("granted", granted);
}

class Advice {
 public:
  Advice(const Situation& s, const Outlook& outlook) : s_(s), outlook_(outlook) {}

  Problems problems() {
    what_is_missing();
    if (!s_.ratio) return std::move(problems_);
    on_length_and_memory();
    on_the_flag();
    on_padding_row();
    on_granted_requests();
    on_the_best();
    on_draft_buffers();
    on_generation();
    add(Problem(Code::spiky_l, Key::L));
    return std::move(problems_);
  }

 private:
  void add(Problem problem) { problems_.push_back(std::move(problem)); }

  void what_is_missing() {
    const Memory& m = s_.memory;
    if (m.state_missing == Code::needs_state_size) add(Problem(Code::needs_state_size, Key::N));
    if (m.kv_missing == Code::needs_kv_size) add(Problem(Code::needs_kv_size, Key::tokens));
  }

  void on_length_and_memory() {
    if (!s_.example && s_.inputs[Key::L].origin == Origin::example) {
      add(Problem(Code::l_is_example, Key::L).with("L", s_.workload.tokens_per_request));
    }
    if (!s_.memory.rest_gib) add(Problem(Code::needs_rest, Key::rest));
  }

  void on_the_flag() {
    const Outcome* flag = outlook_.find("ratio");
    const double ratio = s_.ratio->value;
    if (flag != nullptr && flag->binding == "refused") {
      add(Problem(Code::prefer_pin_pool_too_small, "ratio").with("ratio", ratio));
    } else if (flag != nullptr && *flag->ratio < kFragileRatio) {
      add(Problem(Code::prefer_pin_small_ratio, "ratio").with("ratio", ratio));
    }
    if (s_.workload.dcp_size == 1) return;
    add(Problem(Code::prefer_pin_dcp, Key::dcp).with("dcp", s_.workload.dcp_size));
    if (s_.workload.draft_kv_bytes > 0) add(Problem(Code::draft_kv_replicated, Key::draft_kv));
  }

  void on_padding_row() {
    const Memory& m = s_.memory;
    if (!m.other_state_bytes) return;
    const double N = *s_.inputs.number(Key::N);
    add(Problem(1 / N > 0.01 ? Code::padding_row_matters : Code::padding_row, Key::rows)
            .with("N", N)
            .with("rows", N + 1)
            .with("share", 1 / N)
            .with("reading", s_.inputs.choice(Key::rows))
            .with("token_equiv", m.other_state_bytes->value / m.kv_bytes->value)
            .with("ratio", s_.other_ratio->value));
  }

  void on_granted_requests() {
    const std::optional<double> slots = s_.inputs.number(Key::N);
    const std::optional<double> granted = s_.inputs.number(Key::m_printed);
    if (!slots || !granted) return;
    const double admitted = clamp_requests(*slots, s_.workload);
    if (*granted > admitted) {
      add(Problem(Code::more_granted_than_slots, Key::S)
              .with("granted", *granted)
              .with("slots", *slots)
              .with("S", s_.workload.slots_per_request)
              .with("most", std::floor(*slots / *granted)));
    } else if (s_.engine && !s_.inputs.given(Key::M) && s_.engine->max_running_requests) {
      add(Problem(Code::limit_below_pool, Key::M)
              .with("granted", *granted)
              .with("clamp", admitted)
              .with("slots", *slots));
    }
  }

  void on_the_best() {
    if (outlook_.best_flag.empty()) return;
    const Outcome* flag = outlook_.find("ratio");
    add(Problem(Code::best_gains, "best_ratio")
            .with("best", static_cast<double>(outlook_.best->requests))
            .with("ratio_requests", flag != nullptr ? flag->requests.value_or(0) : 0.0));
  }

  void on_draft_buffers() {
    const Inputs& in = s_.inputs;
    const double buffers = draft_buffers();
    const double state = in.number_or(Key::conv, 0) + in.number_or(Key::ssm, 0);
    if (state == 0 || buffers <= state) return;
    add(Problem(Code::draft_buffers_dwarf_pool, Key::spec_ssm)
            .with("buffer_gib", buffers)
            .with("state_gib", state)
            .with("share", buffers / s_.memory.rest_gib.value_or(buffers + state)));
  }

  // Printed slots that no known code gives: most often a setting of that boot is not in the log.
  void on_generation() {
    if (s_.example || !s_.generations || s_.generations->generation) return;
    const Inputs& in = s_.inputs;
    const double pools = in.number_or(Key::conv, 0) + in.number_or(Key::ssm, 0);
    const bool drafts = draft_buffers() > 0 || in.given(Key::draft_kv);
    const bool told = in.given(Key::r) || in.given(Key::mamba_size);
    Problem problem = drafts && in.choice(Key::spec) == "none"
                          ? Problem(Code::log_lacks_speculation, Key::spec)
                      : told ? Problem(Code::no_generation_fits, Key::N)
                             : Problem(Code::log_lacks_ratio, Key::r);
    const GenerationFit& newest = s_.generations->fits.front();
    add(std::move(problem)
            .with("slots", *in.number(Key::N))
            .with("low", static_cast<double>(newest.low_slots))
            .with("high", static_cast<double>(newest.high_slots))
            .with("ratio", pools / *in.number(Key::kv)));
  }

  double draft_buffers() const {
    return s_.inputs.number_or(Key::spec_ssm, 0) + s_.inputs.number_or(Key::spec_conv, 0);
  }

  const Situation& s_;
  const Outlook& outlook_;
  Problems problems_;
};

}  // namespace

Sentence headline(const Situation& s, const Outlook& outlook) {
  const Outcome& present = outlook.outcomes.front();
  const Outcome* flag = outlook.find("ratio");
  if (flag == nullptr) return present_alone(s, present);
  if (present.binding == "refused") return about_pools("refused", s, present);
  if (!flag->requests || !present.requests) {
    return Sentence{"flag-only", {}}.with("ratio", s.ratio->value);
  }
  const double now = *present.requests;
  const double then = *flag->requests;
  std::optional<double> asked = s.inputs.number(Key::C);
  if (!asked) asked = s.inputs.number(Key::M);
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

Sentence reason(const Situation& s, const Outlook& outlook) {
  const Outcome& present = outlook.outcomes.front();
  const bool pinned = s.inputs.given(Key::mamba_size);
  std::string_view code = s.ratio ? "needs-rest-for-requests" : "how-to-get-lines";
  if (present.binding == "refused") {
    code = "refused-slots";
  } else if (present.clamp && !present.kv_cap) {
    return cap_from_slots(s, present);
  } else if (present.binding == "state") {
    code = pinned ? "state-binds-pinned" : "state-binds";
  } else if (present.binding == "kv") {
    code = pinned ? "kv-binds-pinned" : "kv-binds";
  } else if (present.binding == "balanced") {
    code = "balanced-now";
  }
  return about_pools(code, s, present);
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

Problems advice(const Situation& situation, const Outlook& outlook) {
  return Advice(situation, outlook).problems();
}

}  // namespace mamba_ratio
