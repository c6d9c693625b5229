#include "tlkv/block_hash.h"

#include "block_hash_fnv.h"

namespace tlkv {
namespace {

template <int kBytes>
uint64_t Hash(uint64_t parent, const uint32_t* tokens, uint32_t n) {
  uint64_t h = fnv::kBasis;
  for (int shift = 0; shift < 64; shift += 8) h = fnv::Byte(h, parent >> shift & 0xFF);
  for (uint32_t i = 0; i < n; ++i) h = fnv::Token<kBytes>(h, tokens[i]);
  return fnv::NotZero(h);
}

}  // namespace

uint64_t BlockHash(uint64_t parent, const uint32_t* tokens, uint32_t n) {
  switch (fnv::TokenBytes(tokens, n)) {
    case 2:
      return Hash<2>(parent, tokens, n);
    case 3:
      return Hash<3>(parent, tokens, n);
    default:
      return Hash<4>(parent, tokens, n);
  }
}

}  // namespace tlkv
