#include "inputs.h"

#include <algorithm>

#include "ascii.h"
#include "quantity.h"

namespace mamba_ratio {
namespace {

constexpr std::array<std::string_view, 7> kOriginWords{"default", "example", "model",   "log",
                                                       "link",    "hand",    "computed"};

bool is_number(Kind kind) {
  return kind != Kind::choice && kind != Kind::model && kind != Kind::list;
}

std::string joined(std::span<const std::string_view> choices) {
  std::string result;
  for (const std::string_view choice : choices) {
    if (!result.empty()) result += ", ";
    result += choice;
  }
  return result;
}

Problem wrong(const Parameter& row, Code code, std::string_view text) {
  Problem problem = Problem(code, row.id).with("given", shown(text));
  if (!row.choices.empty()) problem.arguments.emplace_back("choices", joined(row.choices));
  return problem;
}

bool is_model_id(std::string_view text) {
  return !text.empty() && text.size() <= 64 && std::all_of(text.begin(), text.end(), [](char c) {
    return is_word_char(c) || c == '.' || c == '-';
  });
}

std::optional<Problem> read_entry(const Parameter& row, std::string_view text, Value& value);

// `key:value` of any parameter but the lists and the link's version, in canonical text.
std::optional<std::string> read_pair(std::string_view item) {
  const std::size_t colon = item.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::optional<Key> key = find_key(item.substr(0, colon));
  if (!key || parameter(*key).kind == Kind::list || *key == Key::v) return std::nullopt;
  Value value;
  if (read_entry(parameter(*key), item.substr(colon + 1), value)) return std::nullopt;
  return std::string(item.substr(0, colon + 1)) + value.text;
}

std::optional<Problem> read_list(const Parameter& row, std::string_view text, Value& value) {
  double items = 1;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find_first_of(";,", begin), text.size());
    const std::optional<std::string> pair = read_pair(text.substr(begin, end - begin));
    if (!pair || items > row.max) return wrong(row, Code::bad_list, text);
    value.text += *pair;
    begin = end + 1;
    if (end == text.size()) break;
    if (text[end] == ';') ++items;
    value.text += text[end];
  }
  return std::nullopt;
}

std::optional<Problem> read_entry(const Parameter& row, std::string_view text, Value& value) {
  if (is_number(row.kind)) {
    const QuantityResult result = read_quantity(row, text);
    if (result.problem) return result.problem;
    value.number = result.quantity->number;
    value.text = result.quantity->text;
    return std::nullopt;
  }
  if (row.kind == Kind::choice) {
    if (std::find(row.choices.begin(), row.choices.end(), text) == row.choices.end()) {
      return wrong(row, Code::not_a_choice, text);
    }
  } else if (row.kind == Kind::model) {
    if (!is_model_id(text)) return wrong(row, Code::not_a_choice, text);
  } else {
    return read_list(row, text, value);
  }
  value.text = text;
  return std::nullopt;
}

}  // namespace

std::string_view word(Origin origin) { return kOriginWords[static_cast<std::size_t>(origin)]; }

Origin origin_of(std::string_view word) {
  const auto found = std::find(kOriginWords.begin(), kOriginWords.end(), word);
  return found == kOriginWords.end() ? Origin::by_default
                                     : static_cast<Origin>(found - kOriginWords.begin());
}

Inputs::Inputs() {
  for (const Parameter& row : parameters()) {
    if (row.default_text.empty()) continue;
    static_cast<void>(read_entry(row, row.default_text, (*this)[row.id]));
  }
}

std::vector<Entry> entries_in(std::string_view list) {
  std::vector<Entry> entries;
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find_first_of(";,", begin), list.size());
    const std::string_view pair = list.substr(begin, end - begin);
    const std::size_t colon = pair.find(':');
    if (const auto key = find_key(pair.substr(0, colon))) {
      entries.push_back({*key, std::string(pair.substr(colon + 1)), Origin::link, {}});
    }
    begin = end + 1;
  }
  return entries;
}

CheckedInputs check(std::span<const Entry> entries) {
  CheckedInputs result;
  for (const Parameter& row : parameters()) {
    const auto last = std::find_if(entries.rbegin(), entries.rend(),
                                   [&](const Entry& entry) { return entry.key == row.id; });
    if (last == entries.rend()) continue;
    if (last->text.empty() && last->origin != Origin::link) continue;
    Value value;
    value.origin = last->origin;
    value.line = last->line;
    value.given = true;
    if (std::optional<Problem> problem = read_entry(row, last->text, value)) {
      problem->line = last->line;
      result.problems.push_back(std::move(*problem));
    } else {
      result.inputs[row.id] = std::move(value);
    }
  }
  return result;
}

bool is_default(const Inputs& inputs, Key key) {
  const Value& value = inputs[key];
  if (!value.given || value.origin == Origin::example) return true;
  const Parameter& row = parameter(key);
  if (row.default_text.empty() || value.kept) return false;
  // A decode server turns the radix cache off by itself, so "on" says something there.
  if (key == Key::radix && inputs.choice(Key::role) == "decode") return false;
  static const Inputs defaults;
  return value.number ? value.number == defaults[key].number : value.text == row.default_text;
}

}  // namespace mamba_ratio
