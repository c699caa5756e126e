#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "log_messages.h"

namespace mamba_ratio {

/// One pass over a joined record.
class MessageParser {
 public:
  MessageParser(MessageAssembler& record, std::size_t emit_before)
      : pieces_(record.pieces_),
        text_(record.text_),
        open_end_(record.open_end_),
        emit_before_(emit_before),
        listener_(*record.listener_),
        consumed_(record.consumed_) {}

  /// Reads all; gives out the messages that begin before the piece `emit_before` and returns the
  /// place up to which the text is used up.
  std::size_t run();

 private:
  using Piece = MessageAssembler::Piece;

  struct Open {
    const LogLine* line = nullptr;
    bool fragment = false;
    bool tensorrt = false;
    bool unknown = false;    ///< a name that is none of the table's has a number
    bool templated = false;  ///< a place for a value stands where one is
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t first_piece = 0;
    std::size_t last_piece = 0;
    std::vector<FieldValue> values;
  };

  struct Value {
    std::optional<FieldValue> value;
    std::size_t end = 0;
    bool has_unit = false;
  };

  std::size_t step(std::size_t at);
  std::size_t open_needle(std::size_t at, const NeedleMatch& match);
  std::size_t take_field(std::size_t at, const FieldToken& token);
  Value read_value(Field field, std::size_t at, std::size_t value_at);
  /// A word that ends at `end`, with what a terminal broke off it onto the next line. `comma`: only
  /// where one follows it there.
  std::string whole_word(std::size_t begin, std::size_t end, bool comma) const;
  bool is_cut_behind(std::size_t end) const;  ///< whether a size of few decimals may be cut
  bool wrapped(std::size_t end) const;  ///< whether a line end may have cut the number before it
  std::size_t value_end(std::size_t at) const;  ///< last byte of a value with its unit
  void mark(std::size_t at, const NeedleMatch& match, bool accepted);
  bool accepts(const NeedleMatch& match, std::size_t behind) const;
  bool goes_on(const Open& open, std::size_t piece) const;
  /// Whether a line begins with the field that the message on lines before began with.
  bool begins_again(Field field, std::size_t at) const;
  bool starts_fragment(Field field, std::size_t at, const Value& value) const;
  void begin(const LogLine& line, bool fragment, std::size_t at, std::size_t end);
  void attach(Field field, std::size_t at, Value value);
  void close();
  void give_settings();
  void resolve_loose();
  bool negated(const Open& open) const;
  /// Whether the message is a failure that somebody or a program quotes.
  bool quoted(const Open& open) const;
  std::string label(const Open& open) const;
  const std::string& rank(std::size_t piece) const;
  Place place(std::size_t begin, std::size_t end) const;
  std::size_t piece_at(std::size_t at) const;

  std::vector<Piece>& pieces_;
  const std::string& text_;
  bool open_end_;
  std::size_t emit_before_;
  LogListener& listener_;

  std::optional<Open> open_;
  std::vector<std::pair<FieldValue, std::size_t>> loose_;  ///< with the piece each stands on
  std::size_t previous_end_ = 0;                           ///< of the message before
  std::size_t message_begin_ = 0;
  std::size_t consumed_;
};

}  // namespace mamba_ratio
