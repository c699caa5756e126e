#include "command_reader.h"

#include <algorithm>
#include <utility>

#include "ascii.h"
#include "launch_command.h"
#include "other_engines.h"
#include "parameters.h"

namespace mamba_ratio {
namespace {

constexpr std::size_t kMaxListed = 4096;
constexpr std::size_t kMaxNamedLists = 64;

}  // namespace

bool CommandReader::add(const CleanLine& line, bool launch, int boot) {
  boot_ = boot;
  const NamedEngine named = launch ? NamedEngine::sglang : named_engine(line.text);
  if (named != NamedEngine::none) engine_of_others_ = named == NamedEngine::other;
  const bool of_others = std::exchange(line_of_others_, false);
  if (launch) {
    end();
    open_ = true;
    has_flags_ = false;
    ++commands_;
    read_flags(line, launch_arguments(line.text));
    return true;
  }
  if (open_ && mends(line)) return true;
  release();
  if (open_ && goes_on(line)) {
    read_flags(line, 0);
    return true;
  }
  end();
  if (!begins_list(line, of_others)) {
    line_of_others_ = line.continues;
    return false;
  }
  open_ = in_list_ = true;
  diff_ = line.added;
  list_of_ = has_flags_ ? 0 : commands_;
  list_name_ = flags_variable(line.text);
  read_flags(line, flags_begin(line.text));
  return true;
}

void CommandReader::end() {
  release();
  // One flag alone is somebody's word on it, and in a diff the old ones look like the kept ones.
  if (in_list_ && flags_ > 1 && values_ > 0 && !diff_) {
    found_.insert(found_.end(), list_.begin(), list_.end());
    has_flags_ |= list_of_ != 0;
  }
  if (in_list_ && !list_name_.empty() && !diff_ && named_lists_.size() < kMaxNamedLists) {
    named_lists_.emplace_back(list_name_, std::move(list_));
  }
  list_name_.clear();
  list_.clear();
  flags_ = values_ = list_of_ = 0;
  open_ = in_list_ = diff_ = line_continues_ = false;
  waiting_flag_.clear();
}

std::vector<WrittenSetting> CommandReader::take() { return std::exchange(found_, {}); }

bool CommandReader::begins_list(const CleanLine& line, bool of_others) const {
  return !of_others && !engine_of_others_ && !line.commented && line.stamp.empty() &&
         flags_alone(line.text);
}

bool CommandReader::goes_on(const CleanLine& line) {
  const std::string_view text = line.text;
  const bool value = !waiting_flag_.empty() && is_value_line(text);
  if (in_list_) {
    diff_ |= line.added || text.starts_with('+');
    return diff_ ? text.starts_with('+') || flags_alone(text)
                 : line.stamp.empty() && (value || flags_alone(text));
  }
  const bool short_flag = text.starts_with('-') && text.find(' ') == text.npos;
  return line_continues_ || value || short_flag || flags_alone(text) || text.starts_with('[') ||
         opens_arguments(text);
}

bool CommandReader::mends(const CleanLine& line) {
  const std::string_view text = line.text;
  const std::size_t end = std::min(text.find_first_of(" ="), text.size());
  const std::string_view word = text.substr(0, end);
  if (line_continues_ || line.starts || end == 0 || word[0] == '-') return false;
  const std::string_view rest = text.substr(std::min(end + 1, text.size()));
  if (!waiting_flag_.empty()) {
    const std::string name = waiting_flag_ + setting_name(word);
    if (is_setting(waiting_flag_) || !is_setting(name)) return false;
    if (!rest.empty() && !is_value_line(rest) && !flags_alone(rest)) return false;
    waiting_flag_ = name;
  } else {
    if (!held_ || !is_value_line(text)) return false;
    const bool number = is_digit(held_->value.back()) || held_->value.back() == '.';
    const bool digits = word.find_first_not_of("0123456789.") == word.npos;
    const std::string joined = held_->value + std::string(word);
    const bool known = is_choice(held_->name, joined);
    if (!known && !(number && digits)) return false;
    held_->value = joined;
    if (!known) held_.reset();
    release();
  }
  read_flags(line, std::min(end + 1, text.size()));
  return true;
}

void CommandReader::release() {
  if (!held_) return;
  auto& to = in_list_ ? list_ : found_;
  if (to.size() < kMaxListed) to.push_back(std::move(*held_));
  held_.reset();
}

void CommandReader::read_flags(const CleanLine& line, std::size_t begin) {
  line_continues_ = line.continues;
  const FlagLine flags = split_flags(std::string_view(line.text).substr(begin));
  for (const FlagWord& word : flags.words) {
    if (word.flag) {
      close_switch(line);
      waiting_flag_ = full_setting_name(setting_name(word.text));
      const std::size_t at = begin + word.at;
      flag_place_ = place_in(line.text, at, at + word.text.size(), line.number);
      ++flags_;
    } else if ((!in_list_ && give_list(word.text)) ||
               (is_switch(waiting_flag_) && !truth(word.text))) {
      close_switch(line);
    } else if (!waiting_flag_.empty()) {
      ++values_;
      give(word.text, line);
    }
  }
  if (flags.ends || is_switch(waiting_flag_)) close_switch(line);
  if (flags.ends) return end();
  auto& given = in_list_ ? list_ : found_;
  const bool last = !line.continues && !flags.words.empty() && !flags.words.back().flag &&
                    !given.empty() && given.back().place.line == line.number &&
                    given.back().value == flags.words.back().text;
  if (!last) return;
  held_ = std::move(given.back());
  given.pop_back();
}

bool CommandReader::give_list(std::string_view word) {
  const std::string_view name = named_variable(word);
  if (name.empty()) return false;
  const auto list = std::find_if(named_lists_.rbegin(), named_lists_.rend(),
                                 [&](const auto& known) { return known.first == name; });
  if (list == named_lists_.rend()) return false;
  for (WrittenSetting setting : list->second) {
    setting.command = commands_;
    setting.source = SettingSource::command;
    setting.boot = boot_;
    has_flags_ |= find_setting(setting.name).has_value();
    found_.push_back(std::move(setting));
  }
  return true;
}

void CommandReader::close_switch(const CleanLine& line) {
  if (is_switch(waiting_flag_)) give("", line);
  waiting_flag_.clear();
}

void CommandReader::give(std::string_view value, const CleanLine& line) {
  WrittenSetting setting;
  setting.name = std::exchange(waiting_flag_, {});
  if (!is_setting(setting.name)) return;
  const ShellVariables::Variable* variable = variables_.find(value);
  const std::string_view otherwise =
      variable != nullptr ? std::string_view() : shell_default(value);
  if (!otherwise.empty()) value = otherwise;
  setting.value = variable != nullptr ? std::string_view(variable->value) : value;
  setting.command = in_list_ ? list_of_ : commands_;
  const bool unsure = !otherwise.empty() || (variable != nullptr && variable->otherwise);
  const bool weak = setting.command == 0 || unsure;
  setting.source = weak ? SettingSource::list : SettingSource::command;
  setting.boot = boot_;
  const std::size_t at =
      value.empty() ? 0 : static_cast<std::size_t>(value.data() - line.text.data());
  setting.place =
      value.empty() ? flag_place_ : place_in(line.text, at, at + value.size(), line.number);
  if (in_list_) {
    if (list_.size() < kMaxListed) list_.push_back(std::move(setting));
    return;
  }
  has_flags_ |= find_setting(setting.name).has_value();
  found_.push_back(std::move(setting));
}

}  // namespace mamba_ratio
