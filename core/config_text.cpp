#include "config_text.h"

#include <algorithm>
#include <array>

#include "ascii.h"

namespace mamba_ratio {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\xEF\xBB\xBF";
constexpr std::size_t kLongestHead = 200;
constexpr std::size_t kLongestTail = 200;
constexpr std::array<std::string_view, 3> kKeys{"model_type", "architectures", "num_hidden_layers"};
// As they are, as Python prints them, as a word processor and a page of HTML change them.
constexpr std::array<std::string_view, 3> kOtherQuotes{"\xE2\x80\x9C", "\xE2\x80\x9D", "&quot;"};

/// Whether one of the keys stands between such quotes, and before a colon: others quote in words.
bool has_key_in(std::string_view text, std::string_view open, std::string_view close) {
  return std::any_of(kKeys.begin(), kKeys.end(), [&](std::string_view key) {
    const std::string quoted = std::string(open).append(key).append(close);
    for (std::size_t at = 0; (at = text.find(quoted, at)) != text.npos;) {
      at += quoted.size();
      const std::size_t next = text.find_first_not_of(" \t", at);
      if (next != text.npos && text[next] == ':') return true;
    }
    return false;
  });
}

bool has_key(std::string_view text) {
  const auto& [left, right, entity] = kOtherQuotes;
  return has_key_in(text, "\"", "\"") || has_key_in(text, "'", "'") ||
         has_key_in(text, left, right) || has_key_in(text, entity, entity);
}

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string result;
  for (;;) {
    const std::size_t at = text.find(from);
    result += text.substr(0, at);
    if (at == text.npos) return result;
    result += to;
    text.remove_prefix(at + from.size());
  }
}

}  // namespace

bool looks_like_config(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  const std::size_t begin = text.substr(0, kLongestHead).find('{');
  if (begin == text.npos) return false;
  if (begin > 0) {
    const std::string_view head = text.substr(0, begin);
    const bool said = head.find("```") != head.npos || lower(head).find("config") != head.npos;
    const bool quoted = head.back() == '\'' || head.back() == '"';  // an argument of a command
    const std::size_t end = text.rfind('}');
    if (!said || quoted || end == text.npos || text.size() - end > kLongestTail) return false;
  }
  return has_key(text.substr(begin));
}

std::optional<std::string> config_object(std::string_view text) {
  const std::size_t begin = text.find('{');
  const std::size_t end = text.rfind('}');
  if (begin >= end || end == text.npos) return std::nullopt;
  std::string object(text.substr(begin, end + 1 - begin));
  if (!has_key(object)) return std::nullopt;
  for (const std::string_view quote : kOtherQuotes) object = replaced(object, quote, "\"");
  object = replaced(object, "\xC2\xA0", " ");
  if (object.find('"') == object.npos) {
    std::replace(object.begin(), object.end(), '\'', '"');
    object = replaced(object, ": True", ": true");
    object = replaced(object, ": False", ": false");
    object = replaced(object, ": None", ": null");
  }
  if (object == text) return std::nullopt;
  const auto above =
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(begin), '\n');
  return std::string(static_cast<std::size_t>(above), '\n') + object;
}

}  // namespace mamba_ratio
