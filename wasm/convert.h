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

[[gnu::noinline]] inline val text(std::string_view s) { return val(std::string(s)); }

// Out of line: every call of embind's own template would be expanded at each of some 200 places.
[[gnu::noinline]] inline void put(val& object, const char* name, const val& value) {
  object.set(name, value);
}
[[gnu::noinline]] inline void put(val& object, const char* name, std::string_view value) {
  put(object, name, text(value));
}
[[gnu::noinline]] inline void put(val& object, const char* name, double value) {
  put(object, name, val(value));
}
[[gnu::noinline]] inline void put(val& object, const char* name, bool value) {
  put(object, name, val(value));
}
inline void put(val& object, const char* name, const char* value) {
  put(object, name, std::string_view(value));
}

inline val number(const std::optional<double>& n) {
  return n && std::isfinite(*n) ? val(*n) : val::null();
}

inline val line_number(const std::optional<std::int64_t>& line) {
  return line ? val(static_cast<double>(*line)) : val::null();
}

[[gnu::noinline]] inline void append(val& list, int i, const val& item) { list.set(i, item); }

template <class List, class Convert>
val array(const List& list, Convert convert) {
  val result = val::array();
  int i = 0;
  for (const auto& item : list) append(result, i++, convert(item));
  return result;
}

inline val arguments(const std::vector<Argument>& list) {
  val result = val::object();
  for (const Argument& argument : list) {
    const std::string name(argument.first);
    if (const double* n = std::get_if<double>(&argument.second)) {
      put(result, name.c_str(), number(*n));
    } else {
      put(result, name.c_str(), std::get<std::string>(argument.second));
    }
  }
  return result;
}

inline val message(const Problem& problem) {
  val result = val::object();
  put(result, "code", word(problem.code));
  put(result, "level", word(level(problem.code)));
  put(result, "field", problem.field);
  put(result, "line", line_number(problem.line));
  put(result, "args", arguments(problem.arguments));
  return result;
}

inline val entry_value(Key key, const std::string& given, std::string_view origin,
                       const std::optional<std::int64_t>& line) {
  val result = val::object();
  put(result, "key", parameter(key).key);
  put(result, "text", given);
  put(result, "origin", origin);
  put(result, "line", line_number(line));
  return result;
}

}  // namespace mamba_ratio::js
