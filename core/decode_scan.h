#pragma once

#include <cstdint>
#include <string_view>

#include "log_number.h"

namespace mamba_ratio {

/// A number of a decode line, and where its digits stand in the message.
struct DecodeNumber {
  Decimal number;
  std::uint16_t begin = 0;
  std::uint16_t end = 0;
  bool given = false;
};

/// The figures of one decode line.
struct DecodeLine {
  std::string_view message;  ///< from "Decode batch" on
  DecodeNumber running;
  DecodeNumber full_tokens;
  DecodeNumber full_usage;
  DecodeNumber mamba_num;
  DecodeNumber mamba_usage;
  DecodeNumber queue;
  bool preallocated = false;
};

/// Where the message of a decode line begins in one line of a text; npos: none.
std::size_t find_decode_line(std::string_view raw);

/// Reads a decode line that stands whole on one line behind the engine's own stamp, exactly as the
/// engine prints it: what a server log holds by the million. `raw` begins with the line, its
/// message at `begin`; it ends with the line or goes on behind its LF. Returns where the line ends.
/// Anything else gives 0 and is left to the reader of messages, which gives the same figures. Does
/// not allocate.
/// Example: "[08:16:49] Decode batch, #running-req: 3, #queue-req: 0", 11 -> running 3, queue
/// 0; 55.
std::size_t scan_decode_line(std::string_view raw, std::size_t begin, DecodeLine& line);

}  // namespace mamba_ratio
