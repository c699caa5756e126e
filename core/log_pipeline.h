#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "boot_choice.h"
#include "boot_log.h"
#include "decode_statistics.h"
#include "launch_command.h"
#include "log_boots.h"
#include "log_clean.h"
#include "log_messages.h"
#include "log_settings.h"
#include "text_decoder.h"

namespace mamba_ratio {

/// From clean lines to boots, in one direction.
class Pipeline : public LogListener {
 public:
  Pipeline() : assembler_(*this) {}
  Pipeline(const Pipeline&) = delete;
  Pipeline& operator=(const Pipeline&) = delete;

  void add(const CleanLine& line) {
    const bool launch = launches(line.text);
    if (launch || flags_alone(line.text)) assembler_.close();
    if (launch) book_.add_command();
    const bool echo = settings_.add(line, launch, next_boot());
    if (settings_.echo_began()) {
      assembler_.close();
      book_.add_settings(line.number);
      settings_.move_echo(boot());
    }
    if (!echo) assembler_.add(line);
  }

  void add(const DecodeLine& line, std::int64_t number) { workload_.add(line, number); }

  void note(std::string_view line) { settings_.note(line); }

  /// The lines that follow hold nothing until the next call of `add`.
  void pause() { assembler_.close(); }

  bool wants_more() const { return settings_.wants_more(); }

  void end_file() {
    assembler_.close();
    settings_.finish();
    for (const auto& [from, to] : book_.end_file()) settings_.move_settings(from, to);
  }

  void on_message(LogMessage message) override {
    values_ += message.values.size();
    const LineKind kind = message.line->kind;
    if (settings_.add_settled(kind, message.place, next_boot())) return;
    if (kind == LineKind::decode || kind == LineKind::retracted) {
      workload_.add(message);
    } else {
      book_.add(message);
    }
  }
  void on_unread(std::int64_t line, std::string_view text) override {
    ++unread_count_;
    if (unread_.size() < kMaxUnread) {
      unread_.push_back({line, {}});
      append_valid_utf8(unread_.back().text, whole_words(text, kMaxUnreadBytes));
    }
  }
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

  /// How many boots are complete, and the facts of all.
  std::pair<std::size_t, std::size_t> completeness() const {
    std::pair<std::size_t, std::size_t> sum;
    for (const Boot& boot : book_.boots()) {
      sum.first += boot.complete() ? 1 : 0;
      sum.second += boot.fact_count();
    }
    return sum;
  }

  /// Numbers and words read so far.
  std::size_t value_count() const { return values_ + settings_.settings().size(); }

  const BootBook& book() const { return book_; }

  /// What is set behind a boot's pools is for the next boot, where there is one.
  std::vector<WrittenSetting> settings() const {
    std::vector<WrittenSetting> all = settings_.settings();
    for (WrittenSetting& setting : all) {
      setting.behind = setting.boot > boot();
      setting.boot = std::min(setting.boot, boot());
    }
    return all;
  }
  const DecodeStatistics& workload() const { return workload_; }
  const std::vector<UnreadLine>& unread() const { return unread_; }
  std::int64_t unread_count() const { return unread_count_; }
  const std::vector<std::pair<Dropped, Place>>& dropped() const { return dropped_; }

 private:
  static constexpr std::size_t kMaxDropped = 1000;
  static constexpr std::size_t kMaxUnread = 1000;
  static constexpr std::size_t kMaxUnreadBytes = 400;

  /// The beginning of a text up to a blank: half a secret would not be known for one.
  static std::string_view whole_words(std::string_view text, std::size_t most) {
    if (text.size() <= most) return text;
    return text.substr(0, text.find_last_of(' ', most) + 1);
  }

  int boot() const { return book_.boots().empty() ? 0 : book_.boots().back().number; }

  /// The boot that what is set now is for: behind the pools it is the next one.
  int next_boot() const {
    const auto& boots = book_.boots();
    const bool done = !boots.empty() && (boots.back().pools || boots.back().over);
    return boot() + (done ? 1 : 0);
  }

  MessageAssembler assembler_;
  SettingsReader settings_;
  BootBook book_;
  DecodeStatistics workload_;
  std::size_t values_ = 0;
  std::vector<UnreadLine> unread_;
  std::int64_t unread_count_ = 0;
  std::vector<std::pair<Dropped, Place>> dropped_;
};

}  // namespace mamba_ratio
