#pragma once

#include <emscripten/val.h>

#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parameters.h"
#include "problem.h"

namespace mamba_ratio::js {

using emscripten::val;

inline val text(std::string_view s) { return val(std::string(s)); }

inline val number(const std::optional<double>& n) {
  return n && std::isfinite(*n) ? val(*n) : val::null();
}

inline val line_number(const std::optional<std::int64_t>& line) {
  return line ? val(static_cast<double>(*line)) : val::null();
}

template <class List, class Convert>
val array(const List& list, Convert convert) {
  val result = val::array();
  int i = 0;
  for (const auto& item : list) result.set(i++, convert(item));
  return result;
}

inline val arguments(const std::vector<Argument>& list) {
  val result = val::object();
  for (const Argument& argument : list) {
    const std::string name(argument.first);
    if (const double* n = std::get_if<double>(&argument.second)) {
      result.set(name, number(*n));
    } else {
      result.set(name, std::get<std::string>(argument.second));
    }
  }
  return result;
}

inline val message(const Problem& problem) {
  val result = val::object();
  result.set("code", text(word(problem.code)));
  result.set("level", text(word(level(problem.code))));
  result.set("field", problem.field);
  result.set("line", line_number(problem.line));
  result.set("args", arguments(problem.arguments));
  return result;
}

inline val entry_value(Key key, const std::string& given, std::string_view origin,
                       const std::optional<std::int64_t>& line) {
  val result = val::object();
  result.set("key", text(parameter(key).key));
  result.set("text", given);
  result.set("origin", text(origin));
  result.set("line", line_number(line));
  return result;
}

}  // namespace mamba_ratio::js
