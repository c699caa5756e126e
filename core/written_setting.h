#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "log_place.h"

namespace mamba_ratio {

/// Where a setting was written, the weakest first.
enum class SettingSource {
  list,         ///< flags without a command, or what a script takes where nobody says otherwise
  bare,         ///< `name=value` alone on its line
  environment,  ///< `NAME=value`
  command,      ///< a flag of the launch command
  echo,         ///< the engine's own `server_args`
  settled,      ///< what the engine says that it changed itself
};

/// A setting as written: what was asked, not what was granted.
struct WrittenSetting {
  std::string name;   ///< as in `server_args`: lower case, underscores, no hyphens in front
  std::string value;  ///< without quotes; empty: a flag without a value
  SettingSource source = SettingSource::bare;
  Place place;
  int boot = 0;         ///< number of the boot it belongs to; 0: before any
  int command = 0;      ///< which launch command of the text it is a flag of, from 1 on; 0: of none
  bool behind = false;  ///< it stands behind the pools of its boot
};

/// A flag's, variable's or argument's name as in `server_args`.
/// Example: `--Page-Size` -> `page_size`.
std::string setting_name(std::string_view written);

/// Whether a name is a parameter's, or of what decides one.
bool is_setting(std::string_view name);

/// Whether a word is one of those that the setting takes.
bool is_choice(std::string_view name, std::string_view value);

/// The setting that a flag cut short can only mean; two words at least.
/// Example: `max_running` -> `max_running_requests`.
std::string full_setting_name(std::string name);

/// A word for yes or no; a flag without a value says yes. Examples: "" and "on" -> true.
std::optional<bool> truth(std::string_view value);

}  // namespace mamba_ratio
