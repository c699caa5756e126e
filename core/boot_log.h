#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "log_context.h"
#include "parameters.h"
#include "problem.h"

namespace mamba_ratio {

/// What a fact is to the answer.
enum class FactRole {
  chosen,      ///< the value used; at most one a name
  other_rank,  ///< the same fact printed by another rank of the chosen boot
  other_boot,  ///< the same fact in another boot of the text
  draft,       ///< the draft model's pool; never added to the target's
  window,      ///< a sliding-window pool beside the full one
};

/// One value read from the text, with its origin.
struct Fact {
  std::string_view name;       ///< e.g. `max_mamba_cache_size`; the names of the page's facts table
  std::string_view unit;       ///< slots, GiB, tokens, requests, share, states or empty (a word)
  double number = 0;           ///< the value, where `text` is empty
  std::string text;            ///< a word as printed (kv_dtype, workload_binding); else empty
  std::string printed;         ///< the digits or word exactly as they stand in the text
  std::int64_t line = 0;       ///< 1-based line of the pasted text that holds the value
  std::string excerpt;         ///< that line's message, cleaned, at most 200 bytes of UTF-8
  std::size_t mark_begin = 0;  ///< byte range of `printed` in `excerpt`
  std::size_t mark_end = 0;
  std::string rank;  ///< tag of the rank, e.g. `DP0 TP1`; empty: untagged
  int boot = 0;      ///< 1-based number of the boot in the text
  FactRole role = FactRole::chosen;
};

/// A setting the text shows (server_args, launch command, environment): what was asked, not
/// granted.
struct LoggedSetting {
  Key key;
  std::string text;  ///< value in the form the parameter's field takes, e.g. `131072`, `on`
  std::int64_t line = 0;
  std::string excerpt;
  std::size_t mark_begin = 0;
  std::size_t mark_end = 0;
  int boot = 0;
};

/// One boot of the text, for the choice between several.
struct BootSummary {
  int boot = 0;  ///< 1-based
  std::int64_t first_line = 0;
  std::int64_t last_line = 0;
  bool complete = false;  ///< has a state line with N and a KV line with #tokens
  std::size_t facts = 0;
  std::vector<std::string> ranks;  ///< tags in order of preference; the first one is used
};

/// A relevant-looking line that was not understood.
struct UnreadLine {
  std::int64_t line = 0;
  std::string text;  ///< at most 400 bytes, a longer one ends with a whole word
};

/// A field of the form that the text fills.
struct LogInput {
  Key key;
  std::string text;
  std::int64_t line = 0;
};

/// All that a text says.
struct Reading {
  std::vector<Fact> facts;  ///< the chosen ones first, in the order of their lines
  std::vector<LoggedSetting> settings;
  std::vector<BootSummary> boots;
  int chosen_boot = 0;  ///< 0: no boot in the text
  std::string chosen_rank;
  std::vector<LogInput> inputs;  ///< what goes into the form, at most one a key
  Problems messages;
  std::vector<UnreadLine> unread;  ///< the first ones
  std::int64_t unread_count = 0;   ///< of all there are
  std::int64_t lines = 0;
  std::int64_t bytes = 0;
  bool usable = false;  ///< at least one fact or setting was found
  LogContext context;
};

/// Which boot and rank to take instead of the default.
struct ReadingChoice {
  std::optional<int> boot;
  std::optional<std::string> rank;
};

/// Reads an SGLang boot log in chunks of any size, in bounded memory and linear time.
/// Any bytes are accepted (UTF-8, UTF-16 with a mark, invalid, NUL); it cannot fail.
/// Example: push("Mamba Cache is allocated. max_mamba_cache_size: 257, conv_state size: 0.46GB,
/// ssm_state size: 13.04GB\n"), finish() gives the facts max_mamba_cache_size 257,
/// conv_state_gb 0.46 and ssm_state_gb 13.04, each with line 1.
class BootLogReader {
 public:
  BootLogReader();
  ~BootLogReader();
  BootLogReader(BootLogReader&&) noexcept;
  BootLogReader& operator=(BootLogReader&&) noexcept;

  /// Takes the next bytes of the text.
  void push(std::string_view bytes);

  /// Ends a file; what is pushed next is another one's text. Lines are counted on. Files of the
  /// ranks of one start become one boot, other files boots of their own.
  /// Example: `TP0`'s two pool lines, next_file, `TP1`'s: one boot with two ranks.
  void next_file();

  /// Ends the text and reads what is left. More bytes pushed after it are ignored.
  void finish();

  /// The facts so far (before `finish`: of the complete messages only). Can be called again with
  /// another choice; the text is not needed for that.
  Reading reading(const ReadingChoice& choice = {}) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace mamba_ratio
