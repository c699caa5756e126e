#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine_chart.h"
#include "inputs.h"
#include "problem.h"
#include "tables.h"

namespace mamba_ratio {

/// A result of the answer. `number` or `word` is empty where it is unknown; `missing` then says
/// why.
struct Result {
  std::optional<double> number;
  std::string_view word;
  std::optional<double> low;
  std::optional<double> high;
  std::optional<Code> missing;
};

/// The results, in the order of `result_id`.
enum class ResultId {
  token_equiv,
  S,
  D,
  ratio,
  state_bytes,
  kv_bytes,
  clamp,
  kv_cap,
  binding,
  pin,
  ratio_low,
  ratio_high,
  best_ratio,
  best_requests,
  now_slots,
  now_tokens,
  now_requests,
  now_clamp,
  now_kv_cap,
  now_binding,
  generation,
  rest,
  model_slots,
  model_tokens,
  model_requests,
};
inline constexpr std::size_t kResultCount = static_cast<std::size_t>(ResultId::model_requests) + 1;

/// The id of a result in the page: the enumerator's own name.
std::string_view result_id(ResultId id);

/// A sentence for people: the page looks its code up and puts the arguments in.
struct Sentence {
  std::string_view code;
  std::vector<Argument> arguments;

  /// The sentence with one more argument.
  Sentence&& with(const char* name, double value) &&;
  Sentence&& with(const char* name, std::string_view value) &&;
};

/// What one setting gives. Empty numbers are unknown.
struct Outcome {
  std::string_view id;  ///< present, changed, default, ratio, best, pin, also
  std::string flag;     ///< the text to pass, of `also` what it sets; empty for present
  std::optional<double> ratio;
  std::optional<double> slots;
  std::optional<double> kv_tokens;
  std::optional<double> clamp;     ///< requests the state pool admits
  std::optional<double> kv_cap;    ///< requests of L tokens the KV pool holds
  std::optional<double> requests;  ///< in flight
  std::string_view binding;        ///< state, kv, balanced, refused; empty: unknown
};

/// A change of one flag that makes a refused boot start.
struct RepairLine {
  std::string flag;  ///< the text to pass
  double slots = 0;
  std::optional<double> requests;  ///< of the load, in flight; empty: the KV pool is not known
  std::optional<double> kv_tokens;
  std::optional<double> tokens_lost;
  bool keeps_outputs = true;
  bool keeps_prefix_reuse = true;
};

/// One line of "how this is computed": `formula` names a template that the arguments are put into.
struct Step {
  std::string_view id;
  std::string_view formula;
  std::vector<Argument> arguments;
  double value = 0;
  std::string_view unit;
  Origin origin = Origin::computed;
  std::vector<std::int64_t> lines;  ///< of the log that the numbers come from

  /// Adds an argument.
  Step& with(const char* name, double number);
  Step& with(const char* name, std::string_view text);
};

enum class AnswerState { answered, partial, invalid };

/// The headline with the other reading of the padding row.
struct OtherRows {
  std::string_view rows;  ///< printed or allocated
  double state_bytes = 0;
  double token_equiv = 0;
  std::optional<double> ratio;
  double difference = 0;  ///< of the two state sizes, as a share of the smaller
};

/// All that the page shows beside what was read.
struct Answer {
  AnswerState state = AnswerState::partial;
  bool example = false;  ///< the memory figures are the worked example's
  Inputs values;         ///< L and the settings as they count, defaults included
  std::array<Result, kResultCount> results;
  std::optional<OtherRows> other_rows;
  std::string flag;       ///< r*; empty where there is none
  std::string best_flag;  ///< the exact best, where it admits more
  std::string pin_flag;
  std::string repair_flag;  ///< the smallest repair of a refused boot
  std::string_view main;    ///< flag, best, pin or repair: which belongs into the bar
  Sentence headline;
  Sentence reason;
  std::vector<Outcome> outcomes;
  std::vector<RepairLine> repairs;
  std::vector<MemoryPart> memory;
  Chart chart;  ///< empty where the ratio decides nothing
  std::vector<LengthRow> lengths;
  Matrix matrix;
  std::vector<Step> steps;
  Problems messages;   ///< most important first
  std::string link;    ///< fragment without '#'; in state invalid of what is valid alone
  std::string beside;  ///< settings typed over a log that its flag counts on: `ssm_dtype bfloat16`
  std::string keep;    ///< `also` with the settings typed as its last row; empty: none is typed

  Result& operator[](ResultId id) { return results[static_cast<std::size_t>(id)]; }
  const Result& operator[](ResultId id) const { return results[static_cast<std::size_t>(id)]; }
};

/// The two log lines of the worked example, each with its line end.
std::string_view example_log();

/// The whole answer to what the form holds; pure, quick enough for every keystroke.
/// The worked example's figures stand in where no memory figure is given and nothing was pasted.
/// A wrong value or a combination the engine refuses gives state invalid: messages, no results.
/// Example: evaluate({}) is the worked example: S 5, token_equiv 4080.5424, flag
/// "--mamba-full-memory-ratio 2.21".
Answer evaluate(std::span<const Entry> entries, const Pasted& pasted = {});

}  // namespace mamba_ratio
