#include "config_layers.h"

#include <algorithm>
#include <utility>

namespace mamba_ratio {
namespace {

struct LayerWord {
  std::string_view word;
  char letter;
};

constexpr LayerWord kLayerWords[] = {
    {"linear_attention", 'L'},
    {"mamba", 'L'},
    {"mamba2", 'L'},
    {"conv", 'L'},
    {"short_conv", 'L'},
    {"lightning", 'L'},
    {"lightning-attn", 'L'},
    {"lightning_attn", 'L'},
    {"kda", 'L'},
    {"full_attention", 'A'},
    {"attention", 'A'},
    {"attn", 'A'},
    {"minicpm4", 'A'},
    {"minicpm", 'A'},
    {"standard", 'A'},
    {"deepseek_sparse_attention", 'A'},
    {"sparse_attention", 'A'},
    {"hybrid", 'B'},
    {"mlp", '-'},
    {"moe", '-'},
    // Nemotron's pattern, letter by letter
    {"M", 'L'},
    {"*", 'A'},
    {"-", '-'},
    {"E", '-'},
};

/// 0: no layer is called so.
char letter_of(std::string_view word) {
  for (const LayerWord& row : kLayerWords) {
    if (row.word == word) return row.letter;
  }
  return 0;
}

/// `letters` over and over, up to `length`.
std::string repeated(const std::string& letters, std::size_t length) {
  std::string result(letters.empty() ? 0 : length, '-');
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = letters[i % letters.size()];
  return result;
}

std::int64_t count(const std::string& letters, char letter) {
  return std::count(letters.begin(), letters.end(), letter);
}

}  // namespace

void ConfigLayers::from(std::initializer_list<ConfigKey> keys) {
  key_ = *keys.begin();
  bool found = false;
  for (const ConfigKey key : keys) {
    if (values_.at(key).kind == ConfigValue::Kind::absent || (found && key == key_)) continue;
    const std::size_t problems = problems_.size();
    const std::string letters = read(key);
    if (!found) {
      found = true;
      key_ = key;
      letters_ = letters;
    } else if (problems_.size() == problems) {
      compare(key, letters);
    }
  }
  if (!found) {
    put(fault(Code::config_missing_key, key_), "expected", "layers");
    return;
  }
  const ConfigValue& declared = values_.at(ConfigKey::num_hidden_layers);
  const auto length = static_cast<std::int64_t>(letters_.size());
  if (!has_error(problems_) && declared.kind == ConfigValue::Kind::number &&
      declared.whole != length) {
    disagree(length, ConfigKey::num_hidden_layers, declared.whole);
  }
}

void ConfigLayers::all(char letter) {
  key_ = ConfigKey::num_hidden_layers;
  letters_.assign(static_cast<std::size_t>(hidden_layers()), letter);
}

std::string ConfigLayers::read(ConfigKey key) {
  switch (key) {
    case ConfigKey::hybrid_override_pattern:
      return by_pattern(key);
    case ConfigKey::full_attention_interval:
      return by_interval(key);
    case ConfigKey::layer_group_size:
      return values_.at(key).kind == ConfigValue::Kind::list ? by_group(key) : by_interval(key);
    case ConfigKey::local_layer_ids:
      return by_numbers(key, 'W', 'B');
    case ConfigKey::full_attn_idxs:
      return by_numbers(key, 'A', 'L');
    case ConfigKey::kda_layers:
    case ConfigKey::full_attn_layers:
      return by_kda_lists(key);
    default:
      return by_words(key);
  }
}

std::string ConfigLayers::by_words(ConfigKey key) {
  const ConfigValue& value = values_.at(key);
  std::string letters;
  if (value.kind != ConfigValue::Kind::list ||
      value.words.size() != std::min(value.length, kMaxLayers)) {
    fault(Code::config_not_layer_words, key);
    return letters;
  }
  if (value.length > kMaxLayers) fault(Code::config_too_many_layers, key);
  for (const std::string& word : value.words) {
    const char letter = letter_of(word);
    if (letter == 0) {
      bad_layer(key, word, letters.size());
      return letters;
    }
    letters += letter;
  }
  // MiniCPM-SALA's list is repeated over the layers.
  if (key == ConfigKey::mixer_types) {
    return repeated(letters, static_cast<std::size_t>(hidden_layers()));
  }
  return letters;
}

std::string ConfigLayers::by_pattern(ConfigKey key) {
  const ConfigValue& value = values_.at(key);
  std::string letters;
  if (value.kind != ConfigValue::Kind::text) {
    fault(Code::config_not_word, key);
  } else if (value.text.size() > kMaxLayers) {
    fault(Code::config_too_many_layers, key);
  } else {
    for (const char sign : value.text) {
      if (std::string_view("M*-E").find(sign) == std::string_view::npos) {
        bad_layer(key, std::string(1, sign), letters.size());
        return letters;
      }
      letters += sign == 'M' ? 'L' : sign == '*' ? 'A' : '-';
    }
  }
  return letters;
}

std::string ConfigLayers::by_interval(ConfigKey key) {
  const ConfigValue& value = values_.at(key);
  if (!is_whole(value, 1, kMaxLayers)) {
    not_whole(key);
    return {};
  }
  std::string group(static_cast<std::size_t>(value.whole), 'L');
  group.back() = 'A';
  return repeated(group, static_cast<std::size_t>(hidden_layers()));
}

/// Bailing's list: 1 marks a linear layer.
std::string ConfigLayers::by_group(ConfigKey key) {
  std::string letters;
  if (!is_number_list(key)) return letters;
  for (const std::int64_t number : values_.at(key).numbers) letters += number == 1 ? 'L' : 'A';
  return letters;
}

/// The listed layers are of one kind, all others of another; counted from 0.
std::string ConfigLayers::by_numbers(ConfigKey key, char listed, char others) {
  std::string letters(static_cast<std::size_t>(hidden_layers()), others);
  if (!is_number_list(key)) return {};
  for (const std::int64_t number : values_.at(key).numbers) {
    if (number < 0 || number >= static_cast<std::int64_t>(letters.size())) {
      bad_layer(key, std::to_string(number), letters.size());
      return {};
    }
    letters[static_cast<std::size_t>(number)] = listed;
  }
  return letters;
}

/// Kimi counts layers from 1, GLM from 0: a list with 0 in it tells them apart.
std::string ConfigLayers::by_kda_lists(ConfigKey key) {
  if (!is_number_list(key)) return {};
  std::int64_t first = 1;
  for (const ConfigKey list : {ConfigKey::kda_layers, ConfigKey::full_attn_layers}) {
    const auto& numbers = values_.at(list).numbers;
    if (std::find(numbers.begin(), numbers.end(), 0) != numbers.end()) first = 0;
  }
  const bool kda = key == ConfigKey::kda_layers;
  std::string letters(static_cast<std::size_t>(hidden_layers()), kda ? 'A' : 'L');
  for (const std::int64_t number : values_.at(key).numbers) {
    if (number < first || number - first >= static_cast<std::int64_t>(letters.size())) {
      bad_layer(key, std::to_string(number), letters.size());
      return {};
    }
    letters[static_cast<std::size_t>(number - first)] = kda ? 'L' : 'A';
  }
  return letters;
}

bool ConfigLayers::is_number_list(ConfigKey key) {
  const ConfigValue& value = values_.at(key);
  if (value.kind != ConfigValue::Kind::list ||
      value.numbers.size() != std::min(value.length, kMaxLayers)) {
    fault(Code::config_not_layer_numbers, key);
    return false;
  }
  if (value.length > kMaxLayers) fault(Code::config_too_many_layers, key);
  return value.length <= kMaxLayers;
}

std::int64_t ConfigLayers::hidden_layers() {
  const ConfigValue& value = values_.at(ConfigKey::num_hidden_layers);
  if (is_whole(value, 1, kMaxLayers)) return value.whole;
  if (value.kind == ConfigValue::Kind::absent) {
    put(fault(Code::config_missing_key, ConfigKey::num_hidden_layers), "expected", "number");
  } else {
    not_whole(ConfigKey::num_hidden_layers);
  }
  return 0;
}

void ConfigLayers::compare(ConfigKey key, const std::string& letters) {
  if (count(letters, 'L') == count(letters_, 'L') && count(letters, 'A') == count(letters_, 'A')) {
    return;
  }
  disagree(count(letters_, 'L'), key, count(letters, 'L'));
}

void ConfigLayers::not_whole(ConfigKey key) {
  Problem& problem = fault(Code::config_not_whole, key);
  put(problem, "given", shown(values_.at(key)));
  put(problem, "min", 1);
  put(problem, "max", static_cast<std::int64_t>(kMaxLayers));
}

void ConfigLayers::bad_layer(ConfigKey key, std::string given, std::size_t layer) {
  Problem& problem = fault(Code::config_bad_layer, key);
  put(problem, "given", std::move(given));
  put(problem, "layer", static_cast<std::int64_t>(layer));
}

void ConfigLayers::disagree(std::int64_t given, ConfigKey other, std::int64_t other_given) {
  Problem& problem = fault(Code::config_layers_disagree, key_);
  put(problem, "given", given);
  put(problem, "other", std::string(name(other)));
  put(problem, "other_given", other_given);
}

/// A key that several lists need is told of once.
Problem& ConfigLayers::fault(Code code, ConfigKey key) {
  for (Problem& problem : problems_) {
    if (problem.code == code && problem.field == name(key)) {
      problem.arguments.clear();
      return problem;
    }
  }
  return add_problem(problems_, code, key, values_);
}

}  // namespace mamba_ratio
