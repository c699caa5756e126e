#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "situation.h"

namespace mamba_ratio {

/// One length of the table over L.
struct LengthRow {
  double tokens_per_request = 0;
  bool yours = false;
  std::string flag;  ///< ratio or, below 0.15, pin; empty where no request fits
  std::optional<double> ratio;
  std::optional<double> now_requests;  ///< at the present setting
  std::string_view now_binding;        ///< state, kv, balanced, refused; empty: unknown
  std::optional<double> then_requests;
};

/// The flag and its gain for 1K to 256K tokens a request and for the L given, rising. Empty where
/// the balance is not known.
std::vector<LengthRow> length_table(const Situation& situation);

/// A pair of precisions, one column of the matrix.
struct MatrixColumn {
  std::string ssm_dtype;
  std::string kv_dtype;
  bool changes_outputs = false;
};

struct MatrixCell {
  std::optional<double> requests;  ///< that both pools hold at this cell's r*, whatever M
  std::optional<double> ratio;
  bool yours = false;
  bool reaches_target = false;
};

struct MatrixRow {
  std::string_view strategy;  ///< extra_buffer, extra_buffer_lazy, no_buffer, radix_off
  double slots_per_request = 0;
  std::vector<MatrixCell> cells;  ///< one a column; empty where the engine refuses the row
};

struct Matrix {
  std::vector<MatrixColumn> columns;
  std::vector<MatrixRow> rows;
  std::optional<double> target;  ///< C, else M
};

/// r* and requests for each strategy and precision, the present precisions first. The columns with
/// another ssm_dtype need the conv and SSM sizes apart; those with another kv_dtype need the
/// present one. Empty where the balance or the memory is not known.
Matrix strategy_matrix(const Situation& situation);

}  // namespace mamba_ratio
