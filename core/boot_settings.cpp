#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "ascii.h"
#include "log_number.h"
#include "log_settings.h"
#include "models.h"
#include "quantity.h"

namespace mamba_ratio {
namespace {

bool is_none(std::string_view value) {
  const std::string word = lower(value);
  return word == "none" || word == "null" || word == "auto" || word == "...";
}

/// SGLang's way to write large counts, in digits: `1M` is 1000000, `256Ki` 262144, `25.6k` 25600.
/// Anything else as it is.
std::string counted(const std::string& value) {
  struct Unit {
    std::string_view name;
    double count;
  };
  constexpr Unit kUnits[]{{"Ki", 1024}, {"Mi", 1048576}, {"Gi", 1073741824},
                          {"k", 1e3},   {"M", 1e6},      {"G", 1e9}};
  for (const Unit& unit : kUnits) {
    if (!value.ends_with(unit.name)) continue;
    const std::string digits = value.substr(0, value.size() - unit.name.size());
    const auto number = read_number(digits, NumberKind::decimal, false);
    if (!number || number->length != digits.size()) return value;
    return plain_decimal(std::round(number->number.value() * unit.count));
  }
  return value;
}

/// A number as the parameter takes it; nullopt: it does not.
std::optional<std::string> number_text(const Parameter& row, std::string_view value) {
  const NumberKind kind = row.kind == Kind::decimal ? NumberKind::decimal : NumberKind::whole;
  const std::optional<PrintedNumber> number = read_number(value, kind, false);
  if (!number || number->length != value.size()) return std::nullopt;
  const double amount = number->number.value();
  if (amount < row.min || amount > row.max || (row.above_min && amount <= row.min)) {
    return std::nullopt;
  }
  return number->number.text();
}

std::optional<std::string> choice_text(const Parameter& row, std::string_view value) {
  std::string word = lower(value);
  if (word.starts_with("torch.")) word.erase(0, 6);
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kSpellings{
      {{"bf16", "bfloat16"},
       {"fp16", "float16"},
       {"fp32", "float32"},
       {"half", "float16"},
       {"float", "float32"}}};
  for (const auto& [short_name, name] : kSpellings) {
    if (word == short_name) word = name;
  }
  if (row.id == Key::kv_dtype && (word == "nvfp4" || word == "fp4_mx_block16")) word = "fp4_e2m1";
  for (const std::string_view choice : row.choices) {
    if (lower(choice) == word) return std::string(choice);
  }
  return std::nullopt;
}

/// The best written setting of each name for one boot.
class Written {
 public:
  Written(std::span<const WrittenSetting> all, int boot) {
    const int command = command_of(all, boot);
    const bool told = std::any_of(all.begin(), all.end(), [&](const WrittenSetting& s) {
      return is_of(s, boot) && (s.source == SettingSource::echo ||
                                (s.command != 0 && s.command == command && is_field(s)));
    });
    for (const WrittenSetting& setting : all) {
      if (!is_of(setting, boot)) continue;
      const bool list = setting.source == SettingSource::list && setting.command == 0;
      if (list && (told || setting.behind)) continue;
      if (setting.command == 0 || setting.command == command) add(setting);
    }
  }

  const WrittenSetting* find(std::string_view name) const {
    for (const WrittenSetting* setting : best_) {
      if (setting->name == name) return setting;
    }
    return nullptr;
  }

  std::optional<int> whole(std::string_view name) const {
    const WrittenSetting* setting = find(name);
    if (setting == nullptr) return std::nullopt;
    const auto number = read_number(setting->value, NumberKind::whole, false);
    if (!number || number->number.digits > 4096) return std::nullopt;
    return static_cast<int>(number->number.digits);
  }

  /// The best of a parameter, under whichever of its names.
  const WrittenSetting* find(Key key) const {
    for (const WrittenSetting* setting : best_) {
      if (find_setting(setting->name) == key) return setting;
    }
    return nullptr;
  }

  bool is_on(std::string_view name) const {
    const WrittenSetting* setting = find(name);
    return setting != nullptr && truth(setting->value).value_or(false);
  }

  const std::vector<const WrittenSetting*>& all() const { return best_; }

 private:
  static bool is_field(const WrittenSetting& setting) {
    return find_setting(setting.name).has_value();
  }
  static bool is_of(const WrittenSetting& setting, int boot) {
    return setting.boot == boot || setting.boot == 0 || setting.command != 0;
  }

  /// Which launch command started the boot; 0: none is known. One that names but a model counts
  /// where no other does.
  static int command_of(std::span<const WrittenSetting> all, int boot) {
    const int of_fields = command_of(all, boot, is_field);
    return of_fields != 0 ? of_fields
                          : command_of(all, boot, [](const WrittenSetting&) { return true; });
  }

  /// The last one before the boot's pools, else the first one behind them. Where no command stands
  /// before the first boot, each stands behind its own.
  template <class Counts>
  static int command_of(std::span<const WrittenSetting> all, int boot, Counts counts) {
    int before = 0;
    int behind = 0;
    bool before_all = false;
    for (const WrittenSetting& setting : all) {
      if (setting.command == 0 || !counts(setting)) continue;
      const bool next = setting.behind ? setting.boot == boot : setting.boot == boot + 1;
      before_all |= !setting.behind && setting.boot <= 1;
      if (setting.boot <= boot && !setting.behind) before = std::max(before, setting.command);
      if (next && behind == 0) behind = setting.command;
    }
    return before == 0 || (!before_all && behind != 0) ? behind : before;
  }

  void add(const WrittenSetting& setting) {
    const auto key = find_setting(setting.name);
    for (const WrittenSetting*& best : best_) {
      const bool same = best->name == setting.name || (key && find_setting(best->name) == key);
      if (!same) continue;
      if (setting.source >= best->source) best = &setting;
      return;
    }
    best_.push_back(&setting);
  }

  std::vector<const WrittenSetting*> best_;
};

LoggedSetting logged(Key key, std::string text, const WrittenSetting& from) {
  return {key,
          std::move(text),
          from.place.line,
          from.place.excerpt,
          from.place.mark_begin,
          from.place.mark_end,
          from.boot};
}

/// The draft states that the speculative settings give, with the one that decides.
std::optional<LoggedSetting> draft_states(const Written& written) {
  const WrittenSetting* algorithm = written.find("speculative_algorithm");
  const std::string name = algorithm == nullptr ? std::string() : lower(algorithm->value);
  const auto from = [&](std::string_view setting, int states) {
    return logged(Key::D, std::to_string(states), *written.find(setting));
  };
  if (name == "dflash") {
    if (const auto block = written.whole("speculative_dflash_block_size")) {
      return from("speculative_dflash_block_size", *block);
    }
  }
  if (name == "dspark") {
    if (const auto block = written.whole("speculative_dspark_block_size")) {
      return from("speculative_dspark_block_size", *block + 1);
    }
  }
  const auto steps = written.whole("speculative_num_steps");
  const bool chain = written.whole("speculative_eagle_topk") == 1;
  const bool known =
      algorithm == nullptr || choice_text(parameter(Key::spec), algorithm->value).has_value();
  if (steps && chain && known && name != "ngram" && name != "dflash" && name != "dspark") {
    return from("speculative_num_steps", *steps + 1);
  }
  const auto tokens = written.whole("speculative_num_draft_tokens");
  if (!tokens) return std::nullopt;
  return from("speculative_num_draft_tokens", *tokens);
}

/// The field's text of a setting; nullopt: it says nothing the form takes.
std::optional<std::string> field_text(Key key, const std::string& value) {
  const Parameter& row = parameter(key);
  const auto switched = [&](bool inverted) -> std::optional<std::string> {
    const std::optional<bool> on = truth(value);
    if (!on) return std::nullopt;
    return *on != inverted ? "on" : "off";
  };
  if (key == Key::radix || key == Key::overlap) return switched(true);
  if (key == Key::skip_lock || key == Key::replay) return switched(false);
  if (key == Key::spec && lower(value) == "none") return "none";
  if (key == Key::role && lower(value) == "null") return "serve";
  if (is_none(value)) return std::nullopt;
  if (key == Key::spec) return choice_text(row, value).value_or("STANDALONE");
  if (key == Key::ctx || key == Key::max_total) return number_text(row, counted(value));
  return row.kind == Kind::choice ? choice_text(row, value) : number_text(row, value);
}

/// `no_buffer` in an echo or of a boot that ran: SGLang turned the overlap
/// schedule off, and pages of more than a token, unless the model has no state and the strategy is
/// a default that nothing reads.
void settle_no_buffer(const Written& written, bool ran, std::vector<LoggedSetting>& settings) {
  const WrittenSetting* strategy = written.find(Key::strategy);
  if (strategy == nullptr || lower(strategy->value) != "no_buffer" ||
      written.is_on("disable_radix_cache")) {
    return;
  }
  const bool echoed = strategy->source == SettingSource::echo;
  if (!echoed && !ran) return;
  const WrittenSetting* overlap = written.find(Key::overlap);
  if (overlap == nullptr) {
    settings.push_back(logged(Key::overlap, "off", *strategy));
  } else if (echoed && overlap->source == SettingSource::echo && truth(overlap->value) == false) {
    std::erase_if(settings, [](const LoggedSetting& s) { return s.key == Key::strategy; });
  }
  if (echoed) return;
  for (LoggedSetting& setting : settings) {
    if (setting.key == Key::page) setting = logged(Key::page, "1", *strategy);
  }
}

}  // namespace

std::vector<LoggedSetting> settings_of(std::span<const WrittenSetting> all, int boot, bool ran) {
  const Written written(all, boot);
  std::vector<LoggedSetting> settings;
  for (const WrittenSetting* setting : written.all()) {
    const std::optional<Key> key = find_setting(setting->name);
    if (!key || *key == Key::D) continue;
    if (*key == Key::dp && !written.is_on("enable_dp_attention")) continue;
    std::optional<std::string> text = field_text(*key, setting->value);
    if (text) settings.push_back(logged(*key, std::move(*text), *setting));
  }
  if (std::optional<LoggedSetting> states = draft_states(written)) {
    settings.push_back(std::move(*states));
  }
  settle_no_buffer(written, ran, settings);
  const WrittenSetting* role = written.find("disaggregation_mode");
  const bool off = written.is_on("disable_radix_cache");
  if (role != nullptr && lower(role->value) == "decode" && !off) {
    const WrittenSetting* radix = written.find("disaggregation_decode_enable_radix_cache");
    std::erase_if(settings, [](const LoggedSetting& s) { return s.key == Key::radix; });
    if (radix != nullptr && written.is_on(radix->name)) {
      settings.push_back(logged(Key::radix, "on", *radix));
    }
  }
  return settings;
}

LoggedCheckpoint checkpoint_of(std::span<const WrittenSetting> all, int boot) {
  const Written written(all, boot);
  const WrittenSetting* path = written.find("model_path");
  if (path == nullptr) path = written.find("model");
  const Model* model = path == nullptr ? nullptr : match_model(path->value);
  const WrittenSetting* conv = written.find("sglang_mamba_conv_dtype");
  return {model == nullptr ? std::string_view() : model->id,
          conv != nullptr && lower(conv->value).find("32") != std::string::npos};
}

}  // namespace mamba_ratio
