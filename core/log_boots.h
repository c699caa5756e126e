#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "log_messages.h"

namespace mamba_ratio {

/// Of one boot; those beyond are left out.
inline constexpr std::size_t kMaxRanks = 1024;

using Read = std::optional<FieldValue>;

/// Whether both say the same, or nothing.
bool same(const Read& a, const Read& b);

/// A KV pool's line.
struct KvLine {
  Read tokens;
  Read k;
  Read v;
  Read both;
  Read dtype;
  std::string label;
  std::int64_t line = 0;

  bool operator==(const KvLine& other) const;
};

/// What one rank of a boot printed.
struct RankFacts {
  std::string tag;  ///< empty: lines without a tag, which belong to every rank
  bool has_state = false;
  std::int64_t state_line = 0;
  Read slots;
  Read conv;
  Read ssm;
  Read intermediate_ssm;
  Read intermediate_conv;
  std::vector<KvLine> kv;  ///< in the order of the text
  std::optional<KvLine> post_capture;
  Read dtype;
  Read weights_begin;
  Read weights_end;
  Read draft_weights_end;
  Read weights;        ///< what loading the target's took
  Read draft_weights;  ///< and the draft's
  Read left_over;      ///< free once everything stands
  Read pools_done;
  Read max_total;
  Read ready_requests;
  Read context_len;
  Read window_tokens;
  Read full_tokens;
};

/// A message that ends a boot or a server.
struct Failure {
  LineKind kind;
  Place place;
  std::vector<FieldValue> values;
  bool after_pools = false;
};

/// One start of the engine.
struct Boot {
  int number = 0;
  std::int64_t first_line = 0;
  std::int64_t last_line = 0;
  std::vector<RankFacts> ranks;
  bool weights = false;
  bool pools = false;
  bool ready = false;
  bool over = false;  ///< ready, serving, refused or stopped: a weight line begins another boot
  bool unified = false;
  Read raised_to;
  Read capped_to;
  Read capped_slots;
  Read capped_per_request;
  Read reduced_to;
  Read refused_slots;
  Read refused_per_request;
  Read refused_requests;
  Read post_capture_total;
  Read reserve;
  Read checkpoint_slots;
  std::vector<FieldValue> ring;
  std::vector<Failure> failures;

  /// A state line with its slots and a KV line with its tokens.
  bool complete() const;
  /// How many facts it gives, over all ranks.
  std::size_t fact_count() const;
};

/// Sorts the messages of a text into boots and ranks. Memory is bounded: of more than 64 boots the
/// first are dropped, as are ranks beyond 1 024.
class BootBook {
 public:
  void add(const LogMessage& message);
  /// A `server_args` echo.
  void add_settings(std::int64_t line);
  /// A launch command: state lines behind it are of another start, even those that repeat one.
  void add_command() { commanded_ = true; }
  /// Ends a file: lines that wait for what follows them go to its last boot, and boots whose ranks
  /// wrote a file each become one. What follows stands in another file.
  /// Returns the numbers of the boots that went into others, each with that other's.
  std::vector<std::pair<int, int>> end_file();

  const std::vector<Boot>& boots() const { return boots_; }

 private:
  Boot& current(std::int64_t line);
  void begin_boot();
  void flush_waiting();
  void apply(const LogMessage& message);
  void apply_state(const LogMessage& message);
  void apply_kv(const LogMessage& message);
  void apply_weights(const LogMessage& message);
  void apply_ready(const LogMessage& message);
  void apply_graph(const LogMessage& message);
  void apply_post_capture(const LogMessage& message);
  void apply_refusal(const LogMessage& message);
  /// A state line behind the pools of its rank, with no weights loaded since.
  bool is_of_draft(const LogMessage& message) const;
  RankFacts* rank(Boot& boot, const std::string& tag);
  void drop_old();

  std::vector<Boot> boots_;
  std::vector<LogMessage> waiting_;  ///< weight and dtype lines since the last pool or ready line
  int next_number_ = 1;
  int file_first_ = 1;  ///< number of the first boot of the present file
  bool between_files_ = false;
  bool commanded_ = false;  ///< since the last state line
};

}  // namespace mamba_ratio
