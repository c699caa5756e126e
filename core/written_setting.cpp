#include "written_setting.h"

#include <algorithm>
#include <array>

#include "ascii.h"
#include "parameters.h"

namespace mamba_ratio {
namespace {

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

}  // namespace

std::string setting_name(std::string_view name) {
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

bool is_choice(std::string_view name, std::string_view value) {
  const std::optional<Key> key = find_setting(name);
  if (!key) return false;
  const auto choices = parameter(*key).choices;
  return std::find(choices.begin(), choices.end(), value) != choices.end();
}

std::string full_setting_name(std::string name) {
  if (is_setting(name) || name.find('_') == name.npos) return name;
  std::string_view only;
  for (const Parameter& row : parameters()) {
    if (row.server_arg.starts_with(name + '_')) {
      if (!only.empty()) return name;
      only = row.server_arg;
    }
  }
  return only.empty() ? name : std::string(only);
}

std::optional<bool> truth(std::string_view value) {
  const std::string word = lower(value);
  for (const std::string_view yes : {"", "1", "true", "yes", "on"}) {
    if (word == yes) return true;
  }
  for (const std::string_view no : {"0", "false", "no", "off"}) {
    if (word == no) return false;
  }
  return std::nullopt;
}

}  // namespace mamba_ratio
