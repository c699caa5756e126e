#pragma once

#include <optional>
#include <string>
#include <vector>

#include "answer.h"
#include "situation.h"

namespace mamba_ratio {

/// Below this ratio its third digit moves the state pool by whole requests, and a pin is safer.
inline constexpr double kFragileRatio = 0.15;

/// The flags and what each setting gives.
struct Outlook {
  std::string flag;       ///< r*; empty: not known
  std::string best_flag;  ///< the exact best, where it admits more than r*
  std::string pin_flag;
  std::string repair_flag;  ///< the first of `repairs`
  std::optional<double> pin_slots;
  std::optional<BestRatio> best;    ///< the exact best, whether it gains or not
  std::vector<Outcome> outcomes;    ///< present, default, ratio, best, pin, also; as known
  std::vector<RepairLine> repairs;  ///< of a refused boot, first the one to take
  Outcome repaired;                 ///< what the first of them gives
  Problems problems;                ///< why a setting to compare has no figures

  /// The outcome with this id, or nullptr.
  const Outcome* find(std::string_view id) const;
};

/// Works out the flag of r* and asks the engine model what the present setting, the default and the
/// flag give.
Outlook look_ahead(const Situation& situation);

/// The same, and the exact best, the pin, the settings to compare and the repairs.
Outlook look_all_around(const Situation& situation);

/// What the pin of `outlook` gives; no figures where the engine model has not all it needs.
Outcome at_pin(const Situation& situation, const Outlook& outlook);

/// Requests in flight at r* itself, by the engine model; empty where it has not all it needs.
std::optional<double> requests_at_balance(const Situation& situation);

/// Requests in flight at `ratio` if the memory for both pools were `more_gib` larger (smaller where
/// it is negative); 0 where the engine would refuse. Needs `engine`.
double requests_with(const Situation& situation, double ratio, double more_gib);

}  // namespace mamba_ratio
