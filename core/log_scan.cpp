#include "log_scan.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "scan_vectors.h"

namespace mamba_ratio {
namespace {

/// A word, and its three bytes (from `at` on) that are looked for. No word has a blank where a
/// wrap there would hide a line's only word.
struct Word {
  std::uint8_t bucket;
  std::uint8_t at;
  std::string_view text;
};

// Bucket and place of each word were searched for, so that few other three bytes of ordinary server
// lines pass for one of its bucket. They decide the speed alone. The first word is the commonest.
constexpr std::array kWords = std::to_array<Word>({
    {3, 1, "Decode"},
    {1, 0, "Cache"},
    {0, 3, "conv_s"},
    {0, 3, "conv s"},
    {0, 3, "conv_w"},
    {0, 3, "conv w"},
    {0, 2, "ssm_s"},
    {0, 2, "ssm s"},
    {1, 4, "intermediate"},
    {3, 4, "#tokens"},
    {3, 5, "# tokens"},
    {0, 0, "K size"},
    {0, 0, "V size"},
    {6, 0, "weight begin"},
    {6, 0, "weight end"},
    {6, 5, "Load weight"},
    {6, 8, "Memory pool"},
    {6, 1, "pool end"},
    {0, 1, "KV cache"},
    {7, 6, "cache dtype"},
    {0, 0, "Post-capture"},
    {6, 6, "SWAKVPool"},
    {1, 0, "sliding window"},
    {3, 9, "layer_tokens"},
    {5, 7, "max_total_num_tokens"},
    {7, 10, "max_running_requests"},
    {2, 0, "capped"},
    {1, 0, "state slots"},
    {1, 6, "mamba state"},
    {7, 6, "max_num_reqs"},
    {1, 4, "too small"},
    {3, 4, "Not enough"},
    {4, 0, "Computed"},
    {6, 7, "Loaded weights"},
    {2, 4, "alloc mamba"},
    {4, 3, "OutOfMemoryError"},
    {2, 6, "ReplaySSM"},
    {4, 4, "Reserving"},
    {2, 9, "mamba checkpoint"},
    {4, 0, "unified-memory-pool"},
    {2, 0, "Capture"},
    {1, 3, "Retract"},
    {7, 8, "retracted_reqs"},
    {6, 1, "fired up"},
    {2, 0, "Scheduler hit"},
    {7, 2, "SIGTERM"},
    {7, 2, "sigquit"},
    {1, 3, "Elastic"},
    {1, 0, "Allocating"},
    // settings
    {3, 8, "server_args"},
    {3, 7, "ServerArgs"},
    {4, 0, "sglang."},
    {4, 0, "sglang serve"},
    {3, 2, "launch_server"},
    {4, 3, "SGLANG_"},
    {0, 0, "p_size"},
    {0, 0, "p-size"},
    {2, 3, "replayssm"},
    {1, 2, "parallel_size"},
    {5, 6, "parallel-size"},
    {3, 9, "context_length"},
    {3, 9, "context-length"},
    {5, 3, "mamba_"},
    {5, 3, "mamba-"},
    {3, 4, "no_buffer"},
    {1, 2, "Disabling"},
    {7, 1, "max-running-requests"},
    {0, 2, "mem_fraction_static"},
    {0, 2, "mem-fraction-static"},
    {0, 0, "page_size"},
    {0, 0, "page-size"},
    {5, 7, "max_total_tokens"},
    {5, 7, "max-total-tokens"},
    {1, 0, "speculative_"},
    {1, 0, "speculative-"},
    {6, 5, "disaggregation"},
    {0, 1, "kv_cache_dtype"},
    {5, 0, "kv-cache-dtype"},
    {1, 2, "disable_radix_cache"},
    {1, 2, "disable-radix-cache"},
    {5, 13, "disable_overlap_schedule"},
    {5, 13, "disable-overlap-schedule"},
    {5, 7, "enable_dp_attention"},
    {5, 7, "enable-dp-attention"},
    // other engines
    {7, 1, "TRT-LLM"},
    {0, 2, "ssm_spec"},
    {5, 8, "Available KV"},
    {0, 6, "mamba page"},
    {0, 14, "attention block size"},
    {6, 7, "EngineCore"},
    {1, 0, "APIServer"},
    {1, 2, "Worker_TP"},
    {0, 6, "Maximum concurrency"},
    {3, 9, "tpu_inference"},
    {5, 3, "llama_kv"},
    {5, 3, "llama_memory"},
});

/// For each of the three bytes, which buckets its low and its high half may belong to.
struct Nibbles {
  alignas(16) std::array<std::uint8_t, 16> low[3]{};
  alignas(16) std::array<std::uint8_t, 16> high[3]{};
};
constexpr Nibbles kNibbles = [] {
  Nibbles nibbles;
  for (const Word& word : kWords) {
    for (std::size_t i = 0; i < 3; ++i) {
      const auto c = static_cast<unsigned char>(word.text[word.at + i]);
      nibbles.low[i][c & 15U] |= static_cast<std::uint8_t>(1U << word.bucket);
      nibbles.high[i][c >> 4U] |= static_cast<std::uint8_t>(1U << word.bucket);
    }
  }
  return nibbles;
}();

constexpr std::size_t kNothing = std::string_view::npos;

/// Where the word begins that stands in `bytes` so that its three bytes end at `last`, or the NUL
/// or the CR that stands there; `kNothing`: none does.
std::size_t stop_at(std::string_view bytes, std::size_t last) {
  for (const Word& word : kWords) {
    const std::size_t before = word.at + std::size_t{2};
    if (last < before || bytes[last] != word.text[before]) continue;
    if (bytes.substr(last - before).starts_with(word.text)) return last - before;
  }
  return bytes[last] == '\0' || bytes[last] == '\r' ? last : kNothing;
}

/// What the bytes of a block hold, a bit for each.
struct Block {
  std::uint64_t feeds = 0;  ///< LF
  std::uint64_t stops = 0;  ///< CR, NUL, or the last of a word's three bytes may stand there
};

constexpr std::size_t kBlock = 64;
constexpr std::uint64_t kAllBits = ~std::uint64_t{0} >> (kBlock - kVector);

#ifdef MAMBA_RATIO_SIMD

/// Looks at a text, one vector after the other.
class VectorReader {
 public:
  [[gnu::always_inline]] Block next(const char* at) {
    const Vector bytes = load(at);
    const Vector low = both(bytes, fill(15));
    const Vector high = both(half_down(bytes), fill(15));
    const auto buckets = [&](std::size_t i) {
      return both(look_up(kNibbles.low[i], low), look_up(kNibbles.high[i], high));
    };
    const Vector first = buckets(0);
    const Vector second = buckets(1);
    const Vector found =
        both(both(behind<2>(first_, first), behind<1>(second_, second)), buckets(2));
    first_ = first;
    second_ = second;
    const Vector plain =
        without(equal(found, zero()), either(equal(bytes, fill('\r')), equal(bytes, zero())));
    return {bits(equal(bytes, fill('\n'))), bits(plain) ^ kAllBits};
  }

 private:
  Vector first_ = zero();  ///< of the vector before
  Vector second_ = zero();
};

/// The bytes of a vector that are `a` or `b`, a bit for each.
std::uint64_t either_of(const char* at, char a, char b) {
  const Vector bytes = load(at);
  return bits(either(equal(bytes, fill(a)), equal(bytes, fill(b))));
}

#else

class VectorReader {
 public:
  Block next(const char* at) {
    Block block;
    for (std::size_t i = 0; i < kVector; ++i) {
      const auto c = static_cast<unsigned char>(at[i]);
      const auto buckets = [&](std::size_t k) {
        return static_cast<unsigned>(kNibbles.low[k][c & 15U] & kNibbles.high[k][c >> 4U]);
      };
      const bool stops = (two_ & buckets(2)) != 0 || c == '\r' || c == '\0';
      block.feeds |= std::uint64_t{c == '\n'} << i;
      block.stops |= std::uint64_t{stops} << i;
      two_ = one_ & buckets(1);
      one_ = buckets(0);
    }
    return block;
  }

 private:
  unsigned one_ = 0;  ///< buckets whose first byte stands right before
  unsigned two_ = 0;  ///< buckets whose first two bytes do
};

std::uint64_t either_of(const char* at, char a, char b) {
  std::uint64_t found = 0;
  for (std::size_t i = 0; i < kVector; ++i) found |= std::uint64_t{at[i] == a || at[i] == b} << i;
  return found;
}

#endif

std::size_t first(std::uint64_t mask) { return static_cast<std::size_t>(__builtin_ctzll(mask)); }
std::size_t last(std::uint64_t mask) {
  return 63U - static_cast<std::size_t>(__builtin_clzll(mask));
}

[[gnu::always_inline]] inline Block next_block(VectorReader& reader, const char* at) {
  Block block;
  for (std::size_t i = 0; i < kBlock; i += kVector) {
    const Block part = reader.next(at + i);
    block.feeds |= part.feeds << i;
    block.stops |= part.stops << i;
  }
  return block;
}

/// `either_of` for a block.
std::uint64_t block_of(const char* at, char a, char b) {
  std::uint64_t found = 0;
  for (std::size_t i = 0; i < kBlock; i += kVector) found |= either_of(at + i, a, b) << i;
  return found;
}

/// Goes on from `i` past blocks that cannot hold a word, none of their lines over `longest`, and
/// counts these lines; `block` is what stands where it ends. A function of its own: its vectors
/// then stay in registers.
[[gnu::noinline]] std::size_t pass_blocks(VectorReader& state, std::string_view bytes,
                                          std::size_t i, std::size_t longest, SkippedLines& skipped,
                                          Block& block) {
  VectorReader reader = state;
  std::size_t end = skipped.bytes;
  std::int64_t lines = skipped.lines;
  for (; i + kBlock <= bytes.size(); i += kBlock) {
    block = next_block(reader, bytes.data() + i);
    if (block.stops != 0 || i + kBlock > end + longest) break;
    lines += __builtin_popcountll(block.feeds);
    end = block.feeds == 0 ? end : i + last(block.feeds) + 1;
  }
  skipped.bytes = end;
  skipped.lines = lines;
  state = reader;
  return i;
}

/// Calls `take(place, block)` for the blocks that `pass_blocks` does not pass until it returns
/// true; the last one is a copy with bytes behind that no word has.
template <class Take>
void each_block(std::string_view bytes, std::size_t longest, SkippedLines& skipped, Take take) {
  VectorReader reader;
  Block block;
  for (std::size_t i = 0;; i += kBlock) {
    i = pass_blocks(reader, bytes, i, longest, skipped, block);
    if (i + kBlock > bytes.size()) {
      if (i == bytes.size()) return;
      char rest[kBlock];
      std::memset(rest, 0xFF, kBlock);
      std::memcpy(rest, bytes.data() + i, bytes.size() - i);
      take(i, next_block(reader, rest));
      return;
    }
    if (take(i, block)) return;
  }
}

}  // namespace

std::size_t line_end(std::string_view bytes) {
  std::size_t i = 0;
  for (; i + kVector <= bytes.size(); i += kVector) {
    if (const std::uint64_t ends = either_of(bytes.data() + i, '\n', '\r')) return i + first(ends);
  }
  while (i < bytes.size() && bytes[i] != '\n' && bytes[i] != '\r') ++i;
  return i;
}

bool find_marks(std::string_view bytes, Marks& marks) {
  marks.count = 0;
  char rest[kBlock];
  for (std::size_t i = 0; i < bytes.size() && marks.count <= Marks::kMost; i += kBlock) {
    const char* at = bytes.data() + i;
    if (i + kBlock > bytes.size()) {
      std::memset(rest, '\n', kBlock);
      std::memcpy(rest, at, bytes.size() - i);
      at = rest;
    }
    const std::uint64_t ends = block_of(at, '\n', '\r');
    std::uint64_t found = block_of(at, ',', ':');
    if (ends != 0) found &= (std::uint64_t{1} << first(ends)) - 1;
    std::uint16_t* to = marks.at + marks.count;
    marks.count += static_cast<std::size_t>(__builtin_popcountll(found));
    for (; found != 0; found &= found - 1) *to++ = static_cast<std::uint16_t>(i + first(found));
    marks.end = i + (ends == 0 ? kBlock : first(ends));
    if (ends != 0) break;
  }
  marks.end = std::min(marks.end, bytes.size());
  return marks.count > 0 && marks.count <= Marks::kMost;
}

bool may_matter(std::string_view line) {
  bool found = false;
  SkippedLines skipped;
  each_block(line, line.size(), skipped, [&](std::size_t i, Block block) {
    for (; block.stops != 0 && !found; block.stops &= block.stops - 1) {
      const std::size_t at = i + first(block.stops);
      found = line[at] != '\r' && stop_at(line, at) != kNothing;
    }
    return found;
  });
  return found;
}

SkippedLines skip_lines(std::string_view bytes, std::size_t longest) {
  SkippedLines skipped;
  each_block(bytes, longest, skipped, [&](std::size_t i, Block block) {
    std::size_t stop = kNothing;
    for (; block.stops != 0 && stop == kNothing; block.stops &= block.stops - 1) {
      const std::size_t at = first(block.stops);
      stop = stop_at(bytes, i + at);
      if (stop != kNothing) block.feeds &= (std::uint64_t{1} << at) - 1;
    }
    const bool stopped = stop != kNothing;
    if (stopped) skipped.stop = stop;
    if (block.feeds == 0) return stopped;
    if (i + first(block.feeds) > skipped.bytes + longest) return true;
    skipped.lines += __builtin_popcountll(block.feeds);
    skipped.bytes = i + last(block.feeds) + 1;
    return stopped;
  });
  return skipped;
}

}  // namespace mamba_ratio
