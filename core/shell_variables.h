#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mamba_ratio {

/// What a script gives its variables, for the launch command that names them.
class ShellVariables {
 public:
  struct Variable {
    std::string name;
    std::string value;
    bool otherwise = false;  ///< what counts where nobody says otherwise: `${NAME:-8}`
  };

  /// Takes a line: `NAME=8`, `export NAME="8"`, `NAME="${NAME:-8}"`, `: "${NAME:=8}"`. Others are
  /// passed over. A value with blanks or of a command makes the variable unknown.
  void add(std::string_view line);

  /// The variable that a word names, `$NAME` or `${NAME}`; nullptr: none that is known.
  const Variable* find(std::string_view word) const;

 private:
  void set(std::string_view name, std::string value, bool otherwise);

  std::vector<Variable> variables_;
};

/// The name in `$NAME`, `${NAME}`, `${NAME:-8}` or `${NAME` cut off by a bracket; empty: no such
/// word.
std::string_view named_variable(std::string_view word);

}  // namespace mamba_ratio
