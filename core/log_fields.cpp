#include "log_fields.h"

#include <algorithm>
#include <array>

#include "ascii.h"

namespace mamba_ratio {
namespace {

using enum Field;

/// A blank stands for a run of blanks, `~` for one that may be empty, `.` for a blank or `_`, `+`
/// for a run of those, `0` for a whole number; a part in brackets may be missing.
struct Name {
  const char* pattern;
  Field field;
};

/// In the order of their first bytes.
constexpr std::array kNames{
    Name{"#~tokens", tokens},
    Name{"#running-req", running_req},
    Name{"#full token", full_token},
    Name{"#swa token", swa_token},
    Name{"#token", token},
    Name{"#queue-req", queue_req},
    Name{"#prealloc-req", decode_detail},
    Name{"#transfer-req", decode_detail},
    Name{"#retracted-req", decode_detail},
    Name{"#mamba-slot", other_slots},
    Name{"#retracted_reqs", retracted},
    Name{"0 state slots per request", slots_per_request},
    Name{"Computed max_mamba_cache_size", computed_slots},
    Name{"K(+size)", k_size},
    Name{"KV(+size)", kv_size},
    Name{"KV cache dtype", kv_cache_dtype},
    Name{"Reserving ", reserving},
    Name{"V(+size)", v_size},
    Name{"avail mem", avail_mem},
    Name{"available_gpu_mem", available_gpu_mem},
    Name{"accept len", decode_detail},
    Name{"accept rate", decode_detail},
    Name{"bits", weights_detail},
    Name{"beta=", ring_beta},
    Name{"conv.state(.cache)(+size)", conv_state},
    Name{"conv.window(.cache)(+size)", intermediate_conv},
    Name{"chunked_prefill_size", ready_detail},
    Name{"context_len", context_len},
    Name{"capped to", capped_to},
    Name{"checkpoint pool", checkpoint_slots},
    Name{"cuda graph", decode_detail},
    Name{"cpu graph", decode_detail},
    Name{"dtype", dtype},
    Name{"d=", ring_d},
    Name{"elapsed", weights_detail},
    Name{"fmt", weights_detail},
    Name{"full size", full_size},
    Name{"full_layer_tokens", full_layer_tokens},
    Name{"full token usage", full_usage},
    Name{"g=", ring_g},
    Name{"gen throughput", decode_detail},
    Name{"intermediate.ssm(.state)(.cache)(+size)", intermediate_ssm},
    Name{"intermediate.conv.window(.cache)(+size)", intermediate_conv},
    Name{"intermediate.conv(.state)(.cache)(+size)", intermediate_conv},
    Name{"k=", ring_k},
    Name{"largest-len", decode_detail},
    Name{"max_mamba_cache_size", max_mamba_cache_size},
    Name{"mem usage", mem_usage},
    Name{"max_total_num_tokens", max_total_num_tokens},
    Name{"max_running_requests", max_running_requests},
    Name{"max_prefill_tokens", ready_detail},
    Name{"max_running_requests 0~->~", raised_to},
    Name{"max_running_requests 0~=>~", raised_to},
    Name{"max_running_requests 0~→~", raised_to},
    Name{"max_running_requests is capped to", capped_to},
    Name{"mamba_ratio", mamba_ratio},
    Name{"max_num_reqs", max_num_reqs},
    Name{"mamba_cache_per_req", mamba_cache_per_req},
    Name{"mamba num", mamba_num},
    Name{"mamba usage", mamba_usage},
    Name{"musa graph", decode_detail},
    Name{"npu graph", decode_detail},
    Name{"pre-allocated usage", preallocated_usage},
    Name{"quant(_algo)", weights_detail},
    Name{"requested 0 to", reduced_to},
    Name{"rawv=", ring_rawv},
    Name{"rawk=", ring_rawk},
    Name{"ssm.state(+size)", ssm_state},
    Name{"ssm.state.cache(+size)", ssm_state_cache},
    Name{"ssm_spec_cache(+size)", ssm_spec_cache},
    Name{"swa size", swa_size},
    Name{"swa_layer_tokens", swa_layer_tokens},
    Name{"swa token usage", swa_usage},
    Name{"tokens", bare_tokens},
    Name{"type", model_class},
    Name{"total_rest_memory", total_rest_memory},
    Name{"token usage", token_usage},
};

static_assert(std::is_sorted(kNames.begin(), kNames.end(), [](const Name& a, const Name& b) {
  return a.pattern[0] < b.pattern[0];
}));

bool is_blank(char c) { return c == ' '; }
bool is_joint(char c) { return c == ' ' || c == '_'; }
bool is_option(char c) { return is_alpha(c) || is_digit(c) || c == '-'; }
bool is_gap(char c) { return c == ' ' || c == '"' || c == '\'' || c == '`' || c == '*'; }

const char* skip(const char* text, bool (*wanted)(char)) {
  while (wanted(*text)) ++text;
  return text;
}

/// Where the name ends in the text; nullptr: it does not stand there.
const char* match(const char* pattern, const char* text) {
  for (; *pattern != '\0'; ++pattern) {
    const char* const before = text;
    switch (*pattern) {
      case '(':
        if (const char* const end = match(pattern + 1, text)) return end;
        while (*pattern != ')') ++pattern;
        continue;
      case ')':
        continue;
      case '~':
        text = skip(text, is_blank);
        continue;
      case ' ':
        text = skip(text, is_blank);
        break;
      case '+':
        text = skip(text, is_joint);
        break;
      case '0':
        text = skip(text, is_digit);
        break;
      case '.':
        text += is_joint(*text) ? 1 : 0;
        break;
      default:
        text += *text == *pattern ? 1 : 0;
    }
    if (text == before) return nullptr;
  }
  return text;
}

/// End of the word, number or option that stands here, or of one character.
const char* end_of_word(const char* text) {
  if (is_name_start(*text)) return skip(text, is_word_char);
  if (is_digit(*text)) return skip(text, is_digit);
  const char* const dashes = skip(text, [](char c) { return c == '-'; });
  if (dashes > text && is_option(*dashes)) return skip(dashes, is_option);
  return dashes > text + 1 ? dashes : text + 1;
}

/// Behind the quotes, emphasis, colon or equals sign that separate a name from its value.
const char* skip_separator(const char* text) {
  text = skip(text, is_gap);
  if (*text == ':' || *text == '=') ++text;
  return skip(text, is_gap);
}

}  // namespace

std::string_view name_of(Field field) {
  const auto* const found = std::find_if(kNames.begin(), kNames.end(),
                                         [&](const Name& name) { return name.field == field; });
  return found == kNames.end() ? std::string_view() : found->pattern;
}

FieldToken lex_field(const char* text) {
  const char* end = end_of_word(text);
  Field field = none;
  const char first = is_digit(*text) ? '0' : *text;
  const auto* name =
      std::lower_bound(kNames.begin(), kNames.end(), first,
                       [](const Name& each, char wanted) { return each.pattern[0] < wanted; });
  for (; name != kNames.end() && name->pattern[0] == first; ++name) {
    const char* const matched = match(name->pattern, text);
    if (matched == nullptr || matched < end || (matched == end && field != none)) continue;
    end = matched;
    field = name->field;
  }
  if (field != none) end = skip_separator(end);
  return {field, static_cast<std::size_t>(end - text)};
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
    case Field::mem_usage:
    case Field::available_gpu_mem:
    case Field::total_rest_memory:
    case Field::ring_d:
    case Field::ring_k:
    case Field::ring_g:
    case Field::ring_rawv:
    case Field::ring_rawk:
    case Field::ring_beta:
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
    case Field::weights_detail:
    case Field::ready_detail:
    case Field::decode_detail:
    case Field::slots_per_request:
      return ValueKind::none;
    default:
      return ValueKind::whole;
  }
}

NumberKind number_kind(ValueKind kind) {
  switch (kind) {
    case ValueKind::whole:
      return NumberKind::whole;
    case ValueKind::gib:
      return NumberKind::gib;
    case ValueKind::mib:
      return NumberKind::mib;
    default:
      return NumberKind::decimal;
  }
}

bool may_be_negative(Field field) {
  return field == Field::computed_slots || field == Field::total_rest_memory;
}

}  // namespace mamba_ratio
