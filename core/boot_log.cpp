#include "boot_log.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "boot_choice.h"
#include "boot_inputs.h"
#include "boot_messages.h"
#include "boot_reading.h"
#include "held_lines.h"
#include "line_splitter.h"
#include "log_clean.h"
#include "log_pipeline.h"
#include "log_scan.h"
#include "order.h"
#include "other_engines.h"
#include "screen_rows.h"
#include "stamp_order.h"
#include "text_decoder.h"

namespace mamba_ratio {
namespace {

const Boot* boot_of(const std::vector<Boot>& boots, int number) {
  const auto found = std::find_if(boots.begin(), boots.end(),
                                  [&](const Boot& boot) { return boot.number == number; });
  return found == boots.end() ? nullptr : &*found;
}

}  // namespace

struct BootLogReader::State {
  static constexpr int kMaxFollowing = 12;
  static constexpr std::int64_t kBeginning = 2000;
  static constexpr int kMaxBarren = 8;
  static constexpr std::size_t kMaxSearched = std::size_t{1} << 20;

  TextDecoder decoder;
  LineSplitter splitter;
  LineCleaner cleaner;
  StampOrder order;
  std::unique_ptr<Pipeline> pipeline = std::make_unique<Pipeline>();
  std::int64_t bytes = 0;
  OtherEngines engines;
  std::size_t searched = 0;  ///< bytes looked through for them, which show early beside figures
  HeldLines held;
  ScreenRows rows;
  std::vector<ScreenLine> whole_lines;  ///< those read in place of the rows; else empty
  int following = 0;
  std::int64_t read_number = 0;
  int barren = 0;  ///< parts of one line in a row that seemed to matter and gave nothing
  bool finished = false;
  bool reversed = false;

  static std::unique_ptr<Pipeline> replayed(const std::vector<const CleanLine*>& lines) {
    auto result = std::make_unique<Pipeline>();
    for (const CleanLine* line : lines) result->add(*line);
    result->end_file();
    return result;
  }

  /// Nothing is open: a line that holds nothing of interest changes nothing.
  bool idle() const {
    return !order.watching() && !pipeline->wants_more() && following == 0 && !at_beginning();
  }

  /// There stands a script, whose variables are wanted, and what came through a chat tool.
  bool at_beginning() const { return splitter.lines() < kBeginning; }

  void push(std::string_view text) {
    rows.add(text);
    while (!text.empty()) {
      if (splitter.at_start() && idle()) {
        const SkippedLines skipped = skip_lines(text, LineSplitter::kMaxLine);
        splitter.count(skipped.lines);
        held.skip(text.substr(0, skipped.bytes), splitter.lines());
        text.remove_prefix(skipped.bytes);
        if (text.empty()) break;
        if (const std::size_t size = take_decode_line(text, skipped.stop - skipped.bytes)) {
          text.remove_prefix(size);
          continue;
        }
      }
      text.remove_prefix(splitter.take_line(text, [&](const RawLine& raw) { take(raw); }));
    }
    held.keep();
  }

  /// Takes a whole decode line at the start of `text` whose message begins at `begin`; how many
  /// bytes it has with its LF, 0: none is there.
  std::size_t take_decode_line(std::string_view text, std::size_t begin) {
    DecodeLine line;
    const std::size_t end = scan_decode_line(text, begin, line);
    if (end == 0 || end == text.size() || text[end] != '\n') return 0;
    splitter.count(1);
    skip_to_next();
    pipeline->add(line, splitter.lines());
    return end + 1;
  }

  /// Takes a line of the text. Most are dropped after one scan; the two before one that matters
  /// are read with it (its stamp and its first words may stand there), as are those that follow
  /// while they may belong to its message.
  void take(const RawLine& raw) {
    const bool closed = !order.watching() && !pipeline->wants_more();
    if (closed && !raw.last) {
      DecodeLine line;
      if (scan_decode_line(raw.bytes, find_decode_line(raw.bytes), line) != 0) {
        skip_to_next();
        pipeline->add(line, raw.number);
        return;
      }
    }
    if (!closed || matters(raw)) {
      read_held();
      read(raw);
      following = kMaxFollowing;
    } else if (following > 0 && continues(raw)) {
      read(raw);
      --following;
    } else {
      if (following > 0) pipeline->pause();
      following = 0;
      held.add(raw);
      if (at_beginning()) pipeline->note(raw.bytes);
    }
  }

  /// The line taken belongs to no message around it.
  void skip_to_next() {
    if (following > 0) pipeline->pause();
    following = 0;
    held.clear();
    cleaner.restart();
  }

  /// Whether a line may hold anything, also one whose characters a chat tool changed.
  bool matters(const RawLine& raw) const {
    constexpr std::size_t kLongest = 4096;
    if (may_matter(raw.bytes)) return true;
    if (!at_beginning() || raw.bytes.size() > kLongest) return false;
    LineCleaner look = cleaner;
    const std::vector<CleanLine>& lines = look.clean(raw.bytes, raw.number, raw.last);
    return std::any_of(lines.begin(), lines.end(),
                       [](const CleanLine& line) { return may_matter(line.text); });
  }

  bool continues(const RawLine& raw) {
    LineCleaner look = cleaner;
    for (const CleanLine& line : look.clean(raw.bytes, raw.number, raw.last)) {
      if (line.starts || line.text.empty()) return false;
    }
    return true;
  }

  void read_held() {
    if (held.empty()) return;
    cleaner.restart();
    held.take([&](const RawLine& raw) { read(raw); });
  }

  /// No line of an engine goes on and on with words of one and never a figure: of one that does,
  /// the rest is left out.
  void read(const RawLine& raw) {
    if (std::exchange(read_number, raw.number) != raw.number) barren = 0;
    if (barren == kMaxBarren) return;
    const std::size_t before = pipeline->value_count();
    if (before == 0 || searched < kMaxSearched) {
      engines.add(raw.bytes, raw.number);
      searched += raw.bytes.size();
    }
    for (const CleanLine& line : cleaner.clean(raw.bytes, raw.number, raw.last)) {
      order.add(line);
      pipeline->add(line);
    }
    if (pipeline->value_count() != before) {
      barren = 0;
    } else if (may_matter(raw.bytes)) {
      ++barren;
    }
  }

  /// What is to be told of the text as a whole.
  void add_text_messages(Reading& reading) const {
    if (reversed) reading.messages.push_back({Code::log_reversed, "", std::nullopt, {}});
    if (pipeline->unread_count() > 0) {
      const auto count = static_cast<double>(pipeline->unread_count());
      reading.messages.push_back(
          {Code::log_unread_lines, "", pipeline->unread().front().line, {{"lines", count}}});
    }
    if (reading.usable) return;
    if (!engines.name().empty()) {
      reading.messages.push_back(
          {Code::log_other_engine, "", engines.line(), {{"engine", std::string(engines.name())}}});
    } else if (!has_error(reading.messages)) {
      reading.messages.push_back({Code::log_nothing_read, "", std::nullopt, {}});
    }
  }

  void end_file() {
    push(decoder.finish());
    splitter.finish([&](const RawLine& raw) { take(raw); });
    pipeline->end_file();
    decoder = {};
    held.clear();
    cleaner.restart();
    following = 0;
  }

  void finish() {
    if (std::exchange(finished, true)) return;
    end_file();
    if (order.only_falls()) {
      reversed = true;
      pipeline = replayed(order.records_reversed());
      std::unique_ptr<Pipeline> by_line = replayed(order.lines_reversed());
      if (by_line->fact_count() > pipeline->fact_count()) pipeline = std::move(by_line);
    }
    if (reversed) read_whole_lines(true);
    read_whole_lines(false);
    if (!reversed) read_by_source();
  }

  /// Reads the text again as it was before a screen made rows of its lines, and takes that where it
  /// says more; as much, where rows were cut. `upside_down`: from the last row to the first.
  void read_whole_lines(bool upside_down) {
    bool cut = false;
    std::vector<ScreenLine> lines = rows.lines(upside_down, cut);
    if (lines.empty()) return;
    State whole;
    whole.rows.drop();
    whole.push(lines);
    whole.finish();
    if (whole.pipeline->value_count() + (cut ? 1 : 0) <= pipeline->value_count()) return;
    pipeline = std::move(whole.pipeline);
    whole_lines = std::move(lines);
    reversed = upside_down || whole.reversed;
  }

  /// Gives what was read in a line put together the number of its own row.
  template <typename Marked>
  void find_rows(std::vector<Marked>& all) const {
    for (Marked& one : all) {
      one.line = row_of_mark(whole_lines, one.line, one.excerpt, one.mark_begin);
    }
  }

  /// Reads the containers of the text one after the other, as files, and takes that where more
  /// boots are complete, or say more.
  void read_by_source() {
    const std::vector<ScreenLine> lines = rows.by_source();
    if (lines.empty()) return;
    State parted;
    parted.rows.drop();
    parted.push(lines);
    parted.finish();
    if (parted.pipeline->completeness() > pipeline->completeness()) {
      pipeline = std::move(parted.pipeline);
      whole_lines.clear();
    }
  }

  void push(const std::vector<ScreenLine>& lines) {
    std::size_t source = 0;
    for (const ScreenLine& line : lines) {
      if (std::exchange(source, line.source) != line.source) end_file();
      splitter.count(line.number - 1 - splitter.lines());
      push(line.text + '\n');
    }
  }
};

BootLogReader::BootLogReader() : state_(std::make_unique<State>()) {}
BootLogReader::~BootLogReader() = default;
BootLogReader::BootLogReader(BootLogReader&&) noexcept = default;
BootLogReader& BootLogReader::operator=(BootLogReader&&) noexcept = default;

void BootLogReader::push(std::string_view bytes) {
  if (state_->finished) return;
  state_->bytes += static_cast<std::int64_t>(bytes.size());
  state_->push(state_->decoder.decode(bytes));
}

void BootLogReader::next_file() {
  if (state_->finished) return;
  state_->end_file();
  state_->rows.drop();
}

void BootLogReader::finish() { state_->finish(); }

Reading BootLogReader::reading(const ReadingChoice& choice) const {
  Reading reading;
  reading.lines = state_->splitter.lines();
  reading.bytes = state_->bytes;
  const Pipeline& pipeline = *state_->pipeline;
  read_boots(pipeline.book().boots(), choice, reading);
  const std::vector<WrittenSetting> settings = pipeline.settings();
  const Boot* chosen = boot_of(pipeline.book().boots(), reading.chosen_boot);
  reading.settings = settings_of(settings, reading.chosen_boot, chosen != nullptr && chosen->pools);
  state_->find_rows(reading.facts);
  state_->find_rows(reading.settings);
  reading.context = {logged_memory(reading), checkpoint_of(settings, reading.chosen_boot)};
  reading.usable |= !reading.settings.empty();
  reading.context.memory.one_arena = chosen != nullptr && chosen->unified;
  add_inputs(chosen, reading);
  reading.unread = pipeline.unread();
  reading.unread_count = pipeline.unread_count();
  add_boot_messages(chosen, reading);
  add_later_failure(pipeline.book().boots(), reading);
  pipeline.workload().add_to(reading);
  put_in_order(reading.facts, [](const Fact& a, const Fact& b) {
    return a.role == FactRole::chosen && b.role != FactRole::chosen;
  });
  reading.usable |= !reading.facts.empty();
  add_dropped_messages(pipeline.dropped(), reading);
  state_->add_text_messages(reading);
  return reading;
}

}  // namespace mamba_ratio
