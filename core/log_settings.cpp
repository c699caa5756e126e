#include "log_settings.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "ascii.h"
#include "environment.h"

namespace mamba_ratio {
namespace {

constexpr std::size_t kLongestValue = 256;  // a checkpoint's path in a cache
constexpr std::size_t kMaxEchoBytes = std::size_t{64} * 1024;
constexpr std::size_t kMaxSettings = 4096;

constexpr std::array<std::string_view, 3> kEnvironment{
    "SGLANG_OPT_MAMBA_SKIP_DECODE_LOCK", "SGLANG_MAMBA_SSM_DTYPE", "SGLANG_MAMBA_CONV_DTYPE"};

/// What a line of the engine says that it settled.
struct Settled {
  LineKind kind;
  std::string_view setting;
  std::string_view value;
};
constexpr std::array kSettled{
    Settled{LineKind::overlap_off, "mamba_radix_cache_strategy", "no_buffer"},
    Settled{LineKind::overlap_off, "disable_overlap_schedule", "True"},
    Settled{LineKind::one_page, "mamba_radix_cache_strategy", "no_buffer"},
    Settled{LineKind::one_page, "page_size", "1"},
    Settled{LineKind::radix_off, "disable_radix_cache", "True"},
};

bool is_quote(char c) { return c == '\'' || c == '"'; }

/// End of the value at `at`: of a string, a bracketed list or a word.
std::size_t value_end(std::string_view text, std::size_t at) {
  if (at < text.size() && is_quote(text[at])) {
    const char quote = text[at];
    for (std::size_t i = at + 1; i < text.size(); ++i) {
      if (text[i] == '\\') {
        ++i;
      } else if (text[i] == quote) {
        return i + 1;
      }
    }
    return text.size();
  }
  int depth = 0;
  for (std::size_t i = at; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '[' || c == '(' || c == '{') ++depth;
    if (c == ']' || c == ')' || c == '}') {
      if (depth == 0) return i;
      if (--depth == 0) return i + 1;
    }
    if (depth == 0 && (c == ',' || c == ' ')) return i;
  }
  return text.size();
}

std::string_view unquoted(std::string_view value) {
  if (!value.empty() && is_quote(value.front())) value.remove_prefix(1);
  if (!value.empty() && is_quote(value.back())) value.remove_suffix(1);
  return value;
}

/// Whether a name alone on its line is a setting: not one of a message that was wrapped there, and
/// long enough to be SGLang's. In capitals it is a variable's.
bool is_bare_setting(std::string_view name) {
  const std::string normal = setting_name(name);
  const bool of_message = name == "max_running_requests" || name == "max_mamba_cache_size";
  return normal.size() > 3 && !of_message;
}

}  // namespace

void SettingsReader::keep(WrittenSetting setting) {
  if (!is_setting(setting.name) || setting.value.size() > kLongestValue) return;
  if (setting.command != 0) begin_counting(setting);
  const auto same = [&](const WrittenSetting& other) {
    return other.name == setting.name && other.boot == setting.boot &&
           other.source == setting.source && other.command == setting.command;
  };
  for (auto known = settings_.rbegin(); known != settings_.rend(); ++known) {
    if (setting.command != 0 && known->command != 0 && known->command < setting.command) break;
    if (same(*known)) {
      *known = std::move(setting);
      return;
    }
  }
  if (settings_.size() >= kMaxSettings) settings_.erase(settings_.begin());
  settings_.push_back(std::move(setting));
}

void SettingsReader::begin_counting(const WrittenSetting& setting) {
  const auto drop = [&](int command) {
    std::erase_if(settings_, [&](const WrittenSetting& s) { return s.command == command; });
  };
  Counted& c = counted_;
  if (c.boot != boot_) c = {boot_, 0, 0, 0};
  if (!find_setting(setting.name)) {
    if (c.nameless != 0 && c.nameless != setting.command) drop(c.nameless);
    if (c.last != setting.command) c.nameless = setting.command;
    return;
  }
  if (c.nameless == setting.command) c.nameless = 0;
  if (c.last == setting.command) return;
  if (c.last != c.first) drop(c.last);
  c.last = setting.command;
  if (c.first == 0) c.first = c.last;
}

void SettingsReader::keep_flags() {
  for (WrittenSetting& setting : commands_.take()) {
    // What the engine settled before was another start's.
    std::erase_if(settings_, [&](const WrittenSetting& s) {
      return s.source == SettingSource::settled && s.boot == setting.boot &&
             s.place.line < setting.place.line;
    });
    keep(std::move(setting));
  }
}

void SettingsReader::finish() {
  close_echo();
  commands_.end();
  keep_flags();
}

void SettingsReader::move_settings(int from, int to) {
  for (WrittenSetting& setting : settings_) {
    if (setting.boot == from) setting.boot = to;
  }
}

void SettingsReader::add_bare(std::string_view name, std::string_view value, const Place& place,
                              int boot) {
  boot_ = boot;
  keep({setting_name(name), std::string(value), SettingSource::bare, place, boot_});
}

bool SettingsReader::add_settled(LineKind kind, const Place& place, int boot) {
  bool settles = false;
  for (const Settled& settled : kSettled) {
    if (settled.kind != kind) continue;
    keep({std::string(settled.setting), std::string(settled.value), SettingSource::settled, place,
          boot});
    settles = true;
  }
  return settles;
}

bool SettingsReader::add(const CleanLine& line, bool launch, int boot) {
  echo_began_ = false;
  if (echo_open_ && (echo_complete_ || line.starts || line.text.empty())) close_echo();
  if (echo_open_) {
    append_echo(line);
    return true;
  }
  boot_ = boot;
  if (open_echo(line)) return true;
  if (line.commented && plain_seen_) return false;
  plain_seen_ |= !line.commented && !line.text.empty();
  commands_.note(line.text);
  const bool of_command = commands_.add(line, launch, boot);
  keep_flags();
  read_environment(line, launch);
  if (!of_command) read_bare(line);
  return false;
}

bool SettingsReader::open_echo(const CleanLine& line) {
  const std::string_view text = line.text;
  std::size_t at = text.find("ServerArgs(");
  if (at != text.npos) {
    at += 10;
  } else {
    at = text.find("server_args");
    const bool logger =
        at != text.npos && at > 0 && text[at - 1] == '.';  // sglang.srt.server_args:
    if (at == text.npos || logger) return false;
    at += std::string_view("server_args").size();
    at = text.find_first_not_of(" \"'", at);
    if (at == text.npos || (text[at] != '=' && text[at] != ':')) return false;
    at = text.find_first_not_of(' ', at + 1);
    if (at == text.npos) return false;
  }
  echo_began_ = true;
  const bool bracketed = text[at] == '(' || text[at] == '{';
  echo_ = std::string(text.substr(bracketed ? at + 1 : at)) + line.closing;
  echo_pieces_.assign(1, {0, line.number});
  echo_open_ = true;
  echo_complete_ = !bracketed || echo_is_closed();
  return true;
}

void SettingsReader::append_echo(const CleanLine& line) {
  echo_ += ' ';
  echo_pieces_.push_back({echo_.size(), line.number});
  echo_ += line.text + line.closing;
  const bool bracket = (line.text + line.closing).find_first_of(")}") != std::string::npos;
  echo_complete_ = echo_.size() > kMaxEchoBytes || (bracket && echo_is_closed());
}

bool SettingsReader::echo_is_closed() const {
  std::size_t at = 0;
  while (at < echo_.size()) {
    const char c = echo_[at];
    if (c == ')' || c == '}') return true;
    at = c == ' ' || c == ',' ? at + 1 : std::max(at + 1, value_end(echo_, at));
  }
  return false;
}

void SettingsReader::close_echo() {
  if (!std::exchange(echo_open_, false)) return;
  read_pairs(echo_, echo_pieces_, SettingSource::echo);
  echo_.clear();
  echo_pieces_.clear();
}

std::optional<std::string> SettingsReader::whole_value(std::string_view text, std::size_t begin,
                                                       std::size_t end,
                                                       std::span<const Piece> pieces) {
  std::string value(unquoted(text.substr(begin, end - begin)));
  const auto next = std::find_if(pieces.begin(), pieces.end(), [&](const Piece& p) {
    return p.begin > begin && p.begin <= end + 1;
  });
  if (next == pieces.end()) return value;
  if (is_quote(text[begin])) {
    const std::size_t blank = next->begin - 1 - (begin + 1);
    if (blank < value.size()) value.erase(blank, 1);
    return value;
  }
  const bool more = end + 1 < text.size() && (is_digit(text[end + 1]) || text[end + 1] == '.');
  if (next->begin == end + 1 && is_digit(text[end - 1]) && more) return std::nullopt;
  return value;
}

void SettingsReader::read_pairs(std::string_view text, std::span<const Piece> pieces,
                                SettingSource source) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t begin = at;
    if (is_quote(text[at])) ++at;
    const std::size_t name_at = at;
    const bool hyphens = source == SettingSource::bare;
    while (at < text.size() && (is_word_char(text[at]) || (hyphens && text[at] == '-'))) ++at;
    const std::string_view name = text.substr(name_at, at - name_at);
    if (at < text.size() && is_quote(text[at])) ++at;
    std::size_t value = text.find_first_not_of(' ', at);
    if (name.empty() || value == text.npos || (text[value] != '=' && text[value] != ':')) {
      if (text[begin] == ')' || text[begin] == '}') return;
      at = std::max(begin + 1, at);
      continue;
    }
    value = std::min(text.find_first_not_of(' ', value + 1), text.size());
    at = std::max(value_end(text, value), value);
    const std::string_view word = unquoted(text.substr(value, at - value));
    if (source == SettingSource::bare && !is_bare_setting(name)) continue;
    std::optional<std::string> whole = whole_value(text, value, at, pieces);
    if (!whole) continue;
    const auto after = std::upper_bound(pieces.begin(), pieces.end(), value,
                                        [](std::size_t v, const Piece& p) { return v < p.begin; });
    const std::size_t piece = static_cast<std::size_t>(after - pieces.begin()) - 1;
    const std::size_t from = pieces[piece].begin;
    const std::size_t to = piece + 1 < pieces.size() ? pieces[piece + 1].begin - 1 : text.size();
    const auto word_at = static_cast<std::size_t>(word.data() - text.data());
    keep({setting_name(name), std::move(*whole), source,
          place_in(text.substr(from, to - from), word_at - from, word_at - from + word.size(),
                   pieces[piece].line),
          boot_, 0, false});
  }
}

void SettingsReader::read_environment(const CleanLine& line, bool launch) {
  const std::string_view text = line.text;
  const std::string variable = std::exchange(variable_, {});
  if (!variable.empty() && text.starts_with("value:")) {
    const std::size_t begin = text.find_first_not_of(" \"'", 6);
    const std::size_t end = std::min(text.find_first_of(" \"'", begin), text.size());
    if (begin < end) {
      keep({setting_name(variable), std::string(text.substr(begin, end - begin)),
            SettingSource::environment, place_in(text, begin, end, line.number), boot_});
    }
  }
  if (text.find("SGLANG_") == text.npos) return;
  for (const std::string_view name : kEnvironment) {
    const std::size_t at = text.find(name);
    if (at == text.npos) continue;
    if (text.starts_with("name:")) variable_ = name;
    const ValueRange value = variable_value(text, at, at + name.size(), launch);
    if (value.begin == value.end) continue;
    keep({setting_name(name), std::string(text.substr(value.begin, value.end - value.begin)),
          SettingSource::environment, place_in(text, value.begin, value.end, line.number), boot_,
          launch ? commands_.commands() : 0});
  }
}

void SettingsReader::read_bare(const CleanLine& line) {
  if (!line.stamp.empty() || line.text.size() > 400) return;
  const std::string_view text = line.text;
  std::size_t at = 0;
  for (const std::string_view word : {"ENV ", "export "}) {
    if (text.starts_with(word)) at = word.size();
  }
  std::size_t pairs = 0;
  while ((at = text.find_first_not_of(" ,\"'", at)) != text.npos) {
    const std::size_t name = at;
    while (at < text.size() && (is_word_char(text[at]) || text[at] == '-')) ++at;
    if (at == name || text[name] == '-') return;
    at = text.find_first_not_of("\"'", at);
    if (at == text.npos || (text[at] != '=' && text[at] != ':')) return;
    at = text.find_first_not_of(' ', at + 1);
    if (at == text.npos) return;
    const std::size_t value = at;
    at = std::max(value + 1, value_end(text, value));
    ++pairs;
  }
  const Piece piece{0, line.number};
  if (pairs > 0) read_pairs(text, {&piece, 1}, SettingSource::bare);
}

}  // namespace mamba_ratio
