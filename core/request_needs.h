#pragma once

#include "situation.h"

namespace mamba_ratio {

/// The settings of the inputs that decide S.
SlotSettings slot_settings(const Inputs& inputs);

/// Lets go of the S that a boot stated where a person typed another setting that decides it: the
/// stated one is that of the boot's own settings.
/// Example: S 5 of a log, strategy extra_buffer_lazy by hand: no S, so that the settings give 4.
void leave_stated_slots(Inputs& inputs);

/// What one request needs: S, D, L, the bytes of a draft's token and the DCP size, from the inputs.
/// A decode server turns the radix cache off. Problems: decode_role_no_radix, refused_but_ran,
/// s_from_log_differs, d_without_spec, those of `slots_per_request`.
void resolve_workload(Situation& situation);

}  // namespace mamba_ratio
