#include "parameters.h"

#include <algorithm>
#include <array>

#include "ascii.h"

namespace mamba_ratio {
namespace {

using Words = std::span<const std::string_view>;

template <std::size_t n>
constexpr std::array<std::string_view, n> words(const std::string_view (&list)[n]) {
  std::array<std::string_view, n> result{};
  std::copy(list, list + n, result.begin());
  return result;
}

constexpr auto kOnOff = words({"on", "off"});
constexpr auto kRows = words({"printed", "allocated"});
constexpr auto kStrategy = words({"extra_buffer", "extra_buffer_lazy", "no_buffer"});
constexpr auto kSsmDtype = words({"auto", "float32", "bfloat16", "float16"});
constexpr auto kKvDtype =
    words({"auto", "bfloat16", "float16", "fp8_e4m3", "fp8_e5m2", "mxfp8", "fp4_e2m1"});
constexpr auto kSpec =
    words({"none", "EAGLE", "EAGLE3", "NEXTN", "STANDALONE", "NGRAM", "DFLASH", "DSPARK"});
constexpr auto kAccounting = words({"request", "buffer"});
constexpr auto kRole = words({"serve", "prefill", "decode"});
constexpr auto kQuant = words({"bfloat16", "fp8", "fp4"});
constexpr auto kEngine = words({"2026-07", "2026-06", "2025-10"});
constexpr Words kNone{};

constexpr double kMaxGib = 1048576;  // a petabyte (2^50 bytes)
constexpr double kMaxBytes = 1e15;
constexpr double kMaxTokens = 1e12;
constexpr double kMaxSlots = 1e9;
constexpr double kMaxRanks = 65536;

constexpr bool kAbove = true;
constexpr bool kFrom = false;

using enum Kind;

constexpr bool kSetting = true;
constexpr bool kFigure = false;

// id, key, name, flag, server_arg, kind, unit, default, min, above_min, max, choices, group, built,
// setting
constexpr std::array<Parameter, kKeyCount> kParameters{{
    {Key::v, "v", "link_version", "", "", count, "", "1", 1, kFrom, 1, kNone, Group::workload, true,
     kFigure},
    {Key::example, "example", "worked_example", "", "", choice, "", "on", 0, kFrom, 0, kOnOff,
     Group::workload, true, kFigure},
    {Key::L, "L", "tokens_per_request", "", "", tokens, "tokens", "", 1, kFrom, 1e8, kNone,
     Group::workload, true, kFigure},
    {Key::N, "N", "printed_slots", "", "", count, "slots", "", 1, kFrom, kMaxSlots, kNone,
     Group::pools, true, kFigure},
    {Key::conv, "conv", "conv_state_gib", "", "", gib, "GiB", "", 0, kFrom, kMaxGib, kNone,
     Group::pools, true, kFigure},
    {Key::ssm, "ssm", "ssm_state_gib", "", "", gib, "GiB", "", 0, kFrom, kMaxGib, kNone,
     Group::pools, true, kFigure},
    {Key::tokens, "tokens", "kv_tokens", "", "", Kind::tokens, "tokens", "", 1, kFrom, kMaxTokens,
     kNone, Group::pools, true, kFigure},
    {Key::kv, "kv", "kv_gib", "", "", gib, "GiB", "", 0, kAbove, kMaxGib, kNone, Group::pools, true,
     kFigure},
    {Key::kv_parts, "kv_parts", "kv_printed_parts", "", "", count, "numbers", "1", 1, kFrom, 2,
     kNone, Group::pools, true, kFigure},
    {Key::spec_ssm, "spec_ssm", "intermediate_ssm_gib", "", "", gib, "GiB", "0", 0, kFrom, kMaxGib,
     kNone, Group::pools, true, kFigure},
    {Key::spec_conv, "spec_conv", "intermediate_conv_gib", "", "", gib, "GiB", "0", 0, kFrom,
     kMaxGib, kNone, Group::pools, true, kFigure},
    {Key::state_bytes, "state_bytes", "state_bytes", "", "", bytes, "bytes", "", 0, kAbove,
     kMaxBytes, kNone, Group::bytes, true, kFigure},
    {Key::kv_bytes, "kv_bytes", "kv_bytes", "", "", bytes, "bytes", "", 0, kAbove, kMaxBytes, kNone,
     Group::bytes, true, kFigure},
    {Key::model, "model", "model", "", "", Kind::model, "", "", 0, kFrom, 0, kNone, Group::model,
     true, kFigure},
    {Key::tp, "tp", "tp_size", "--tp-size", "tp_size", count, "GPUs", "1", 1, kFrom, kMaxRanks,
     kNone, Group::model, true, kSetting},
    {Key::ssm_dtype, "ssm_dtype", "mamba_ssm_dtype", "--mamba-ssm-dtype", "mamba_ssm_dtype", choice,
     "", "auto", 0, kFrom, 0, kSsmDtype, Group::model, true, kSetting},
    {Key::kv_dtype, "kv_dtype", "kv_cache_dtype", "--kv-cache-dtype", "kv_cache_dtype", choice, "",
     "auto", 0, kFrom, 0, kKvDtype, Group::model, true, kSetting},
    {Key::draft_layers, "draft_layers", "draft_layers", "", "", count, "layers", "0", 0, kFrom,
     1024, kNone, Group::model, true, kSetting},
    {Key::rows, "rows", "rows_counted", "", "", choice, "", "printed", 0, kFrom, 0, kRows,
     Group::slots, true, kFigure},
    {Key::radix, "radix", "radix_cache", "--disable-radix-cache", "disable_radix_cache", choice, "",
     "on", 0, kFrom, 0, kOnOff, Group::slots, true, kSetting},
    {Key::strategy, "strategy", "mamba_radix_cache_strategy", "--mamba-radix-cache-strategy",
     "mamba_radix_cache_strategy", choice, "", "extra_buffer", 0, kFrom, 0, kStrategy, Group::slots,
     true, kSetting},
    {Key::overlap, "overlap", "overlap_schedule", "--disable-overlap-schedule",
     "disable_overlap_schedule", choice, "", "on", 0, kFrom, 0, kOnOff, Group::slots, true,
     kSetting},
    {Key::skip_lock, "skip_lock", "SGLANG_OPT_MAMBA_SKIP_DECODE_LOCK", "", "", choice, "", "off", 0,
     kFrom, 0, kOnOff, Group::slots, true, kSetting},
    {Key::pp, "pp", "pp_size", "--pp-size", "pp_size", count, "stages", "1", 1, kFrom, kMaxRanks,
     kNone, Group::parallelism, true, kSetting},
    {Key::page, "page", "page_size", "--page-size", "page_size", count, "tokens", "1", 1, kFrom,
     65536, kNone, Group::slots, true, kSetting},
    {Key::S, "S", "slots_per_request", "", "", count, "slots", "", 1, kFrom, 64, kNone,
     Group::slots, true, kSetting},
    {Key::spec, "spec", "speculative_algorithm", "--speculative-algorithm", "speculative_algorithm",
     choice, "", "none", 0, kFrom, 0, kSpec, Group::speculation, true, kSetting},
    {Key::D, "D", "speculative_num_draft_tokens", "--speculative-num-draft-tokens",
     "speculative_num_draft_tokens", count, "states", "", 0, kFrom, 1024, kNone, Group::speculation,
     true, kSetting},
    {Key::replay, "replay", "enable_linear_replayssm_spec", "--enable-linear-replayssm-spec",
     "enable_linear_replayssm_spec", choice, "", "off", 0, kFrom, 0, kOnOff, Group::speculation,
     true, kSetting},
    {Key::accounting, "accounting", "draft_state_accounting", "", "", choice, "", "request", 0,
     kFrom, 0, kAccounting, Group::speculation, true, kFigure},
    {Key::dcp, "dcp", "dcp_size", "--dcp-size", "dcp_size", count, "ranks", "1", 1, kFrom,
     kMaxRanks, kNone, Group::parallelism, true, kSetting},
    {Key::draft_kv, "draft_kv", "draft_kv_bytes", "", "", bytes, "bytes", "0", 0, kFrom, kMaxBytes,
     kNone, Group::speculation, true, kSetting},
    {Key::dp, "dp", "dp_size", "--dp-size", "dp_size", count, "ranks", "1", 1, kFrom, kMaxRanks,
     kNone, Group::parallelism, true, kSetting},
    {Key::role, "role", "disaggregation_mode", "--disaggregation-mode", "disaggregation_mode",
     choice, "", "serve", 0, kFrom, 0, kRole, Group::parallelism, true, kSetting},
    {Key::C, "C", "target_requests", "", "", count, "requests", "", 1, kFrom, kMaxSlots, kNone,
     Group::target, true, kFigure},
    {Key::M, "M", "max_running_requests", "--max-running-requests", "max_running_requests", count,
     "requests", "", 1, kFrom, kMaxSlots, kNone, Group::target, true, kSetting},
    {Key::r, "r", "mamba_full_memory_ratio", "--mamba-full-memory-ratio", "mamba_full_memory_ratio",
     decimal, "", "0.9", 0, kAbove, 1e6, kNone, Group::target, true, kSetting},
    {Key::mamba_size, "mamba_size", "max_mamba_cache_size", "--max-mamba-cache-size",
     "max_mamba_cache_size", count, "slots", "", 1, kFrom, kMaxSlots, kNone, Group::target, true,
     kSetting},
    {Key::ctx, "ctx", "context_length", "--context-length", "context_length", Kind::tokens,
     "tokens", "", 1, kFrom, kMaxTokens, kNone, Group::engine, true, kSetting},
    {Key::max_total, "max_total", "max_total_tokens", "--max-total-tokens", "max_total_tokens",
     Kind::tokens, "tokens", "", 1, kFrom, kMaxTokens, kNone, Group::engine, true, kSetting},
    {Key::rest, "rest", "rest_gib", "", "", gib, "GiB", "", 0, kAbove, kMaxGib, kNone, Group::pools,
     true, kSetting},
    {Key::engine, "engine", "sizing_generation", "", "", choice, "", "", 0, kFrom, 0, kEngine,
     Group::engine, true, kSetting},
    {Key::prefixes, "prefixes", "idle_prefixes", "", "", count, "conversations", "0", 0, kFrom,
     kMaxSlots, kNone, Group::target, true, kFigure},
    {Key::gpu, "gpu", "gpu_memory_gib", "", "", gib, "GiB", "", 0, kAbove, kMaxGib, kNone,
     Group::memory, true, kSetting},
    {Key::weights, "weights", "weights_gib", "", "", gib, "GiB", "", 0, kFrom, kMaxGib, kNone,
     Group::memory, true, kSetting},
    {Key::quant, "quant", "weights_dtype", "", "", choice, "", "bfloat16", 0, kFrom, 0, kQuant,
     Group::memory, true, kSetting},
    {Key::mem_fraction, "mem_fraction", "mem_fraction_static", "--mem-fraction-static",
     "mem_fraction_static", decimal, "", "", 0, kAbove, 1, kNone, Group::memory, true, kSetting},
    {Key::free_before, "free_before", "free_before_weights_gib", "", "", gib, "GiB", "", 0, kAbove,
     kMaxGib, kNone, Group::memory, true, kSetting},
    {Key::reserve, "reserve", "multimodal_reserve_gib", "", "", gib, "GiB", "", 0, kFrom, kMaxGib,
     kNone, Group::memory, true, kSetting},
    {Key::ring, "ring", "replay_ring_bytes", "", "", bytes, "bytes", "0", 0, kFrom, kMaxBytes,
     kNone, Group::speculation, true, kSetting},
    {Key::m_printed, "m_printed", "max_running_requests_printed", "", "", count, "requests", "", 0,
     kFrom, kMaxSlots, kNone, Group::engine, true, kFigure},
    {Key::also, "also", "compare_also", "", "", list, "", "", 0, kFrom, 3, kNone, Group::target,
     true, kFigure},
    {Key::was, "was", "settings_of_the_sizes", "", "", list, "", "", 0, kFrom, 8, kNone,
     Group::model, true, kFigure},
}};

constexpr bool in_order() {
  for (std::size_t i = 0; i < kKeyCount; ++i) {
    if (static_cast<std::size_t>(kParameters[i].id) != i) return false;
  }
  return true;
}
static_assert(in_order());

struct Alias {
  std::string_view name;  ///< underscores, without leading hyphens
  Key key;
};

// Spellings beside the table's own, from sgl-project/sglang python/sglang/srt/server_args.py.
constexpr std::array kAliases{
    Alias{"tp", Key::tp},
    Alias{"tensor_parallel_size", Key::tp},
    Alias{"pp", Key::pp},
    Alias{"pipeline_parallel_size", Key::pp},
    Alias{"dp", Key::dp},
    Alias{"data_parallel_size", Key::dp},
    Alias{"decode_context_parallel_size", Key::dcp},
    Alias{"mamba_scheduler_strategy", Key::strategy},
    Alias{"speculative_algo", Key::spec},
    Alias{"sglang_opt_mamba_skip_decode_lock", Key::skip_lock},
    Alias{"sglang_mamba_ssm_dtype", Key::ssm_dtype},
};

// SGLang's names differ in case and in the word separator only.
bool same_setting(std::string_view given, std::string_view table) {
  if (given.size() != table.size() || given.empty()) return false;
  return std::equal(given.begin(), given.end(), table.begin(),
                    [](char a, char b) { return (a == '-' ? '_' : lower(a)) == b; });
}

}  // namespace

std::span<const Parameter> parameters() { return kParameters; }

const Parameter& parameter(Key id) { return kParameters[static_cast<std::size_t>(id)]; }

std::optional<Key> find_key(std::string_view key) {
  for (const Parameter& row : kParameters) {
    if (row.key == key) return row.id;
  }
  return std::nullopt;
}

std::optional<Key> find_setting(std::string_view name) {
  while (name.starts_with('-')) name.remove_prefix(1);
  for (const Parameter& row : kParameters) {
    if (same_setting(name, row.server_arg)) return row.id;
  }
  for (const Alias& alias : kAliases) {
    if (same_setting(name, alias.name)) return alias.key;
  }
  return std::nullopt;
}

}  // namespace mamba_ratio
