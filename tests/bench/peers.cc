// Peers and limits in WebAssembly, compiled like the library: tests/bench/wasm.mjs compares with
// them.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define EXPORT extern "C" __attribute__((used, visibility("default")))

namespace {

using Vec = uint8_t __attribute__((vector_size(16), aligned(1), may_alias));

uint32_t tables[16][256];

uint32_t Load(const uint8_t* p) {
  uint32_t v;
  memcpy(&v, p, 4);
  return v;
}

// Four bytes of which k are followed by 12, 8, 4 or 0 others.
uint32_t Four(uint32_t v, int k) {
  return tables[k + 3][v & 0xFF] ^ tables[k + 2][v >> 8 & 0xFF] ^ tables[k + 1][v >> 16 & 0xFF] ^
         tables[k][v >> 24];
}

}  // namespace

EXPORT void fill_tables() {
  for (uint32_t b = 0; b < 256; ++b) {
    uint32_t r = b;
    for (int bit = 0; bit < 8; ++bit) r = (r >> 1) ^ ((r & 1) != 0 ? 0x82F63B78u : 0);
    tables[0][b] = r;
  }
  for (int k = 1; k < 16; ++k) {
    for (uint32_t b = 0; b < 256; ++b) {
      tables[k][b] = (tables[k - 1][b] >> 8) ^ tables[0][tables[k - 1][b] & 0xFF];
    }
  }
}

EXPORT uint32_t slicing_by_8(const uint8_t* p, size_t n, uint32_t r) {
  for (; n >= 8; n -= 8, p += 8) r = Four(Load(p) ^ r, 4) ^ Four(Load(p + 4), 0);
  for (; n > 0; --n, ++p) r = (r >> 8) ^ tables[0][(r ^ *p) & 0xFF];
  return r;
}

EXPORT uint32_t slicing_by_16(const uint8_t* p, size_t n, uint32_t r) {
  for (; n >= 16; n -= 16, p += 16) {
    r = Four(Load(p) ^ r, 12) ^ Four(Load(p + 4), 8) ^ Four(Load(p + 8), 4) ^ Four(Load(p + 12), 0);
  }
  return slicing_by_8(p, n, r);
}

EXPORT uint32_t read_all(const uint8_t* p, size_t n, uint32_t) {
  Vec a = {}, b = {}, c = {}, d = {};
  for (; n >= 64; n -= 64, p += 64) {
    a ^= *reinterpret_cast<const Vec*>(p);
    b ^= *reinterpret_cast<const Vec*>(p + 16);
    c ^= *reinterpret_cast<const Vec*>(p + 32);
    d ^= *reinterpret_cast<const Vec*>(p + 48);
  }
  a ^= b ^ c ^ d;
  uint32_t sum;
  memcpy(&sum, &a, 4);
  return sum;
}

EXPORT void copy(uint8_t* to, const uint8_t* from, size_t n) { memcpy(to, from, n); }
