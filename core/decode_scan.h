#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "log_number.h"

namespace mamba_ratio {

/// A number of a decode line, and where its digits stand in the message.
struct DecodeNumber {
  Decimal number;
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The figures of one decode line.
struct DecodeLine {
  std::string_view message;  ///< from "Decode batch" on
  std::optional<DecodeNumber> running;
  std::optional<DecodeNumber> full_tokens;
  std::optional<DecodeNumber> full_usage;
  std::optional<DecodeNumber> mamba_num;
  std::optional<DecodeNumber> mamba_usage;
  std::optional<DecodeNumber> queue;
  bool preallocated = false;
};

/// Reads a decode line that stands whole on one line behind the engine's own stamp, exactly as the
/// engine prints it: what a server log holds by the million. Anything else gives nullopt and is
/// left to the reader of messages, which gives the same figures. Does not allocate.
std::optional<DecodeLine> scan_decode_line(std::string_view raw);

}  // namespace mamba_ratio
