#include "relevance.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "ascii.h"
#include "log_words.h"
#include "other_engines.h"

namespace mamba_ratio {
namespace {

constexpr std::string_view kPools[]{"mamba state", "mamba cache", "ssm state",
                                    "conv state",  "state cache", "kv cache"};
constexpr std::string_view kUnits[]{"gb", "gib", "mb", "mib", "tb", "tib", "tokens", "slots"};

}  // namespace

bool has_amount(std::string_view text) {
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (!is_digit(text[i - 1]) || is_digit(text[i])) continue;
    std::size_t begin = i;
    while (begin < text.size() && text[begin] == ' ') ++begin;
    std::size_t end = begin;
    while (end < text.size() && is_alpha(text[end])) ++end;
    if (end - begin > 6) continue;
    const std::string unit = lower(text.substr(begin, end - begin));
    if (std::find(std::begin(kUnits), std::end(kUnits), unit) != std::end(kUnits)) return true;
  }
  return false;
}

bool speaks_of_pool(std::string_view line) {
  if (line.size() > kMaxSentence) return false;
  std::string text = lower(line);
  std::replace(text.begin(), text.end(), '_', ' ');
  for (const std::string_view pool : kPools) {
    const std::size_t at = text.find(pool);
    if (at == text.npos || !has_amount(std::string_view(text).substr(at))) continue;
    return !words_since_negation(line) && engine_of(line).empty();
  }
  return false;
}

bool lacks_field(LineKind kind, const std::vector<FieldValue>& values) {
  const auto has = [&](Fields fields) {
    return std::any_of(values.begin(), values.end(),
                       [&](const FieldValue& value) { return fields.has(value.field); });
  };
  switch (kind) {
    case LineKind::state_pool:
      return !has({Field::max_mamba_cache_size}) || !has({Field::conv_state}) ||
             !has({Field::ssm_state});
    case LineKind::kv_pool:
      return !has({Field::tokens}) || !has({Field::kv_size, Field::k_size});
    case LineKind::weights_end:
    case LineKind::pools_done:
      return !has({Field::avail_mem});
    case LineKind::capped:
      return !has({Field::max_mamba_cache_size}) || !has({Field::slots_per_request});
    case LineKind::too_small:
      return !has({Field::max_mamba_cache_size}) || !has({Field::mamba_ratio});
    case LineKind::not_enough:
      return !has({Field::computed_slots}) || !has({Field::mamba_cache_per_req});
    default:
      return false;
  }
}

bool sets_number(std::string_view text, std::size_t begin, std::size_t end) {
  if (text.substr(begin).starts_with("slots per request")) return true;
  const std::size_t mark = text.find_first_not_of(' ', end);
  if (mark == text.npos || (text[mark] != ':' && text[mark] != '=')) return false;
  const std::size_t value = text.find_first_not_of(' ', mark + 1);
  return value != text.npos && is_digit(text[value]);
}

bool is_unclear(Field field, std::string_view text, std::size_t length, bool of_message) {
  if (value_kind(field) == ValueKind::none || length >= text.size()) return false;
  const std::string_view value = text.substr(length);
  const bool negative = value[0] == '-';
  const bool number = is_digit(value[negative && value.size() > 1 ? 1 : 0]);
  if (field == Field::mem_usage && negative && number) return false;
  if (text.substr(0, length).find_first_of(":=") == text.npos) return of_message && number;
  if (!of_message) return number && owner_of(field) != nullptr;
  return std::string_view(".\xE2`*)|").find(value[0]) == text.npos && !value.starts_with("None");
}

}  // namespace mamba_ratio
