// What the headers say about memory per block, measured at the allocator hook.
#include <gtest/gtest.h>

#include <numeric>

#include "support/counting_allocator.h"
#include "tlkv/block_manager.h"
#include "tlkv/kv_pool.h"
#include "tlkv/sequences.h"

namespace tlkv_test {
namespace {

// The bytes that `create` asks for.
template <class Create>
size_t BytesOf(Create create) {
  CountingAllocator allocator;
  create();
  return std::accumulate(allocator.requests().begin(), allocator.requests().end(), size_t{0});
}

size_t LedgerBytes(uint32_t n_blocks) {
  return BytesOf([&] {
    tlkv::BlockLedger ledger;
    EXPECT_EQ(ledger.Create(n_blocks, 16, tlkv::FreeOrder::kStack), TL_OK);
  });
}

TEST(MemoryPerBlock, of_a_ledger_is_48_to_60_bytes) {
  for (uint32_t n = 1; n < 5000; ++n) {
    ASSERT_GE(LedgerBytes(n), 48u * n) << n;
    ASSERT_LE(LedgerBytes(n), 60u * n) << n;
  }
  EXPECT_EQ(LedgerBytes(4096), 52u * 4096);
}

TEST(MemoryPerBlock, of_a_pool_is_its_ledger_and_its_payload) {
  const size_t bytes = BytesOf([] {
    tlkv::KvPool pool;
    EXPECT_EQ(pool.Create({100, 4, 2, 3, 8, TL_F16, TL_KV_FORMAT_V1}), TL_OK);
  });
  EXPECT_EQ(bytes, LedgerBytes(100) + 100 * 768);
}

TEST(MemoryPerBlock, of_sequences_is_their_tokens_and_two_numbers) {
  tlkv::BlockLedger ledger;
  ASSERT_EQ(ledger.Create(100, 16, tlkv::FreeOrder::kStack), TL_OK);
  const size_t bytes = BytesOf([&] {
    tlkv::Sequences sequences;
    EXPECT_EQ(sequences.Create(&ledger, true), TL_OK);
  });
  EXPECT_EQ(bytes, 100u * (4 * 16 + 16));
}

// 2^28 blocks of 4 bytes fit 32 bits of address space, but not what the ledger needs for them.
TEST(MemoryPerBlock, beyond_the_address_space_is_an_argument_that_cannot_be) {
  CountingAllocator allocator;
  allocator.RefuseAbove(1 << 20);
  const tl_status too_large = sizeof(size_t) == 4 ? TL_EINVAL : TL_ENOMEM;
  tlkv::BlockLedger ledger;
  EXPECT_EQ(ledger.Create(1u << 28, 1, tlkv::FreeOrder::kStack), too_large);
  tlkv::KvPool pool;
  EXPECT_EQ(pool.Create({1u << 28, 1, 1, 1, 1, TL_F16, TL_KV_FORMAT_V1}), too_large);
  tlkv::HashIndex index;
  EXPECT_EQ(index.Create(1u << 31), too_large);
  // 2^32 tokens in few blocks.
  ASSERT_EQ(ledger.Create(1u << 12, 1u << 20, tlkv::FreeOrder::kStack), TL_OK);
  tlkv::Sequences sequences;
  EXPECT_EQ(sequences.Create(&ledger, false), too_large);
}

}  // namespace
}  // namespace tlkv_test
