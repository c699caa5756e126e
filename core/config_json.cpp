#include "config_json.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "config_geometry.h"
#include "config_text.h"
#include "config_values.h"
#include "models.h"

namespace mamba_ratio {
namespace {

struct KnownArchitecture {
  std::string_view model_type;    ///< how model_type begins
  std::string_view architecture;  ///< how an architecture begins
  ConfigFamily family;
};

constexpr KnownArchitecture kKnown[] = {
    {"qwen3_next", "Qwen3Next", ConfigFamily::gdn},
    {"qwen3_5", "Qwen3_5", ConfigFamily::gdn},
    {"qwen4_exp", "Qwen4Exp", ConfigFamily::gdn},
    {"nemotron_h", "NemotronH", ConfigFamily::nemotron},
    {"falcon_h1", "FalconH1", ConfigFamily::falcon},
    {"granitemoehybrid", "GraniteMoeHybrid", ConfigFamily::granite},
    {"kimi_linear", "KimiLinear", ConfigFamily::kimi},
    {"kimi_k3", "KimiK3", ConfigFamily::kimi},
    {"glm5_next", "Glm5Next", ConfigFamily::kimi},
    {"bailing_hybrid", "BailingMoeV3", ConfigFamily::bailing},
    {"bailing_moe_v3", "BailingMoeV2_5", ConfigFamily::bailing},
    {"bailing_moe_linear", "BailingMoeLinear", ConfigFamily::bailing},
    {"minicpm_sala", "MiniCPMSALA", ConfigFamily::minicpm},
    {"lfm2", "Lfm2", ConfigFamily::lfm2},
    {"inkling", "Inkling", ConfigFamily::inkling},
};

bool is_given(const ConfigValue& value) { return value.kind != ConfigValue::Kind::absent; }

/// The text section speaks before the top, its model_type before its architectures.
std::optional<ConfigFamily> find_family(const ConfigValues& values) {
  for (const ConfigValue* type :
       {&values.in_text(ConfigKey::model_type), &values.at_top(ConfigKey::model_type)}) {
    for (const KnownArchitecture& known : kKnown) {
      if (first_word(*type).starts_with(known.model_type)) return known.family;
    }
  }
  for (const ConfigValue* names :
       {&values.in_text(ConfigKey::architectures), &values.at_top(ConfigKey::architectures)}) {
    for (const KnownArchitecture& known : kKnown) {
      if (first_word(*names).starts_with(known.architecture)) return known.family;
    }
  }
  // A fragment without a name: its own keys say it.
  const bool unnamed =
      !is_given(values.at(ConfigKey::model_type)) && !is_given(values.at(ConfigKey::architectures));
  if (unnamed && is_given(values.at(ConfigKey::linear_num_value_heads))) return ConfigFamily::gdn;
  return std::nullopt;
}

std::string known_model_types() {
  std::string list;
  for (const KnownArchitecture& known : kKnown) {
    if (!list.empty()) list += ", ";
    list += known.model_type;
  }
  return list;
}

void tell_no_family(const ConfigValues& values, const std::string& architecture,
                    Problems& problems) {
  ConfigKey key = ConfigKey::architectures;
  if (values.at(key).kind == ConfigValue::Kind::absent) key = ConfigKey::model_type;
  Code code = Code::config_unknown_architecture;
  if (values.at(key).kind == ConfigValue::Kind::absent) {
    code = Code::config_no_architecture;
  } else if (architecture.empty()) {
    code = Code::config_not_word;
  }
  Problem& problem = add_problem(problems, code, key, values);
  put(problem, "given", architecture.empty() ? shown(values.at(key)) : architecture);
  put(problem, "known", known_model_types());
}

/// Reads JSON, or what a chat, a terminal or Python made of it.
bool parse_pasted(std::string_view text, ConfigValues& values, Problems& problems) {
  if (values.parse(text, problems)) return true;
  const std::optional<std::string> object = config_object(text);
  if (!object) return false;
  ConfigValues of_object;
  Problems found;
  const bool reads = of_object.parse(*object, found);
  if (reads) values = std::move(of_object);
  if (reads || text.find_first_not_of(" \t\r\n") != text.find('{')) problems = std::move(found);
  return reads;
}

}  // namespace

ConfigReading read_config(std::string_view text) {
  ConfigReading reading;
  if (text.size() > kMaxConfigBytes) {
    Problem& problem = reading.problems.emplace_back();
    problem.code = Code::config_too_large;
    problem.field = "config";
    put(problem, "given", static_cast<std::int64_t>(text.size()));
    put(problem, "max", static_cast<std::int64_t>(kMaxConfigBytes));
    return reading;
  }
  ConfigValues values;
  if (!parse_pasted(text, values, reading.problems)) return reading;

  reading.architecture = first_word(values.at_top(ConfigKey::architectures));
  for (const ConfigKey key : {ConfigKey::architectures, ConfigKey::model_type}) {
    if (reading.architecture.empty()) reading.architecture = first_word(values.at(key));
  }
  reading.quantization = first_word(values.at(ConfigKey::quant_algo));
  if (reading.quantization.empty()) {
    reading.quantization = first_word(values.at(ConfigKey::quant_method));
  }
  const auto family = find_family(values);
  // A draft's config repeats its target's sizes.
  if (!family || names_draft(reading.architecture)) {
    tell_no_family(values, reading.architecture, reading.problems);
    return reading;
  }
  if (reading.architecture.empty()) reading.architecture = "GatedDeltaNet";
  Geometry geometry = geometry_of(*family, values, reading.problems);
  if (!has_error(reading.problems)) reading.geometry = std::move(geometry);
  return reading;
}

}  // namespace mamba_ratio
