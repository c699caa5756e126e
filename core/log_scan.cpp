#include "log_scan.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace mamba_ratio {
namespace {

// At least four bytes each; without a blank where a wrap there would hide a line's only word.
constexpr std::array kWords = std::to_array<std::string_view>({
    "Cache",
    "max_mamba_cache_size",
    "conv_s",
    "conv s",
    "conv_w",
    "conv w",
    "ssm_s",
    "ssm s",
    "intermediate",
    "#tokens",
    "# tokens",
    "K size",
    "V size",
    "weight begin",
    "weight end",
    "Load weight",
    "Memory pool",
    "pool end",
    "KV cache",
    "cache dtype",
    "Post-capture",
    "SWAKVPool",
    "sliding window",
    "layer_tokens",
    "max_total_num_tokens",
    "max_running_requests",
    "capped",
    "state slots",
    "mamba state",
    "mamba_ratio",
    "max_num_reqs",
    "too small",
    "Not enough",
    "Computed",
    "Loaded weights",
    "alloc mamba",
    "OutOfMemoryError",
    "ReplaySSM",
    "Reserving",
    "mamba checkpoint",
    "unified-memory-pool",
    "Capture",
    "Decode",
    "Retract",
    "retracted_reqs",
    "fired up",
    "Scheduler hit",
    "SIGTERM",
    "sigquit",
    "Elastic",
    "Allocating",
    // settings
    "server_args",
    "ServerArgs",
    "sglang",
    "launch_server",
    "SGLANG_",
    "tp_size",
    "pp_size",
    "dp_size",
    "dcp_size",
    "tensor_parallel_size",
    "tensor-parallel-size",
    "pipeline_parallel_size",
    "data_parallel_size",
    "decode_context_parallel_size",
    "context_length",
    "context-length",
    "mamba_full_memory_ratio",
    "mamba-full-memory-ratio",
    "max-mamba-cache-size",
    "max-running-requests",
    "mem_fraction_static",
    "mem-fraction-static",
    "page_size",
    "page-size",
    "max_total_tokens",
    "max-total-tokens",
    "speculative_",
    "speculative-",
    "disaggregation",
    "kv_cache_dtype",
    "kv-cache-dtype",
    "mamba_",
    "mamba-",
    "disable_radix_cache",
    "disable-radix-cache",
    "disable_overlap_schedule",
    "disable-overlap-schedule",
    "enable_linear_replayssm_spec",
    "enable_dp_attention",
    "enable-dp-attention",
    // other engines
    "TRT-LLM",
    "ssm_spec",
    "Available KV",
    "mamba page",
    "attention block size",
    "EngineCore",
    "APIServer",
    "Worker_TP",
    "Maximum concurrency",
    "tpu_inference",
    "LMCache",
    "llama_kv",
    "llama_memory",
});

constexpr unsigned kBits = 15;
constexpr std::size_t kSlots = std::size_t{1} << kBits;

constexpr std::uint32_t hash(std::uint32_t four) { return (four * 0x9E3779B1U) >> (32 - kBits); }

constexpr std::uint32_t four_bytes(std::string_view text) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    value |= static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])) << (8 * i);
  }
  return value;
}

/// For each hash of four bytes, one more than the last word that begins with such; 0: none.
constexpr auto kTable = [] {
  std::array<std::uint8_t, kSlots> table{};
  for (std::size_t i = 0; i < kWords.size(); ++i) {
    table[hash(four_bytes(kWords[i]))] = static_cast<std::uint8_t>(i + 1);
  }
  return table;
}();
static_assert(kWords.size() < 255);

/// For each word, one more than the word before it with the same hash; 0: none.
constexpr auto kBefore = [] {
  std::array<std::uint8_t, kWords.size()> before{};
  std::array<std::uint8_t, kSlots> table{};
  for (std::size_t i = 0; i < kWords.size(); ++i) {
    std::uint8_t& last = table[hash(four_bytes(kWords[i]))];
    before[i] = last;
    last = static_cast<std::uint8_t>(i + 1);
  }
  return before;
}();

std::uint32_t load(const char* at) {
  std::uint32_t value = 0;
  std::memcpy(&value, at, sizeof value);  // the targets are little-endian
  return value;
}

bool stands_at(std::string_view rest, std::uint8_t word) {
  for (; word != 0; word = kBefore[word - 1U]) {
    if (rest.starts_with(kWords[word - 1U])) return true;
  }
  return false;
}

}  // namespace

bool may_matter(std::string_view line) {
  const char* const begin = line.data();
  const std::size_t size = line.size();
  if (size == 0) return false;
  if (std::memchr(begin, '\0', size) != nullptr) return true;
  for (std::size_t i = 0; i + 4 <= size; ++i) {
    const std::uint8_t word = kTable[hash(load(begin + i))];
    if (word != 0 && stands_at(line.substr(i), word)) return true;
  }
  return false;
}

}  // namespace mamba_ratio
