#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "log_number.h"

namespace mamba_ratio {

/// What a name in a message stands for. The names themselves, in every spelling that people and
/// versions give them, are the table of `log_fields.cpp`.
enum class Field : std::uint8_t {
  none,
  max_mamba_cache_size,
  conv_state,
  ssm_state,
  ssm_state_cache,  ///< the pool's or, behind a pool's size, the intermediate one
  intermediate_ssm,
  intermediate_conv,
  ssm_spec_cache,  ///< TensorRT-LLM's
  tokens,
  bare_tokens,  ///< `tokens` without its `#`
  k_size,
  v_size,
  kv_size,
  dtype,
  kv_cache_dtype,
  avail_mem,
  mem_usage,
  model_class,
  weights_detail,  ///< elapsed, quant, fmt, bits, ...
  max_total_num_tokens,
  max_running_requests,
  ready_detail,  ///< chunked_prefill_size, max_prefill_tokens
  context_len,
  available_gpu_mem,
  raised_to,   ///< `max_running_requests 5 -> 7`: the 7
  capped_to,   ///< `capped to 9`
  reduced_to,  ///< `from the requested 64 to 9`: the 9
  slots_per_request,
  mamba_ratio,
  max_num_reqs,
  computed_slots,
  total_rest_memory,
  mamba_cache_per_req,
  swa_size,
  full_size,
  full_layer_tokens,
  swa_layer_tokens,
  ring_d,
  ring_k,
  ring_g,
  ring_rawv,
  ring_rawk,
  ring_beta,
  reserving,
  checkpoint_slots,
  running_req,
  full_token,
  full_usage,
  swa_token,
  swa_usage,
  token,
  token_usage,
  mamba_num,
  mamba_usage,
  queue_req,
  preallocated_usage,
  decode_detail,  ///< accept len, cuda graph, gen throughput, ...
  retracted,
  other_slots,  ///< another engine's `#mamba-slot`
};
static_assert(static_cast<unsigned>(Field::other_slots) < 64);  // `Fields` has a bit for each

/// What follows the name.
enum class ValueKind : std::uint8_t { none, whole, gib, mib, share, dtype, word };

/// The first name of a field in the table, as the engine prints it; empty: it has none.
/// Example: running_req -> "#running-req".
std::string_view name_of(Field field);

/// The kind of a field's value.
ValueKind value_kind(Field field);

/// How the number of such a value is written; `decimal` for what is no number.
NumberKind number_kind(ValueKind kind);

/// Whether a sign may stand before the number: what a refusal computes of memory that is not there.
bool may_be_negative(Field field);

/// A set of fields.
class Fields {
 public:
  constexpr Fields() = default;
  constexpr Fields(std::initializer_list<Field> fields) {
    for (const Field field : fields) bits_ |= bit(field);
  }
  constexpr bool has(Field field) const { return (bits_ & bit(field)) != 0; }
  constexpr bool empty() const { return bits_ == 0; }

 private:
  static constexpr std::uint64_t bit(Field field) {
    return std::uint64_t{1} << static_cast<unsigned>(field);
  }
  std::uint64_t bits_ = 0;
};

struct FieldToken {
  Field field = Field::none;
  std::size_t length = 0;  ///< up to where the value begins
};

/// The field's name at the start of a NUL-terminated text, with its `size`, colon and quotes; or
/// `none` with the length of the word that stands there. Example: "K size: 2.50" -> k_size, 8.
FieldToken lex_field(const char* text);

}  // namespace mamba_ratio
