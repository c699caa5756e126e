#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mamba_ratio {

/// Turns the bytes of a text into UTF-8, whatever chunks they come in. A byte-order mark chooses
/// the encoding (UTF-8, UTF-16 in either order) and is dropped; without one the bytes are passed on
/// as they are, valid or not.
class TextDecoder {
 public:
  /// The UTF-8 of the next bytes. The result lives until the next call.
  std::string_view decode(std::string_view bytes);

  /// What is left at the end of the text.
  std::string_view finish();

 private:
  enum class Encoding { unknown, utf8, utf16_little, utf16_big };

  std::string_view detect(std::string_view bytes);
  std::string_view transcode(std::string_view bytes);
  void take_unit(std::uint32_t unit);

  Encoding encoding_ = Encoding::unknown;
  std::string head_;  ///< the first bytes, while they may still be a mark
  std::string out_;
  int odd_byte_ = -1;                 ///< first half of a UTF-16 unit cut by a chunk border
  std::uint32_t high_surrogate_ = 0;  ///< waiting for its low one; 0: none
};

/// Appends one code point as UTF-8.
void append_utf8(std::string& out, std::uint32_t code_point);

/// Length of the valid UTF-8 sequence at `i`; 0: there is none.
std::size_t utf8_length(std::string_view text, std::size_t i);

/// Appends the text with everything that is not UTF-8 replaced by U+FFFD.
/// Example: "a\xff" -> "a\xEF\xBF\xBD".
void append_valid_utf8(std::string& out, std::string_view text);

}  // namespace mamba_ratio
