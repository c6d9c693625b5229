#include "tlkv/crc32c.h"

namespace tlkv {
namespace {

// t[k][b]: the raw CRC of byte b followed by k zero bytes. Eight look-ups then fold eight bytes.
struct Tables {
  uint32_t t[8][256];
};

constexpr Tables MakeTables() {
  Tables made{};
  for (uint32_t b = 0; b < 256; ++b) {
    uint32_t r = b;
    for (int bit = 0; bit < 8; ++bit) r = (r >> 1) ^ ((r & 1) != 0 ? 0x82F63B78u : 0);
    made.t[0][b] = r;
  }
  for (int k = 1; k < 8; ++k) {
    for (uint32_t b = 0; b < 256; ++b) {
      const uint32_t r = made.t[k - 1][b];
      made.t[k][b] = (r >> 8) ^ made.t[0][r & 0xFF];
    }
  }
  return made;
}

constexpr Tables kTables = MakeTables();

}  // namespace

uint32_t Crc32c(const void* data, size_t n, uint32_t crc) {
  const auto& t = kTables.t;
  const auto* p = static_cast<const uint8_t*>(data);
  uint32_t r = ~crc;
  for (; n >= 8; n -= 8, p += 8) {
    r ^= static_cast<uint32_t>(p[0]) | static_cast<uint32_t>(p[1]) << 8 |
         static_cast<uint32_t>(p[2]) << 16 | static_cast<uint32_t>(p[3]) << 24;
    r = t[7][r & 0xFF] ^ t[6][r >> 8 & 0xFF] ^ t[5][r >> 16 & 0xFF] ^ t[4][r >> 24] ^ t[3][p[4]] ^
        t[2][p[5]] ^ t[1][p[6]] ^ t[0][p[7]];
  }
  for (; n > 0; --n, ++p) r = (r >> 8) ^ t[0][(r ^ *p) & 0xFF];
  return ~r;
}

}  // namespace tlkv
