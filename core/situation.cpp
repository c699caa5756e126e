#include "situation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "measured.h"
#include "quantity.h"
#include "request_needs.h"

namespace mamba_ratio {
namespace {

const Inputs& example_inputs() {
  static const CheckedInputs example = check(example_entries());
  return example.inputs;
}

void fill_in_example(Situation& s) {
  s.example = true;
  for (const Entry& entry : example_entries()) {
    if (!s.inputs.given(entry.key)) s.inputs[entry.key] = example_inputs()[entry.key];
  }
}

EngineInputs engine_inputs(const Situation& s) {
  const Inputs& in = s.inputs;
  EngineInputs e;
  e.generation = in.given(Key::engine) ? in.chosen<Generation>(Key::engine) : e.generation;
  e.slot_bytes = *s.memory.slot_bytes;
  e.token_bytes = s.memory.kv_bytes->value + s.workload.draft_kv_bytes * s.workload.dcp_size;
  e.rest0_gib = *s.memory.rest_gib;
  e.radix_cache = in.is_on(Key::radix);
  e.slots_per_request = static_cast<std::int64_t>(s.workload.slots_per_request);
  e.speculative = in.choice(Key::spec) != "none";
  // Buffers of an algorithm that is not named: no ratio moves them.
  if (!e.speculative) e.rest0_gib -= s.memory.spec_ssm_gib + s.memory.spec_conv_gib;
  e.draft_states = static_cast<std::int64_t>(s.workload.draft_states);
  e.replay = in.is_on(Key::replay);
  if (e.replay) e.ring_bytes = in.number_or(Key::ring, 0);
  e.dp = in.whole(Key::dp).value_or(1);
  e.dcp = in.whole(Key::dcp).value_or(1);
  e.page = in.whole(Key::page).value_or(1);
  e.context_length = in.whole(Key::ctx);
  e.max_running_requests = in.whole(Key::M);
  e.max_total_tokens = in.whole(Key::max_total);
  e.ratio = in.number_or(Key::r, e.ratio);
  e.max_mamba_cache_size = in.whole(Key::mamba_size);
  return e;
}

// The printed buffers where the log has them; else (running requests + 1) * D states, of as many
// requests as the printed slots admit, or those of the present setting.
double draft_buffer_bytes(const Situation& s) {
  const Inputs& in = s.inputs;
  const double printed = s.memory.spec_ssm_gib + s.memory.spec_conv_gib;
  if (printed > 0) return printed * kBytesPerGib;
  if (s.workload.draft_states == 0) return 0;
  const double asked =
      std::floor(in.number_or(Key::M, kSpeculativeRequests) / in.number_or(Key::dp, 1));
  const std::optional<double> slots = in.number(Key::N);
  const auto at_present = [&] { return static_cast<double>(predict(engine_inputs(s)).slots); };
  const double most = clamp_requests(slots ? *slots : at_present(), s.workload);
  const double admitted = std::max(0.0, most);
  return (std::min(asked, admitted) + 1) * s.workload.draft_states * *s.memory.slot_bytes;
}

std::optional<Interval> ratio_of(const Situation& s, const Interval& state_bytes) {
  if (!s.buffer_bytes) return balanced_ratio(state_bytes, *s.memory.kv_bytes, s.workload);
  return buffered_ratio(state_bytes, *s.memory.kv_bytes, s.workload, *s.buffer_bytes,
                        *s.memory.rest_gib * kBytesPerGib);
}

void resolve_ratio(Situation& s) {
  const Memory& m = s.memory;
  if (!m.state_bytes || !m.kv_bytes || m.state_missing || m.kv_missing) return;
  if (s.inputs.choice(Key::accounting) == "buffer") {
    if (!m.rest_gib) {
      s.problems.emplace_back(Code::buffer_needs_rest, Key::accounting);
      return;
    }
    s.buffer_bytes = draft_buffer_bytes(s);
  }
  s.ratio = ratio_of(s, *m.state_bytes);
  if (m.other_state_bytes) s.other_ratio = ratio_of(s, *m.other_state_bytes);
  if (!s.ratio) {
    s.problems.push_back(
        {Code::buffer_leaves_nothing,
         "accounting",
         std::nullopt,
         {{"buffer_gib", *s.buffer_bytes / kBytesPerGib}, {"rest_gib", *m.rest_gib}}});
  }
}

// The log's own figures tell which sizing code printed them, unless it was said.
void resolve_generation(Situation& s) {
  const Memory& m = s.memory;
  if (!m.state_from_sizes || !m.kv_from_sizes || s.inputs.given(Key::max_total)) return;
  LoggedPools printed;
  printed.slots = *s.inputs.whole(Key::N);
  printed.state_gib = *s.inputs.number(Key::conv) + *s.inputs.number(Key::ssm);
  printed.tokens = *s.inputs.whole(Key::tokens);
  printed.kv_gib = *s.inputs.number(Key::kv);
  printed.kv_half *= s.inputs.number_or(Key::kv_parts, 1);
  s.generations = identify_generation(*s.engine, printed);
  if (s.inputs.given(Key::engine) || !s.generations) return;
  s.engine->generation = s.generations->generation.value_or(s.engine->generation);
}

// Where fewer requests were granted than the pools admit, only --max-running-requests can be why.
void infer_limit(Situation& s) {
  const std::optional<double> granted = s.inputs.number(Key::m_printed);
  const std::optional<double> slots = s.inputs.number(Key::N);
  if (s.engine->max_running_requests || !granted || !slots || *granted < 1) return;
  const double by_tokens = std::floor(s.inputs.number_or(Key::tokens, HUGE_VAL) / 2);
  if (*granted >= std::min(clamp_requests(*slots, s.workload), by_tokens)) return;
  if (!slots_per_request_of(*slots, *granted).empty()) return;  // the slots alone are, at some S
  s.engine->max_running_requests = static_cast<std::int64_t>(*granted) * s.engine->dp;
}

void recognise_model(Situation& s, const LoggedCheckpoint& checkpoint) {
  if (s.example && s.asked.empty()) return;
  Recognition found = recognise_boot(s.inputs, s.asked, checkpoint, s.problems);
  if (!s.example) {
    s.problems.insert(s.problems.end(), found.messages.begin(), found.messages.end());
  }
  if (found.verdict != Verdict::recognised) return;
  s.recognised = std::move(found.families.front());
  Memory& m = s.memory;
  if (m.state_bytes && m.state_bytes->value == static_cast<double>(s.recognised->state_bytes())) {
    m.conv_part = static_cast<double>(s.recognised->conv_bytes);
    m.ssm_part = static_cast<double>(s.recognised->ssm_bytes);
  }
  m.kv_scales |= m.kv_bytes->value == static_cast<double>(s.recognised->kv_bytes);
}

// Whether the config.json beside a log is its model's.
void compare_with_config(Situation& s) {
  const std::optional<PrintedPools> printed = printed_pools(s.inputs);
  if (!printed || s.config == nullptr) return;
  const ConfigFit config = fit(*printed, *s.config);
  if (config.verdict == Verdict::none) s.problems.emplace_back(Code::config_does_not_fit, "config");
  if (config.verdict != Verdict::recognised || s.recognised) return;
  std::erase_if(s.problems, [](const Problem& p) {
    return p.code == Code::model_not_recognised || p.code == Code::model_candidates;
  });
  const Candidate& found = config.bytes.candidates.front();
  s.problems.push_back(Problem(Code::config_fits, "config")
                           .with("tp", static_cast<double>(found.tp))
                           .with("ssm_dtype", word(found.ssm_dtype))
                           .with("kv_dtype", word(found.kv_dtype))
                           .with("state_bytes", static_cast<double>(config.bytes.state_bytes()))
                           .with("kv_bytes", static_cast<double>(config.bytes.kv_bytes)));
}

// The checkpoint's name gives what no line prints; a person decides whether to take it.
void offer_named_model(Situation& s, const LoggedCheckpoint& checkpoint) {
  const std::string_view model = checkpoint.model;
  const bool missing = s.memory.state_missing == Code::needs_state_size ||
                       s.memory.kv_missing == Code::needs_kv_size;
  if (model.empty() || !missing || s.config != nullptr || s.logged.one_arena) return;
  if (checkpoint.other_conv_dtype || s.inputs.choice(Key::model) == model) return;
  s.problems.push_back(Problem(Code::model_named, Key::model).with("model", std::string(model)));
}

void resolve_sizing(Situation& s) {
  resolve_ratio(s);
  const Memory& m = s.memory;
  if (!m.slot_bytes || !m.kv_bytes || !m.rest_gib || m.state_missing || m.kv_missing) return;
  s.engine = engine_inputs(s);
  infer_limit(s);
}

// Bytes and memory after a change of the settings that decide them.
void rescale(Situation& s, const Situation& base, const WhatIf& change) {
  Memory& m = s.memory;
  Rescaling& r = s.rescaling;
  if (m.state_from_sizes || m.kv_from_sizes || base.recognised) {
    r = rescaling(base.recognised ? &*base.recognised : nullptr, base.inputs, s.inputs);
    s.problems = std::move(r.problems);
    for (const Key key : r.unknown) s.inputs[key] = base.inputs[key];
    if (m.state_from_model) r.by.conv = r.by.ssm = 1;
    if (m.kv_from_model) r.by.kv = 1;
    scale(m, r.by);
    if (r.frees_drafts) m.spec_ssm_gib = m.spec_conv_gib = 0;
  }
  const bool other_ranks = s.inputs[Key::tp].text != base.inputs[Key::tp].text ||
                           s.inputs[Key::dp].text != base.inputs[Key::dp].text;
  if (s.inputs[Key::weights].origin == Origin::log) {
    move_weights(s.inputs, base.inputs, s.problems);
  }
  const Memory fresh = resolve_memory(s.inputs, base.config);
  if (m.state_from_model || m.kv_from_model) m.of_model = fresh.of_model;
  if (m.state_from_model) {
    m.state_bytes = fresh.state_bytes;
    m.slot_bytes = fresh.slot_bytes;
    m.conv_part = fresh.conv_part;
    m.ssm_part = fresh.ssm_part;
  }
  if (m.kv_from_model) m.kv_bytes = fresh.kv_bytes;
  if (has_error(fresh.problems)) s.problems = fresh.problems;
  if (!other_ranks) return;
  const bool told = s.inputs.given(Key::rest) || s.inputs.given(Key::weights);
  m.rest_gib.reset();
  if (told ? change.of_form : fresh.gpu.has_value()) m.rest_gib = typed_rest(s.inputs, s.problems);
}

bool tells_rest(const WhatIf& change) {
  return std::any_of(change.changes.begin(), change.changes.end(), [](const auto& one) {
    return one.first == Key::rest || parameter(one.first).group == Group::memory;
  });
}

bool alters_bytes(Key key) {
  return parameter(key).group == Group::model || key == Key::dp || key == Key::pp ||
         key == Key::spec;
}

// The answer is that of the settings asked for; what the boot printed stays the present.
void ask_otherwise(Situation& s, const Problems& checks) {
  WhatIf change;
  change.of_form = true;
  for (const Asked& one : s.asked) change.changes.emplace_back(one.key, one.value.text);
  Situation then = what_if(s, change);
  const auto factor = [](const std::optional<Interval>& was, const std::optional<Interval>& now) {
    return was && now && was->value > 0 ? now->value / was->value : 1;
  };
  std::vector<Asked> bytes;
  for (Asked& one : s.asked) {
    const std::vector<Key>& unknown = then.rescaling.unknown;
    one.refused = std::find(unknown.begin(), unknown.end(), one.key) != unknown.end();
    if (one.refused) continue;
    one.value.given = true;
    then.inputs[one.key] = one.value;
    if (one.key != Key::spec) bytes.push_back(one);
  }
  const auto say = [&](Code code, const std::string& changes) {
    if (changes.empty()) return;
    then.problems.push_back(
        Problem(code, s.asked.front().key)
            .with("changes", changes)
            .with("model", then.rescaling.model)
            .with("state", factor(s.memory.state_bytes, then.memory.state_bytes))
            .with("kv", factor(s.memory.kv_bytes, then.memory.kv_bytes)));
  };
  const bool exact = !then.rescaling.model.empty();
  say(exact ? Code::what_if : Code::what_if_by_dtype, listed(bytes, false));
  say(Code::what_if_needs_model, listed(s.asked, true));
  if (s.asked.back().key == Key::spec)
    say(Code::what_if_draft, listed({&s.asked.back(), 1}, false));
  if (s.memory.rest_gib && !then.memory.rest_gib) {
    then.problems.push_back(
        Problem(Code::what_if_needs_rest, Key::rest).with("tp", then.inputs.number_or(Key::tp, 1)));
  }
  then.problems.insert(then.problems.begin(), checks.begin(), checks.end());
  then.recognised = std::move(s.recognised);
  then.generations = s.generations;
  then.logged = s.logged;
  const bool changes =
      std::any_of(s.asked.begin(), s.asked.end(), [](const Asked& one) { return !one.refused; });
  if (changes) then.present_engine = s.engine;
  then.asked = std::move(s.asked);
  s = std::move(then);
}

}  // namespace

Situation understand(std::span<const Entry> entries, const Pasted& pasted) {
  CheckedInputs checked = check(entries);
  Situation s;
  s.inputs = std::move(checked.inputs);
  s.problems = std::move(checked.problems);
  s.logged = pasted.log.memory;
  const bool memory_tried = std::any_of(s.problems.begin(), s.problems.end(), [](const Problem& p) {
    const std::optional<Key> key = find_key(p.field);
    return key && (parameter(*key).group == Group::pools || parameter(*key).group == Group::bytes);
  });
  const bool nothing_pasted =
      !pasted.log_read && pasted.config == nullptr && s.inputs.is_on(Key::example);
  if (nothing_pasted && !memory_tried && !gives_memory(s.inputs)) fill_in_example(s);
  if (!s.inputs.given(Key::L)) s.inputs[Key::L] = example_inputs()[Key::L];
  const Problems checks = s.problems;
  s.config = pasted.config;
  std::vector<Entry> known(entries.begin(), entries.end());
  if (s.example) known.insert(known.end(), example_entries().begin(), example_entries().end());
  leave_stated_slots(s.inputs);
  s.asked = take_back(s.inputs, known);
  move_weights(s.inputs, entries, s.asked, pasted.log.checkpoint.model, s.problems);
  resolve_workload(s);
  if (has_error(s.problems)) return s;
  s.memory = resolve_memory(s.inputs, pasted.config);
  Problems found = s.memory.problems;
  if (has_error(found)) {
    s.problems.insert(s.problems.end(), found.begin(), found.end());
    return s;
  }
  std::swap(s.problems, found);
  recognise_model(s, pasted.log.checkpoint);
  if (!pasted.log.checkpoint.other_conv_dtype) compare_with_config(s);
  offer_named_model(s, pasted.log.checkpoint);
  std::swap(s.problems, found);
  resolve_sizing(s);
  if (s.engine) resolve_generation(s);
  if (!s.asked.empty()) ask_otherwise(s, checks);
  s.problems.insert(s.problems.end(), found.begin(), found.end());
  return s;
}

Situation what_if(const Situation& base, const WhatIf& change) {
  Situation s;
  s.inputs = base.inputs;
  s.example = base.example;
  s.config = base.config;
  s.present_engine = base.present_engine;
  s.memory = base.memory;
  bool bytes = false;
  for (const auto& [key, text] : change.changes) {
    const Entry entry{key, text, Origin::hand, std::nullopt};
    s.inputs[key] = check(std::span(&entry, 1)).inputs[key];  // empty text: back to the default
    if (parameter(key).group == Group::slots && key != Key::S) s.inputs[Key::S] = Value{};
    bytes |= alters_bytes(key);
  }
  if (bytes) rescale(s, base, change);
  if (tells_rest(change)) s.memory.rest_gib = typed_rest(s.inputs, s.problems);
  scale(s.memory, {1, change.ssm_factor, change.kv_factor, change.kv_factor});
  resolve_workload(s);
  if (has_error(s.problems)) return s;
  resolve_sizing(s);
  if (s.engine && base.engine) s.engine->generation = base.engine->generation;
  return s;
}

bool is_unexplained(const Situation& s) { return s.generations && !s.generations->generation; }

const EngineInputs& present_engine(const Situation& s) {
  return s.present_engine ? *s.present_engine : *s.engine;
}

Load load(const Situation& s) {
  return {s.workload.tokens_per_request, s.inputs.whole(Key::prefixes).value_or(0)};
}

std::span<const Entry> example_entries() {
  static const std::array<Entry, 7> kExample{{{Key::L, "9216", Origin::example, {}},
                                              {Key::N, "257", Origin::example, 1},
                                              {Key::conv, "0.46", Origin::example, 1},
                                              {Key::ssm, "13.04", Origin::example, 1},
                                              {Key::tokens, "1167552", Origin::example, 2},
                                              {Key::kv, "15.03", Origin::example, 2},
                                              {Key::kv_dtype, "fp8_e4m3", Origin::example, 2}}};
  return kExample;
}

}  // namespace mamba_ratio
