// FNV-1a 64 in eight 64-bit lanes a vector.
//
// The 64-bit product of AVX-512 (VPMULLQ) waits for 15 cycles on Intel's processors, so the lanes
// hold h in halves instead, h = high * 2^32 + low. With a multiplier a + b * 2^32,
//
//     low' = low * a,    high' = high * a + low * b + (low * a >> 32)    modulo 2^32 each,
//
// which is a 32-bit multiplication and two 52-bit multiply-adds. The upper halves of both vectors
// are never cleared: no product reads them, or only at 2^32 and above.
#ifdef __x86_64__

#include <immintrin.h>
#include <stddef.h>

#include "block_hash_fnv.h"
#include "block_hash_lanes.h"

#define TLKV_AVX512 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")))

#ifndef __clang__
// GCC 12 warns of the undefined operands in its own intrinsics.
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

namespace tlkv {
namespace {

struct Halves {
  __m512i low, high;
};

// Byte kByte of every 64-bit lane, alone in its lane.
template <int kByte>
TLKV_AVX512 inline __m512i Byte(__m512i words) {
  constexpr int kNone = static_cast<int>(0x80808080u), kHere = kNone - 0x80 + kByte;
  return _mm512_shuffle_epi8(words, _mm512_set4_epi32(kNone, kHere + 8, kNone, kHere));
}

TLKV_AVX512 inline Halves Times(Halves h, uint64_t by) {
  const __m512i a = _mm512_set1_epi64(static_cast<long long>(by & 0xFFFFFFFF));
  const __m512i b = _mm512_set1_epi64(static_cast<long long>(by >> 32));
  const __m512i low = _mm512_mul_epu32(h.low, a);
  const __m512i carry = _mm512_shuffle_epi32(low, _MM_PERM_DDBB);  // low >> 32 in the lower half
  const __m512i high = _mm512_madd52lo_epu64(carry, h.high, a);
  return {low, _mm512_madd52lo_epu64(high, h.low, b)};
}

template <size_t kGroups>
struct Lanes {
  Halves h[kGroups];

  // h = (h ^ byte) * by, the byte of each lane's word in words[].
  template <int kByte>
  TLKV_AVX512 void Step(const __m512i* words, uint64_t by) {
    for (size_t g = 0; g < kGroups; ++g) {
      h[g].low = _mm512_xor_si512(h[g].low, Byte<kByte>(words[g]));
      h[g] = Times(h[g], by);
    }
  }

  // The token that begins at byte kAt of each word.
  template <int kBytes, int kAt>
  TLKV_AVX512 void Token(const __m512i* words) {
    Step<kAt>(words, fnv::kPrime);
    Step<kAt + 1>(words, kBytes == 2 ? fnv::kPrime3 : fnv::kPrime);
    if constexpr (kBytes >= 3) Step<kAt + 2>(words, kBytes == 3 ? fnv::kPrime2 : fnv::kPrime);
    if constexpr (kBytes == 4) Step<kAt + 3>(words, fnv::kPrime);
  }
};

// Up to sixteen tokens of eight prompts, turned into eight vectors of token pairs, one prompt a
// lane: columns[stride * j] holds tokens 2 j and 2 j + 1.
TLKV_AVX512 inline void Transpose(const uint32_t* const* rows, uint32_t at, __mmask16 some,
                                  __m512i* columns, size_t stride) {
  __m512i pairs[8];  // [2 k]: words 0, 2, 4, 6 of rows 2 k and 2 k + 1 in turn; [2 k + 1]: the odd
  for (size_t k = 0; k < 8; k += 2) {
    const __m512i even = _mm512_maskz_loadu_epi32(some, rows[k] + at);
    const __m512i odd = _mm512_maskz_loadu_epi32(some, rows[k + 1] + at);
    pairs[k] = _mm512_unpacklo_epi64(even, odd);
    pairs[k + 1] = _mm512_unpackhi_epi64(even, odd);
  }
  for (size_t j = 0; j < 2; ++j) {
    // 0x88 takes the even 128-bit quarters of both operands, 0xDD the odd.
    const __m512i a = _mm512_shuffle_i64x2(pairs[j], pairs[2 + j], 0x88);
    const __m512i b = _mm512_shuffle_i64x2(pairs[j], pairs[2 + j], 0xDD);
    const __m512i c = _mm512_shuffle_i64x2(pairs[4 + j], pairs[6 + j], 0x88);
    const __m512i d = _mm512_shuffle_i64x2(pairs[4 + j], pairs[6 + j], 0xDD);
    columns[stride * j] = _mm512_shuffle_i64x2(a, c, 0x88);
    columns[stride * (j + 2)] = _mm512_shuffle_i64x2(b, d, 0x88);
    columns[stride * (j + 4)] = _mm512_shuffle_i64x2(a, c, 0xDD);
    columns[stride * (j + 6)] = _mm512_shuffle_i64x2(b, d, 0xDD);
  }
}

template <size_t kGroups, int kBytes>
TLKV_AVX512 void Hash(uint64_t* hashes, const uint32_t* const* tokens, uint32_t n) {
  Lanes<kGroups> lanes;
  __m512i words[8][kGroups];
  for (size_t g = 0; g < kGroups; ++g) {
    lanes.h[g] = {_mm512_set1_epi64(fnv::kBasis & 0xFFFFFFFF),
                  _mm512_set1_epi64(fnv::kBasis >> 32)};
    words[0][g] = _mm512_loadu_si512(hashes + 8 * g);
  }
  lanes.template Token<4, 0>(words[0]);
  lanes.template Token<4, 4>(words[0]);
  for (uint32_t at = 0; at < n; at += 16) {
    const uint32_t some = n - at < 16 ? n - at : 16;
    for (size_t g = 0; g < kGroups; ++g) {
      Transpose(tokens + 8 * g, at, static_cast<__mmask16>((1u << some) - 1), &words[0][g],
                kGroups);
    }
    for (uint32_t pair = 0; pair < some / 2; ++pair) {
      lanes.template Token<kBytes, 0>(words[pair]);
      lanes.template Token<kBytes, 4>(words[pair]);
    }
    if (some % 2 == 1) lanes.template Token<kBytes, 0>(words[some / 2]);
  }
  for (size_t g = 0; g < kGroups; ++g) {
    const auto [low, high] = lanes.h[g];
    // Odd 32-bit elements from high, even ones from low; 0 becomes 1.
    __m512i h = _mm512_mask_shuffle_epi32(low, 0xAAAA, high, _MM_PERM_CCAA);
    h = _mm512_mask_set1_epi64(h, _mm512_testn_epi64_mask(h, h), 1);
    _mm512_storeu_si512(hashes + 8 * g, h);
  }
}

template <size_t kGroups>
TLKV_AVX512 void Step(uint64_t* hashes, const uint32_t* const* tokens, uint32_t n, int bytes) {
  switch (bytes) {
    case 2:
      return Hash<kGroups, 2>(hashes, tokens, n);
    case 3:
      return Hash<kGroups, 3>(hashes, tokens, n);
    default:
      return Hash<kGroups, 4>(hashes, tokens, n);
  }
}

}  // namespace

void StepAvx512By16(uint64_t* hashes, const uint32_t* const* tokens, uint32_t n, int bytes) {
  Step<2>(hashes, tokens, n, bytes);
}

void StepAvx512By32(uint64_t* hashes, const uint32_t* const* tokens, uint32_t n, int bytes) {
  Step<4>(hashes, tokens, n, bytes);
}

bool HasAvx512Lanes() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512ifma");
}

}  // namespace tlkv

#endif
