#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "log_clean.h"
#include "shell_variables.h"
#include "written_setting.h"

namespace mamba_ratio {

/// Reads the flags of launch commands, with their continuations and lists, and lists of flags that
/// stand alone: two flags at least and a value, not in a diff, no other program's. Such a list is
/// part of the command before it where that has no flags yet, e.g. in a manifest.
class CommandReader {
 public:
  /// Takes the next line. True: it belongs to a command or to a list. `launch`: a command begins in
  /// it; `boot`: where its settings belong.
  bool add(const CleanLine& line, bool launch, int boot);

  /// Takes a line that may give a variable its value, before `add`.
  void note(std::string_view line) { variables_.add(line); }

  /// Ends the command or list that is open.
  void end();

  /// Whether the next line may belong to it.
  bool open() const { return open_; }

  /// How many launch commands there were.
  int commands() const { return commands_; }

  /// What was found since the last call.
  std::vector<WrittenSetting> take();

 private:
  bool begins_list(const CleanLine& line, bool of_others) const;
  bool goes_on(const CleanLine& line);
  /// Whether a line goes on with the word that a terminal broke at the last one's end. A flag's
  /// name or a word that the setting knows is joined, a number is left out; the rest is read.
  bool mends(const CleanLine& line);
  /// Puts the setting held back where it belongs.
  void release();
  /// Reads the flags from the byte `begin` of the line on.
  void read_flags(const CleanLine& line, std::size_t begin);
  /// Gives the waiting flag its value, which is part of the line; empty: it is a switch.
  void give(std::string_view value, const CleanLine& line);
  void close_switch(const CleanLine& line);
  /// Takes over the flags of the list that the word names. True: it names one.
  bool give_list(std::string_view word);

  std::vector<WrittenSetting> found_;
  bool open_ = false;
  bool line_continues_ = false;
  int boot_ = 0;
  int commands_ = 0;
  bool has_flags_ = false;    ///< the last command gave a parameter
  std::string waiting_flag_;  ///< a flag whose value may stand on the next line
  Place flag_place_;
  std::optional<WrittenSetting> held_;  ///< whose value ends the last line, and may be broken there
  bool line_of_others_ = false;         ///< the next line goes on with another program's command
  bool engine_of_others_ = false;       ///< another engine was named last

  bool in_list_ = false;
  bool diff_ = false;  ///< the list is one of a diff
  int list_of_ = 0;    ///< the command that the list belongs to; 0: none
  int flags_ = 0;      ///< of the list
  int values_ = 0;
  std::vector<WrittenSetting> list_;
  std::string list_name_;  ///< the variable that holds it
  std::vector<std::pair<std::string, std::vector<WrittenSetting>>> named_lists_;
  ShellVariables variables_;
};

}  // namespace mamba_ratio
