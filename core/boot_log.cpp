#include "boot_log.h"

#include <utility>

#include "boot_choice.h"
#include "boot_inputs.h"
#include "boot_reading.h"
#include "line_splitter.h"
#include "log_boots.h"
#include "log_clean.h"
#include "log_messages.h"
#include "log_settings.h"
#include "stamp_order.h"
#include "text_decoder.h"

namespace mamba_ratio {
namespace {

/// From clean lines to boots, in one direction.
class Pipeline : public LogListener {
 public:
  Pipeline() : assembler_(*this) {}
  Pipeline(const Pipeline&) = delete;
  Pipeline& operator=(const Pipeline&) = delete;

  void add(const CleanLine& line) {
    const bool echo = settings_.add(line, boot());
    if (settings_.echo_began()) {
      assembler_.close();
      book_.add_settings(line.number);
      settings_.move_echo(boot());
    }
    if (!echo) assembler_.add(line);
  }

  void finish() {
    assembler_.close();
    settings_.finish();
    book_.finish();
  }

  void on_message(LogMessage message) override { book_.add(message); }
  void on_setting(std::string_view name, const FieldValue& value) override {
    settings_.add_bare(name, value.number.text(), value.place, boot());
  }
  void on_dropped(Dropped reason, const Place& place) override {
    if (dropped_.size() < kMaxDropped) dropped_.emplace_back(reason, place);
  }

  /// Facts of the boot that is read by default.
  std::size_t fact_count() const {
    const Boot* boot = default_boot(book_.boots());
    return boot == nullptr ? 0 : boot->fact_count();
  }

  const BootBook& book() const { return book_; }
  const SettingsReader& settings() const { return settings_; }
  const std::vector<std::pair<Dropped, Place>>& dropped() const { return dropped_; }

 private:
  static constexpr std::size_t kMaxDropped = 1000;

  int boot() const { return book_.boots().empty() ? 0 : book_.boots().back().number; }

  MessageAssembler assembler_;
  SettingsReader settings_;
  BootBook book_;
  std::vector<std::pair<Dropped, Place>> dropped_;
};

}  // namespace

struct BootLogReader::State {
  TextDecoder decoder;
  LineSplitter splitter;
  LineCleaner cleaner;
  StampOrder order;
  std::unique_ptr<Pipeline> pipeline = std::make_unique<Pipeline>();
  std::int64_t bytes = 0;
  bool finished = false;

  static std::unique_ptr<Pipeline> replayed(const std::vector<const CleanLine*>& lines) {
    auto result = std::make_unique<Pipeline>();
    for (const CleanLine* line : lines) result->add(*line);
    result->finish();
    return result;
  }

  void take(const RawLine& raw) {
    for (const CleanLine& line : cleaner.clean(raw.bytes, raw.number, raw.last)) {
      order.add(line);
      pipeline->add(line);
    }
  }

  void finish() {
    if (std::exchange(finished, true)) return;
    const auto sink = [&](const RawLine& raw) { take(raw); };
    splitter.push(decoder.finish(), sink);
    splitter.finish(sink);
    pipeline->finish();
    if (order.only_falls()) {
      pipeline = replayed(order.records_reversed());
      std::unique_ptr<Pipeline> by_line = replayed(order.lines_reversed());
      if (by_line->fact_count() > pipeline->fact_count()) pipeline = std::move(by_line);
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
  state_->splitter.push(state_->decoder.decode(bytes),
                        [&](const RawLine& raw) { state_->take(raw); });
}

void BootLogReader::finish() { state_->finish(); }

Reading BootLogReader::reading(const ReadingChoice& choice) const {
  Reading reading;
  reading.lines = state_->splitter.lines();
  reading.bytes = state_->bytes;
  const Pipeline& pipeline = *state_->pipeline;
  read_boots(pipeline.book().boots(), choice, reading);
  reading.settings = settings_of(pipeline.settings().settings(), reading.chosen_boot);
  reading.usable |= !reading.settings.empty();
  add_inputs(reading);
  return reading;
}

}  // namespace mamba_ratio
