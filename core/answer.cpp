#include "answer.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "link.h"
#include "narrative.h"
#include "order.h"
#include "outcomes.h"
#include "quantity.h"
#include "situation.h"

namespace mamba_ratio {
namespace {

constexpr std::array<std::string_view, kResultCount> kResultIds{"token_equiv",
                                                                "S",
                                                                "D",
                                                                "ratio",
                                                                "state_bytes",
                                                                "kv_bytes",
                                                                "clamp",
                                                                "kv_cap",
                                                                "binding",
                                                                "pin",
                                                                "ratio_low",
                                                                "ratio_high",
                                                                "best_ratio",
                                                                "best_requests",
                                                                "now_slots",
                                                                "now_tokens",
                                                                "now_requests",
                                                                "now_clamp",
                                                                "now_kv_cap",
                                                                "now_binding",
                                                                "generation",
                                                                "rest",
                                                                "model_slots",
                                                                "model_tokens",
                                                                "model_requests"};

Result known(double number) { return {number, {}, {}, {}, {}}; }
Result missing(Code code) { return {{}, {}, {}, {}, code}; }

Result ranged(const std::optional<Interval>& range, std::optional<Code> code) {
  Result result;
  result.missing = code;
  if (!range) return result;
  if (!code) result.number = range->value;
  result.low = range->low;
  if (std::isfinite(range->high)) result.high = range->high;
  return result;
}

std::optional<Code> first_missing(const Memory& m) {
  return m.state_missing ? m.state_missing : m.kv_missing;
}

void put_headline(Answer& answer, const Situation& s) {
  const Memory& m = s.memory;
  std::optional<Interval> equivalent;
  if (m.state_bytes && m.kv_bytes) equivalent = token_equiv(*m.state_bytes, *m.kv_bytes);
  std::optional<Code> no_ratio = first_missing(m);
  if (!no_ratio && !s.ratio) no_ratio = Code::needs_rest;
  answer[ResultId::state_bytes] = ranged(m.state_bytes, m.state_missing);
  answer[ResultId::kv_bytes] = ranged(m.kv_bytes, m.kv_missing);
  answer[ResultId::token_equiv] = ranged(equivalent, first_missing(m));
  answer[ResultId::ratio] = ranged(s.ratio, no_ratio);
  answer[ResultId::S] = known(s.workload.slots_per_request);
  answer[ResultId::D] = known(s.workload.draft_states);
  answer[ResultId::ratio_low] = s.ratio ? known(s.ratio->low) : missing(*no_ratio);
  answer[ResultId::ratio_high] = s.ratio && std::isfinite(s.ratio->high)
                                     ? known(s.ratio->high)
                                     : missing(no_ratio.value_or(Code::size_too_coarse));
  const bool rest = m.rest_gib && *m.rest_gib > 0;
  answer[ResultId::rest] = rest ? known(*m.rest_gib) : missing(Code::needs_rest);
  if (!m.other_state_bytes || m.state_missing || !m.kv_bytes || m.kv_missing) return;
  const bool printed = s.inputs.choice(Key::rows) == "printed";
  answer.other_rows = OtherRows{printed ? "allocated" : "printed", m.other_state_bytes->value,
                                m.other_state_bytes->value / m.kv_bytes->value, std::nullopt,
                                1 / *s.inputs.number(Key::N)};
  if (s.other_ratio) answer.other_rows->ratio = s.other_ratio->value;
}

Result result_of(const std::optional<double>& number, Code code) {
  return number ? known(*number) : missing(code);
}

std::string_view generation_word(Generation generation) {
  return parameter(Key::engine).choices[static_cast<std::size_t>(generation)];
}

Result word_of(std::string_view word, Code code) {
  Result result;
  if (word.empty()) {
    result.missing = code;
  } else {
    result.word = word;
  }
  return result;
}

// The engine model's own figures of the present setting, whatever the log printed.
void put_model(Answer& answer, const Situation& s) {
  const Code why = first_missing(s.memory).value_or(Code::needs_rest);
  std::optional<EngineResult> model;
  if (s.engine) model = predict(present_engine(s));
  const auto figure = [&](std::int64_t EngineResult::*field) {
    return model ? known(static_cast<double>((*model).*field)) : missing(why);
  };
  answer[ResultId::model_slots] = figure(&EngineResult::slots);
  answer[ResultId::model_tokens] = figure(&EngineResult::tokens);
  answer[ResultId::model_requests] = figure(&EngineResult::requests);
  answer[ResultId::generation] =
      s.engine ? word_of(generation_word(s.engine->generation), why) : missing(why);
}

void put_outcomes(Answer& answer, const Situation& s, const Outlook& outlook) {
  const Code why = first_missing(s.memory).value_or(Code::needs_rest);
  const Outcome none;
  const Outcome* at_flag = outlook.find(answer.main == "best" ? "best" : "ratio");
  if (!outlook.repair_flag.empty()) at_flag = &outlook.repaired;
  const Outcome& flag = at_flag != nullptr ? *at_flag : none;
  answer[ResultId::clamp] = result_of(flag.clamp, why);
  answer[ResultId::kv_cap] = result_of(flag.kv_cap, why);
  answer[ResultId::binding] = word_of(flag.binding == "refused" ? "state" : flag.binding, why);
  answer[ResultId::pin] = result_of(outlook.pin_slots, Code::needs_target);
  const Outcome& now = outlook.outcomes.front();
  answer[ResultId::now_slots] = result_of(now.slots, Code::needs_log);
  answer[ResultId::now_tokens] = result_of(now.kv_tokens, Code::needs_log);
  answer[ResultId::now_clamp] = result_of(now.clamp, Code::needs_log);
  answer[ResultId::now_kv_cap] = result_of(now.kv_cap, Code::needs_log);
  answer[ResultId::now_binding] = word_of(now.binding, Code::needs_log);
  put_model(answer, s);
  const std::optional<double> granted = s.inputs.number(Key::m_printed);
  answer[ResultId::now_requests] = granted ? known(*granted) : answer[ResultId::model_requests];
  const std::optional<double> slots = s.inputs.number(Key::N);
  if (!granted && slots && is_unexplained(s)) {
    const EngineResult at_slots =
        predict_at_slots(present_engine(s), static_cast<std::int64_t>(*slots));
    answer[ResultId::now_requests] = known(static_cast<double>(at_slots.requests));
  }
  if (outlook.best) {
    answer[ResultId::best_ratio] = known(outlook.best->flag.value);
    answer[ResultId::best_requests] = known(static_cast<double>(outlook.best->requests));
  } else {
    answer[ResultId::best_ratio] = missing(why);
    answer[ResultId::best_requests] = missing(why);
  }
}

void put_value_defaults(Answer& answer, const Situation& s) {
  Value& S = answer.values[Key::S];
  if (!S.given) {
    S.number = s.workload.slots_per_request;
    S.origin = Origin::computed;
  }
  Value& D = answer.values[Key::D];
  if (!D.given) {
    D.number = s.workload.draft_states;
    D.origin = Origin::computed;
  }
  Value& rest = answer.values[Key::rest];
  if (!rest.given && s.memory.rest_gib && *s.memory.rest_gib > 0) {
    rest.number = s.memory.rest_gib;
    rest.origin = Origin::computed;
  }
}

Chart chart_of(const Situation& s) {
  if (!s.engine || !s.ratio) return {};
  EngineInputs inputs = *s.engine;
  inputs.max_mamba_cache_size.reset();
  ChartRange range;
  range.low = std::max(1e-4, std::min(0.1, s.ratio->value / 10));
  range.high = std::min(kMaxRatio, std::max(20.0, s.ratio->value * 10));
  return chart(inputs, load(s), range);
}

void sort_by_level(Problems& problems) {
  put_in_order(problems,
               [](const Problem& a, const Problem& b) { return level(a.code) < level(b.code); });
}

void note_unbuilt(const Inputs& inputs, Problems& problems) {
  for (const Parameter& row : parameters()) {
    if (row.built || is_default(inputs, row.id)) continue;
    problems.emplace_back(Code::key_not_built_yet, row.key);
  }
}

// A config cannot stand in a link: the bytes it gave stand there instead.
Inputs linked(const Situation& s, Inputs inputs, const Pasted& pasted) {
  inputs[Key::was] = {};
  if (!s.example) put_own(inputs, Key::was, was_text(s.asked, s.rescaling.model));
  for (const Asked& one : s.asked) {
    if (leaves_link(s.asked, one)) put_own(inputs, one.key, one.open ? "" : one.own);
  }
  // A default that was told says something where no sizing code gives the slots.
  inputs[Key::r].kept = is_unexplained(s);
  const auto put = [&](Key key, const std::optional<Interval>& bytes) {
    if (!bytes || inputs.given(key)) return;
    put_own(inputs, key, plain_decimal(bytes->value));
    inputs[key].origin = Origin::model;
  };
  if (pasted.config != nullptr) {
    if (s.memory.state_from_model) put(Key::state_bytes, s.memory.state_bytes);
    if (s.memory.kv_from_model) put(Key::kv_bytes, s.memory.kv_bytes);
  }
  // Else a log that tells no size would show a colleague the worked example's.
  if (!s.example && !gives_memory(inputs)) put_own(inputs, Key::example, "off");
  return inputs;
}

// The values as asked for, whatever the boot had.
Inputs wanted(const Situation& s) {
  Inputs values = s.inputs;
  for (const Asked& one : s.asked) {
    values[one.key] = one.value;
    values[one.key].unused = one.refused;
  }
  return values;
}

std::string link_of(const Situation& s, const Pasted& pasted) {
  const Value& L = s.inputs[Key::L];
  return write_link(linked(s, wanted(s), pasted),
                    s.ratio || L.origin != Origin::example ? L.text : "");
}

// What is valid where the whole is not.
std::string link_of_valid(std::span<const Entry> entries, Pasted pasted, bool example) {
  std::vector<Entry> valid;
  std::copy_if(entries.begin(), entries.end(), std::back_inserter(valid),
               [](const Entry& entry) { return check(std::span(&entry, 1)).problems.empty(); });
  pasted.log_read |= !example;  // what is left must not call the example
  return link_of(understand(valid, pasted), pasted);
}

// What the flag gives if the weights are as much heavier or lighter as the estimate may be off.
void tell_range(Answer& answer, const Situation& s, const Outlook& outlook) {
  const Outcome* flag = outlook.find("ratio");
  if (!s.engine || flag == nullptr || answer.main != "flag") return;
  for (Problem& problem : answer.messages) {
    if (problem.code != Code::weights_estimated) continue;
    const auto off = std::find_if(problem.arguments.begin(), problem.arguments.end(),
                                  [](const Argument& one) { return one.first == "off_gib"; });
    const double gib = std::get<double>(off->second);
    const double low = requests_with(s, *flag->ratio, -gib);
    const double high = requests_with(s, *flag->ratio, gib);
    if (low >= high) continue;
    problem.arguments.emplace_back("low", low);
    problem.arguments.emplace_back("high", high);
  }
}

/// The settings typed by hand, with what they count as.
std::vector<std::pair<Key, std::string>> typed_settings(std::span<const Entry> entries,
                                                        const Inputs& values) {
  std::vector<std::pair<Key, std::string>> typed;
  for (const Entry& entry : entries) {
    const bool counts = entry.origin == Origin::hand && !entry.text.empty();
    if (counts && parameter(entry.key).setting) {
      typed.emplace_back(entry.key, values[entry.key].text);
    }
  }
  return typed;
}

// Of more rows than the table allows the first ones go.
std::string with_typed_row(std::span<const Entry> entries, const Inputs& values) {
  std::string row;
  for (const auto& [key, text] : typed_settings(entries, values)) {
    if (!row.empty()) row += ',';
    row.append(parameter(key).key) += ':';
    row += text;
  }
  if (row.empty()) return row;
  std::string_view rows = values.choice(Key::also);
  auto count = static_cast<double>(std::count(rows.begin(), rows.end(), ';')) + 2;
  for (; count > parameter(Key::also).max; --count) rows.remove_prefix(rows.find(';') + 1);
  return rows.empty() ? row : std::string(rows) + ';' + row;
}

// The split itself is what the flag sets, and a GPU's memory is nothing to set.
std::string typed_beside_flag(std::span<const Entry> entries, const Inputs& values) {
  std::string list;
  for (const auto& [key, text] : typed_settings(entries, values)) {
    const Parameter& row = parameter(key);
    const bool figure = row.group == Group::memory && row.flag.empty();
    if (key == Key::r || key == Key::mamba_size || figure) continue;
    if (!list.empty()) list += ", ";
    list.append(row.key) += ' ';
    list += text;
  }
  return list;
}

Answer invalid(Answer answer) {
  answer.state = AnswerState::invalid;
  answer.main = "flag";
  answer.example = false;
  for (const Entry& entry : example_entries()) {
    Value& value = answer.values[entry.key];
    if (value.origin == Origin::example) value = Value{};
  }
  const auto error = std::find_if(answer.messages.begin(), answer.messages.end(),
                                  [](const Problem& p) { return level(p.code) == Level::error; });
  answer.headline = Sentence{"invalid", {}}.with("field", error->field);
  answer.reason = Sentence{"invalid-reason", {}}.with("field", error->field);
  sort_by_level(answer.messages);
  return answer;
}

}  // namespace

Sentence&& Sentence::with(const char* name, double value) && {
  arguments.emplace_back(name, value);
  return std::move(*this);
}

Sentence&& Sentence::with(const char* name, std::string_view value) && {
  arguments.emplace_back(name, std::string(value));
  return std::move(*this);
}

Step& Step::with(const char* name, double number) {
  arguments.emplace_back(name, number);
  return *this;
}

Step& Step::with(const char* name, std::string_view text) {
  arguments.emplace_back(name, std::string(text));
  return *this;
}

std::string_view result_id(ResultId id) { return kResultIds[static_cast<std::size_t>(id)]; }

std::string_view example_log() {
  return "Mamba Cache is allocated. max_mamba_cache_size: 257, conv_state size: 0.46GB, "
         "ssm_state size: 13.04GB\n"
         "KV Cache is allocated. dtype: torch.float8_e4m3fn, #tokens: 1167552, KV size: 15.03 GB\n";
}

Answer evaluate(std::span<const Entry> entries, const Pasted& pasted) {
  const Situation s = understand(entries, pasted);
  Answer answer;
  answer.example = s.example;
  answer.values = wanted(s);
  answer.messages = s.problems;
  note_unbuilt(s.inputs, answer.messages);
  if (has_error(s.problems)) {
    answer.link = link_of_valid(entries, pasted, s.example);
    return invalid(std::move(answer));
  }
  const Outlook outlook = look_all_around(s);
  answer.state = s.ratio ? AnswerState::answered : AnswerState::partial;
  answer.main = main_flag(s, outlook);
  put_headline(answer, s);
  put_outcomes(answer, s, outlook);
  put_value_defaults(answer, s);
  answer.flag = outlook.flag;
  answer.best_flag = outlook.best_flag;
  answer.pin_flag = outlook.pin_flag;
  answer.repair_flag = outlook.repair_flag;
  answer.headline = headline(s, outlook);
  answer.reason = reason(s, outlook);
  answer.repairs = outlook.repairs;
  answer.memory = memory_parts(s.inputs, s.memory, s.logged);
  answer.chart = chart_of(s);
  answer.lengths = length_table(s);
  answer.matrix = strategy_matrix(s);
  answer.steps = derivation(s, outlook);
  tell_range(answer, s, outlook);
  Problems notes = advice(s, outlook);
  notes.insert(notes.end(), outlook.problems.begin(), outlook.problems.end());
  answer.messages.insert(answer.messages.end(), notes.begin(), notes.end());
  sort_by_level(answer.messages);
  answer.link = link_of(s, pasted);
  answer.keep = with_typed_row(entries, wanted(s));
  if (pasted.log_read) answer.beside = typed_beside_flag(entries, wanted(s));
  answer.outcomes = outlook.outcomes;
  return answer;
}

}  // namespace mamba_ratio
