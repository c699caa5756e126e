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
    ratio();
    memory();
    at_the_flag();
    return std::move(steps_);
  }

 private:
  void add(std::string_view id, std::string_view formula, std::vector<Key> keys, double value,
           std::string_view unit, std::vector<Argument> arguments = {}) {
    Step step{id, formula, std::move(arguments), value, unit, Origin::computed, {}};
    for (const Key key : keys) {
      const Value& input = s_.inputs[key];
      step.arguments.emplace_back(parameter(key).key, input.number.value_or(0));
      step.origin = std::max(input.origin, keys.front() == key ? Origin::by_default : step.origin);
      if (input.line && (step.lines.empty() || step.lines.back() != *input.line)) {
        step.lines.push_back(*input.line);
      }
    }
    steps_.push_back(std::move(step));
  }

  void of_model(std::string_view id, std::string_view formula, double value,
                std::vector<Argument> arguments) {
    arguments.emplace_back("tp", s_.inputs.number_or(Key::tp, 1));
    add(id, formula, {}, value, "bytes", std::move(arguments));
    steps_.back().origin = Origin::model;
  }

  void bytes_of_a_slot() {
    if (!s_.memory.state_bytes) return;
    const double value = s_.memory.state_bytes->value;
    if (s_.memory.state_from_model) {
      const ExactBytes& of = *s_.memory.of_model;
      return of_model("state_bytes", "slot-of-model", value,
                      {{"conv_bytes", static_cast<double>(of.conv_bytes)},
                       {"ssm_bytes", static_cast<double>(of.ssm_bytes)},
                       {"ssm_dtype", std::string(word(of.ssm_dtype))}});
    }
    if (!s_.memory.state_from_sizes) {
      return add("state_bytes", "given", {Key::state_bytes}, value, "bytes");
    }
    const bool printed = s_.inputs.choice(Key::rows) == "printed";
    add("state_bytes", printed ? "slot-of-printed-rows" : "slot-of-allocated-rows",
        {Key::conv, Key::ssm, Key::N}, value, "bytes");
  }

  void bytes_of_a_token() {
    if (!s_.memory.kv_bytes) return;
    const double value = s_.memory.kv_bytes->value;
    if (s_.memory.kv_from_model) {
      return of_model("kv_bytes", "token-of-model", value,
                      {{"kv_dtype", std::string(word(s_.memory.of_model->kv_dtype))},
                       {"target_bytes", static_cast<double>(s_.memory.of_model->kv_bytes)}});
    }
    if (!s_.memory.kv_from_sizes) {
      return add("kv_bytes", "given", {Key::kv_bytes}, value, "bytes");
    }
    add("kv_bytes", "token-of-sizes", {Key::kv, Key::tokens}, value, "bytes");
  }

  void slots_of_a_request() {
    const double S = s_.workload.slots_per_request;
    if (s_.inputs[Key::S].given) return add("S", "given", {Key::S}, S, "slots");
    const Slots& slots = s_.slots_by_settings;
    const std::vector<Argument> parts{{"base", static_cast<double>(slots.base)},
                                      {"track", static_cast<double>(slots.track)},
                                      {"strategy", std::string(s_.inputs.choice(Key::strategy))}};
    add("S", s_.inputs.is_on(Key::radix) ? "slots-of-settings" : "slots-without-radix", {}, S,
        "slots", parts);
  }

  void drafts_of_a_request() {
    const double D = s_.workload.draft_states;
    if (D == 0) return;
    const std::vector<Argument> by{{"spec", std::string(s_.inputs.choice(Key::spec))}};
    const bool given = s_.inputs[Key::D].given;
    add("D", given ? "given" : "drafts-of-algorithm", {}, D, "states", by);
    if (given) steps_.back().origin = s_.inputs[Key::D].origin;
  }

  void ratio() {
    if (!s_.ratio) return;
    const Workload& w = s_.workload;
    const double equivalent = s_.memory.state_bytes->value / s_.memory.kv_bytes->value;
    add("token_equiv", "state-over-kv", {}, equivalent, "tokens",
        {{"state_bytes", s_.memory.state_bytes->value}, {"kv_bytes", s_.memory.kv_bytes->value}});
    std::vector<Argument> parts{{"S", w.slots_per_request},
                                {"D", w.draft_states},
                                {"token_equiv", equivalent},
                                {"dcp", w.dcp_size},
                                {"L", w.tokens_per_request},
                                {"draft_kv", w.draft_kv_bytes},
                                {"kv_bytes", s_.memory.kv_bytes->value},
                                {"state_bytes", s_.memory.state_bytes->value}};
    std::string_view formula = w.draft_kv_bytes > 0 ? "ratio-with-draft-kv" : "ratio";
    if (s_.buffer_bytes) {
      formula = "ratio-with-buffer";
      Workload pool = w;
      pool.draft_states = 0;
      const Interval inner = balanced_ratio(*s_.memory.state_bytes, *s_.memory.kv_bytes, pool);
      parts.emplace_back("r_pool", inner.value);
      parts.emplace_back("fixed_bytes", *s_.buffer_bytes);
      parts.emplace_back("rest_gib", *s_.memory.rest_gib);
    }
    add("ratio", formula, {}, s_.ratio->value, "", std::move(parts));
  }

  void memory() {
    if (!s_.memory.rest_gib) return;
    if (s_.inputs.given(Key::rest)) {
      return add("rest", "given", {Key::rest}, *s_.memory.rest_gib, "GiB");
    }
    if (s_.memory.rest_estimated) {
      return add("rest", "rest-of-gpu", {}, *s_.memory.rest_gib, "GiB",
                 {{"free",
                   s_.inputs.number(Key::free_before).value_or(s_.inputs.number_or(Key::gpu, 0))}});
    }
    std::vector<Key> keys{Key::conv, Key::ssm, Key::kv};
    const bool drafts = s_.inputs.number_or(Key::spec_ssm, 0) > 0 ||
                        s_.inputs.number_or(Key::spec_conv, 0) > 0 ||
                        s_.workload.draft_kv_bytes > 0;
    if (drafts)
      keys.insert(keys.end(), {Key::spec_ssm, Key::spec_conv, Key::draft_kv, Key::tokens});
    add("rest", drafts ? "sum-of-pools-and-drafts" : "sum-of-pools", keys, *s_.memory.rest_gib,
        "GiB");
  }

  void at_the_flag() {
    const Outcome* flag = outlook_.find("ratio");
    if (flag == nullptr || !flag->slots || !flag->kv_tokens) return;
    const Workload& w = s_.workload;
    add("clamp", "slots-over-S", {}, *flag->clamp, "requests",
        {{"slots", *flag->slots}, {"S", w.slots_per_request}});
    add("kv_cap", "tokens-over-L", {}, *flag->kv_cap, "requests",
        {{"kv_tokens", *flag->kv_tokens}, {"dcp", w.dcp_size}, {"L", w.tokens_per_request}});
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
