// Many chains of block hashes side by side give what each gives alone, with every kernel.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "block_hash_lanes.h"
#include "support/checksums.h"
#include "tlkv/block_hash.h"

namespace tlkv_test {
namespace {

using tlkv::HashChain;

// The definition, block after block.
std::vector<uint64_t> Expected(uint64_t parent, const std::vector<uint32_t>& tokens,
                               uint32_t block_tokens) {
  std::vector<uint64_t> hashes;
  const auto step = static_cast<std::ptrdiff_t>(block_tokens);
  for (auto at = tokens.begin(); at != tokens.end(); at += step) {
    parent = ReferenceBlockHash(parent, {at, at + step});
    hashes.push_back(parent);
  }
  return hashes;
}

struct Prompts {
  std::vector<std::vector<uint32_t>> tokens;
  std::vector<std::vector<uint64_t>> hashes;
  std::vector<HashChain> chains;

  // Prompts of the given numbers of blocks, ids below 2^bits, one more hash than asked for.
  Prompts(const std::vector<uint32_t>& blocks, uint32_t block_tokens, int bits, uint32_t seed) {
    std::mt19937_64 random(seed);
    for (const uint32_t n : blocks) {
      auto& row = tokens.emplace_back(size_t{n} * block_tokens);
      for (uint32_t& token : row) token = static_cast<uint32_t>(random() >> (64 - bits));
      hashes.emplace_back(n + 1, 0xA5A5A5A5A5A5A5A5u);
    }
    for (size_t i = 0; i < blocks.size(); ++i) {
      chains.push_back({i % 3 == 0 ? 0 : random(), tokens[i].data(), blocks[i], hashes[i].data()});
    }
  }
};

class BlockHashManyTest : public testing::TestWithParam<const tlkv::LaneKernel*> {
 protected:
  static void Check(const std::vector<uint32_t>& blocks, uint32_t block_tokens, int bits,
                    uint32_t seed) {
    Prompts prompts(blocks, block_tokens, bits, seed);
    tlkv::HashChains(*GetParam(), prompts.chains.data(), prompts.chains.size(), block_tokens);
    for (size_t i = 0; i < blocks.size(); ++i) {
      auto expected = Expected(prompts.chains[i].parent, prompts.tokens[i], block_tokens);
      expected.push_back(0xA5A5A5A5A5A5A5A5u);  // written by nobody
      ASSERT_EQ(prompts.hashes[i], expected)
          << "prompt " << i << " of " << blocks.size() << ", blocks of " << block_tokens
          << ", ids of " << bits << " bits";
    }
  }
};

std::vector<const tlkv::LaneKernel*> Supported() {
  std::vector<const tlkv::LaneKernel*> found;
  for (const auto& kernel : tlkv::LaneKernels()) {
    if (kernel.supported()) found.push_back(&kernel);
  }
  return found;
}

INSTANTIATE_TEST_SUITE_P(All, BlockHashManyTest, testing::ValuesIn(Supported()),
                         [](const auto& test) { return std::string(test.param->name); });

TEST_P(BlockHashManyTest, block_sizes_and_id_widths) {
  const std::vector<uint32_t> blocks(GetParam()->lanes, 2);
  for (uint32_t block_tokens = 1; block_tokens <= 67; ++block_tokens) {
    for (const int bits : {1, 8, 15, 16, 17, 24, 25, 32}) {
      Check(blocks, block_tokens, bits, block_tokens + static_cast<uint32_t>(bits));
    }
  }
}

TEST_P(BlockHashManyTest, numbers_of_prompts) {
  for (uint32_t n = 0; n <= 3 * GetParam()->lanes; ++n) {
    Check(std::vector<uint32_t>(n, 3), 16, 17, n);
  }
}

TEST_P(BlockHashManyTest, prompts_of_different_lengths) {
  std::mt19937 random(1);
  for (uint32_t round = 0; round < 60; ++round) {
    const auto below = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
    std::vector<uint32_t> blocks(below(90));
    for (uint32_t& n : blocks) n = below(4) == 0 ? 0 : below(round + 1);
    Check(blocks, 1 + below(20), 32, round);
  }
}

// One wide id among narrow ones, in the last token of the last prompt.
TEST_P(BlockHashManyTest, one_wide_id) {
  for (const uint32_t wide : {0xFFFFu, 0x10000u, 0xFFFFFFu, 0x1000000u, 0xFFFFFFFFu}) {
    Prompts prompts(std::vector<uint32_t>(40, 2), 16, 15, wide);
    prompts.tokens.back().back() = wide;
    tlkv::HashChains(*GetParam(), prompts.chains.data(), prompts.chains.size(), 16);
    for (size_t i = 0; i < prompts.chains.size(); ++i) {
      prompts.hashes[i].pop_back();
      ASSERT_EQ(prompts.hashes[i], Expected(prompts.chains[i].parent, prompts.tokens[i], 16)) << i;
    }
  }
}

TEST(BlockHashMany, is_the_block_hash_of_every_block) {
  for (const size_t n : {1u, 2u, 5u, 9u, 17u, 40u}) {
    Prompts prompts(std::vector<uint32_t>(n, 4), 16, 18, 5);
    tlkv::BlockHashMany(prompts.chains.data(), n, 16);
    for (size_t i = 0; i < n; ++i) {
      uint64_t parent = prompts.chains[i].parent;
      for (size_t block = 0; block < 4; ++block) {
        parent = tlkv::BlockHash(parent, &prompts.tokens[i][16 * block], 16);
        ASSERT_EQ(prompts.hashes[i][block], parent);
      }
    }
  }
}

}  // namespace
}  // namespace tlkv_test
