#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "log_clean.h"
#include "log_lines.h"
#include "log_place.h"

namespace mamba_ratio {

/// One field of a message as read.
struct FieldValue {
  Field field = Field::none;
  Decimal number;
  std::string word;     ///< a dtype or class name; else empty
  std::string printed;  ///< as it stands in the text
  Place place;
};

/// One message of the log, freed from wraps and surroundings.
struct LogMessage {
  const LogLine* line = nullptr;
  bool fragment = false;  ///< read from its fields alone, its sentence is missing
  std::string rank;
  std::string label;  ///< the word in front of a pool's sentence, e.g. `Full`
  Place place;        ///< of the sentence
  std::vector<FieldValue> values;

  const FieldValue* find(Field field) const;
  std::optional<FieldValue> value(Field field) const;
};

/// Why a message that looks like the engine's was not taken.
enum class Dropped { tensorrt, negated, quoted, cut_number };

/// Receives what the text says, in its order.
class LogListener {
 public:
  virtual ~LogListener() = default;
  virtual void on_message(LogMessage message) = 0;
  /// A setting's name with a number that belongs to no message.
  virtual void on_setting(std::string_view name, const FieldValue& value) = 0;
  /// A line that looks like one of the table's but gave nothing.
  virtual void on_unread(std::int64_t line, std::string_view text) = 0;
  virtual void on_dropped(Dropped reason, const Place& place) = 0;
};

/// Puts wrapped messages together and reads their fields one by one. A message ends where the next
/// one begins, at a blank line, after five lines (or 400 characters of shorter ones) or at a line
/// that holds none of its fields.
class MessageAssembler {
 public:
  explicit MessageAssembler(LogListener& listener) : listener_(&listener) {}

  void add(const CleanLine& line);

  /// Ends the messages begun so far.
  void close();

  /// Whether a message may still go on with the next line.
  bool pending() const { return !pieces_.empty(); }

 private:
  struct Piece {
    std::int64_t number;
    std::size_t begin;
    std::size_t end;
    std::string rank;
    bool stamped;
    bool tensorrt;
    bool closed;            ///< a quote or a table's border ended it
    bool relevant = false;  ///< looks like a line of the table
    bool used = false;      ///< something was read on it
    bool unclear = false;   ///< a field on it has a value that could not be read
  };
  friend class MessageParser;

  void append(const CleanLine& line);
  void slide();
  void report_unread(std::size_t count);

  LogListener* listener_;
  std::string text_;  ///< the lines, joined by one space
  std::vector<Piece> pieces_;
  std::size_t consumed_ = 0;  ///< bytes of `text_` whose messages were given out
  bool open_end_ = false;
};

}  // namespace mamba_ratio
