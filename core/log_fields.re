#include "log_fields.h"

// Names of fields. Input ends at a NUL. Rules stop where the value begins.

namespace mamba_ratio {

/*!re2c
re2c:define:YYCTYPE = "unsigned char";
re2c:yyfill:enable = 0;

digit = [0-9];
sp = [ ]+;
size = ([ _]+ "size")?;
j = [_ ];
*/

namespace {

/// Length of what separates a name from its value: quotes, emphasis, a colon or an equals sign.
std::size_t separator_length(const char* text) {
  const auto is_gap = [](char c) {
    return c == ' ' || c == '"' || c == '\'' || c == '`' || c == '*';
  };
  std::size_t n = 0;
  while (is_gap(text[n])) ++n;
  if (text[n] == ':' || text[n] == '=') ++n;
  while (is_gap(text[n])) ++n;
  return n;
}

}  // namespace

FieldToken lex_field(const char* text) {
  const auto* YYCURSOR = reinterpret_cast<const unsigned char*>(text);
  const unsigned char* YYMARKER = YYCURSOR;
  const unsigned char* const start = YYCURSOR;
  const auto token = [&](Field field) {
    const auto length = static_cast<std::size_t>(YYCURSOR - start);
    return FieldToken{field, length + (field == Field::none ? 0 : separator_length(text + length))};
  };
  /*!re2c
  *                                                   { return token(Field::none); }
  "max_mamba_cache_size"                           { return token(Field::max_mamba_cache_size); }
  "conv" j "state" (j "cache")? size               { return token(Field::conv_state); }
  "ssm" j "state" size                             { return token(Field::ssm_state); }
  "ssm" j "state" j "cache" size                   { return token(Field::ssm_state_cache); }
  "intermediate" j "ssm" (j "state")? (j "cache")? size  { return token(Field::intermediate_ssm); }
  ("intermediate" j)? "conv" j "window" (j "cache")? size  { return token(Field::intermediate_conv); }
  "intermediate" j "conv" (j "state")? (j "cache")? size  { return token(Field::intermediate_conv); }
  "ssm_spec_cache" size                            { return token(Field::ssm_spec_cache); }

  "#" sp? "tokens"                                 { return token(Field::tokens); }
  "tokens"                                         { return token(Field::bare_tokens); }
  "K" size                                         { return token(Field::k_size); }
  "V" size                                         { return token(Field::v_size); }
  "KV" size                                        { return token(Field::kv_size); }
  "dtype"                                          { return token(Field::dtype); }
  "KV" sp "cache" sp "dtype"                       { return token(Field::kv_cache_dtype); }

  "avail" sp "mem"                                 { return token(Field::avail_mem); }
  "mem" sp "usage"                                 { return token(Field::mem_usage); }
  "type"                                           { return token(Field::model_class); }
  ("elapsed" | "quant" | "quant_algo" | "fmt" | "bits")  { return token(Field::weights_detail); }

  "max_total_num_tokens"                           { return token(Field::max_total_num_tokens); }
  "max_running_requests"                           { return token(Field::max_running_requests); }
  ("chunked_prefill_size" | "max_prefill_tokens")  { return token(Field::ready_detail); }
  "context_len"                                    { return token(Field::context_len); }
  "available_gpu_mem"                              { return token(Field::available_gpu_mem); }

  "max_running_requests" sp digit+ sp? ("->" | "=>" | "→") sp? { return token(Field::raised_to); }
  ("max_running_requests" sp "is" sp)? "capped" sp "to"  { return token(Field::capped_to); }
  "requested" sp digit+ sp "to"                    { return token(Field::reduced_to); }
  digit+ sp "state" sp "slots" (sp "per" sp "request")? { return token(Field::slots_per_request); }
  "mamba_ratio"                                    { return token(Field::mamba_ratio); }
  "max_num_reqs"                                   { return token(Field::max_num_reqs); }
  "Computed" sp "max_mamba_cache_size"             { return token(Field::computed_slots); }
  "total_rest_memory"                              { return token(Field::total_rest_memory); }
  "mamba_cache_per_req"                            { return token(Field::mamba_cache_per_req); }

  "swa" sp "size"                                  { return token(Field::swa_size); }
  "full" sp "size"                                 { return token(Field::full_size); }
  "full_layer_tokens"                              { return token(Field::full_layer_tokens); }
  "swa_layer_tokens"                               { return token(Field::swa_layer_tokens); }

  "d="                                                { return token(Field::ring_d); }
  "k="                                                { return token(Field::ring_k); }
  "g="                                                { return token(Field::ring_g); }
  "rawv="                                             { return token(Field::ring_rawv); }
  "Reserving" sp                                      { return token(Field::reserving); }
  "checkpoint" sp "pool"                           { return token(Field::checkpoint_slots); }

  "#running-req"                                   { return token(Field::running_req); }
  "#full" sp "token"                               { return token(Field::full_token); }
  "full" sp "token" sp "usage"                     { return token(Field::full_usage); }
  "#swa" sp "token"                                { return token(Field::swa_token); }
  "swa" sp "token" sp "usage"                      { return token(Field::swa_usage); }
  "#token"                                         { return token(Field::token); }
  "token" sp "usage"                               { return token(Field::token_usage); }
  "mamba" sp "num"                                 { return token(Field::mamba_num); }
  "mamba" sp "usage"                               { return token(Field::mamba_usage); }
  "#queue-req"                                     { return token(Field::queue_req); }
  "pre-allocated" sp "usage"                       { return token(Field::preallocated_usage); }
  ("accept" sp ("len" | "rate") | ("cuda" | "npu" | "cpu" | "musa") sp "graph" | "gen" sp "throughput"
    | "#" ("prealloc" | "transfer" | "retracted") "-req" | "largest-len")  { return token(Field::decode_detail); }
  "#mamba-slot"                                       { return token(Field::other_slots); }
  "#retracted_reqs"                                { return token(Field::retracted); }

  [A-Za-z_] [A-Za-z0-9_]*                             { return token(Field::none); }
  digit+                                              { return token(Field::none); }
  "-"+ [A-Za-z0-9-]+                                  { return token(Field::none); }
  */
}

ValueKind value_kind(Field field) {
  switch (field) {
    case Field::conv_state:
    case Field::ssm_state:
    case Field::ssm_state_cache:
    case Field::intermediate_ssm:
    case Field::intermediate_conv:
    case Field::k_size:
    case Field::v_size:
    case Field::kv_size:
    case Field::avail_mem:
    case Field::available_gpu_mem:
    case Field::total_rest_memory:
    case Field::ring_d:
    case Field::ring_k:
    case Field::ring_g:
    case Field::ring_rawv:
    case Field::reserving:
      return ValueKind::gib;
    case Field::mamba_cache_per_req:
      return ValueKind::mib;
    case Field::full_usage:
    case Field::swa_usage:
    case Field::token_usage:
    case Field::mamba_usage:
    case Field::preallocated_usage:
      return ValueKind::share;
    case Field::dtype:
    case Field::kv_cache_dtype:
      return ValueKind::dtype;
    case Field::model_class:
      return ValueKind::word;
    case Field::none:
    case Field::ssm_spec_cache:
    case Field::other_slots:
    case Field::mem_usage:
    case Field::weights_detail:
    case Field::ready_detail:
    case Field::decode_detail:
    case Field::slots_per_request:
      return ValueKind::none;
    default:
      return ValueKind::whole;
  }
}

}  // namespace mamba_ratio
