#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "boot_log.h"
#include "command_reader.h"
#include "log_clean.h"
#include "log_context.h"
#include "log_lines.h"
#include "log_place.h"
#include "written_setting.h"

namespace mamba_ratio {

/// Finds settings in clean lines: `server_args` in both spellings, launch commands and lists of
/// flags, environment variables, bare `name=value` lines.
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
  bool wants_more() const { return echo_open_ || commands_.open(); }

  /// Ends what is still open, at the end of the text.
  void finish();

  /// A line by which the engine says that it settled a setting itself. False: it is another.
  bool add_settled(LineKind kind, const Place& place, int boot);

  /// Takes a line that holds nothing else: it may give a variable its value.
  void note(std::string_view line) { commands_.note(line); }

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
  /// The value in [begin, end), where a terminal may have broken the line: a quoted word in one
  /// piece again; nullopt: a number may go on in the next line.
  static std::optional<std::string> whole_value(std::string_view text, std::size_t begin,
                                                std::size_t end, std::span<const Piece> pieces);
  void read_environment(const CleanLine& line, bool launches);
  void read_bare(const CleanLine& line);
  void keep(WrittenSetting setting);
  void keep_flags();
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
  CommandReader commands_;
  Counted counted_;
  std::string variable_;  ///< a variable of a manifest whose value may stand on the next line
};

/// The settings of a boot (and those before any) in the form of the parameters' fields, the
/// strongest source of each key: echo, command, environment, bare; the later of equals. Of several
/// commands the last one before the boot's pools counts whole, else the first one behind them.
/// `dp` counts only with attention DP, D follows from the speculative settings. `ran`: the boot
/// allocated its pools, so the engine had settled what its settings could not be.
std::vector<LoggedSetting> settings_of(std::span<const WrittenSetting> written, int boot, bool ran);

/// What the settings of a boot (and those before any) say of the checkpoint.
LoggedCheckpoint checkpoint_of(std::span<const WrittenSetting> written, int boot);

}  // namespace mamba_ratio
