#include "shell_variables.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "ascii.h"
#include "launch_command.h"

namespace mamba_ratio {
namespace {

constexpr std::size_t kMost = 256;
constexpr std::size_t kMostBytes = 64;

std::size_t name_end(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && is_word_char(text[end])) ++end;
  return end == 0 || is_digit(text[0]) ? 0 : end;
}

/// The first word of a value, without its quotes; empty: it has blanks or none.
std::string_view one_word(std::string_view value) {
  if (value.empty()) return {};
  const char quote = value[0];
  if (quote == '"' || quote == '\'') {
    value.remove_prefix(1);
    value = value.substr(0, value.find(quote));  // a cleaned line may lack its last quote
    return value.find(' ') == value.npos ? value : std::string_view();
  }
  return value.substr(0, value.find_first_of(" \t\r;"));
}

}  // namespace

std::string_view named_variable(std::string_view word) {
  if (word.size() < 2 || word[0] != '$') return {};
  word.remove_prefix(word[1] == '{' ? 2 : 1);
  const std::size_t end = name_end(word);
  const bool whole = end == word.size() || word[end] == '}' || word.substr(end).starts_with(":-");
  return whole ? word.substr(0, end) : std::string_view();
}

void ShellVariables::add(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t");
  if (begin == line.npos || line.size() > 400) return;
  line.remove_prefix(begin);
  if (line.starts_with(": \"${") || line.starts_with(": ${")) {
    line.remove_prefix(line.find('{') + 1);
    const std::size_t end = name_end(line);
    const std::size_t close = line.find('}');
    if (end == 0 || close == line.npos || !line.substr(end).starts_with(":=")) return;
    return set(line.substr(0, end), std::string(line.substr(end + 2, close - end - 2)), true);
  }
  for (const std::string_view word : {"export ", "readonly ", "local ", "ENV ", "ARG "}) {
    if (line.starts_with(word)) line.remove_prefix(word.size());
  }
  const std::size_t end = name_end(line);
  if (end < 2 || end >= line.size() || line[end] != '=') return;
  const std::string_view value = one_word(line.substr(end + 1));
  if (const Variable* other = find(value)) return set(line.substr(0, end), other->value, true);
  const std::string_view otherwise = shell_default(value);
  set(line.substr(0, end), std::string(otherwise.empty() ? value : otherwise), !otherwise.empty());
}

void ShellVariables::set(std::string_view name, std::string value, bool otherwise) {
  std::erase_if(variables_, [&](const Variable& known) { return known.name == name; });
  const bool known = !value.empty() && value.size() <= kMostBytes &&
                     value.find_first_of("$`(\\") == std::string::npos;
  if (!known || variables_.size() >= kMost) return;
  variables_.push_back({std::string(name), std::move(value), otherwise});
}

const ShellVariables::Variable* ShellVariables::find(std::string_view word) const {
  const std::string_view name = named_variable(word);
  if (name.empty()) return nullptr;
  const auto found = std::find_if(variables_.begin(), variables_.end(),
                                  [&](const Variable& known) { return known.name == name; });
  return found == variables_.end() ? nullptr : &*found;
}

}  // namespace mamba_ratio
