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
  std::string flag;
  std::string pin_flag;
  std::optional<double> printed_ratio;  ///< what the engine parses out of `flag`
  std::optional<double> pin_slots;
  std::optional<double> worker_requests;  ///< max_running_requests of a worker at present
  std::vector<Outcome> outcomes;          ///< present, default, ratio; as far as they can be known

  /// The outcome with this id, or nullptr.
  const Outcome* find(std::string_view id) const;
};

/// Works the flags out and asks the engine model what they give.
Outlook look_ahead(const Situation& situation);

}  // namespace mamba_ratio
