#include "message_parser.h"

#include <algorithm>
#include <string_view>

#include "ascii.h"
#include "log_words.h"
#include "relevance.h"

namespace mamba_ratio {
namespace {

constexpr std::size_t kMaxLines = 5;
constexpr std::size_t kMaxShortLinesBytes = 400;

bool is_blank(std::string_view text) { return text.find_first_not_of(' ') == text.npos; }

}  // namespace

std::size_t MessageParser::piece_at(std::size_t at) const {
  const auto after = std::upper_bound(pieces_.begin(), pieces_.end(), at,
                                      [](std::size_t a, const Piece& p) { return a < p.begin; });
  return static_cast<std::size_t>(after - pieces_.begin()) - 1;
}

const std::string& MessageParser::rank(std::size_t piece) const {
  const bool own = pieces_[piece].stamped || piece == 0;
  const Piece& before = pieces_[own ? piece : piece - 1];
  return before.begin == before.end ? before.rank : pieces_[piece].rank;
}

Place MessageParser::place(std::size_t begin, std::size_t end) const {
  const Piece& piece = pieces_[piece_at(begin)];
  const std::size_t from = std::max(piece.begin, std::min(message_begin_, begin));
  const std::string_view message = std::string_view(text_).substr(from, piece.end - from);
  return place_in(message, begin - from, end - from, piece.number);
}

std::size_t MessageParser::run() {
  for (std::size_t at = consumed_; at < text_.size();) {
    const char c = text_[at];
    const bool starts = is_word_char(c) || c == '#' || c == '[' || c == '-' || c == '(';
    at = starts ? step(at) : at + 1;
  }
  close();
  resolve_loose();
  return consumed_;
}

std::size_t MessageParser::step(std::size_t at) {
  const FieldToken token = lex_field(text_.c_str() + at);
  const NeedleMatch match = match_needle(std::string_view(text_).substr(at));
  const bool accepted = match.line != nullptr && accepts(match, at);
  if (match.line != nullptr) mark(at, match, accepted);
  if (accepted) return open_needle(at, match);
  if (token.field != Field::none) return take_field(at, token);
  const std::size_t end = at + std::max<std::size_t>(1, token.length);
  if (open_ && piece_at(at) <= open_->last_piece) open_->unknown |= sets_number(text_, at, end);
  return end;
}

void MessageParser::mark(std::size_t at, const NeedleMatch& match, bool accepted) {
  const LogLine& line = *match.line;
  Piece& piece = pieces_[piece_at(at)];
  if (line.kind == LineKind::ignored || line.kind == LineKind::graph || line.fields.empty()) {
    piece.used = true;
  } else if (accepted) {
    piece.relevant = true;
  } else if (line.needs == Needs::field) {
    piece.relevant |=
        has_amount(std::string_view(text_).substr(at, std::min(piece.end - at, kMaxSentence)));
  }
}

bool MessageParser::accepts(const NeedleMatch& match, std::size_t at) const {
  const LogLine& line = *match.line;
  const std::string_view text(text_);
  const std::string_view rest = text.substr(at + match.length);
  if (line.needs == Needs::prose) return rest.substr(0, kMaxSentence).find(line.prose) != rest.npos;
  if (line.needs == Needs::own) {
    const Piece& piece = pieces_[piece_at(at)];
    const std::string_view before = text.substr(piece.begin, at - piece.begin);
    const std::string_view after = text.substr(at + match.length, piece.end - at - match.length);
    return !is_quoted(before, after) && !has_placeholder(after);
  }
  if (line.needs == Needs::nothing) return true;
  if (line.kind == LineKind::state_pool && rest.substr(0, 60).find("is allocated") != rest.npos) {
    return true;
  }
  std::size_t field_at = at + match.length;
  while (field_at < text_.size() && !is_word_char(text_[field_at]) && text_[field_at] != '#') {
    ++field_at;
  }
  const FieldToken token = lex_field(text_.c_str() + field_at);
  if (!line.fields.has(token.field)) return false;
  const std::string_view value = text.substr(field_at + token.length);
  return read_number(value, number_kind(value_kind(token.field)), open_end_).has_value() ||
         dtype_length(value) > 0;
}

void MessageParser::begin(const LogLine& line, bool fragment, std::size_t at, std::size_t end) {
  close();
  Open open;
  open.line = &line;
  open.fragment = fragment;
  open.begin = at;
  open.end = end;
  open.first_piece = piece_at(at);
  open.last_piece = piece_at(std::max(at, end - 1));
  open.tensorrt = pieces_[open.first_piece].tensorrt;
  const std::size_t line_begin = pieces_[open.first_piece].begin;
  open.templated =
      fragment && has_placeholder(std::string_view(text_).substr(line_begin, at - line_begin));
  message_begin_ = at;
  open_ = std::move(open);
}

std::size_t MessageParser::open_needle(std::size_t at, const NeedleMatch& match) {
  const std::size_t end = at + match.length;
  begin(*match.line, false, at, end);
  if (match.line->kind == LineKind::state_pool && match.line->needs == Needs::field) {
    const std::string_view rest = std::string_view(text_).substr(end, 60);
    open_->tensorrt |= rest.find("is allocated") != rest.npos;
  }
  for (std::size_t i = at; i < end; ++i) {
    if (i > at && is_word_char(text_[i - 1])) continue;
    const FieldToken token = lex_field(text_.c_str() + i);
    if (match.line->fields.has(token.field) && i + token.length >= end) return take_field(i, token);
  }
  return end;
}

bool MessageParser::goes_on(const Open& open, std::size_t piece) const {
  if (piece > open.first_piece &&
      pieces_[piece].number - pieces_[open.first_piece].number >=
          static_cast<std::int64_t>(kMaxLines) &&
      pieces_[piece].end - open.begin > kMaxShortLinesBytes) {
    return false;
  }
  for (std::size_t between = open.last_piece + 1; between < piece; ++between) {
    const Piece& p = pieces_[between];
    const std::string_view words =
        trimmed(std::string_view(text_).substr(p.begin, p.end - p.begin));
    if (open.line->prose.find(words) == std::string_view::npos) return false;
  }
  return true;
}

bool MessageParser::starts_fragment(Field field, std::size_t at, const Value& value) const {
  if (!value.value || owner_of(field) == nullptr) return false;
  if (value_kind(field) != ValueKind::gib) return true;
  const bool letters = field == Field::k_size || field == Field::v_size || field == Field::kv_size;
  const std::string_view name = std::string_view(text_).substr(at, 8);
  return value.has_unit && (!letters || name.find("size") != name.npos);
}

bool MessageParser::begins_again(Field field, std::size_t at) const {
  if (!open_ || open_->values.empty() || open_->values.front().field != field) return false;
  const Piece& piece = pieces_[piece_at(at)];
  return piece.number > open_->values.front().place.line && piece.begin == at;
}

std::size_t MessageParser::take_field(std::size_t at, const FieldToken& token) {
  const std::size_t value_at = at + token.length;
  if (open_ && !open_->line->fields.has(token.field) && message_begin_ < at) message_begin_ = at;
  Value value = read_value(token.field, at, value_at);
  const std::size_t end = value.end;
  const std::size_t piece = piece_at(at);
  if (begins_again(token.field, at)) close();
  const bool of_message = open_ && open_->line->fields.has(token.field) && goes_on(*open_, piece);
  if (end == value_at && !value.value &&
      is_unclear(token.field, std::string_view(text_).substr(at), token.length, of_message)) {
    pieces_[piece].unclear = true;
  }
  if (of_message) {
    open_->templated |= value_at < text_.size() && text_[value_at] == '{' &&
                        has_placeholder(std::string_view(text_).substr(value_at, 2));
    attach(token.field, at, std::move(value));
    open_->last_piece = std::max(open_->last_piece, piece_at(value_end(end)));
    open_->end = end;
    return end;
  }
  if (open_ && piece <= open_->last_piece) open_->unknown |= value.value.has_value();
  if (starts_fragment(token.field, at, value)) {
    begin(*owner_of(token.field), true, at, end);
    for (auto& [loose, on] : loose_) {
      if (on + 1 >= piece && open_->line->fields.has(loose.field)) open_->values.push_back(loose);
    }
    loose_.clear();
    attach(token.field, at, std::move(value));
  } else if (value.value) {
    loose_.emplace_back(std::move(*value.value), piece);
  }
  return end;
}

void MessageParser::attach(Field field, std::size_t at, Value value) {
  const std::string_view name = std::string_view(text_).substr(at);
  std::size_t before = at;
  while (before > 0 && text_[before - 1] == ' ') --before;
  const bool comma = before > 0 && text_[before - 1] == ',';
  open_->tensorrt |= field == Field::ssm_spec_cache || field == Field::other_slots ||
                     (comma && name.starts_with("intermediate_ssm_state_cache size"));
  if (!value.value) return;
  if (field == Field::ssm_state_cache) {
    const auto has_pool =
        std::any_of(open_->values.begin(), open_->values.end(),
                    [](const FieldValue& v) { return v.field == Field::ssm_state; });
    value.value->field = has_pool ? Field::intermediate_ssm : Field::ssm_state;
  }
  if (field == Field::bare_tokens) value.value->field = Field::tokens;
  const Field kept = value.value->field;
  const bool twice = std::any_of(open_->values.begin(), open_->values.end(),
                                 [&](const FieldValue& v) { return v.field == kept; });
  if (!twice) open_->values.push_back(std::move(*value.value));
}

bool MessageParser::negated(const Open& open) const {
  const std::string_view text(text_);
  const Piece& piece = pieces_[open.first_piece];
  const std::size_t from = std::max(piece.begin, std::min(previous_end_, open.begin));
  const std::string_view before = text.substr(from, open.begin - from);
  if (words_since_negation(before.substr(sentence_begin(before)))) return true;
  if (is_blank(before) && open.first_piece > 0 && !piece.stamped) {
    const Piece& above = pieces_[open.first_piece - 1];
    const std::string_view line = text.substr(above.begin, above.end - above.begin);
    const auto since = words_since_negation(line.substr(sentence_begin(line)));
    const bool ends = !line.empty() && std::string_view(".:;!?,").find(line.back()) != line.npos;
    if (!ends && above.begin >= previous_end_ && since && *since <= 2) return true;
  }
  const Piece& last = pieces_[open.last_piece];
  const std::string_view after = text.substr(open.end, std::max(last.end, open.end) - open.end);
  return words_since_negation(after.substr(0, sentence_end(after))).has_value();
}

bool MessageParser::quoted(const Open& open) const {
  if (!tells_failure(open.line->kind)) return false;
  const std::string_view text(text_);
  const std::string_view rest = text.substr(open.end, sentence_end(text.substr(open.end)));
  const bool figures = !open.values.empty() || rest.find('=') != rest.npos;
  const std::size_t begin = pieces_[open.first_piece].begin;
  return (!figures || has_placeholder(rest)) &&
         is_quoted(text.substr(begin, open.begin - begin), text.substr(open.end));
}

std::string MessageParser::label(const Open& open) const {
  const std::size_t from =
      std::max(pieces_[open.first_piece].begin, std::min(previous_end_, open.begin));
  const std::string_view before = trimmed(std::string_view(text_).substr(from, open.begin - from));
  std::size_t begin = before.size();
  while (begin > 0 && before[begin - 1] != ' ') --begin;
  std::string word;
  for (const char c : before.substr(begin)) {
    if (is_word_char(c) || c == '-') word += c;
  }
  return word.size() <= 24 ? word : std::string();
}

void MessageParser::close() {
  if (!open_) return;
  Open open = *std::exchange(open_, std::nullopt);
  const bool emit = open.first_piece < emit_before_;
  bool clear = open.line->kind == LineKind::ignored;
  if (emit) consumed_ = std::max(consumed_, open.end);
  if (emit && open.line->kind != LineKind::ignored) {
    LogMessage message;
    message.line = open.line;
    message.fragment = open.fragment;
    message.rank = rank(open.first_piece);
    message.label = label(open);
    message.place = place(open.begin, open.end);
    const bool own = open.line->needs == Needs::own;  // may say "not" itself
    const bool quote = !open.tensorrt && quoted(open);
    const bool denied = !open.tensorrt && !quote && !own && negated(open);
    const bool read = !open.values.empty() || open.tensorrt || open.templated || denied || quote;
    const bool odd = open.unknown && !message.fragment && lacks_field(open.line->kind, open.values);
    pieces_[open.first_piece].unclear |= odd;
    clear |= open.tensorrt || denied;
    message.values = std::move(open.values);
    for (std::size_t i = open.first_piece; i <= open.last_piece; ++i) pieces_[i].used |= read;
    if (open.templated && !quote) {
      clear = true;
    } else if (open.tensorrt) {
      listener_.on_dropped(Dropped::tensorrt, message.place);
    } else if (denied) {
      listener_.on_dropped(Dropped::negated, message.place);
    } else if (quote) {
      listener_.on_dropped(Dropped::quoted, message.place);
    } else {
      listener_.on_message(std::move(message));
    }
  }
  for (std::size_t i = open.first_piece; clear && i <= open.last_piece; ++i) {
    pieces_[i].unclear = false;
  }
  previous_end_ = open.end;
}

void MessageParser::give_settings() {
  for (const auto& [value, piece] : loose_) {
    if (piece >= emit_before_) continue;
    constexpr Fields kOfMessages{Field::available_gpu_mem, Field::total_rest_memory,
                                 Field::max_num_reqs, Field::swa_size, Field::full_size};
    pieces_[piece].unclear |= kOfMessages.has(value.field) && !pieces_[piece].tensorrt;
    if (value.field == Field::max_running_requests) {
      listener_.on_setting("max_running_requests", value);
    } else if (value.field == Field::max_mamba_cache_size) {
      listener_.on_setting("max_mamba_cache_size", value);
    }
  }
}

void MessageParser::resolve_loose() {
  const auto find = [&](Field field) {
    return std::find_if(loose_.begin(), loose_.end(),
                        [&](const auto& entry) { return entry.first.field == field; });
  };
  const auto ratio = find(Field::mamba_ratio);
  const auto requests = find(Field::max_num_reqs);
  if (ratio == loose_.end() || requests == loose_.end()) return give_settings();
  if (ratio->second >= emit_before_) return;
  LogMessage message;
  for (const LogLine& line : log_lines()) {
    if (line.kind == LineKind::too_small && message.line == nullptr) message.line = &line;
  }
  message.fragment = true;
  message.rank = rank(ratio->second);
  message.place = ratio->first.place;
  for (const auto& [value, piece] : loose_) {
    const bool near = piece + 1 >= ratio->second && piece <= requests->second + 1;
    if (near && message.line->fields.has(value.field)) message.values.push_back(value);
  }
  listener_.on_message(std::move(message));
}

}  // namespace mamba_ratio
