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

// The payloads of n blocks to where an envelope has them, or back.
EXPORT void copy_out(uint8_t* envelope, const uint8_t* slab, size_t n, size_t block) {
  for (size_t i = 0; i < n; ++i) memcpy(envelope + 40 + i * (12 + block), slab + i * block, block);
}
EXPORT void copy_in(const uint8_t* envelope, uint8_t* slab, size_t n, size_t block) {
  for (size_t i = 0; i < n; ++i) memcpy(slab + i * block, envelope + 40 + i * (12 + block), block);
}

// The same with the checksum of each record at once.
EXPORT uint32_t copy_and_sum(uint8_t* envelope, const uint8_t* slab, size_t n, size_t block) {
  uint32_t r = ~0u;
  for (size_t i = 0; i < n; ++i) {
    uint8_t* record = envelope + 28 + i * (12 + block);
    memcpy(record + 12, slab + i * block, block);
    r = slicing_by_8(record, 12 + block, r);
  }
  return r;
}

// Steps of FNV-1a, each of which waits for the one before.
EXPORT uint64_t steps(uint64_t h, int n) {
  for (int i = 0; i < n; ++i) h = (h ^ 0x55) * 0x100000001B3u;
  return h;
}

EXPORT int nothing(int a, int b) { return a + b; }
