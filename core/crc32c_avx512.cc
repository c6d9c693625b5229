// CRC-32C by carry-less multiplication, four 128-bit products at a time (VPCLMULQDQ with AVX-512).
//
// Sixteen bytes X that stand D bits before sixteen others mean the same as X x^D added to those,
// modulo P. With X = H x^64 + L, each half times a constant of 32 bits is a product of 96 bits,
// which fits the sixteen bytes: a fold. Bit 0 being the highest power, the product of two 64-bit
// words comes out multiplied by x, hence the - 1 in the exponents. The constants stand in the upper
// half of their word, that being the lower powers.
//
// Four accumulators of 64 bytes hide the latency of the multiplication. It starts once a cycle, so
// that 32 bytes a cycle are the limit; from 2 MiB on memory is.
#ifdef __x86_64__

#include "crc32c_impl.h"
#include "crc32c_x86.h"

#define TLKV_AVX512 __attribute__((target("sse4.2,pclmul,avx512f,avx512dq,avx512vl,vpclmulqdq")))

#ifndef __clang__
// GCC 12 warns of the undefined operands in its own intrinsics.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

namespace tlkv::crc32c {
namespace {

template <size_t kBits>
constexpr long long kHigh = static_cast<long long>(uint64_t{PowerOfX(kBits + 64 - 1)} << 32);
template <size_t kBits>
constexpr long long kLow = static_cast<long long>(uint64_t{PowerOfX(kBits - 1)} << 32);

// Each 128-bit lane of x moved by its constants.
TLKV_AVX512 inline __m512i Times(__m512i x, __m512i by) {
  return _mm512_xor_si512(_mm512_clmulepi64_epi128(x, by, 0x00),
                          _mm512_clmulepi64_epi128(x, by, 0x11));
}

// x moved by kBits onto y.
template <size_t kBits>
TLKV_AVX512 inline __m512i Fold(__m512i x, __m512i y) {
  const __m512i by = _mm512_broadcast_i64x2(_mm_set_epi64x(kLow<kBits>, kHigh<kBits>));
  return _mm512_ternarylogic_epi64(_mm512_clmulepi64_epi128(x, by, 0x00),
                                   _mm512_clmulepi64_epi128(x, by, 0x11), y, 0x96);  // XOR
}

// The four lanes moved onto the last of them, and those sixteen bytes reduced.
TLKV_AVX512 inline uint32_t Reduce(__m512i x) {
  const __m512i by =
      _mm512_set_epi64(0, 0, kLow<128>, kHigh<128>, kLow<256>, kHigh<256>, kLow<384>, kHigh<384>);
  const __m512i moved = Times(x, by);
  const __m256i two =
      _mm256_xor_si256(_mm512_castsi512_si256(moved), _mm512_extracti64x4_epi64(moved, 1));
  const __m128i one =
      _mm_xor_si128(_mm512_extracti64x2_epi64(x, 3),
                    _mm_xor_si128(_mm256_castsi256_si128(two), _mm256_extracti128_si256(two, 1)));
  const auto first = static_cast<uint64_t>(_mm_cvtsi128_si64(one));
  const auto last = static_cast<uint64_t>(_mm_extract_epi64(one, 1));
  return static_cast<uint32_t>(_mm_crc32_u64(_mm_crc32_u64(0, first), last));
}

enum class To { kNowhere, kCache, kMemory };

// The next 64 bytes, which on the way are also written.
template <To kTo>
struct Source {
  const uint8_t* from;
  uint8_t* to;  // aligned to 64 if there is a destination

  TLKV_AVX512 __m512i Next() {
    const __m512i v = _mm512_loadu_si512(from);
    from += 64;
    if constexpr (kTo == To::kCache) _mm512_store_si512(to, v);
    if constexpr (kTo == To::kMemory) _mm512_stream_si512(reinterpret_cast<__m512i*>(to), v);
    if constexpr (kTo != To::kNowhere) to += 64;
    return v;
  }
};

constexpr size_t kAhead = 4096;  // what the prefetcher of the hardware does not do: cross a page

// The state after all whole 64 bytes, of which there must be one.
template <To kTo>
TLKV_AVX512 inline uint32_t Whole(Source<kTo>& s, size_t n, uint32_t raw) {
  __m512i a =
      _mm512_xor_si512(_mm512_zextsi128_si512(_mm_cvtsi32_si128(static_cast<int>(raw))), s.Next());
  n -= 64;
  if (n >= 192) {
    __m512i b = s.Next(), c = s.Next(), d = s.Next();
    for (n -= 192; n >= 256; n -= 256) {
      for (size_t i = 0; i < 256; i += 64) _mm_prefetch(s.from + kAhead + i, _MM_HINT_T0);
      a = Fold<2048>(a, s.Next());
      b = Fold<2048>(b, s.Next());
      c = Fold<2048>(c, s.Next());
      d = Fold<2048>(d, s.Next());
    }
    a = Fold<512>(Fold<1024>(a, c), Fold<1024>(b, d));
  }
  for (; n >= 64; n -= 64) a = Fold<512>(a, s.Next());
  return Reduce(a);
}

template <To kTo>
TLKV_AVX512 inline uint32_t CopyTo(uint8_t* to, const uint8_t* p, size_t n, uint32_t raw) {
  const size_t head = (64 - reinterpret_cast<uintptr_t>(to) % 64) % 64;
  memcpy(to, p, head);
  raw = InOneStream(p, head, raw);
  n -= head;
  Source<kTo> s{p + head, to + head};
  raw = Whole(s, n, raw);
  memcpy(s.to, s.from, n % 64);
  if constexpr (kTo == To::kMemory) _mm_sfence();
  return InOneStream(s.from, n % 64, raw);
}

TLKV_AVX512 inline uint32_t Update(const uint8_t* p, size_t n, uint32_t raw) {
  // AMD's crc32 instruction does 64 bytes in two thirds of the time that a fold to 32 bits takes.
  if (n < 64 || (n < 128 && __builtin_cpu_is("amd"))) return InOneStream(p, n, raw);
  Source<To::kNowhere> s{p, nullptr};
  raw = Whole(s, n, raw);
  return InOneStream(s.from, n % 64, raw);
}

}  // namespace

TLKV_AVX512 uint32_t CrcByAvx512(const void* data, size_t n, uint32_t crc) {
  return ~Update(static_cast<const uint8_t*>(data), n, ~crc);
}

TLKV_AVX512 uint32_t CopyByAvx512(uint8_t* to, const uint8_t* p, size_t n, uint32_t raw,
                                  Stores stores) {
  if (n < 256) {
    if (n > 0) memcpy(to, p, n);
    return Update(p, n, raw);
  }
  return stores == Stores::kCached ? CopyTo<To::kCache>(to, p, n, raw)
                                   : CopyTo<To::kMemory>(to, p, n, raw);
}

bool HasAvx512() {
  __builtin_cpu_init();
  return HasSse42() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("vpclmulqdq");
}

}  // namespace tlkv::crc32c

#endif
