// tlkv/block_hash.h: the chained hash that names a full block.
#ifndef TLKV_BLOCK_HASH_H_
#define TLKV_BLOCK_HASH_H_

#include <stddef.h>
#include <stdint.h>

namespace tlkv {

/// FNV-1a 64 over the 8 little-endian bytes of parent and the 4 of each of n tokens; a result of 0
/// becomes 1, because 0 means "no hash". parent is the hash of the block before, or for the first
/// block 0 or a salt (salt.h). tokens may be NULL when n is 0. Pure, thread-safe, cost O(n).
uint64_t BlockHash(uint64_t parent, const uint32_t* tokens, uint32_t n);

/// The full blocks of one prompt.
struct HashChain {
  uint64_t parent;         // the hash before the first block, 0 for none
  const uint32_t* tokens;  // n_blocks * block_tokens of them
  uint32_t n_blocks;
  uint64_t* hashes;  // n_blocks results
};

/// chain.hashes[i] = BlockHash(i == 0 ? chain.parent : chain.hashes[i - 1], the tokens of block i,
/// block_tokens), for all chains. The blocks of a prompt wait for each other; different prompts are
/// hashed side by side, best many of them with about the same length. Cost O(tokens).
void BlockHashMany(const HashChain* chains, size_t n, uint32_t block_tokens);

}  // namespace tlkv

#endif  // TLKV_BLOCK_HASH_H_
