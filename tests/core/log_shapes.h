#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// What people and tools do to a log before it is pasted.
struct Shape {
  std::string name;
  std::function<std::string(std::string_view line, std::size_t index)> line;
};

/// Every prefix, quotation and mark of other tools.
const std::vector<Shape>& outer_shapes();

/// The lines of a text, without their ends.
std::vector<std::string> lines_of(std::string_view text);

/// The lines joined with the given end behind each.
std::string joined(const std::vector<std::string>& lines, std::string_view end = "\n");

/// Every line through the shape.
std::string shaped(std::string_view text, const Shape& shape);

/// Lines cut at their last space before the column, as a chat or a terminal wraps them.
std::string wrapped(std::string_view text, std::size_t column);

/// UTF-16 with its mark.
std::string utf16(std::string_view ascii, bool little_endian);
