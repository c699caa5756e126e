#include "request_needs.h"

#include <algorithm>
#include <array>

namespace mamba_ratio {
namespace {

void resolve_role(Situation& s) {
  if (s.inputs.choice(Key::role) != "decode" || s.inputs.given(Key::radix)) return;
  s.inputs[Key::radix].text = "off";
  s.inputs[Key::radix].origin = Origin::computed;
  s.problems.emplace_back(Code::decode_role_no_radix, Key::role);
}

// Whether what decides S is the boot's own: its settings, or what they leave at its default.
bool none_typed(const Inputs& in) {
  constexpr std::array kSettings{Key::S,  Key::radix, Key::strategy, Key::overlap,
                                 Key::pp, Key::page,  Key::role};
  return std::none_of(kSettings.begin(), kSettings.end(),
                      [&](Key key) { return in[key].origin == Origin::hand; });
}

void resolve_slots(Situation& s) {
  const SlotsResult result = slots_per_request(slot_settings(s.inputs));
  const Value& stated = s.inputs[Key::S];
  if (result.problem && stated.given && none_typed(s.inputs)) {
    s.problems.push_back(Problem(Code::refused_but_ran, result.problem->field, stated.line)
                             .with("S", *stated.number)
                             .with("why", word(result.problem->code)));
  } else if (result.problem) {
    s.problems.push_back(*result.problem);
  }
  s.slots_by_settings = result.slots.value_or(Slots{});
  s.workload.slots_per_request = static_cast<double>(s.slots_by_settings.total);
  if (!stated.number) return;
  s.workload.slots_per_request = *stated.number;
  if (result.slots && *stated.number != static_cast<double>(s.slots_by_settings.total)) {
    s.problems.push_back(Problem(Code::s_from_log_differs, "S", stated.line)
                             .with("stated", *stated.number)
                             .with("settings", static_cast<double>(s.slots_by_settings.total)));
  }
}

void resolve_drafts(Situation& s) {
  DraftSettings draft;
  draft.algorithm = s.inputs.chosen<Speculation>(Key::spec);
  draft.num_draft_tokens = s.inputs.whole(Key::D);
  draft.replay = s.inputs.is_on(Key::replay);
  draft.role = s.inputs.chosen<Role>(Key::role);
  s.workload.draft_states = static_cast<double>(draft_states(draft));
  Value& given = s.inputs[Key::D];
  if (!given.given || *given.number == s.workload.draft_states) return;
  given.unused = true;
  if (draft.algorithm == Speculation::none && !s.rescaling.frees_drafts) {
    s.problems.push_back(Problem(Code::d_without_spec, "D", given.line).with("D", *given.number));
  }
}

}  // namespace

SlotSettings slot_settings(const Inputs& in) {
  SlotSettings settings;
  settings.radix_cache = in.is_on(Key::radix);
  settings.strategy = in.chosen<Strategy>(Key::strategy);
  settings.overlap_schedule = in.is_on(Key::overlap);
  settings.skip_decode_lock = in.is_on(Key::skip_lock);
  settings.pp_size = in.whole(Key::pp).value_or(1);
  settings.page_size = in.whole(Key::page).value_or(1);
  settings.role = in.chosen<Role>(Key::role);
  return settings;
}

void leave_stated_slots(Inputs& in) {
  constexpr std::array kDeciding{Key::radix, Key::strategy, Key::overlap, Key::skip_lock,
                                 Key::role};
  const bool typed = std::any_of(kDeciding.begin(), kDeciding.end(),
                                 [&](Key key) { return in[key].origin == Origin::hand; });
  if (typed && in[Key::S].origin != Origin::hand) in[Key::S] = Value{};
}

void resolve_workload(Situation& s) {
  resolve_role(s);
  resolve_slots(s);
  resolve_drafts(s);
  s.workload.tokens_per_request = *s.inputs.number(Key::L);
  s.workload.dcp_size = s.inputs.number_or(Key::dcp, 1);
  s.workload.draft_kv_bytes = s.inputs.number_or(Key::draft_kv, 0) * s.memory.draft_kv_factor;
}

}  // namespace mamba_ratio
