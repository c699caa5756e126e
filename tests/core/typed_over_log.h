#pragma once

#include <catch2/catch.hpp>
#include <cstdio>
#include <string>
#include <vector>

#include "answer.h"
#include "link.h"
#include "log_fixture.h"

// A log on the page, what is typed over it, and the answer's figures.

namespace mamba_ratio {

using Typed = std::vector<std::pair<Key, std::string>>;

inline std::vector<Entry> with_typed(std::vector<Entry> entries, const Typed& typed) {
  for (const auto& [key, text] : typed) entries.push_back({key, text, Origin::hand, {}});
  return entries;
}

struct Page {
  Reading reading;

  explicit Page(std::string_view log) : reading(read_log(log)) {}

  /// What the page answers to the log and to what is typed after it.
  Answer answer(const Typed& typed = {}) const {
    std::vector<Entry> entries;
    for (const LogInput& input : reading.inputs) {
      entries.push_back({input.key, input.text, Origin::log, input.line});
    }
    return evaluate(with_typed(std::move(entries), typed), {true, nullptr, reading.context});
  }
};

inline std::string corpus(std::string_view id) {
  const rapidjson::Document cases = fixture_json("corpus/cases.json");
  for (const auto& test : cases.GetArray()) {
    if (test["id"].GetString() == id) {
      return fixture_text(std::string("corpus/") + test["file"].GetString());
    }
  }
  return {};
}

inline const Problem* find(const Answer& answer, Code code) {
  for (const Problem& problem : answer.messages) {
    if (problem.code == code) return &problem;
  }
  return nullptr;
}

inline std::string text(const Problem* problem, std::string_view name) {
  REQUIRE(problem != nullptr);
  for (const Argument& argument : problem->arguments) {
    if (argument.first == name) return std::get<std::string>(argument.second);
  }
  return "no such argument";
}

inline double number(const Answer& answer, ResultId id) {
  REQUIRE(answer[id].number);
  return *answer[id].number;
}

inline const Outcome* outcome(const Answer& answer, std::string_view id) {
  for (const Outcome& one : answer.outcomes) {
    if (one.id == id) return &one;
  }
  return nullptr;
}

/// Every number that a colleague sees.
inline std::string numbers(const Answer& answer) {
  std::string all = answer.flag + "|" + answer.best_flag + "|" + answer.pin_flag;
  const auto add = [&](const std::optional<double>& n) {
    char text[40];
    std::snprintf(text, sizeof text, "|%.17g", n.value_or(-1));
    all += text;
  };
  for (const Result& result : answer.results) {
    add(result.number);
    add(result.low);
    add(result.high);
    all += result.word;
  }
  for (const Outcome& one : answer.outcomes) {
    all += "\n" + std::string(one.id) + std::string(one.binding);
    for (const auto& n :
         {one.ratio, one.slots, one.kv_tokens, one.clamp, one.kv_cap, one.requests}) {
      add(n);
    }
  }
  for (const ChartPoint& point : answer.chart.points) add(static_cast<double>(point.in_flight));
  for (const MatrixRow& row : answer.matrix.rows) {
    for (const MatrixCell& cell : row.cells) add(cell.ratio);
  }
  return all;
}

/// The numbers, and what is said of settings asked for.
inline std::string figures(const Answer& answer) {
  std::string all = numbers(answer);
  for (const Problem& problem : answer.messages) {
    if (word(problem.code).starts_with("what-if")) all += word(problem.code);
  }
  return all;
}

inline void check_link(const Answer& answer) {
  INFO(answer.link);
  const Answer opened = evaluate(parse_link(answer.link).entries);
  CHECK(figures(opened) == figures(answer));
  CHECK(opened.link == answer.link);
}

inline bool holds(const Result& range, double exact) {
  return *range.low <= exact && exact <= *range.high;
}

// Kimi-K3 at tp 8 as its server_args line says it, two pools, 52 requests.
inline constexpr std::string_view kKimi =
    "server_args=ServerArgs(model_path='moonshotai/Kimi-K3', tp_size=8, mamba_ssm_dtype='float32', "
    "kv_cache_dtype='fp8_e4m3', speculative_algorithm=None)\n"
    "Mamba Cache is allocated. max_mamba_cache_size: 257, conv_state size: 0.46GB, ssm_state size: "
    "13.04GB\n"
    "KV Cache is allocated. dtype: torch.float8_e4m3fn, #tokens: 1167552, KV size: 15.03 GB\n";
// The same sizes, halved: a model that no table has.
inline constexpr std::string_view kUnknown =
    "server_args=ServerArgs(model_path='a/b', tp_size=8, mamba_ssm_dtype='float32')\n"
    "Mamba Cache is allocated. max_mamba_cache_size: 257, conv_state size: 1.31GB, ssm_state size: "
    "13.04GB\n"
    "KV Cache is allocated. dtype: torch.bfloat16, #tokens: 1167552, KV size: 15.03 GB\n";

}  // namespace mamba_ratio
