#include "tlkv/block_hash.h"

#include "fnv1a.h"

namespace tlkv {

uint64_t BlockHash(uint64_t parent, const uint32_t* tokens, uint32_t n) {
  Fnv1a h;
  h.AddLe64(parent);
  for (uint32_t i = 0; i < n; ++i) h.AddLe32(tokens[i]);
  return h.NotZero();
}

}  // namespace tlkv
