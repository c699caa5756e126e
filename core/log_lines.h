#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "log_fields.h"

namespace mamba_ratio {

/// What a log line tells the reader.
enum class LineKind : std::uint8_t {
  state_pool,
  kv_pool,
  window_pools,  ///< which of two KV pools is the sliding window's
  kv_dtype,
  post_capture,  ///< replaces the target's KV pool
  weights_begin,
  weights_end,
  pools_done,
  ready,
  capped,
  reduced,
  too_small,     ///< refused: no request fits the state pool
  not_enough,    ///< refused: no memory for the state pool
  no_room,       ///< refused: the weights leave no memory
  state_assert,  ///< failed while serving: no state slot left
  out_of_memory,
  replay_ring,
  multimodal_reserve,
  int8_checkpoints,
  unified_pool,
  graph,
  decode,
  retracted,
  fired_up,
  stopped,      ///< the boot is over: an exception or a signal
  overlap_off,  ///< the engine turned a setting another way: overlap, for no_buffer
  one_page,     ///< pages, for no_buffer
  radix_off,
  ignored,  ///< looks like another line and must not be read as it
};

/// What a needle needs behind it to be a message.
enum class Needs : std::uint8_t {
  nothing,
  field,  ///< one of its fields with a number, directly (elisions and colons may stand between)
  prose,  ///< the row's prose somewhere behind it
  own,    ///< the engine's own words: neither quotes around it nor a template behind it
};

/// One line of the engine's log. The table of them is the one place to add another.
struct LogLine {
  std::string_view id;
  LineKind kind;
  std::string_view needle;  ///< literal that begins the message; a space is any run of blanks
  Fields fields;            ///< what is read behind the needle
  Fields own;               ///< fields no other line has: read even where the needle is missing
  Needs needs;
  std::string_view prose;   ///< its words that are no fields, for wrapped lines
  std::string_view seen;    ///< versions of the engine
  std::string_view source;  ///< file that prints it, in sgl-project/sglang under python/sglang/srt
};

/// What begins a decode line.
inline constexpr std::string_view kDecodeNeedle = "Decode batch";

/// The table.
std::span<const LogLine> log_lines();

/// Whether a line says that a boot, or the server later, failed.
constexpr bool tells_failure(LineKind kind) {
  return kind == LineKind::too_small || kind == LineKind::not_enough || kind == LineKind::no_room ||
         kind == LineKind::state_assert || kind == LineKind::out_of_memory ||
         kind == LineKind::stopped;
}

/// The row whose needle stands at the start of the text, and the needle's length there; nullptr:
/// none. The longest needle wins.
struct NeedleMatch {
  const LogLine* line = nullptr;
  std::size_t length = 0;
};
NeedleMatch match_needle(std::string_view text);

/// The row that has this field as its own; nullptr: none.
const LogLine* owner_of(Field field);

}  // namespace mamba_ratio
