#include "measured.h"

#include "model_memory.h"

namespace mamba_ratio {

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

}  // namespace mamba_ratio
