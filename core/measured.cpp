#include "measured.h"

#include <algorithm>

#include "model_memory.h"

namespace mamba_ratio {
namespace {

Recognition recognition(const Inputs& in, const LoggedCheckpoint& checkpoint) {
  std::optional<PrintedPools> printed = printed_pools(in);
  if (!printed) return {};
  const std::vector<Entry> was = entries_in(in.choice(Key::was));
  if (!checkpoint.model.empty()) printed->checkpoint = checkpoint.model;
  for (const Entry& entry : was) {
    if (entry.key == Key::model) printed->checkpoint = entry.text;
  }
  printed->other_conv_dtype = checkpoint.other_conv_dtype;
  Recognition found = recognise(*printed);
  const Model* named = match_model(printed->checkpoint);
  if (found.verdict == Verdict::recognised && named != nullptr) {
    std::erase_if(found.families.front().candidates,
                  [&](const Candidate& candidate) { return candidate.model != named; });
  }
  return found;
}

}  // namespace

std::optional<PrintedPools> printed_pools(const Inputs& in) {
  for (const Key key : {Key::N, Key::conv, Key::ssm, Key::tokens, Key::kv}) {
    if (!in.number(key)) return std::nullopt;
  }
  const Placement placed = placement(in);
  PrintedPools pools;
  pools.slots = static_cast<std::int64_t>(*in.number(Key::N));
  pools.conv_gib = *in.number(Key::conv);
  pools.ssm_gib = *in.number(Key::ssm);
  pools.tokens = static_cast<std::int64_t>(*in.number(Key::tokens));
  pools.kv_gib = *in.number(Key::kv);
  pools.kv_dtype = placed.kv_dtype;
  pools.ssm_dtype = placed.ssm_dtype;
  if (in.given(Key::tp)) pools.tp = placed.tp;
  pools.pp = placed.pp;
  if (in.given(Key::page)) pools.page = static_cast<std::int64_t>(*in.number(Key::page));
  pools.checkpoint = in.choice(Key::model);
  return pools;
}

Recognition recognise_boot(Inputs& in, std::vector<Asked>& asked,
                           const LoggedCheckpoint& checkpoint, Problems& problems) {
  Recognition found = recognition(in, checkpoint);
  const auto open = [](const Asked& one) { return one.own.empty(); };
  if (std::none_of(asked.begin(), asked.end(), open)) return found;
  if (found.verdict != Verdict::recognised) {
    for (Asked& one : asked) {
      if (open(one)) put_own(in, one.key, {});
    }
    Recognition other = recognition(in, checkpoint);
    const bool recognised = other.verdict == Verdict::recognised;
    if (recognised) found = std::move(other);
    for (Asked& one : asked) {
      if (!open(one)) continue;
      if (recognised) {
        one.own = own_of(found.families.front().candidates.front(), in, one.key);
        put_own(in, one.key, one.own);
      } else {
        in[one.key] = one.value;
        problems.push_back(
            Problem(Code::what_if_own_unknown, one.key).with("given", one.value.text));
      }
    }
  }
  std::erase_if(asked, [&](const Asked& one) { return open(one) || one.own == one.value.text; });
  return found;
}

}  // namespace mamba_ratio
