#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "config_values.h"
#include "problem.h"

namespace mamba_ratio {

/// The order of a model's layers, whichever way its config lists them; one letter a layer as in
/// `Geometry::layers`. Faults become problems that name the key.
class ConfigLayers {
 public:
  ConfigLayers(const ConfigValues& values, Problems& problems)
      : values_(values), problems_(problems) {}

  /// Reads the first of these keys that is there; the first is named where none is. Others that
  /// are there too and give other counts get a warning.
  void from(std::initializer_list<ConfigKey> keys);

  /// `num_hidden_layers` layers of one letter.
  void all(char letter);

  const std::string& letters() const { return letters_; }
  ConfigKey key() const { return key_; }

 private:
  std::string read(ConfigKey key);
  std::string by_words(ConfigKey key);
  std::string by_pattern(ConfigKey key);
  std::string by_interval(ConfigKey key);
  std::string by_group(ConfigKey key);
  std::string by_numbers(ConfigKey key, char listed, char others);
  std::string by_kda_lists(ConfigKey key);
  bool is_number_list(ConfigKey key);
  std::int64_t hidden_layers();
  void compare(ConfigKey key, const std::string& letters);
  void not_whole(ConfigKey key);
  void bad_layer(ConfigKey key, std::string given, std::size_t layer);
  void disagree(std::int64_t given, ConfigKey other, std::int64_t other_given);
  Problem& fault(Code code, ConfigKey key);

  const ConfigValues& values_;
  Problems& problems_;
  ConfigKey key_ = ConfigKey::num_hidden_layers;
  std::string letters_;
};

}  // namespace mamba_ratio
