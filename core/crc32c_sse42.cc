// CRC-32C by the instruction of SSE4.2 in three streams: it can start every cycle, but its result
// takes three.
#ifdef __x86_64__

#include "crc32c_impl.h"
#include "crc32c_x86.h"

namespace tlkv::crc32c {
namespace {

// Three stretches of kBytes each. The state of the first has to be taken 2 kBytes further and that
// of the second kBytes: multiplied by a power of x. A carry-less product of two 32-bit states is
// theirs times x, and the reduction by the instruction multiplies by x^32: hence the - 33.
template <size_t kBytes>
TLKV_SSE42 inline uint32_t InThreeStreams(const uint8_t* p, uint32_t raw) {
  static_assert(kBytes % 8 == 0);
  constexpr uint32_t kSkip1 = PowerOfX(8 * kBytes - 33), kSkip2 = PowerOfX(16 * kBytes - 33);
  uint64_t a = raw, b = 0, c = 0;
  for (size_t i = 0; i < kBytes; i += 8) {
    a = _mm_crc32_u64(a, Load64(p + i));
    b = _mm_crc32_u64(b, Load64(p + i + kBytes));
    c = _mm_crc32_u64(c, Load64(p + i + 2 * kBytes));
  }
  const __m128i states = _mm_set_epi64x(static_cast<long long>(b), static_cast<long long>(a));
  const __m128i skips = _mm_set_epi64x(kSkip1, kSkip2);
  const __m128i product = _mm_xor_si128(_mm_clmulepi64_si128(states, skips, 0x00),
                                        _mm_clmulepi64_si128(states, skips, 0x11));
  const auto ab = static_cast<uint64_t>(_mm_cvtsi128_si64(product));
  return static_cast<uint32_t>(c ^ _mm_crc32_u64(0, ab));
}

}  // namespace

// Stretches of 512 bytes: longer ones are 3 % faster in cache and twice as slow from memory, where
// the prefetcher follows one stream better than three.
TLKV_SSE42 uint32_t BySse42(const uint8_t* p, size_t n, uint32_t raw) {
  for (; n >= 3 * 512; n -= 3 * 512, p += 3 * 512) raw = InThreeStreams<512>(p, raw);
  for (; n >= 3 * 64; n -= 3 * 64, p += 3 * 64) raw = InThreeStreams<64>(p, raw);
  return InOneStream(p, n, raw);
}

bool HasSse42() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("pclmul");
}

}  // namespace tlkv::crc32c

#endif
