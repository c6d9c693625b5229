// What the x86-64 implementations of CRC-32C share: powers of x, and the CRC instruction.
//
// The instruction takes the raw state r and eight bytes and gives the state after them, which in
// polynomials is (r x^64 + bytes) x^32 modulo P with bit 0 of either the highest power. So
// _mm_crc32_u64(0, v) reduces v x^32.
#ifndef TLKV_CRC32C_X86_H_
#define TLKV_CRC32C_X86_H_

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define TLKV_SSE42 __attribute__((target("sse4.2,pclmul")))

namespace tlkv::crc32c {

// x^n modulo P, as a raw state.
constexpr uint32_t PowerOfX(size_t n) {
  uint32_t r = 0x80000000u;
  for (; n > 0; --n) r = (r >> 1) ^ ((r & 1) != 0 ? 0x82F63B78u : 0);
  return r;
}

inline uint64_t Load64(const uint8_t* p) {
  uint64_t v;
  memcpy(&v, p, sizeof v);
  return v;
}

// One instruction after another: three cycles for eight bytes.
TLKV_SSE42 inline uint32_t InOneStream(const uint8_t* p, size_t n, uint32_t raw) {
  uint64_t r = raw;
  for (; n >= 8; n -= 8, p += 8) r = _mm_crc32_u64(r, Load64(p));
  raw = static_cast<uint32_t>(r);
  if ((n & 4) != 0) {
    uint32_t v;
    memcpy(&v, p, sizeof v);
    raw = _mm_crc32_u32(raw, v);
    p += 4;
  }
  if ((n & 2) != 0) {
    uint16_t v;
    memcpy(&v, p, sizeof v);
    raw = _mm_crc32_u16(raw, v);
    p += 2;
  }
  if ((n & 1) != 0) raw = _mm_crc32_u8(raw, *p);
  return raw;
}

}  // namespace tlkv::crc32c

#endif  // TLKV_CRC32C_X86_H_
