#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "parameters.h"
#include "problem.h"

namespace mamba_ratio {

/// Where a value comes from.
enum class Origin { by_default, example, model, log, link, hand, computed };

/// `default`, `example`, `model`, `log`, `link`, `hand`, `computed`.
std::string_view word(Origin origin);
/// The origin with this word; by_default for an unknown one.
Origin origin_of(std::string_view word);

/// One field of the form as it was typed, linked or read.
struct Entry {
  Key key;
  std::string text;
  Origin origin = Origin::hand;
  std::optional<std::int64_t> line;  ///< 1-based line of the pasted text, for origin log
};

/// What a parameter counts as.
struct Value {
  std::string text;              ///< canonical; empty: none
  std::optional<double> number;  ///< of a kind that is a number
  Origin origin = Origin::by_default;
  std::optional<std::int64_t> line;
  bool given = false;   ///< by an entry, not by the default
  bool unused = false;  ///< stands in the field but counts for nothing
  bool kept = false;    ///< goes into a link though it is the default
};

/// All parameters, each with its default where no entry gives it.
class Inputs {
 public:
  Inputs();
  Value& operator[](Key key) { return values_[static_cast<std::size_t>(key)]; }
  const Value& operator[](Key key) const { return values_[static_cast<std::size_t>(key)]; }
  bool given(Key key) const { return (*this)[key].given; }
  std::optional<double> number(Key key) const { return (*this)[key].number; }
  /// The number of a parameter that takes whole numbers only.
  std::optional<std::int64_t> whole(Key key) const {
    const std::optional<double> given = number(key);
    return given ? std::optional(static_cast<std::int64_t>(*given)) : std::nullopt;
  }
  /// The number of a parameter that has a default.
  double number_or(Key key, double fallback) const { return number(key).value_or(fallback); }
  std::string_view choice(Key key) const { return (*this)[key].text; }
  bool is_on(Key key) const { return choice(key) == "on"; }
  /// The choice as an enumeration in the order of the parameter's choices.
  template <class Enum>
  Enum chosen(Key key) const {
    const auto& choices = parameter(key).choices;
    return static_cast<Enum>(std::find(choices.begin(), choices.end(), choice(key)) -
                             choices.begin());
  }

 private:
  std::array<Value, kKeyCount> values_;
};

struct CheckedInputs {
  Inputs inputs;      ///< entries that are wrong are left at their default
  Problems problems;  ///< one for each wrong entry, in the order of the table
};

/// Checks every entry against its row of the table. The last entry of a key counts; an empty text
/// gives nothing, except in an entry from a link, where it is not a number.
/// Problems: those of `read_quantity`, not_a_choice, bad_list.
/// Example: {{Key::L, "9k"}} gives L = 9216, everything else at its default.
CheckedInputs check(std::span<const Entry> entries);

/// The entries of a canonical list of `key:value`.
/// Example: "r:2.5,strategy:no_buffer" -> r 2.5 and strategy no_buffer.
std::vector<Entry> entries_in(std::string_view list);

/// Whether the value is what its parameter would be without it, so that a link can leave it out.
bool is_default(const Inputs& inputs, Key key);

}  // namespace mamba_ratio
