#include <stddef.h>

#include "block_hash_fnv.h"
#include "block_hash_lanes.h"
#include "tlkv/block_hash.h"

namespace tlkv {
namespace {

bool Always() { return true; }

// One chain leaves the multiplier, which takes one product a cycle, idle for three of the four
// cycles of a step. Four fill it.
template <uint32_t kLanes, int kBytes>
void Hash(uint64_t* hashes, const uint32_t* const* tokens, uint32_t n) {
  uint64_t h[kLanes];
  for (uint64_t& lane : h) lane = fnv::kBasis;
  for (int shift = 0; shift < 64; shift += 8) {
    for (uint32_t l = 0; l < kLanes; ++l) h[l] = fnv::Byte(h[l], hashes[l] >> shift & 0xFF);
  }
  for (uint32_t i = 0; i < n; ++i) {
    for (uint32_t l = 0; l < kLanes; ++l) h[l] = fnv::Token<kBytes>(h[l], tokens[l][i]);
  }
  for (uint32_t l = 0; l < kLanes; ++l) hashes[l] = fnv::NotZero(h[l]);
}

template <uint32_t kLanes>
void Step(uint64_t* hashes, const uint32_t* const* tokens, uint32_t n, int bytes) {
  switch (bytes) {
    case 2:
      return Hash<kLanes, 2>(hashes, tokens, n);
    case 3:
      return Hash<kLanes, 3>(hashes, tokens, n);
    default:
      return Hash<kLanes, 4>(hashes, tokens, n);
  }
}

constexpr LaneKernel kKernels[] = {
#ifdef __x86_64__
    {"avx512_32", HasAvx512Lanes, 32, StepAvx512By32},
    {"avx512_16", HasAvx512Lanes, 16, StepAvx512By16},
#endif
    {"scalar_4", Always, 4, Step<4>},
    {"scalar_1", Always, 1, Step<1>},
};

// The widest kernel that n chains fill at least by half.
const LaneKernel& KernelFor(size_t n) {
  const LaneKernel* kernel = kKernels;
  while (kernel->lanes > 1 && (n <= kernel->lanes / 2 || !kernel->supported())) ++kernel;
  return *kernel;
}

// The most low bytes that a token of any chain may have set, as TokenBytes counts them.
int WidestToken(const HashChain* chains, size_t n, uint32_t block_tokens) {
  int bytes = 2;
  for (size_t i = 0; i < n; ++i) {
    const uint64_t tokens = uint64_t{chains[i].n_blocks} * block_tokens;
    const int needed = fnv::TokenBytes(chains[i].tokens, tokens);
    if (needed > bytes) bytes = needed;
  }
  return bytes;
}

// Advances chains[0..n), n at most the kernel's lanes, until the shortest of them has ended.
void Advance(const LaneKernel& kernel, HashChain* chains, uint32_t n, uint32_t block_tokens,
             int bytes) {
  const uint32_t lanes = kernel.lanes;
  uint64_t hashes[kMaxLanes] = {};
  const uint32_t* tokens[kMaxLanes] = {};
  uint64_t* out[kMaxLanes] = {};
  uint32_t steps = UINT32_MAX;
  for (uint32_t l = 0; l < lanes; ++l) {
    // A lane that is left over does the first one's work again, with the same results.
    const HashChain& chain = chains[l < n ? l : 0];
    hashes[l] = chain.parent;
    tokens[l] = chain.tokens;
    out[l] = chain.hashes;
    if (chain.n_blocks < steps) steps = chain.n_blocks;
  }
  for (uint32_t step = 0; step < steps; ++step) {
    kernel.step(hashes, tokens, block_tokens, bytes);
    for (uint32_t l = 0; l < lanes; ++l) {
      *out[l]++ = hashes[l];
      tokens[l] += block_tokens;
    }
  }
  for (uint32_t l = 0; l < n; ++l) {
    chains[l] = {hashes[l], tokens[l], chains[l].n_blocks - steps, out[l]};
  }
}

}  // namespace

std::span<const LaneKernel> LaneKernels() { return kKernels; }

void HashChains(const LaneKernel& kernel, const HashChain* chains, size_t n,
                uint32_t block_tokens) {
  const int bytes = WidestToken(chains, n, block_tokens);
  const LaneKernel* used = &kernel;
  HashChain busy[kMaxLanes] =
      {};  // begun and not ended; as many as there are lanes go on at a time
  uint32_t n_busy = 0;
  size_t next = 0;
  for (;;) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n_busy; ++i) {
      if (busy[i].n_blocks != 0) busy[kept++] = busy[i];
    }
    n_busy = kept;
    for (; n_busy < used->lanes && next < n; ++next) {
      if (chains[next].n_blocks != 0) busy[n_busy++] = chains[next];
    }
    if (n_busy == 0) return;
    // The few that are left at the end need no wide kernel.
    if (n_busy <= used->lanes / 8) used = &KernelFor(n_busy);
    Advance(*used, busy, n_busy < used->lanes ? n_busy : used->lanes, block_tokens, bytes);
  }
}

void BlockHashMany(const HashChain* chains, size_t n, uint32_t block_tokens) {
  HashChains(KernelFor(n), chains, n, block_tokens);
}

}  // namespace tlkv
