#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "boot_log.h"
#include "log_clean.h"
#include "log_context.h"
#include "log_place.h"

namespace mamba_ratio {

/// Where a setting was written.
enum class SettingSource {
  list,         ///< flags without a command, or what a script takes where nobody says otherwise
  bare,         ///< `name=value` alone on its line
  environment,  ///< `NAME=value`
  command,      ///< a flag of the launch command
  echo,         ///< the engine's own `server_args`
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

/// Finds settings in clean lines: `server_args` in both spellings, the launch command with its
/// continuations, YAML lists and compose files, environment variables, bare `name=value` lines,
/// lists of flags alone that are no other program's.
class SettingsReader {
 public:
  /// Takes the next line. True: it is part of a `server_args` echo and holds no message.
  /// Lines that are commented out among others that are not set nothing.
  /// `launch`: a launch command stands in it.
  bool add(const CleanLine& line, bool launch, int boot);

  /// A `server_args` echo began with the line last added.
  bool echo_began() const { return echo_began_; }

  /// The echo that began belongs to this boot.
  void move_echo(int boot) { boot_ = boot; }

  /// Whether the next line belongs to a command or an echo.
  bool wants_more() const { return echo_open_ || in_command_; }

  /// Ends what is still open, at the end of the text.
  void finish() {
    close_echo();
    end_command();
  }

  /// A setting that stood in the text as `name=value` beside other words.
  void add_bare(std::string_view name, std::string_view value, const Place& place, int boot);

  /// What was set for one boot is for another.
  void move_settings(int from, int to);

  const std::vector<WrittenSetting>& settings() const { return settings_; }

 private:
  struct Piece {
    std::size_t begin;
    std::int64_t line;
  };

  bool open_echo(const CleanLine& line);
  void append_echo(const CleanLine& line);
  bool echo_is_closed() const;
  void close_echo();
  void read_pairs(std::string_view text, std::span<const Piece> pieces, SettingSource source);
  void begin_command();
  void end_command();
  /// Whether the line belongs to the command or list.
  bool goes_on(const CleanLine& line);
  /// Reads those from the byte `begin` of the line on.
  void read_flags(const CleanLine& line, std::size_t begin);
  /// Gives the waiting flag its value, which stands at `at`; empty: it is a switch.
  void give(std::string_view value, std::size_t at, const CleanLine& line);
  void read_environment(const CleanLine& line, bool launches);
  void read_bare(const CleanLine& line);
  void keep(WrittenSetting setting);
  /// Of the commands between two boots the first and the last are kept.
  void begin_counting(const WrittenSetting& setting);

  /// Commands with settings since the boot began: 0 for none.
  struct Counted {
    int boot = 0;
    int first = 0;
    int last = 0;
    int nameless = 0;  ///< one that names but a model
  };

  std::vector<WrittenSetting> settings_;
  int boot_ = 0;
  bool plain_seen_ = false;  ///< a line that is not commented out
  bool echo_began_ = false;
  bool echo_open_ = false;
  bool echo_complete_ = false;
  std::string echo_;
  std::vector<Piece> echo_pieces_;
  bool in_command_ = false;  ///< or in a list
  bool in_list_ = false;
  bool diff_ = false;              ///< the list is one of a diff
  bool of_others_ = false;         ///< the next line goes on with another program's command
  bool of_other_program_ = false;  ///< another engine was named last
  bool line_continues_ = false;
  int commands_ = 0;  ///< launch commands so far
  Counted counted_;
  std::vector<WrittenSetting> list_;
  int flags_of_list_ = 0;
  int values_of_list_ = 0;
  int list_of_ = 0;  ///< the command that the list belongs to; 0: none
  Place flag_place_;
  std::string waiting_flag_;  ///< a flag whose value may stand on the next line
  std::string variable_;      ///< a variable of a manifest whose value may
};

/// The settings of a boot (and those before any) in the form of the parameters' fields, the
/// strongest source of each key: echo, command, environment, bare; the later of equals. Of several
/// commands the last one before the boot's pools counts whole, else the first one behind them.
/// `dp` counts only with attention DP, D follows from the speculative settings.
std::vector<LoggedSetting> settings_of(std::span<const WrittenSetting> written, int boot);

/// What the settings of a boot (and those before any) say of the checkpoint.
LoggedCheckpoint checkpoint_of(std::span<const WrittenSetting> written, int boot);

}  // namespace mamba_ratio
