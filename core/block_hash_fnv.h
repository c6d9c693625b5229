// FNV-1a 64 of little-endian words, with the bytes that must be zero left out.
//
// A step of FNV-1a is h = (h ^ byte) * p. For a zero byte that is h * p, and a run of zero bytes is
// one multiplication by a power of p: a token id below 2^24 costs three steps instead of four, one
// below 2^16 two. A step waits for the one before, four cycles in all, so steps are what it costs.
#ifndef TLKV_BLOCK_HASH_FNV_H_
#define TLKV_BLOCK_HASH_FNV_H_

#include <stdint.h>

namespace tlkv::fnv {

inline constexpr uint64_t kBasis = 0xCBF29CE484222325u;
inline constexpr uint64_t kPrime = 0x100000001B3u;
inline constexpr uint64_t kPrime2 = kPrime * kPrime;
inline constexpr uint64_t kPrime3 = kPrime2 * kPrime;

inline uint64_t Byte(uint64_t h, uint64_t byte) { return (h ^ byte) * kPrime; }

// The four bytes of a token below 2^(8 kBytes).
template <int kBytes>
inline uint64_t Token(uint64_t h, uint32_t token) {
  static_assert(kBytes >= 2 && kBytes <= 4);
  h = Byte(h, token & 0xFF);
  if constexpr (kBytes == 2) return (h ^ (token >> 8)) * kPrime3;
  h = Byte(h, token >> 8 & 0xFF);
  if constexpr (kBytes == 3) return (h ^ (token >> 16)) * kPrime2;
  h = Byte(h, token >> 16 & 0xFF);
  return Byte(h, token >> 24);
}

// The bytes that hold every one of n tokens: 2, 3 or 4.
inline int TokenBytes(const uint32_t* tokens, uint64_t n) {
  uint32_t any = 0;
  for (uint64_t i = 0; i < n; ++i) any |= tokens[i];
  return any < 1u << 16 ? 2 : any < 1u << 24 ? 3 : 4;
}

// 0 means "no hash".
inline uint64_t NotZero(uint64_t h) { return h == 0 ? 1 : h; }

}  // namespace tlkv::fnv

#endif  // TLKV_BLOCK_HASH_FNV_H_
