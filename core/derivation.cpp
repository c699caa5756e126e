#include <algorithm>

#include "narrative.h"

namespace mamba_ratio {
namespace {

class Derivation {
 public:
  Derivation(const Situation& s, const Outlook& outlook) : s_(s), outlook_(outlook) {}

  std::vector<Step> steps() {
    bytes_of_a_slot();
    bytes_of_a_token();
    slots_of_a_request();
    drafts_of_a_request();
    if (s_.ratio) ratio();
    if (s_.memory.rest_gib) memory();
    at_the_flag();
    return std::move(steps_);
  }

 private:
  Step& add(std::string_view id, std::string_view formula, double value, std::string_view unit) {
    steps_.push_back({id, formula, {}, value, unit, Origin::computed, {}});
    return steps_.back();
  }

  // The step's origin is that of the inputs: the one a person did most for.
  Step& from(Step& step, Key key) {
    const Value& input = s_.inputs[key];
    step.with(parameter(key).key.data(), input.number.value_or(0));
    const bool first = step.origin == Origin::computed;
    step.origin = first ? input.origin : std::max(step.origin, input.origin);
    const bool known =
        std::find(step.lines.begin(), step.lines.end(), input.line.value_or(0)) != step.lines.end();
    if (input.line && !known) step.lines.push_back(*input.line);
    return step;
  }

  void given(std::string_view id, Key key, double value, std::string_view unit) {
    from(add(id, "given", value, unit), key);
  }

  Step& of_model(std::string_view id, std::string_view formula, double value) {
    Step& step = add(id, formula, value, "bytes").with("tp", s_.inputs.number_or(Key::tp, 1));
    step.origin = Origin::model;
    return step;
  }

  // What a setting asked for makes of the bytes measured.
  void asked_for(std::string_view id, double measured, double value) {
    if (value == measured) return;
    add(id, "what-if", value, "bytes").with("measured", measured).with("factor", value / measured);
  }

  void bytes_of_a_slot() {
    const Memory& m = s_.memory;
    if (!m.state_bytes) return;
    const double value = m.state_bytes->value;
    if (m.state_from_model) {
      of_model("state_bytes", "slot-of-model", value)
          .with("conv_bytes", static_cast<double>(m.of_model->conv_bytes))
          .with("ssm_bytes", static_cast<double>(m.of_model->ssm_bytes))
          .with("ssm_dtype", word(m.of_model->ssm_dtype));
    } else if (!m.state_from_sizes) {
      const double typed = *s_.inputs.number(Key::state_bytes);
      given("state_bytes", Key::state_bytes, typed, "bytes");
      asked_for("state_bytes", typed, value);
    } else {
      const Inputs& in = s_.inputs;
      const bool printed = in.choice(Key::rows) == "printed";
      const double rows = *in.number(Key::N) + (printed ? 0 : 1);
      const double measured = state_bytes(*in.number(Key::conv), *in.number(Key::ssm), rows).value;
      Step& step = add("state_bytes", printed ? "slot-of-printed-rows" : "slot-of-allocated-rows",
                       measured, "bytes");
      from(from(from(step, Key::conv), Key::ssm), Key::N);
      asked_for("state_bytes", measured, value);
    }
  }

  void bytes_of_a_token() {
    const Memory& m = s_.memory;
    if (!m.kv_bytes) return;
    const double value = m.kv_bytes->value;
    if (m.kv_from_model) {
      of_model("kv_bytes", "token-of-model", value)
          .with("kv_dtype", word(m.of_model->kv_dtype))
          .with("target_bytes", static_cast<double>(m.of_model->kv_bytes));
    } else if (!m.kv_from_sizes) {
      const double typed = *s_.inputs.number(Key::kv_bytes);
      given("kv_bytes", Key::kv_bytes, typed, "bytes");
      asked_for("kv_bytes", typed, value);
    } else {
      const Inputs& in = s_.inputs;
      const double measured = kv_bytes(*in.number(Key::kv), 1, *in.number(Key::tokens)).value;
      from(from(add("kv_bytes", "token-of-sizes", measured, "bytes"), Key::kv), Key::tokens);
      asked_for("kv_bytes", measured, value);
    }
  }

  void slots_of_a_request() {
    const double S = s_.workload.slots_per_request;
    if (s_.inputs.given(Key::S)) return given("S", Key::S, S, "slots");
    const bool radix = s_.inputs.is_on(Key::radix);
    add("S", radix ? "slots-of-settings" : "slots-without-radix", S, "slots")
        .with("base", static_cast<double>(s_.slots_by_settings.base))
        .with("track", static_cast<double>(s_.slots_by_settings.track))
        .with("strategy", s_.inputs.choice(Key::strategy));
  }

  void drafts_of_a_request() {
    const double D = s_.workload.draft_states;
    if (D == 0) return;
    if (s_.inputs.given(Key::D)) return given("D", Key::D, D, "states");
    add("D", "drafts-of-algorithm", D, "states").with("spec", s_.inputs.choice(Key::spec));
  }

  void ratio() {
    const Workload& w = s_.workload;
    const double state = s_.memory.state_bytes->value;
    const double kv = s_.memory.kv_bytes->value;
    add("token_equiv", "state-over-kv", state / kv, "tokens")
        .with("state_bytes", state)
        .with("kv_bytes", kv);
    Step& step =
        add("ratio", w.draft_kv_bytes > 0 ? "ratio-with-draft-kv" : "ratio", s_.ratio->value, "");
    step.with("S", w.slots_per_request)
        .with("D", w.draft_states)
        .with("token_equiv", state / kv)
        .with("dcp", w.dcp_size)
        .with("L", w.tokens_per_request)
        .with("draft_kv", w.draft_kv_bytes)
        .with("kv_bytes", kv)
        .with("state_bytes", state);
    if (!s_.buffer_bytes) return;
    Workload pool = w;
    pool.draft_states = 0;
    step.formula = "ratio-with-buffer";
    step.with("r_pool", balanced_ratio(*s_.memory.state_bytes, *s_.memory.kv_bytes, pool).value)
        .with("fixed_bytes", *s_.buffer_bytes)
        .with("rest_gib", *s_.memory.rest_gib);
  }

  void memory() {
    const double rest = *s_.memory.rest_gib;
    const Inputs& in = s_.inputs;
    if (in.given(Key::rest)) return given("rest", Key::rest, rest, "GiB");
    if (s_.memory.gpu) {
      const double free = in.number(Key::free_before).value_or(in.number_or(Key::gpu, 0));
      add("rest", "rest-of-gpu", rest, "GiB").with("free", free);
      return;
    }
    const bool drafts = in.number_or(Key::spec_ssm, 0) > 0 || in.number_or(Key::spec_conv, 0) > 0 ||
                        s_.workload.draft_kv_bytes > 0;
    Step& step = add("rest", drafts ? "sum-of-pools-and-drafts" : "sum-of-pools", rest, "GiB");
    from(from(from(step, Key::conv), Key::ssm), Key::kv);
    if (!drafts) return;
    from(from(from(from(step, Key::spec_ssm), Key::spec_conv), Key::draft_kv), Key::tokens);
  }

  void at_the_flag() {
    const Outcome* flag = outlook_.find("ratio");
    if (flag == nullptr || !flag->slots || !flag->kv_tokens) return;
    add("clamp", "slots-over-S", *flag->clamp, "requests")
        .with("slots", *flag->slots)
        .with("S", s_.workload.slots_per_request);
    add("kv_cap", "tokens-over-L", *flag->kv_cap, "requests")
        .with("kv_tokens", *flag->kv_tokens)
        .with("dcp", s_.workload.dcp_size)
        .with("L", s_.workload.tokens_per_request);
  }

  const Situation& s_;
  const Outlook& outlook_;
  std::vector<Step> steps_;
};

}  // namespace

std::vector<Step> derivation(const Situation& situation, const Outlook& outlook) {
  return Derivation(situation, outlook).steps();
}

}  // namespace mamba_ratio
