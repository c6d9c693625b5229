// The two checksums through the C ABI, by hand.
#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>

#include "support/checksums.h"
#include "support/envelope_builder.h"
#include "tinyllm/kv_pool.h"

namespace tlkv_test {
namespace {

TEST(KvPool, hand_example_block_hash_chain) {
  const uint32_t tokens[] = {1, 2, 3, 4};
  EXPECT_EQ(tl_kv_block_hash(0, tokens, 2), kHash12);
  EXPECT_EQ(tl_kv_block_hash(kHash12, tokens + 2, 2), kHash1234);

  // The same tokens under another parent are another prefix.
  EXPECT_EQ(tl_kv_block_hash(0, tokens + 2, 2), 0x273036A11317BC42u);
  EXPECT_NE(tl_kv_block_hash(kHash12 + 1, tokens + 2, 2), kHash1234);

  // Ids use all their 32 bits.
  const uint32_t wide[] = {65537, 0x80000002u};
  EXPECT_EQ(tl_kv_block_hash(kHash12, wide, 2), ReferenceBlockHash(kHash12, {65537, 0x80000002u}));
}

TEST(KvPool, crc32c_check_value_and_continuation) {
  constexpr std::string_view kDigits = "123456789";
  EXPECT_EQ(tl_crc32c(kDigits.data(), 9, 0), 0xE3069283u);
  for (size_t split = 0; split <= 9; ++split) {
    const uint32_t first = tl_crc32c(kDigits.data(), split, 0);
    EXPECT_EQ(tl_crc32c(kDigits.data() + split, 9 - split, first), 0xE3069283u) << split;
  }
  EXPECT_EQ(tl_crc32c(kDigits.data(), 0, 0x12345678u), 0x12345678u);
  EXPECT_EQ(tl_crc32c(nullptr, 0, 0), 0u);
}

}  // namespace
}  // namespace tlkv_test
