#include "text_decoder.h"

#include <algorithm>

namespace mamba_ratio {
namespace {

constexpr std::uint32_t kReplacement = 0xFFFD;

unsigned byte_at(std::string_view text, std::size_t i) {
  return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
}

}  // namespace

std::size_t utf8_length(std::string_view text, std::size_t i) {
  const unsigned lead = byte_at(text, i);
  const auto trail = [&](std::size_t at) { return (byte_at(text, at) & 0xC0U) == 0x80U; };
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return trail(i + 1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const unsigned second = byte_at(text, i + 1);
    const bool overlong = lead == 0xE0 && second < 0xA0;
    const bool surrogate = lead == 0xED && second > 0x9F;
    return trail(i + 1) && trail(i + 2) && !overlong && !surrogate ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const unsigned second = byte_at(text, i + 1);
    const bool overlong = lead == 0xF0 && second < 0x90;
    const bool too_high = lead == 0xF4 && second > 0x8F;
    const bool trails = trail(i + 1) && trail(i + 2) && trail(i + 3);
    return trails && !overlong && !too_high ? 4 : 0;
  }
  return 0;
}

void append_utf8(std::string& out, std::uint32_t c) {
  const auto put = [&](std::uint32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xC0 | c >> 6);
    put(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    put(0xE0 | c >> 12);
    put(0x80 | (c >> 6 & 0x3F));
    put(0x80 | (c & 0x3F));
  } else {
    put(0xF0 | c >> 18);
    put(0x80 | (c >> 12 & 0x3F));
    put(0x80 | (c >> 6 & 0x3F));
    put(0x80 | (c & 0x3F));
  }
}

void append_valid_utf8(std::string& out, std::string_view text) {
  const auto ascii = [](char c) { return static_cast<signed char>(c) >= 0; };
  while (!text.empty()) {
    auto end =
        static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), ascii) - text.begin());
    while (end < text.size() && utf8_length(text, end) > 0) end += utf8_length(text, end);
    out.append(text.substr(0, end));
    if (end == text.size()) return;
    append_utf8(out, kReplacement);
    text.remove_prefix(end + 1);
  }
}

std::string_view TextDecoder::decode(std::string_view bytes) {
  if (encoding_ == Encoding::unknown) return detect(bytes);
  return encoding_ == Encoding::utf8 ? bytes : transcode(bytes);
}

std::string_view TextDecoder::detect(std::string_view bytes) {
  constexpr std::string_view kUtf8 = "\xEF\xBB\xBF";
  if (!head_.empty() || bytes.size() < kUtf8.size()) bytes = head_.append(bytes);
  if (bytes.size() < kUtf8.size() && kUtf8.starts_with(bytes)) return {};
  if (bytes == "\xFF" || bytes == "\xFE") return {};
  if (bytes.starts_with("\xFF\xFE")) {
    encoding_ = Encoding::utf16_little;
  } else if (bytes.starts_with("\xFE\xFF")) {
    encoding_ = Encoding::utf16_big;
  } else {
    encoding_ = Encoding::utf8;
    if (bytes.starts_with(kUtf8)) bytes.remove_prefix(kUtf8.size());
    return bytes;
  }
  return transcode(bytes.substr(2));
}

std::string_view TextDecoder::transcode(std::string_view bytes) {
  out_.clear();
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (odd_byte_ < 0) {
      odd_byte_ = byte;
      continue;
    }
    const auto first = static_cast<std::uint32_t>(odd_byte_);
    odd_byte_ = -1;
    take_unit(encoding_ == Encoding::utf16_little ? first | std::uint32_t{byte} << 8
                                                  : first << 8 | byte);
  }
  return out_;
}

void TextDecoder::take_unit(std::uint32_t unit) {
  const bool low = unit >= 0xDC00 && unit <= 0xDFFF;
  if (high_surrogate_ != 0 && low) {
    append_utf8(out_, 0x10000 + ((high_surrogate_ - 0xD800) << 10) + (unit - 0xDC00));
    high_surrogate_ = 0;
    return;
  }
  if (high_surrogate_ != 0) append_utf8(out_, kReplacement);
  high_surrogate_ = unit >= 0xD800 && unit <= 0xDBFF ? unit : 0;
  if (high_surrogate_ == 0) append_utf8(out_, low ? kReplacement : unit);
}

std::string_view TextDecoder::finish() {
  if (encoding_ == Encoding::unknown) {
    encoding_ = Encoding::utf8;
    return head_;
  }
  out_.clear();
  if (odd_byte_ >= 0 || high_surrogate_ != 0) append_utf8(out_, kReplacement);
  odd_byte_ = -1;
  high_surrogate_ = 0;
  return out_;
}

}  // namespace mamba_ratio
