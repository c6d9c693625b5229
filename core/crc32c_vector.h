// Sixteen bytes at once, by the compiler's vector extension: SSE2, NEON, WebAssembly SIMD, or plain
// words where there is nothing better.
#ifndef TLKV_CRC32C_VECTOR_H_
#define TLKV_CRC32C_VECTOR_H_

#include <stdint.h>

#if defined(__SSE2__) && !defined(__SSSE3__)
#include <emmintrin.h>
#endif

#ifndef __clang__
// Where vectors are not passed in registers (-m32), GCC notes that the convention may change. These
// functions are inlined: there is no call.
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

namespace tlkv::crc32c {

using Vec = uint8_t __attribute__((vector_size(16)));

// At any address: a dereferenced pointer would promise the alignment of Vec.
inline Vec Load(const uint8_t* p) {
  Vec v;
  __builtin_memcpy(&v, p, sizeof(v));
  return v;
}
inline void Store(uint8_t* p, Vec v) { __builtin_memcpy(p, &v, sizeof(v)); }

// Bytes r .. r + 15 of the 32 bytes (a, b), 0 < r < 16.
template <int r>
inline Vec Bytes(Vec a, Vec b) {
#if defined(__SSE2__) && !defined(__SSSE3__)
  // There is no such shuffle yet, and GCC would take the bytes one by one.
  return reinterpret_cast<Vec>(_mm_or_si128(_mm_srli_si128(reinterpret_cast<__m128i>(a), r),
                                            _mm_slli_si128(reinterpret_cast<__m128i>(b), 16 - r)));
#else
  return __builtin_shufflevector(a, b, r, r + 1, r + 2, r + 3, r + 4, r + 5, r + 6, r + 7, r + 8,
                                 r + 9, r + 10, r + 11, r + 12, r + 13, r + 14, r + 15);
#endif
}

}  // namespace tlkv::crc32c

#endif  // TLKV_CRC32C_VECTOR_H_
