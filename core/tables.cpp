#include "tables.h"

#include <algorithm>
#include <array>

#include "outcomes.h"
#include "quantity.h"

namespace mamba_ratio {
namespace {

constexpr std::array<double, 9> kLengths{1024,  2048,  4096,   8192,  16384,
                                         32768, 65536, 131072, 262144};

LengthRow length_row(const Situation& base, double tokens) {
  const WhatIf change{{{Key::L, plain_decimal(tokens)}, {Key::C, ""}}, 1, 1};
  const Situation s = what_if(base, change);
  const Outlook outlook = look_ahead(s);
  LengthRow row;
  row.tokens_per_request = tokens;
  row.yours = tokens == base.workload.tokens_per_request;
  row.now_requests = outlook.outcomes.front().requests;
  row.now_binding = outlook.outcomes.front().binding;
  if (s.ratio) row.ratio = s.ratio->value;
  const Outcome* then = outlook.find("ratio");
  if (then == nullptr) return row;
  row.then_requests = then->requests;
  if (then->requests == 0.0) return row;
  row.flag = outlook.flag;
  if (outlook.pin_flag.empty() || !row.ratio || *row.ratio >= kFragileRatio) return row;
  const Outcome pinned = at_pin(s, outlook);
  if (pinned.binding == "refused") return row;
  row.flag = outlook.pin_flag;
  row.then_requests = pinned.requests;
  return row;
}

// Bytes of an element of the KV pool; none for layouts whose share is not a plain factor.
std::optional<double> kv_element_bytes(std::string_view dtype) {
  if (dtype == "bfloat16" || dtype == "float16") return 2.0;
  if (dtype == "fp8_e4m3" || dtype == "fp8_e5m2") return 1.0;
  return std::nullopt;
}

// What a token's bytes are multiplied by: exact where a geometry gives them, which may keep an
// index or scales of its own, else `plain`.
double kv_factor_to(const Situation& s, std::string_view dtype, double plain) {
  Inputs then = s.inputs;
  put_own(then, Key::kv_dtype, dtype);
  if (s.memory.kv_from_model) {
    const std::optional<Interval> bytes = resolve_memory(then, s.config).kv_bytes;
    return bytes ? bytes->value / s.memory.kv_bytes->value : plain;
  }
  if (!s.recognised || !s.memory.kv_scales) return plain;
  const Rescaling exact = rescaling(&*s.recognised, s.inputs, then);
  return exact.unknown.empty() ? exact.by.kv : plain;
}

bool has_split_sizes(const Situation& s) {
  if (s.memory.state_from_model) return s.memory.of_model->ssm_bytes > 0;
  return s.memory.state_from_sizes && s.inputs.number_or(Key::ssm, 0) > 0;
}

struct Precision {
  MatrixColumn column;
  double ssm_factor = 1;
  double kv_factor = 1;
};

std::vector<Precision> precisions(const Situation& s) {
  const Memory& m = s.memory;
  const std::string_view given = s.inputs.choice(Key::ssm_dtype);
  std::string_view ssm = given == "auto" ? "float32" : given;
  std::string_view kv = s.inputs.choice(Key::kv_dtype);
  if (m.state_from_model) ssm = word(m.of_model->ssm_dtype);
  if (m.kv_from_model) kv = word(m.of_model->kv_dtype);
  const bool narrow_ssm = ssm != "float32";
  std::vector<Precision> result{{{std::string(ssm), std::string(kv), false}, 1, 1}};
  const std::string other_ssm = narrow_ssm ? "float32" : "bfloat16";
  const double ssm_factor = narrow_ssm ? 2 : 0.5;
  if (has_split_sizes(s)) result.push_back({{other_ssm, std::string(kv), true}, ssm_factor, 1});
  const std::optional<double> element = kv_element_bytes(kv);
  if (!element) return result;
  const std::string_view other_kv = *element == 2 ? "fp8_e4m3" : "bfloat16";
  const double kv_factor = kv_factor_to(s, other_kv, *element == 2 ? 0.5 : 2);
  const std::size_t present = result.size();
  for (std::size_t i = 0; i < present; ++i) {
    Precision wider = result[i];
    wider.column.kv_dtype = other_kv;
    wider.column.changes_outputs = true;
    wider.kv_factor = kv_factor;
    result.push_back(wider);
  }
  return result;
}

struct StrategyRow {
  std::string_view name;
  std::vector<std::pair<Key, std::string>> changes;
};

std::vector<StrategyRow> strategies() {
  return {
      {"extra_buffer", {{Key::radix, "on"}, {Key::strategy, "extra_buffer"}}},
      {"extra_buffer_lazy", {{Key::radix, "on"}, {Key::strategy, "extra_buffer_lazy"}}},
      {"no_buffer",
       {{Key::radix, "on"}, {Key::strategy, "no_buffer"}, {Key::overlap, "off"}, {Key::page, "1"}}},
      {"radix_off", {{Key::radix, "off"}}}};
}

bool is_present(const Situation& s, std::string_view row) {
  if (!s.inputs.is_on(Key::radix)) return row == "radix_off";
  return s.inputs.choice(Key::strategy) == row;
}

MatrixCell cell(const Situation& base, const StrategyRow& row, const Precision& precision,
                const std::optional<double>& target) {
  MatrixCell result;
  const bool present_row = is_present(base, row.name);
  WhatIf change{row.changes, precision.ssm_factor, precision.kv_factor};
  if (present_row) change.changes.clear();
  const Situation s = what_if(base, change);
  if (!s.ratio) return result;
  result.ratio = s.ratio->value;
  const Outlook outlook = look_ahead(s);
  const Outcome* at_flag = outlook.find("ratio");
  if (at_flag != nullptr && at_flag->binding == "refused") {
    result.requests = 0;
  } else if (at_flag != nullptr && at_flag->clamp && at_flag->kv_cap) {
    result.requests = std::min(*at_flag->clamp, *at_flag->kv_cap);
  }
  result.yours = present_row && !precision.column.changes_outputs;
  const double workers = base.inputs.number_or(Key::dp, 1);
  result.reaches_target = target && result.requests && *result.requests * workers >= *target;
  return result;
}

}  // namespace

std::vector<LengthRow> length_table(const Situation& situation) {
  if (!situation.ratio) return {};
  std::vector<double> lengths(kLengths.begin(), kLengths.end());
  const double yours = situation.workload.tokens_per_request;
  const auto place = std::lower_bound(lengths.begin(), lengths.end(), yours);
  if (place == lengths.end() || *place != yours) lengths.insert(place, yours);
  std::vector<LengthRow> rows;
  rows.reserve(lengths.size());
  for (const double tokens : lengths) rows.push_back(length_row(situation, tokens));
  return rows;
}

Matrix strategy_matrix(const Situation& situation) {
  Matrix matrix;
  if (!situation.ratio || !situation.engine) return matrix;
  matrix.target = situation.inputs.number(Key::C);
  if (!matrix.target) matrix.target = situation.inputs.number(Key::M);
  const std::vector<Precision> columns = precisions(situation);
  for (const Precision& precision : columns) matrix.columns.push_back(precision.column);
  for (const StrategyRow& strategy : strategies()) {
    MatrixRow row;
    row.strategy = strategy.name;
    const bool present = is_present(situation, strategy.name);
    const Situation s = what_if(situation, {present ? WhatIf{}.changes : strategy.changes, 1, 1});
    row.slots_per_request = s.workload.slots_per_request;
    if (!has_error(s.problems)) {
      for (const Precision& precision : columns) {
        row.cells.push_back(cell(situation, strategy, precision, matrix.target));
      }
    }
    matrix.rows.push_back(std::move(row));
  }
  return matrix;
}

}  // namespace mamba_ratio
