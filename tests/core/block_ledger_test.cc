// The ledger where it can do more than the C ABI shows: the order of free blocks, blocks acquired
// by id, names taken away, look-ups that count nothing.
#include "tlkv/block_ledger.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "support/ledger_damage.h"
#include "support/pool_state.h"

namespace tlkv_test {
namespace {

using tlkv::BlockId;
using tlkv::BlockLedger;
using tlkv::BlockState;
using tlkv::FreeOrder;
using Ids = std::vector<BlockId>;

constexpr uint64_t kHash = 0xAAAA;

class LedgerTest : public testing::Test {
 protected:
  void Start(uint32_t n_blocks, FreeOrder order = FreeOrder::kStack) {
    ASSERT_EQ(ledger_.Create(n_blocks, 4, order), TL_OK);
  }
  Ids Take(uint32_t n) {
    Ids ids(n);
    EXPECT_EQ(ledger_.Take(n, ids.data()), TL_OK);
    return ids;
  }
  BlockId TakeRegistered(uint64_t hash) {
    const BlockId id = Take(1)[0];
    EXPECT_EQ(ledger_.SetFill(id, 4), TL_OK);
    EXPECT_EQ(ledger_.Register(id, hash), TL_OK);
    return id;
  }
  // A call that must be refused for a reason and change nothing.
  template <class Call>
  void ExpectRefused(Call call) {
    const PoolState before = Observe(ledger_);
    tl_set_last_error("");
    EXPECT_EQ(call(), TL_EINVAL);
    EXPECT_STRNE(tl_last_error(), "");
    EXPECT_EQ(Observe(ledger_), before);
  }

  BlockLedger ledger_;
};

TEST_F(LedgerTest, needs_a_block_and_a_token) {
  EXPECT_EQ(ledger_.Create(0, 4, FreeOrder::kStack), TL_EINVAL);
  EXPECT_EQ(ledger_.Create(4, 0, FreeOrder::kStack), TL_EINVAL);
}

TEST_F(LedgerTest, a_stack_gives_back_the_block_freed_last) {
  Start(4);
  EXPECT_EQ(Take(4), (Ids{0, 1, 2, 3}));
  for (const BlockId id : {2u, 0u, 3u}) ASSERT_EQ(ledger_.Unref(id), TL_OK);
  EXPECT_EQ(Observe(ledger_).free, (Ids{3, 0, 2}));
  EXPECT_EQ(Take(3), (Ids{3, 0, 2}));
}

TEST_F(LedgerTest, a_fifo_gives_back_the_block_freed_first) {
  Start(4, FreeOrder::kFifo);
  EXPECT_EQ(Take(3), (Ids{0, 1, 2}));
  for (const BlockId id : {2u, 0u}) ASSERT_EQ(ledger_.Unref(id), TL_OK);
  EXPECT_EQ(Observe(ledger_).free, (Ids{3, 2, 0}));
  EXPECT_EQ(Take(3), (Ids{3, 2, 0}));
}

TEST_F(LedgerTest, names_the_states) {
  Start(3);
  const BlockId used = Take(1)[0];
  const BlockId cached = TakeRegistered(kHash);
  ASSERT_EQ(ledger_.Unref(cached), TL_OK);
  EXPECT_STREQ(Name(ledger_.State(used)), "used");
  EXPECT_STREQ(Name(ledger_.State(cached)), "cached");
  EXPECT_STREQ(Name(ledger_.State(2)), "free");
  EXPECT_STREQ(Name(static_cast<BlockState>(9)), "unknown");
}

TEST_F(LedgerTest, acquire_holds_used_and_cached_blocks) {
  Start(2);
  const BlockId id = TakeRegistered(kHash);
  EXPECT_EQ(ledger_.Acquire(id), TL_OK);
  EXPECT_EQ(ledger_.RefCount(id), 2u);
  ASSERT_EQ(ledger_.Unref(id), TL_OK);
  ASSERT_EQ(ledger_.Unref(id), TL_OK);
  ASSERT_EQ(ledger_.State(id), BlockState::kCached);
  EXPECT_EQ(ledger_.Acquire(id), TL_OK);
  EXPECT_EQ(ledger_.State(id), BlockState::kUsed);
  EXPECT_EQ(ledger_.Hash(id), kHash);
  EXPECT_EQ(Observe(ledger_).lru, Ids{});
  EXPECT_EQ(ledger_.counters().hits, 0u) << "no look-up";
  ExpectRefused([&] { return ledger_.Acquire(1); });  // free
  ExpectRefused([&] { return ledger_.Acquire(2); });  // not there
}

TEST_F(LedgerTest, a_block_has_at_most_2_32_minus_1_references) {
  Start(2);
  const BlockId id = TakeRegistered(kHash);
  tlkv::LedgerDamage(ledger_).blocks[id].ref = UINT32_MAX;
  BlockId found = 77;
  for (const bool observed : {false, true}) {
    uint32_t told = 0;
    const auto count = [](void* user, const tlkv::Event&) { ++*static_cast<uint32_t*>(user); };
    if (observed) ledger_.SetObserver({.on_event = count, .user = &told});
    ExpectRefused([&] { return ledger_.Ref(id); });
    ExpectRefused([&] { return ledger_.Acquire(id); });
    ExpectRefused([&] { return ledger_.Lookup(kHash, &found); });
    EXPECT_EQ(ledger_.LookupPrefix(&kHash, 1, &found), 0u);
    EXPECT_EQ(told, 0u);
    ledger_.SetObserver({});
  }
  EXPECT_EQ(found, 77u);
  EXPECT_EQ(ledger_.counters().hits, 0u);
  EXPECT_EQ(ledger_.counters().misses, 0u);
}

TEST_F(LedgerTest, counters_are_equal_where_all_of_them_are) {
  using Counters = tlkv::LedgerCounters;
  EXPECT_EQ(Counters{}, Counters{});
  for (const Counters other :
       {Counters{.hits = 1}, Counters{.hit_tokens = 1}, Counters{.misses = 1},
        Counters{.evictions = 1}, Counters{.copies = 1}, Counters{.registrations = 1},
        Counters{.duplicates = 1}, Counters{.peak_used = 1}}) {
    EXPECT_NE(other, Counters{});
  }
}

TEST_F(LedgerTest, unregister_makes_a_name_free_for_another_block) {
  Start(2);
  const BlockId first = TakeRegistered(kHash);
  EXPECT_EQ(ledger_.Unregister(first), TL_OK);
  EXPECT_EQ(ledger_.Find(kHash), tlkv::kNoBlock);
  EXPECT_EQ(ledger_.Fill(first), 4u) << "used blocks keep their contents";
  const BlockId second = TakeRegistered(kHash);
  EXPECT_EQ(ledger_.Find(kHash), second);
  ExpectRefused([&] { return ledger_.Unregister(first); });
  ExpectRefused([&] { return ledger_.Unregister(2); });
}

TEST_F(LedgerTest, a_cached_block_without_its_name_is_free) {
  Start(3);
  const Ids ids = {TakeRegistered(1), TakeRegistered(2), TakeRegistered(3)};
  for (const BlockId id : ids) ASSERT_EQ(ledger_.Unref(id), TL_OK);
  EXPECT_EQ(ledger_.Unregister(ids[1]), TL_OK);
  const PoolState state = Observe(ledger_);
  EXPECT_EQ(state.free, Ids{ids[1]});
  EXPECT_EQ(state.lru, (Ids{ids[0], ids[2]}));
  EXPECT_EQ(ledger_.Fill(ids[1]), 0u);
  EXPECT_EQ(ledger_.counters().evictions, 0u);
}

TEST_F(LedgerTest, find_neither_holds_nor_counts) {
  Start(1);
  const BlockId id = TakeRegistered(kHash);
  ASSERT_EQ(ledger_.Unref(id), TL_OK);
  EXPECT_EQ(ledger_.Find(kHash), id);
  EXPECT_EQ(ledger_.Find(kHash + 1), tlkv::kNoBlock);
  EXPECT_EQ(ledger_.Find(0), tlkv::kNoBlock);
  EXPECT_EQ(ledger_.State(id), BlockState::kCached);
  EXPECT_EQ(ledger_.counters().hits + ledger_.counters().misses, 0u);
}

TEST_F(LedgerTest, a_prefix_is_looked_up_to_its_first_miss) {
  Start(4);
  const Ids ids = {TakeRegistered(1), TakeRegistered(2), TakeRegistered(3)};
  for (const BlockId id : {ids[0], ids[2]}) ASSERT_EQ(ledger_.Unref(id), TL_OK);
  const uint64_t hashes[] = {1, 2, 2, 99, 3, 0};
  Ids found(6, 7);
  EXPECT_EQ(ledger_.LookupPrefix(hashes, 6, found.data()), 3u);
  EXPECT_EQ(found, (Ids{ids[0], ids[1], ids[1], 7, 7, 7}));
  EXPECT_EQ(ledger_.RefCount(ids[0]), 1u) << "revived";
  EXPECT_EQ(ledger_.RefCount(ids[1]), 3u);
  EXPECT_EQ(ledger_.State(ids[2]), BlockState::kCached) << "behind the miss";
  EXPECT_EQ(ledger_.counters().hits, 3u);
  EXPECT_EQ(ledger_.counters().misses, 1u);

  const PoolState before = Observe(ledger_);
  EXPECT_EQ(ledger_.LookupPrefix(hashes, 0, nullptr), 0u);
  EXPECT_EQ(ledger_.LookupPrefix(hashes + 5, 1, found.data()), 0u) << "hash 0 misses";
  EXPECT_EQ(Observe(ledger_), before);
  EXPECT_EQ(ledger_.LookupPrefix(hashes + 4, 1, found.data()), 1u) << "all of it";
  EXPECT_EQ(found[0], ids[2]);
}

// The same calls, one at a time: states, counters and order of the lists.
TEST_F(LedgerTest, a_prefix_is_looked_up_as_its_blocks_one_by_one) {
  constexpr uint32_t kBlocks = 1000;
  BlockLedger other;
  ASSERT_EQ(other.Create(kBlocks, 4, FreeOrder::kStack), TL_OK);
  Start(kBlocks);
  Ids ids(kBlocks);
  for (BlockLedger* ledger : {&ledger_, &other}) {
    ASSERT_EQ(ledger->Take(kBlocks, ids.data()), TL_OK);
    for (const BlockId id : ids) {
      ASSERT_EQ(ledger->SetFill(id, 4), TL_OK);
      ASSERT_EQ(ledger->Register(id, (id + 1) * 0x9E3779B97F4A7C15u), TL_OK);
      ASSERT_EQ(ledger->Unref(id), TL_OK);
    }
  }
  std::vector<uint64_t> hashes;
  for (uint64_t i = 0; i < 700; ++i) hashes.push_back((i * 7 % kBlocks + 1) * 0x9E3779B97F4A7C15u);
  hashes.push_back(1);
  Ids one_by_one(700);
  for (size_t i = 0; i < 700; ++i) ASSERT_EQ(other.Lookup(hashes[i], &one_by_one[i]), TL_OK);
  BlockId none;
  ASSERT_EQ(other.Lookup(1, &none), TL_ENOTFOUND);
  Ids at_once(701);
  EXPECT_EQ(ledger_.LookupPrefix(hashes.data(), 701, at_once.data()), 700u);
  at_once.pop_back();
  EXPECT_EQ(at_once, one_by_one);
  EXPECT_EQ(Observe(ledger_), Observe(other));
  EXPECT_EQ(ledger_.counters(), other.counters());
}

}  // namespace
}  // namespace tlkv_test
