// One block each of several chains, hashed side by side: the kernels of BlockHashMany.
//
// The blocks of one prompt depend on each other, and so do the bytes of a block; only different
// prompts are independent.
#ifndef TLKV_BLOCK_HASH_LANES_H_
#define TLKV_BLOCK_HASH_LANES_H_

#include <stdint.h>

#include <span>

#include "tlkv/block_hash.h"

namespace tlkv {

struct LaneKernel {
  const char* name;
  bool (*supported)();  // by this processor
  uint32_t lanes;       // at most kMaxLanes

  // For every lane l: hashes[l] = BlockHash(hashes[l], tokens[l], n). No token is 2^(8 * bytes) or
  // more; bytes is 2, 3 or 4.
  void (*step)(uint64_t* hashes, const uint32_t* const* tokens, uint32_t n, int bytes);
};

inline constexpr uint32_t kMaxLanes = 32;

// All that this build has: the more lanes, the earlier. The last is supported everywhere.
std::span<const LaneKernel> LaneKernels();

// BlockHashMany by one kernel.
void HashChains(const LaneKernel& kernel, const HashChain* chains, size_t n, uint32_t block_tokens);

#ifdef __x86_64__
bool HasAvx512Lanes();
void StepAvx512By16(uint64_t* hashes, const uint32_t* const* tokens, uint32_t n, int bytes);
void StepAvx512By32(uint64_t* hashes, const uint32_t* const* tokens, uint32_t n, int bytes);
#endif

}  // namespace tlkv

#endif  // TLKV_BLOCK_HASH_LANES_H_
