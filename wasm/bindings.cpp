#include <emscripten/bind.h>

#include <string>
#include <string_view>
#include <vector>

#include "answer.h"
#include "commit.h"
#include "convert.h"
#include "link.h"
#include "parameters.h"
#include "version.h"

// Converts core's structs to plain JavaScript values and back; nothing else happens here.

namespace {

using namespace mamba_ratio;
using namespace mamba_ratio::js;

val sentence(const Sentence& s) {
  val result = val::object();
  result.set("code", text(s.code));
  result.set("args", arguments(s.arguments));
  return result;
}

val word_or_null(std::string_view word) { return word.empty() ? val::null() : text(word); }

val result_value(const Result& r) {
  val result = val::object();
  result.set("value", r.word.empty() ? number(r.number) : text(r.word));
  result.set("low", number(r.low));
  result.set("high", number(r.high));
  result.set("missing", r.missing ? text(word(*r.missing)) : val::null());
  return result;
}

val value(const Value& v, const Parameter& row) {
  val result = val::object();
  const bool is_word =
      row.kind == Kind::choice || row.kind == Kind::model || row.kind == Kind::list;
  result.set("text", v.text);
  result.set("value", is_word && !v.text.empty() ? val(v.text) : number(v.number));
  result.set("origin", text(word(v.origin)));
  result.set("line", line_number(v.line));
  result.set("unused", v.unused);
  return result;
}

val outcome(const Outcome& o) {
  val result = val::object();
  result.set("id", text(o.id));
  result.set("flag", o.flag);
  result.set("r", number(o.ratio));
  result.set("slots", number(o.slots));
  result.set("kv_tokens", number(o.kv_tokens));
  result.set("clamp", number(o.clamp));
  result.set("kv_cap", number(o.kv_cap));
  result.set("requests", number(o.requests));
  result.set("binding", word_or_null(o.binding));
  return result;
}

val step(const Step& s) {
  val result = val::object();
  result.set("id", text(s.id));
  result.set("formula", text(s.formula));
  result.set("args", arguments(s.arguments));
  result.set("value", number(s.value));
  result.set("unit", text(s.unit));
  result.set("origin", text(word(s.origin)));
  result.set("lines",
             array(s.lines, [](std::int64_t line) { return val(static_cast<double>(line)); }));
  return result;
}

val length_row(const LengthRow& row) {
  val result = val::object();
  result.set("tokens_per_request", row.tokens_per_request);
  result.set("yours", row.yours);
  result.set("flag", row.flag);
  result.set("ratio", number(row.ratio));
  result.set("now_requests", number(row.now_requests));
  result.set("now_binding", word_or_null(row.now_binding));
  result.set("then_requests", number(row.then_requests));
  return result;
}

val matrix_column(const MatrixColumn& column) {
  val result = val::object();
  result.set("ssm_dtype", text(column.ssm_dtype));
  result.set("kv_dtype", text(column.kv_dtype));
  result.set("changes_outputs", column.changes_outputs);
  return result;
}

val matrix_cell(const MatrixCell& cell) {
  val result = val::object();
  result.set("requests", number(cell.requests));
  result.set("ratio", number(cell.ratio));
  result.set("yours", cell.yours);
  result.set("reaches_target", cell.reaches_target);
  return result;
}

val matrix_row(const MatrixRow& row) {
  val result = val::object();
  result.set("strategy", text(row.strategy));
  result.set("slots_per_request", row.slots_per_request);
  result.set("cells", array(row.cells, matrix_cell));
  return result;
}

val matrix(const Matrix& m) {
  val result = val::object();
  result.set("columns", array(m.columns, matrix_column));
  result.set("rows", array(m.rows, matrix_row));
  result.set("target", number(m.target));
  return result;
}

val other_rows(const std::optional<OtherRows>& rows) {
  if (!rows) return val::null();
  val result = val::object();
  result.set("rows", text(rows->rows));
  result.set("state_bytes", rows->state_bytes);
  result.set("token_equiv", rows->token_equiv);
  result.set("ratio", number(rows->ratio));
  result.set("difference", rows->difference);
  return result;
}

std::string_view state_word(AnswerState state) {
  switch (state) {
    case AnswerState::answered:
      return "answered";
    case AnswerState::partial:
      return "partial";
    case AnswerState::invalid:
      return "invalid";
  }
  return {};
}

std::vector<Entry> entries(const val& list) {
  std::vector<Entry> result;
  const int count = list["length"].as<int>();
  for (int i = 0; i < count; ++i) {
    const val item = list[i];
    const std::optional<Key> key = find_key(item["key"].as<std::string>());
    if (!key) continue;
    Entry entry{*key, item["text"].as<std::string>(), origin_of(item["origin"].as<std::string>()),
                std::nullopt};
    if (item["line"].isNumber()) {
      entry.line = static_cast<std::int64_t>(item["line"].as<double>());
    }
    result.push_back(std::move(entry));
  }
  return result;
}

val evaluate_entries(const val& list, bool log_read) {
  const Answer answer = evaluate(entries(list), log_read);
  val values = val::object();
  for (const Parameter& row : parameters()) {
    values.set(std::string(row.key), value(answer.values[row.id], row));
  }
  val results = val::object();
  for (std::size_t i = 0; i < kResultCount; ++i) {
    results.set(std::string(result_id(static_cast<ResultId>(i))), result_value(answer.results[i]));
  }
  val result = val::object();
  result.set("state", text(state_word(answer.state)));
  result.set("example", answer.example);
  result.set("values", values);
  result.set("results", results);
  result.set("other_rows", other_rows(answer.other_rows));
  result.set("flag", answer.flag);
  result.set("best_flag", answer.best_flag);
  result.set("pin_flag", answer.pin_flag);
  result.set("repair_flag", answer.repair_flag);
  result.set("main", text(answer.main));
  result.set("headline", sentence(answer.headline));
  result.set("reason", sentence(answer.reason));
  result.set("outcomes", array(answer.outcomes, outcome));
  result.set("lengths", array(answer.lengths, length_row));
  result.set("matrix", matrix(answer.matrix));
  result.set("steps", array(answer.steps, step));
  result.set("messages", array(answer.messages, message));
  result.set("link", answer.link);
  return result;
}

val parse(const std::string& fragment) {
  const ParsedLink link = parse_link(fragment);
  val result = val::object();
  result.set("entries", array(link.entries, [](const Entry& entry) {
               return entry_value(entry.key, entry.text, word(entry.origin), entry.line);
             }));
  result.set("messages", array(link.problems, message));
  return result;
}

std::string_view kind_word(Kind kind) {
  constexpr std::string_view kWords[]{"count",   "tokens", "gib",   "bytes",
                                      "decimal", "choice", "model", "list"};
  return kWords[static_cast<std::size_t>(kind)];
}

std::string_view group_word(Group group) {
  constexpr std::string_view kWords[]{"workload",    "pools",       "bytes",  "model",  "slots",
                                      "speculation", "parallelism", "target", "engine", "memory"};
  return kWords[static_cast<std::size_t>(group)];
}

val parameter_value(const Parameter& row) {
  val result = val::object();
  result.set("key", text(row.key));
  result.set("name", text(row.name));
  result.set("flag", text(row.flag));
  result.set("server_arg", text(row.server_arg));
  result.set("kind", text(kind_word(row.kind)));
  result.set("unit", text(row.unit));
  result.set("default_text", text(row.default_text));
  result.set("min", row.min);
  result.set("above_min", row.above_min);
  result.set("max", row.max);
  result.set("choices", array(row.choices, text));
  result.set("group", text(group_word(row.group)));
  result.set("built", row.built);
  return result;
}

val all_parameters() { return array(parameters(), parameter_value); }

std::string example() { return std::string(example_log()); }

val version() {
  val result = val::object();
  result.set("release", std::string(MAMBA_RATIO_RELEASE));
  result.set("commit", std::string(kCommit));
  result.set("formula_revision", kFormulaRevision);
  return result;
}

}  // namespace

EMSCRIPTEN_BINDINGS(mamba_ratio) {
  emscripten::function("version", &version);
  emscripten::function("parameters", &all_parameters);
  emscripten::function("evaluate", &evaluate_entries);
  emscripten::function("parse_link", &parse);
  emscripten::function("example_text", &example);
}
