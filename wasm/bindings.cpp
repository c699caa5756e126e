#include <emscripten/bind.h>

#include <string>
#include <string_view>
#include <vector>

#include "answer.h"
#include "commit.h"
#include "config_json.h"
#include "config_text.h"
#include "convert.h"
#include "gpus.h"
#include "link.h"
#include "models.h"
#include "parameters.h"
#include "version.h"

// Converts core's structs to plain JavaScript values and back; nothing else happens here.

namespace {

using namespace mamba_ratio;
using namespace mamba_ratio::js;

val sentence(const Sentence& s) {
  val result = val::object();
  put(result, "code", s.code);
  put(result, "args", arguments(s.arguments));
  return result;
}

val word_or_null(std::string_view word) { return word.empty() ? val::null() : text(word); }

val result_value(const Result& r) {
  val result = val::object();
  put(result, "value", r.word.empty() ? number(r.number) : text(r.word));
  put(result, "low", number(r.low));
  put(result, "high", number(r.high));
  put(result, "missing", r.missing ? text(word(*r.missing)) : val::null());
  return result;
}

val value(const Value& v, const Parameter& row) {
  val result = val::object();
  const bool is_word =
      row.kind == Kind::choice || row.kind == Kind::model || row.kind == Kind::list;
  put(result, "text", v.text);
  put(result, "value", is_word && !v.text.empty() ? val(v.text) : number(v.number));
  put(result, "origin", word(v.origin));
  put(result, "line", line_number(v.line));
  put(result, "unused", v.unused);
  return result;
}

val outcome(const Outcome& o) {
  val result = val::object();
  put(result, "id", o.id);
  put(result, "flag", o.flag);
  put(result, "r", number(o.ratio));
  put(result, "slots", number(o.slots));
  put(result, "kv_tokens", number(o.kv_tokens));
  put(result, "clamp", number(o.clamp));
  put(result, "kv_cap", number(o.kv_cap));
  put(result, "requests", number(o.requests));
  put(result, "binding", word_or_null(o.binding));
  return result;
}

val step(const Step& s) {
  val result = val::object();
  put(result, "id", s.id);
  put(result, "formula", s.formula);
  put(result, "args", arguments(s.arguments));
  put(result, "value", number(s.value));
  put(result, "unit", s.unit);
  put(result, "origin", word(s.origin));
  put(result, "lines",
      array(s.lines, [](std::int64_t line) { return val(static_cast<double>(line)); }));
  return result;
}

val repair_line(const RepairLine& line) {
  val result = val::object();
  put(result, "flag", line.flag);
  put(result, "slots", line.slots);
  put(result, "requests", number(line.requests));
  put(result, "kv_tokens", number(line.kv_tokens));
  put(result, "tokens_lost", number(line.tokens_lost));
  put(result, "keeps_outputs", line.keeps_outputs);
  put(result, "keeps_prefix_reuse", line.keeps_prefix_reuse);
  return result;
}

val memory_part(const MemoryPart& part) {
  val result = val::object();
  put(result, "id", part.id);
  put(result, "gib", part.gib);
  put(result, "share", part.share);
  return result;
}

val chart_point(const ChartPoint& point) {
  val result = val::object();
  put(result, "r", point.ratio);
  put(result, "clamp", static_cast<double>(point.by_state));
  put(result, "kv_cap", static_cast<double>(point.by_kv));
  put(result, "requests", static_cast<double>(point.in_flight));
  return result;
}

val length_row(const LengthRow& row) {
  val result = val::object();
  put(result, "tokens_per_request", row.tokens_per_request);
  put(result, "yours", row.yours);
  put(result, "flag", row.flag);
  put(result, "ratio", number(row.ratio));
  put(result, "now_requests", number(row.now_requests));
  put(result, "now_binding", word_or_null(row.now_binding));
  put(result, "then_requests", number(row.then_requests));
  return result;
}

val matrix_column(const MatrixColumn& column) {
  val result = val::object();
  put(result, "ssm_dtype", column.ssm_dtype);
  put(result, "kv_dtype", column.kv_dtype);
  put(result, "changes_outputs", column.changes_outputs);
  return result;
}

val matrix_cell(const MatrixCell& cell) {
  val result = val::object();
  put(result, "requests", number(cell.requests));
  put(result, "ratio", number(cell.ratio));
  put(result, "yours", cell.yours);
  put(result, "reaches_target", cell.reaches_target);
  return result;
}

val matrix_row(const MatrixRow& row) {
  val result = val::object();
  put(result, "strategy", row.strategy);
  put(result, "slots_per_request", row.slots_per_request);
  put(result, "cells", array(row.cells, matrix_cell));
  return result;
}

val matrix(const Matrix& m) {
  val result = val::object();
  put(result, "columns", array(m.columns, matrix_column));
  put(result, "rows", array(m.rows, matrix_row));
  put(result, "target", number(m.target));
  return result;
}

val other_rows(const std::optional<OtherRows>& rows) {
  if (!rows) return val::null();
  val result = val::object();
  put(result, "rows", rows->rows);
  put(result, "state_bytes", rows->state_bytes);
  put(result, "token_equiv", rows->token_equiv);
  put(result, "ratio", number(rows->ratio));
  put(result, "difference", rows->difference);
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

LoggedMemory logged_memory(const val& memory) {
  const auto gib = [&](const char* name) {
    const val size = memory[name];
    return size.isNumber() ? std::optional(size.as<double>()) : std::nullopt;
  };
  return {gib("weights_gib"),     gib("draft_weights_gib"), gib("after_weights_gib"),
          gib("after_pools_gib"), gib("left_over_gib"),     memory["one_arena"].as<bool>()};
}

// A config is read again at each answer: it is small, and nothing has to be kept or freed.
val evaluate_entries(const val& list, bool log_read, const std::string& config, const val& log) {
  const ConfigReading read = config.empty() ? ConfigReading{} : read_config(config);
  const Geometry* geometry = read.geometry ? &*read.geometry : nullptr;
  Pasted pasted{log_read, geometry, {}};
  std::string model;
  if (!log.isUndefined()) {
    model = log["model"].as<std::string>();
    pasted.log = {logged_memory(log), {model, log["other_conv_dtype"].as<bool>()}};
  }
  const Answer answer = evaluate(entries(list), pasted);
  val values = val::object();
  for (const Parameter& row : parameters()) {
    put(values, row.key.data(), value(answer.values[row.id], row));
  }
  val results = val::object();
  for (std::size_t i = 0; i < kResultCount; ++i) {
    put(results, result_id(static_cast<ResultId>(i)).data(), result_value(answer.results[i]));
  }
  val result = val::object();
  put(result, "state", state_word(answer.state));
  put(result, "example", answer.example);
  put(result, "values", values);
  put(result, "results", results);
  put(result, "other_rows", other_rows(answer.other_rows));
  put(result, "flag", answer.flag);
  put(result, "best_flag", answer.best_flag);
  put(result, "pin_flag", answer.pin_flag);
  put(result, "repair_flag", answer.repair_flag);
  put(result, "main", answer.main);
  put(result, "headline", sentence(answer.headline));
  put(result, "reason", sentence(answer.reason));
  put(result, "outcomes", array(answer.outcomes, outcome));
  put(result, "repairs", array(answer.repairs, repair_line));
  put(result, "memory", array(answer.memory, memory_part));
  put(result, "chart", array(answer.chart.points, chart_point));
  put(result, "lengths", array(answer.lengths, length_row));
  put(result, "matrix", matrix(answer.matrix));
  put(result, "steps", array(answer.steps, step));
  put(result, "messages", array(answer.messages, message));
  put(result, "link", answer.link);
  put(result, "keep", answer.keep);
  put(result, "beside", answer.beside);
  return result;
}

val model_row(const Model& model) {
  val result = val::object();
  put(result, "id", model.id);
  put(result, "aliases", model.aliases);
  put(result, "hf_repo", model.hf_repo);
  put(result, "max_context_tokens", static_cast<double>(model.max_context_tokens));
  put(result, "public_logs", static_cast<double>(model.public_logs));
  return result;
}

val gpu_row(const Gpu& gpu) {
  val result = val::object();
  put(result, "name", gpu.name);
  put(result, "usable_gib", usable_gib(gpu));
  put(result, "source", gpu.source);
  return result;
}

val all_gpus() { return array(gpus(), gpu_row); }

std::string model_of(const std::string& name) {
  const Model* model = match_model(name);
  return model == nullptr ? std::string() : std::string(model->id);
}

val all_models() { return array(models(), model_row); }

val config(const std::string& json) {
  const ConfigReading read = read_config(json);
  val result = val::object();
  put(result, "usable", read.geometry.has_value());
  put(result, "architecture", read.architecture);
  put(result, "quantization", read.quantization);
  put(result, "messages", array(read.problems, message));
  return result;
}

val parse(const std::string& fragment) {
  const ParsedLink link = parse_link(fragment);
  val result = val::object();
  put(result, "entries", array(link.entries, [](const Entry& entry) {
        return entry_value(entry.key, entry.text, word(entry.origin), entry.line);
      }));
  put(result, "messages", array(link.problems, message));
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
  put(result, "key", row.key);
  put(result, "name", row.name);
  put(result, "flag", row.flag);
  put(result, "server_arg", row.server_arg);
  put(result, "kind", kind_word(row.kind));
  put(result, "unit", row.unit);
  put(result, "default_text", row.default_text);
  put(result, "min", row.min);
  put(result, "above_min", row.above_min);
  put(result, "max", row.max);
  put(result, "choices", array(row.choices, text));
  put(result, "group", group_word(row.group));
  put(result, "built", row.built);
  return result;
}

val all_parameters() { return array(parameters(), parameter_value); }

bool is_config(const std::string& pasted) { return looks_like_config(pasted); }

std::string example() { return std::string(example_log()); }

val version() {
  val result = val::object();
  put(result, "release", std::string(MAMBA_RATIO_RELEASE));
  put(result, "commit", std::string(kCommit));
  put(result, "formula_revision", static_cast<double>(kFormulaRevision));
  return result;
}

}  // namespace

EMSCRIPTEN_BINDINGS(mamba_ratio) {
  emscripten::function("version", &version);
  emscripten::function("parameters", &all_parameters);
  emscripten::function("evaluate", &evaluate_entries);
  emscripten::function("parse_link", &parse);
  emscripten::function("models", &all_models);
  emscripten::function("model_of", &model_of);
  emscripten::function("gpus", &all_gpus);
  emscripten::function("read_config", &config);
  emscripten::function("looks_like_config", &is_config);
  emscripten::function("example_text", &example);
}
