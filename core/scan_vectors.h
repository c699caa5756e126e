#pragma once

#if defined(__AVX2__)
#include <immintrin.h>
#define MAMBA_RATIO_SIMD 1
#elif defined(__SSSE3__) || defined(__wasm_simd128__)
#include <tmmintrin.h>
#define MAMBA_RATIO_SIMD 1
#endif

#include <array>
#include <cstddef>
#include <cstdint>

// The scan's few operations on all bytes of a vector. How wide one is follows from the options that
// the including file is compiled with, so nothing here is shared between files.

namespace mamba_ratio {
namespace {

#ifdef __AVX2__

using Vector = __m256i;

Vector load(const void* at) { return _mm256_loadu_si256(static_cast<const Vector*>(at)); }
Vector zero() { return _mm256_setzero_si256(); }
Vector fill(char c) { return _mm256_set1_epi8(c); }
Vector equal(Vector a, Vector b) { return _mm256_cmpeq_epi8(a, b); }
Vector both(Vector a, Vector b) { return _mm256_and_si256(a, b); }
Vector either(Vector a, Vector b) { return _mm256_or_si256(a, b); }
Vector without(Vector a, Vector b) { return _mm256_andnot_si256(b, a); }
Vector half_down(Vector a) { return _mm256_srli_epi16(a, 4); }
std::uint64_t bits(Vector mask) { return static_cast<std::uint32_t>(_mm256_movemask_epi8(mask)); }

Vector look_up(const std::array<std::uint8_t, 16>& table, Vector places) {
  const __m128i row = _mm_load_si128(reinterpret_cast<const __m128i*>(table.data()));
  return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(row), places);
}

/// The bytes that stand `kBack` before those of `now`.
template <int kBack>
Vector behind(Vector before, Vector now) {
  return _mm256_alignr_epi8(now, _mm256_permute2x128_si256(before, now, 0x21), 16 - kBack);
}

#elif defined(MAMBA_RATIO_SIMD)

using Vector = __m128i;

Vector load(const void* at) { return _mm_loadu_si128(static_cast<const Vector*>(at)); }
Vector zero() { return _mm_setzero_si128(); }
Vector fill(char c) { return _mm_set1_epi8(c); }
Vector equal(Vector a, Vector b) { return _mm_cmpeq_epi8(a, b); }
Vector both(Vector a, Vector b) { return _mm_and_si128(a, b); }
Vector either(Vector a, Vector b) { return _mm_or_si128(a, b); }
Vector without(Vector a, Vector b) { return _mm_andnot_si128(b, a); }
Vector half_down(Vector a) { return _mm_srli_epi16(a, 4); }
std::uint64_t bits(Vector mask) { return static_cast<std::uint16_t>(_mm_movemask_epi8(mask)); }

Vector look_up(const std::array<std::uint8_t, 16>& table, Vector places) {
  return _mm_shuffle_epi8(load(table.data()), places);
}

/// The bytes that stand `kBack` before those of `now`.
template <int kBack>
Vector behind(Vector before, Vector now) {
  return _mm_alignr_epi8(now, before, 16 - kBack);
}

#else

struct Vector {
  char bytes[16];
};

#endif

constexpr std::size_t kVector = sizeof(Vector);

}  // namespace
}  // namespace mamba_ratio
