#include "log_messages.h"

#include <utility>

#include "log_words.h"
#include "message_parser.h"
#include "relevance.h"

namespace mamba_ratio {
namespace {

constexpr std::size_t kMaxPieces = 24;
constexpr std::size_t kMaxRecordBytes = std::size_t{160} * 1024;

}  // namespace

const FieldValue* LogMessage::find(Field field) const {
  for (const FieldValue& value : values) {
    if (value.field == field) return &value;
  }
  return nullptr;
}

std::optional<FieldValue> LogMessage::value(Field field) const {
  const FieldValue* found = find(field);
  return found == nullptr ? std::nullopt : std::optional(*found);
}

void MessageAssembler::add(const CleanLine& line) {
  if (line.text.empty() && line.stamp.empty()) {
    close();
    return;
  }
  if (line.stamp.empty() && is_progress_bar(line.text)) return;
  if (line.starts) close();
  if (pieces_.size() >= kMaxPieces || text_.size() >= kMaxRecordBytes) slide();
  append(line);
}

void MessageAssembler::append(const CleanLine& line) {
  if (!pieces_.empty()) text_ += ' ';
  Piece piece{line.number,
              text_.size(),
              text_.size() + line.text.size(),
              line.rank,
              !line.stamp.empty(),
              line.tensorrt,
              line.closing.find_first_of("\"'`|") != std::string::npos};
  text_ += line.text;
  pieces_.push_back(std::move(piece));
  open_end_ = line.open_end;
}

void MessageAssembler::close() {
  if (!pieces_.empty()) MessageParser(*this, pieces_.size()).run();
  report_unread(pieces_.size());
  pieces_.clear();
  text_.clear();
  consumed_ = 0;
  open_end_ = false;
}

void MessageAssembler::report_unread(std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const Piece& piece = pieces_[i];
    const std::string_view text =
        std::string_view(text_).substr(piece.begin, piece.end - piece.begin);
    const bool silent = !piece.used && !piece.tensorrt;
    if (piece.unclear || (silent && (piece.relevant || speaks_of_pool(text)))) {
      listener_->on_unread(piece.number, text);
    }
  }
}

void MessageAssembler::slide() {
  const std::size_t emit_before = pieces_.size() > 12 ? pieces_.size() - 12 : pieces_.size() / 2;
  const std::size_t used = MessageParser(*this, emit_before).run();
  report_unread(emit_before);
  const std::size_t cut = pieces_[emit_before].begin;
  pieces_.erase(pieces_.begin(), pieces_.begin() + static_cast<std::ptrdiff_t>(emit_before));
  text_.erase(0, cut);
  consumed_ = used > cut ? used - cut : 0;
  for (Piece& piece : pieces_) {
    piece.begin -= cut;
    piece.end -= cut;
  }
}

}  // namespace mamba_ratio
