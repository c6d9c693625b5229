// tlkv/block_hash.h: the chained hash that names a full block.
#ifndef TLKV_BLOCK_HASH_H_
#define TLKV_BLOCK_HASH_H_

#include <stdint.h>

namespace tlkv {

/// FNV-1a 64 over the 8 little-endian bytes of parent and the 4 of each of n tokens; a result of 0
/// becomes 1, because 0 means "no hash". parent is the hash of the block before, or for the first
/// block 0 or a salt (salt.h). tokens may be NULL when n is 0. Pure, thread-safe, cost O(n).
uint64_t BlockHash(uint64_t parent, const uint32_t* tokens, uint32_t n);

}  // namespace tlkv

#endif  // TLKV_BLOCK_HASH_H_
