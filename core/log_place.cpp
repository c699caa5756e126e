#include "log_place.h"

#include <algorithm>

#include "text_decoder.h"

namespace mamba_ratio {
namespace {

constexpr std::size_t kMaxExcerpt = 200;

/// The last place at or before `at` that does not split a character.
std::size_t character_begin(std::string_view text, std::size_t at) {
  while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) {
    --at;
  }
  return at;
}

}  // namespace

Place place_in(std::string_view message, std::size_t begin, std::size_t end, std::int64_t line) {
  end = std::min({end, message.size(), begin + kMaxExcerpt});
  begin = std::min(begin, end);
  std::size_t from = 0;
  std::size_t to = message.size();
  if (to > kMaxExcerpt) {
    const std::size_t room = kMaxExcerpt - (end - begin);
    from = character_begin(message, begin - std::min(begin, room / 2));
    to = character_begin(message, std::min(to, from + kMaxExcerpt));
    to = std::max(to, end);
  }
  Place place;
  place.line = line;
  place.excerpt.reserve(to - from);
  append_valid_utf8(place.excerpt, message.substr(from, begin - from));
  place.mark_begin = place.excerpt.size();
  append_valid_utf8(place.excerpt, message.substr(begin, end - begin));
  place.mark_end = place.excerpt.size();
  append_valid_utf8(place.excerpt, message.substr(end, to - end));
  return place;
}

}  // namespace mamba_ratio
