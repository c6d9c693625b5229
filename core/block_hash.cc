#include "tlkv/block_hash.h"

namespace tlkv {
namespace {

constexpr uint64_t kOffsetBasis = 0xCBF29CE484222325u;
constexpr uint64_t kPrime = 0x100000001B3u;

}  // namespace

uint64_t BlockHash(uint64_t parent, const uint32_t* tokens, uint32_t n) {
  uint64_t h = kOffsetBasis;
  for (int shift = 0; shift < 64; shift += 8) h = (h ^ (parent >> shift & 0xFF)) * kPrime;
  for (uint32_t i = 0; i < n; ++i) {
    for (int shift = 0; shift < 32; shift += 8) h = (h ^ (tokens[i] >> shift & 0xFF)) * kPrime;
  }
  return h == 0 ? 1 : h;
}

}  // namespace tlkv
