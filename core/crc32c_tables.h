// CRC-32C by tables, sixteen bytes at a time: for short inputs, and for what the faster techniques
// leave over.
#ifndef TLKV_CRC32C_TABLES_H_
#define TLKV_CRC32C_TABLES_H_

#include <stddef.h>
#include <stdint.h>

namespace tlkv::crc32c {

// t[k][b]: the raw state after byte b and k zero bytes. A CRC is linear, so the state after sixteen
// bytes is the XOR of what each of them leaves when fifteen, fourteen, ... bytes follow it.
struct Tables {
  uint32_t t[16][256];
};

constexpr void Fill(Tables& tables) {
  auto& t = tables.t;
  for (uint32_t b = 0; b < 256; ++b) {
    uint32_t r = b;
    for (int bit = 0; bit < 8; ++bit) r = (r >> 1) ^ ((r & 1) != 0 ? 0x82F63B78u : 0);
    t[0][b] = r;
  }
  for (int k = 1; k < 16; ++k) {
    for (uint32_t b = 0; b < 256; ++b) t[k][b] = (t[k - 1][b] >> 8) ^ t[0][t[k - 1][b] & 0xFF];
  }
}

#ifdef __wasm__
// Filled at first use: as data they would be 16 KiB of download that does not compress. The module
// has one thread.
inline Tables tables;
void FillTables();

inline const Tables& GetTables() {
  if (tables.t[0][1] == 0) [[unlikely]] {
    FillTables();
  }
  return tables;
}
#else
inline constexpr Tables kTables = [] {
  Tables made{};
  Fill(made);
  return made;
}();

inline const Tables& GetTables() { return kTables; }
#endif

inline uint32_t Load32(const uint8_t* p) {
  return static_cast<uint32_t>(p[0]) | static_cast<uint32_t>(p[1]) << 8 |
         static_cast<uint32_t>(p[2]) << 16 | static_cast<uint32_t>(p[3]) << 24;
}

// ByTables of crc32c_impl.h, for a caller to whom the call itself matters.
[[gnu::always_inline]] inline uint32_t ByTablesInline(const uint8_t* p, size_t n, uint32_t raw) {
  const auto& t = GetTables().t;
  for (; n >= 16; n -= 16, p += 16) {
    const uint32_t a = raw ^ Load32(p);
    raw = t[11][p[4]] ^ t[10][p[5]] ^ t[9][p[6]] ^ t[8][p[7]] ^ t[7][p[8]] ^ t[6][p[9]] ^
          t[5][p[10]] ^ t[4][p[11]] ^ t[3][p[12]] ^ t[2][p[13]] ^ t[1][p[14]] ^ t[0][p[15]] ^
          t[15][a & 0xFF] ^ t[14][a >> 8 & 0xFF] ^ t[13][a >> 16 & 0xFF] ^ t[12][a >> 24];
  }
  if (n == 0) return raw;
  if (n >= 8) {
    const uint32_t a = raw ^ Load32(p);
    raw = t[3][p[4]] ^ t[2][p[5]] ^ t[1][p[6]] ^ t[0][p[7]] ^ t[7][a & 0xFF] ^ t[6][a >> 8 & 0xFF] ^
          t[5][a >> 16 & 0xFF] ^ t[4][a >> 24];
    n -= 8;
    p += 8;
  }
  if (n >= 4) {
    const uint32_t a = raw ^ Load32(p);
    raw = t[3][a & 0xFF] ^ t[2][a >> 8 & 0xFF] ^ t[1][a >> 16 & 0xFF] ^ t[0][a >> 24];
    n -= 4;
    p += 4;
  }
  for (; n > 0; --n, ++p) raw = (raw >> 8) ^ t[0][(raw ^ *p) & 0xFF];
  return raw;
}

}  // namespace tlkv::crc32c

#endif  // TLKV_CRC32C_TABLES_H_
