// The chained block hash: known values, and the definition on random input.
#include "tlkv/block_hash.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "support/checksums.h"
#include "support/envelope_builder.h"
#include "tinyllm/kv_pool.h"

namespace tlkv_test {
namespace {

struct Implementation {
  const char* name;
  uint64_t (*hash)(uint64_t parent, const uint32_t* tokens, uint32_t n);
};

// Every implementation: a new one is one more line.
std::vector<Implementation> Implementations() {
  return {{"library", tlkv::BlockHash}, {"c_abi", tl_kv_block_hash}};
}

class BlockHashTest : public testing::TestWithParam<Implementation> {
 protected:
  static uint64_t Hash(uint64_t parent, const std::vector<uint32_t>& tokens) {
    return GetParam().hash(parent, tokens.data(), static_cast<uint32_t>(tokens.size()));
  }
};

INSTANTIATE_TEST_SUITE_P(All, BlockHashTest, testing::ValuesIn(Implementations()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST_P(BlockHashTest, chain_of_the_worked_example) {
  EXPECT_EQ(Hash(0, {1, 2}), kHash12);
  EXPECT_EQ(Hash(kHash12, {3, 4}), kHash1234);
  EXPECT_EQ(Hash(kHash1234, {5, 6}), kHash123456);
}

TEST_P(BlockHashTest, k07_all_32_bits_of_a_token_count) {
  EXPECT_EQ(Hash(0, {65, 66}), 0xEBBDEC68B939E6E6u);
  EXPECT_EQ(Hash(0, {321, 322}), 0x287C3CD1AD4EC8D2u);  // the same low bytes
  EXPECT_EQ(Hash(0, {1, 2}), 0xA91AB0C1027B9366u);
  EXPECT_EQ(Hash(0, {65537, 2}), 0x85B114F3F06D599Fu);  // the same low halves
  EXPECT_EQ(Hash(0, {2, 1}), 0x261B01C320A83C16u);
  EXPECT_EQ(Hash(0, {0, 0}), 0x88201FB960FF6465u);
  EXPECT_EQ(Hash(0, {128256, 151643}), 0x09E6E7704AC7324Eu);
  EXPECT_EQ(Hash(0, {4294967295, 4294967295}), 0x821E65573BEFF6DDu);
}

TEST_P(BlockHashTest, c09_bytes_from_0x80_are_not_sign_extended) {
  EXPECT_EQ(Hash(0, {128, 255}), 0x264DBE23A410388Au);
  EXPECT_EQ(Hash(0, {127, 128}), 0x30AF968103957D7Au);
}

// The definition used as the reference is itself FNV-1a.
TEST(ReferenceHash, c09_values_of_fnv1a) {
  EXPECT_EQ(ReferenceFnv1a({}), 0xCBF29CE484222325u);
  EXPECT_EQ(ReferenceFnv1a({'a'}), 0xAF63DC4C8601EC8Cu);
  EXPECT_EQ(ReferenceFnv1a({'f', 'o', 'o', 'b', 'a', 'r'}), 0x85944171F73967E8u);
  EXPECT_EQ(ReferenceFnv1a({0x00}), 0xAF63BD4C8601B7DFu);
  EXPECT_EQ(ReferenceFnv1a({0x80}), 0xAF643D4C8602915Fu);
  EXPECT_EQ(ReferenceFnv1a({0xFF}), 0xAF64724C8602EB6Eu);
}

TEST_P(BlockHashTest, a_result_of_0_becomes_1) {
  // FNV-1a of the bytes d5 6b b9 53 42 87 08 36 is 0.
  EXPECT_EQ(ReferenceFnv1a({0xD5, 0x6B, 0xB9, 0x53, 0x42, 0x87, 0x08, 0x36}), 0u);
  EXPECT_EQ(Hash(0x3608874253B96BD5u, {}), 1u);
}

TEST_P(BlockHashTest, no_tokens_hash_the_parent_alone) {
  EXPECT_EQ(GetParam().hash(kHash12, nullptr, 0), ReferenceBlockHash(kHash12, {}));
  EXPECT_EQ(GetParam().hash(0, nullptr, 0), ReferenceBlockHash(0, {}));
}

TEST_P(BlockHashTest, every_bit_of_parent_and_tokens_counts) {
  const std::vector<uint32_t> tokens = {7, 8, 9};
  const uint64_t hash = Hash(kHash12, tokens);
  for (int bit = 0; bit < 64; ++bit) EXPECT_NE(Hash(kHash12 ^ uint64_t{1} << bit, tokens), hash);
  for (size_t i = 0; i < tokens.size(); ++i) {
    for (int bit = 0; bit < 32; ++bit) {
      std::vector<uint32_t> changed = tokens;
      changed[i] ^= uint32_t{1} << bit;
      EXPECT_NE(Hash(kHash12, changed), hash);
    }
  }
}

TEST_P(BlockHashTest, equals_the_definition_on_random_input) {
  std::mt19937_64 random(1);
  for (uint32_t n = 0; n <= 300; ++n) {
    const uint64_t parent = random();
    std::vector<uint32_t> tokens(n);
    for (uint32_t& token : tokens) token = static_cast<uint32_t>(random());
    ASSERT_EQ(Hash(parent, tokens), ReferenceBlockHash(parent, tokens)) << n << " tokens";
  }
}

}  // namespace
}  // namespace tlkv_test
