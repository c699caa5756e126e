#include <algorithm>
#include <cmath>

#include "narrative.h"

namespace mamba_ratio {
namespace {

// Free memory worth more than any change of the ratio.
constexpr double kMuchFreeGib = 10;
// A share of the KV pool that is worth a sentence.
constexpr double kWorthwhile = 0.01;

class Advice {
 public:
  Advice(const Situation& s, const Outlook& outlook) : s_(s), outlook_(outlook) {}

  Problems problems() {
    what_is_missing();
    on_free_memory();
    on_remainder(Key::mamba_size);
    on_remainder(Key::M);
    on_granted_requests();
    if (!s_.ratio) return std::move(problems_);
    on_length_and_memory();
    on_idle_prefixes();
    on_the_flag();
    on_padding_row();
    on_the_best();
    on_draft_buffers();
    on_limit();
    on_fewer_slots(Code::lazy_gains, Key::strategy, "extra_buffer_lazy");
    on_fewer_slots(Code::skip_lock_gains, Key::skip_lock, "on");
    on_precisions();
    on_generation();
    add(Problem(Code::spiky_l, Key::L));
    return std::move(problems_);
  }

 private:
  void add(Problem problem) { problems_.push_back(std::move(problem)); }

  void what_is_missing() {
    const Memory& m = s_.memory;
    if (s_.logged.one_arena) return;
    if (m.state_missing == Code::needs_state_size) add(Problem(Code::needs_state_size, Key::N));
    if (m.kv_missing == Code::needs_kv_size) add(Problem(Code::needs_kv_size, Key::tokens));
  }

  void on_length_and_memory() {
    if (!s_.example && s_.inputs[Key::L].origin == Origin::example) {
      add(Problem(Code::l_is_example, Key::L).with("L", s_.workload.tokens_per_request));
    }
    const std::optional<double> context = s_.inputs.number(Key::ctx);
    if (context && !s_.example && s_.workload.tokens_per_request > *context) {
      add(Problem(Code::l_exceeds_context, Key::L)
              .with("L", s_.workload.tokens_per_request)
              .with("context", *context));
    }
    if (!s_.memory.rest_gib) add(Problem(Code::needs_rest, Key::rest));
  }

  // The fewest slots that admit a request leave the most tokens.
  void on_idle_prefixes() {
    if (!s_.engine) return;
    const Load wanted = load(s_);
    const double L = wanted.tokens_per_request;
    const auto idle = static_cast<double>(wanted.idle_prefixes);
    const EngineResult most =
        predict_at_slots(*s_.engine, s_.engine->slots_per_request + wanted.idle_prefixes);
    const double tokens = static_cast<double>(most.tokens) * s_.workload.dcp_size;
    const bool mended = outlook_.repaired.requests.value_or(0) >= 1;
    if (!mended && (most.refusal || tokens < L * (1 + idle))) {
      add(Problem(Code::no_setting_serves, Key::L).with("L", L).with("tokens", tokens));
    }
    if (idle > 0) {
      add(Problem(Code::prefixes_kept, Key::prefixes).with("idle", idle).with("tokens", idle * L));
    }
  }

  void on_the_flag() {
    if (limit_sizes_slots(s_)) {
      add(Problem(Code::ratio_not_read, Key::radix).with("M", *s_.inputs.number(Key::M)));
    }
    const Outcome* flag = outlook_.find("ratio");
    const double ratio = s_.ratio->value;
    if (flag != nullptr && flag->binding == "refused" && outlook_.repair_flag.empty()) {
      add(Problem(Code::prefer_pin_pool_too_small, "ratio").with("ratio", ratio));
    } else if (flag != nullptr && flag->binding != "refused" && *flag->ratio < kFragileRatio) {
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
      Problem more(Code::more_granted_than_slots, Key::S);
      more.arguments = {{"granted", *granted},
                        {"slots", *slots},
                        {"S", s_.workload.slots_per_request},
                        {"most", std::floor(*slots / *granted)}};
      const std::vector<double> shown = slots_per_request_of(*slots, *granted);
      if (shown.size() == 1 && !s_.inputs.given(Key::M)) {
        more.arguments.emplace_back("shown", shown.front());
      }
      add(std::move(more));
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
    const double buffers = draft_buffers_gib(in);
    const double state = in.number_or(Key::conv, 0) + in.number_or(Key::ssm, 0);
    if (state == 0 || buffers <= state) return;
    add(Problem(Code::draft_buffers_dwarf_pool, Key::spec_ssm)
            .with("buffer_gib", buffers)
            .with("state_gib", state)
            .with("share", buffers / s_.memory.rest_gib.value_or(buffers + state)));
  }

  void on_free_memory() {
    const std::optional<double>& left =
        s_.logged.left_over_gib ? s_.logged.left_over_gib : s_.logged.after_pools_gib;
    if (!left || *left < kMuchFreeGib) return;
    add(Problem(Code::free_memory_first, Key::mem_fraction).with("free_gib", *left));
  }

  // Each rank takes its share with a floor.
  void on_remainder(Key key) {
    const double dp = s_.inputs.number_or(Key::dp, 1);
    const double lost = std::fmod(s_.inputs.number_or(key, 0), dp);
    if (lost == 0) return;
    add(Problem(Code::dp_remainder_lost, key)
            .with("lost", lost)
            .with("dp", dp)
            .with("next", *s_.inputs.number(key) - lost + dp));
  }

  // State rows or draft rows are kept for every request of the limit, whether it fits or not.
  void on_limit() {
    const std::optional<double>& used = outlook_.outcomes.front().requests;
    const bool limited = s_.inputs.given(Key::M) || (s_.engine && s_.engine->speculative);
    if (!s_.engine || !limited || !used || *used < 1) return;
    EngineInputs lower = present_engine(s_);
    const EngineResult now = predict(lower);
    lower.max_running_requests = static_cast<std::int64_t>(*used) * lower.dp;
    const EngineResult then = predict(lower);
    const auto gained = static_cast<double>(then.tokens - now.tokens);
    if (now.refusal || then.refusal || gained < kWorthwhile * static_cast<double>(now.tokens)) {
      return;
    }
    add(Problem(Code::limit_above_use, Key::M)
            .with("requests", *used)
            .with("limit", static_cast<double>(*lower.max_running_requests))
            .with("tokens", gained));
  }

  // What a setting gives under which a request holds fewer slots, at its own balance.
  void on_fewer_slots(Code code, Key key, const char* text) {
    const Outcome* flag = outlook_.find("ratio");
    if (!s_.inputs.is_on(Key::radix) || flag == nullptr || !flag->requests) return;
    const Situation other = what_if(s_, {{{key, text}}, 1, 1});
    const double S = other.workload.slots_per_request;
    if (has_error(other.problems) || S >= s_.workload.slots_per_request) return;
    const std::optional<double> requests = requests_at_balance(other);
    if (!requests || *requests <= *flag->requests) return;
    add(Problem(code, key).with("S", S).with("requests", *requests).with("now", *flag->requests));
  }

  // A precision is the boot's own where the size printed with it is given; else a person chose it.
  void on_precisions() {
    const auto chosen = [&](Key key, Key size, std::string_view unchanged) {
      const Value& value = s_.inputs[key];
      const bool asked = value.origin == Origin::hand || value.origin == Origin::link;
      const bool changed = std::any_of(s_.asked.begin(), s_.asked.end(), [&](const Asked& one) {
        return one.key == key && !one.refused;
      });
      return asked && (changed || !s_.inputs.given(size)) && value.text != "auto" &&
             value.text != unchanged;
    };
    if (chosen(Key::kv_dtype, Key::kv, "bfloat16")) {
      add(Problem(Code::accuracy_kv_dtype, Key::kv_dtype));
    }
    if (chosen(Key::ssm_dtype, Key::ssm, "float32")) {
      add(Problem(Code::accuracy_ssm_dtype, Key::ssm_dtype));
    }
  }

  // Printed slots that no known code gives: most often a setting of that boot is not in the log.
  void on_generation() {
    if (s_.example || !s_.generations || s_.generations->generation) return;
    const Inputs& in = s_.inputs;
    const double pools = in.number_or(Key::conv, 0) + in.number_or(Key::ssm, 0);
    const bool drafts = draft_buffers_gib(in) > 0 || in.given(Key::draft_kv);
    const bool told = in.given(Key::r) || in.given(Key::mamba_size);
    Problem problem = drafts && in.choice(Key::spec) == "none"
                          ? Problem(Code::log_lacks_speculation, Key::spec)
                      : told ? Problem(Code::no_generation_fits, Key::N)
                             : Problem(Code::log_lacks_ratio, Key::r);
    const GenerationFit& newest = s_.generations->fits.front();
    add(std::move(problem)
            .with("slots", *in.number(Key::N))
            .with("low", std::max(0.0, static_cast<double>(newest.low_slots)))
            .with("high", std::max(0.0, static_cast<double>(newest.high_slots)))
            .with("ratio", pools / *in.number(Key::kv)));
  }

  const Situation& s_;
  const Outlook& outlook_;
  Problems problems_;
};

}  // namespace

Problems advice(const Situation& situation, const Outlook& outlook) {
  return Advice(situation, outlook).problems();
}

}  // namespace mamba_ratio
