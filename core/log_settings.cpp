#include "log_settings.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "ascii.h"

namespace mamba_ratio {
namespace {

constexpr std::size_t kMaxEchoBytes = std::size_t{64} * 1024;
constexpr std::size_t kMaxSettings = 4096;

/// Settings that are no parameter but decide one.
constexpr std::array<std::string_view, 9> kHelpers{"enable_dp_attention",
                                                   "speculative_num_steps",
                                                   "speculative_eagle_topk",
                                                   "speculative_dflash_block_size",
                                                   "speculative_dspark_block_size",
                                                   "disaggregation_decode_enable_radix_cache",
                                                   "model_path",
                                                   "model",
                                                   "sglang_mamba_conv_dtype"};

constexpr std::array<std::string_view, 3> kEnvironment{
    "SGLANG_OPT_MAMBA_SKIP_DECODE_LOCK", "SGLANG_MAMBA_SSM_DTYPE", "SGLANG_MAMBA_CONV_DTYPE"};

std::string normal_name(std::string_view name) {
  while (name.starts_with('-')) name.remove_prefix(1);
  std::string out;
  for (const char c : name) {
    out += c == '-' ? '_' : lower(c);
  }
  return out;
}

bool is_setting(std::string_view name) {
  return find_setting(name).has_value() ||
         std::find(kHelpers.begin(), kHelpers.end(), name) != kHelpers.end();
}

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

constexpr std::string_view kBetween = " \t\"',[]`";  // the words of a command

/// `8` of `${TP:-8}`: what a script takes where nobody says otherwise.
std::string_view shell_default(std::string_view value) {
  const std::size_t at = value.find(":-");
  if (!value.starts_with("${") || !value.ends_with('}') || at == value.npos) return value;
  return value.substr(at + 2, value.size() - at - 3);
}

/// Where the arguments begin behind the key of a list of them, e.g. behind `args:`; 0: no such key.
std::size_t arguments_at(std::string_view text) {
  for (const std::string_view key : {"args:", "command:", "entrypoint:", "extraArgs:"}) {
    if (text.starts_with(key)) return key.size();
  }
  return 0;
}

/// The one word that a line of a diff adds, in place of the one on the line before.
std::string_view added_value(std::string_view text) {
  if (!text.starts_with('+')) return {};
  text.remove_prefix(std::min(text.find_first_not_of("+- \t\"'"), text.size()));
  return text.find(' ') == text.npos ? text : std::string_view();
}

/// Whether a line opens a list of arguments, with or without some of them.
bool opens_arguments(std::string_view text) {
  const std::size_t at = arguments_at(text);
  if (at == 0) return false;
  const std::size_t next = text.find_first_not_of(" \t\"'[>|", at);
  return next == text.npos || text[next] == '-';
}

/// Whether a line holds flags, their values and nothing else: at most one value each, or numbers.
/// What assigns them to a name may stand before. Examples: `"--tp 8",`, `ARGS="--dp 2 --tp 2"` ->
/// true; `--tp 8 is what I use` -> false.
bool flags_alone(std::string_view text) {
  std::size_t at = text.find_first_not_of(" \t\"'[`+(");
  if (at != text.npos && text.substr(at).starts_with("export ")) at += 7;
  if (at != text.npos && text[at] != '-') {
    std::size_t name = at;
    while (name < text.size() && is_word_char(text[name])) ++name;
    const bool assigns =
        name > at && name < text.size() && (text[name] == '=' || text[name] == ':');
    at = assigns ? text.find_first_not_of(" \t\"'[(>", name + 1) : text.npos;
  }
  if (at == text.npos || !text.substr(at).starts_with("--")) return false;
  int values = 0;
  bool numbers = true;
  while ((at = text.find_first_not_of(kBetween, at)) != text.npos) {
    const std::size_t end = std::min(text.find_first_of(kBetween, at), text.size());
    const std::string_view word = text.substr(at, end - at);
    at = end;
    if (word.starts_with('#')) return true;
    if (word == "\\" || word == ")") continue;
    if (word.starts_with("--")) {
      values = word.find('=') != word.npos ? 1 : 0;
      numbers = false;
      if (word.size() < 4 || !is_alpha(word[2]) || word.ends_with(':')) return false;
      continue;
    }
    const bool number = is_digit(word[0]);
    numbers = number && (numbers || values == 0);
    if (++values > 1 && !numbers) return false;
  }
  return true;
}

/// Whether a name alone on its line is a setting: not one of a message that was wrapped there, and
/// long enough to be SGLang's. In capitals it is a variable's.
bool is_bare_setting(std::string_view name) {
  const std::string normal = normal_name(name);
  const bool of_message = name == "max_running_requests" || name == "max_mamba_cache_size";
  return normal.size() > 3 && !of_message;
}

}  // namespace

bool launches(std::string_view text) {
  if (text.find("sglang") == text.npos && text.find("launch_server.py") == text.npos) return false;
  for (const std::string_view launcher :
       {"sglang.launch_server", "sglang serve", "sglang.srt.entrypoints", "launch_server.py",
        "sglang_router.launch_server", "sglang.bench_one_batch",
        "sglang.bench_offline_throughput"}) {
    if (text.find(launcher) != text.npos) return true;
  }
  return false;
}

void SettingsReader::keep(std::string name, std::string_view value, SettingSource source,
                          Place place) {
  value = shell_default(value);
  if (!is_setting(name) || value.size() > 64) return;
  const bool flag = source == SettingSource::command;
  if (flag && std::exchange(new_command_, false)) ++commands_;
  const int command = flag ? commands_ : 0;
  for (WrittenSetting& setting : settings_) {
    if (setting.name == name && setting.boot == boot_ && setting.source == source &&
        setting.command == command) {
      setting.value = value;
      setting.place = std::move(place);
      return;
    }
  }
  if (settings_.size() >= kMaxSettings) settings_.erase(settings_.begin());
  settings_.push_back(
      {std::move(name), std::string(value), source, std::move(place), boot_, command, false});
}

void SettingsReader::move_settings(int from, int to) {
  for (WrittenSetting& setting : settings_) {
    if (setting.boot == from) setting.boot = to;
  }
}

void SettingsReader::add_bare(std::string_view name, std::string_view value, const Place& place,
                              int boot) {
  boot_ = boot;
  keep(normal_name(name), value, SettingSource::bare, place);
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
  read_environment(line, launch);
  const bool of_others = std::exchange(of_others_, false);
  if (launch || in_command_) {
    read_command(line, launch);
  } else if (!of_others && flags_alone(line.text)) {
    begin_flags(line);
  } else {
    of_others_ = line.continues;
    read_bare(line);
  }
  return false;
}

bool SettingsReader::open_echo(const CleanLine& line) {
  const std::string_view text = line.text;
  std::size_t at = text.find("ServerArgs(");
  if (at != text.npos) {
    at += 10;
  } else {
    at = text.find("server_args");
    if (at == text.npos) return false;
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

void SettingsReader::read_pairs(std::string_view text, std::span<const Piece> pieces,
                                SettingSource source) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t begin = at;
    if (is_quote(text[at])) ++at;
    const std::size_t name_at = at;
    while (at < text.size() && is_word_char(text[at])) ++at;
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
    const auto after = std::upper_bound(pieces.begin(), pieces.end(), value,
                                        [](std::size_t v, const Piece& p) { return v < p.begin; });
    const std::size_t piece = static_cast<std::size_t>(after - pieces.begin()) - 1;
    const std::size_t from = pieces[piece].begin;
    const std::size_t to = piece + 1 < pieces.size() ? pieces[piece + 1].begin - 1 : text.size();
    const auto word_at = static_cast<std::size_t>(word.data() - text.data());
    keep(normal_name(name), word, source,
         place_in(text.substr(from, to - from), word_at - from, word_at - from + word.size(),
                  pieces[piece].line));
  }
}

void SettingsReader::read_command(const CleanLine& line, bool launch) {
  std::string_view text = line.text;
  if (launch) {
    end_command();
    flags_of_ = SettingSource::command;
    new_command_ = true;
  }
  if (const std::string_view added = added_value(text); !added.empty()) {
    text = added;
    waiting_flag_ = last_flag_;
  }
  const bool bare = flags_of_ == SettingSource::bare;
  const bool flag = bare ? flags_alone(text) : text.starts_with('-') || text.starts_with("[");
  const bool value = !waiting_flag_.empty() && text.find(' ') == text.npos;
  const bool more = !bare && opens_arguments(text);
  if (!launch && !flag && !value && !more && !(line_continues_ && !bare)) {
    end_command();
    read_bare(line);
    return;
  }
  in_command_ = true;
  line_continues_ = line.continues;
  read_flags(text, line.number);
}

void SettingsReader::begin_flags(const CleanLine& line) {
  flags_of_ = SettingSource::bare;
  in_command_ = true;
  read_flags(line.text, line.number);
}

void SettingsReader::end_command() {
  in_command_ = false;
  line_continues_ = false;
  waiting_flag_.clear();
  last_flag_.clear();
}

void SettingsReader::read_flags(std::string_view text, std::int64_t line) {
  std::size_t at = 0;
  const auto give = [&](std::string_view value, std::size_t begin) {
    if (waiting_flag_.empty()) return;
    last_flag_ = waiting_flag_;
    keep(std::exchange(waiting_flag_, {}), value, flags_of_,
         value.empty() ? flag_place_ : place_in(text, begin, begin + value.size(), line));
  };
  while ((at = text.find_first_not_of(kBetween, at)) != text.npos) {
    const std::size_t end = std::min(text.find_first_of(kBetween, at), text.size());
    const std::string_view word = text.substr(at, end - at);
    if (word.starts_with('#')) break;
    if (word.starts_with("--") && word.size() > 2) {
      give("", at);
      const std::size_t equals = word.find('=');
      waiting_flag_ = normal_name(word.substr(0, equals));
      flag_place_ = place_in(text, at, end, line);
      if (equals != word.npos) give(word.substr(equals + 1), at + equals + 1);
    } else {
      give(word, at);
    }
    at = end;
  }
  if (const std::optional<Key> key = find_setting(waiting_flag_)) {
    const bool is_switch = *key == Key::radix || *key == Key::overlap || *key == Key::replay;
    if (is_switch) give("", text.size());
  } else if (waiting_flag_.starts_with("enable_") ||
             waiting_flag_.find("_enable_") != std::string::npos) {
    give("", text.size());
  }
}

void SettingsReader::read_environment(const CleanLine& line, bool launch) {
  const std::string_view text = line.text;
  if (text.find("SGLANG_") == text.npos) return;
  for (const std::string_view name : kEnvironment) {
    const std::size_t at = text.find(name);
    if (at == text.npos) continue;
    std::size_t value = text.find_first_not_of(" \"'", at + name.size());
    if (value == text.npos || (text[value] != '=' && text[value] != ':')) continue;
    value = text.find_first_not_of(" \"'", value + 1);
    if (value == text.npos) continue;
    bool before = launch;
    std::string_view prefix = text.substr(0, at);
    const std::size_t last = prefix.find_last_not_of(" \"'");
    prefix = last == prefix.npos ? std::string_view() : prefix.substr(0, last + 1);
    const std::string_view word = prefix.substr(prefix.find_last_of(' ') + 1);
    before |= word.empty() || word == "export" || word == "-e" || word == "--env" ||
              word == "ENV" || word == "env" || word == "-" || word.find('=') != word.npos;
    if (!before) continue;
    const std::size_t end = std::min(text.find_first_of(" \"',;\\", value), text.size());
    keep(normal_name(name), text.substr(value, end - value), SettingSource::environment,
         place_in(text, value, end, line.number));
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
    if (at == name) return;
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
