#pragma once

#include "answer.h"
#include "outcomes.h"
#include "situation.h"

namespace mamba_ratio {

/// The sentence above the flag: what is, and what it becomes.
Sentence headline(const Situation& situation, const Outlook& outlook);

/// One reason with numbers in it: which pool binds now, or what is missing.
Sentence reason(const Situation& situation, const Outlook& outlook);

/// Which flag belongs into the bar: the pin where the balance says to prefer it or no ratio is
/// read, else r*.
std::string_view main_flag(const Situation& situation, const Outlook& outlook);

/// Whether --max-running-requests alone decides the slots, without a radix cache: the ratio is not
/// read.
bool limit_sizes_slots(const Situation& situation);

/// Notes and warnings on a sound answer; none is an error.
Problems advice(const Situation& situation, const Outlook& outlook);

/// "How this is computed", top to bottom.
std::vector<Step> derivation(const Situation& situation, const Outlook& outlook);

}  // namespace mamba_ratio
