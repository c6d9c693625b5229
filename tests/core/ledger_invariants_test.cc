// Everything that CheckInvariants can report, provoked: no check is dead. And the walk of Usage.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>

#include "support/counting_allocator.h"
#include "support/ledger_damage.h"
#include "support/pool_state.h"
#include "support/random_call.h"
#include "tlkv/block_ledger.h"

namespace tlkv_test {
namespace {

using tlkv::BlockId;
using tlkv::BlockLedger;
using tlkv::FreeOrder;
using tlkv::kNoBlock;
using tlkv::LedgerDamage;

enum Id : BlockId { kPartial, kNamed, kOldest, kMiddle, kNewest, kFirstFree, kSecondFree, kBad };

// A sound ledger of 7 blocks of 2 tokens: 2 used, 3 cached, 2 free.
void Prepare(BlockLedger* ledger) {
  ASSERT_EQ(ledger->Create(kBad, 2, FreeOrder::kStack), TL_OK);
  BlockId ids[5];
  ASSERT_EQ(ledger->Take(5, ids), TL_OK);
  ASSERT_EQ(ledger->SetFill(kPartial, 1), TL_OK);
  for (const BlockId id : {kNamed, kOldest, kMiddle, kNewest}) {
    ASSERT_EQ(ledger->SetFill(id, 2), TL_OK);
    ASSERT_EQ(ledger->Register(id, 0xA0 + id), TL_OK);
  }
  for (const BlockId id : {kOldest, kMiddle, kNewest}) ASSERT_EQ(ledger->Unref(id), TL_OK);
  ASSERT_EQ(Violations(*ledger), "");
}

// What is reported once `damage` is done to it.
template <class Damage>
std::string After(Damage damage) {
  BlockLedger ledger;
  Prepare(&ledger);
  damage(LedgerDamage(ledger));
  return Violations(ledger);
}

TEST(CheckInvariants, a_free_list_with_a_block_that_there_is_not) {
  EXPECT_EQ(After([](LedgerDamage d) { d.free[kFirstFree] = kBad; }),
            "a list holds block 7 of 7\n"
            "block 5 is free but stands elsewhere\n");
}

TEST(CheckInvariants, a_block_twice_in_the_free_list) {
  EXPECT_EQ(After([](LedgerDamage d) { d.free[kFirstFree] = kSecondFree; }),
            "block 6 stands in a list twice\n"
            "block 5 is free but stands elsewhere\n");
}

TEST(CheckInvariants, a_used_block_in_the_free_list) {
  EXPECT_EQ(After([](LedgerDamage d) { d.free[kFirstFree] = kPartial; }),
            "block 0 is used but stands elsewhere\n"
            "block 5 is free but stands elsewhere\n");
}

TEST(CheckInvariants, a_free_list_longer_than_its_ring) {
  EXPECT_EQ(After([](LedgerDamage d) { d.free_count = 8; }),
            "the free list has 8 blocks from place 5 on, in a ring of 7\n"
            "block 5 is free but stands elsewhere\n"
            "block 6 is free but stands elsewhere\n"
            "4294967292 blocks are used, but at most 5 ever were\n");
}

TEST(CheckInvariants, a_free_list_that_begins_outside_its_ring) {
  EXPECT_EQ(After([](LedgerDamage d) { d.free_head = 7; }),
            "the free list has 2 blocks from place 7 on, in a ring of 7\n"
            "block 5 is free but stands elsewhere\n"
            "block 6 is free but stands elsewhere\n");
}

TEST(CheckInvariants, an_lru_list_that_leads_nowhere) {
  EXPECT_EQ(After([](LedgerDamage d) { d.blocks[kOldest].newer = kBad; }),
            "the LRU list is broken\n"
            "block 3 is cached but stands elsewhere\n"
            "block 4 is cached but stands elsewhere\n");
}

TEST(CheckInvariants, an_lru_list_that_goes_around) {
  const std::string all = After([](LedgerDamage d) { d.blocks[kNewest].newer = kOldest; });
  EXPECT_EQ(all.find("the LRU list is torn before block 2\nblock 2 stands in a list twice\n"), 0u)
      << all;
  EXPECT_NE(all.find("the LRU list is broken\n"), std::string::npos) << all;
}

TEST(CheckInvariants, an_lru_list_torn_backwards) {
  EXPECT_EQ(After([](LedgerDamage d) { d.blocks[kMiddle].older = kNoBlock; }),
            "the LRU list is torn before block 3\n");
}

TEST(CheckInvariants, an_lru_list_that_ends_elsewhere) {
  EXPECT_EQ(After([](LedgerDamage d) { d.newest = kMiddle; }),
            "the LRU list does not end at its newest block\n");
}

TEST(CheckInvariants, a_wrong_count_of_cached_blocks) {
  EXPECT_EQ(After([](LedgerDamage d) { d.cached_count = 4; }),
            "cached count 4 but 3 in the LRU list\n");
}

TEST(CheckInvariants, a_block_of_another_state_than_its_place) {
  EXPECT_EQ(After([](LedgerDamage d) { d.blocks[kMiddle].ref = 1; }),
            "block 3 is used but stands elsewhere\n");
  EXPECT_EQ(After([](LedgerDamage d) { d.blocks[kNamed].ref = 0; }),
            "block 1 is cached but stands elsewhere\n");
}

TEST(CheckInvariants, fills_that_cannot_be) {
  EXPECT_EQ(After([](LedgerDamage d) { d.blocks[kPartial].fill = 3; }),
            "block 0 has fill 3 of 2\n");
  EXPECT_EQ(After([](LedgerDamage d) { d.blocks[kFirstFree].fill = 1; }),
            "free block 5 has fill 1\n");
  EXPECT_EQ(After([](LedgerDamage d) { d.blocks[kNamed].fill = 1; }),
            "registered block 1 is not full\n");
}

TEST(CheckInvariants, a_hash_that_leads_elsewhere) {
  EXPECT_EQ(After([](LedgerDamage d) { d.blocks[kNamed].hash = 0xA2; }),
            "hash 0x00000000000000A2 of block 1 does not lead to it\n");
}

TEST(CheckInvariants, registrations_that_were_not) {
  EXPECT_EQ(After([](LedgerDamage d) { d.blocks[kPartial].registration = 1; }),
            "block 0 has registration 1 of 4\n");
  EXPECT_EQ(After([](LedgerDamage d) { d.blocks[kNamed].registration = 0; }),
            "block 1 has registration 0 of 4\n");
  EXPECT_EQ(After([](LedgerDamage d) { d.blocks[kNamed].registration = 5; }),
            "block 1 has registration 5 of 4\n");
}

TEST(CheckInvariants, a_prefix_index_of_other_blocks) {
  EXPECT_EQ(After([](LedgerDamage d) { d.index.Erase(0xA0 + kNamed, kNamed); }),
            "the prefix index has 3 entries for 4 registered blocks\n"
            "hash 0x00000000000000A1 of block 1 does not lead to it\n");
  EXPECT_EQ(After([](LedgerDamage d) { d.index.Insert(0xA0, kBad); }),
            "the prefix index leads to block 7 of 7\n"
            "the prefix index has 5 entries for 4 registered blocks\n");
}

TEST(CheckInvariants, a_high_water_mark_below_the_water) {
  EXPECT_EQ(After([](LedgerDamage d) { d.counters.peak_used = 1; }),
            "2 blocks are used, but at most 1 ever were\n");
}

TEST(CheckInvariants, and_snapshot_say_when_there_is_no_memory) {
  CountingAllocator allocator;
  BlockLedger ledger;
  Prepare(&ledger);
  tlkv::LedgerSnapshot snapshot;
  ASSERT_EQ(ledger.Snapshot(&snapshot), TL_OK);
  ASSERT_EQ(ledger.Unref(kPartial), TL_OK);
  const auto unexpected = [](void*, const char* violation) { ADD_FAILURE() << violation; };
  allocator.FailAfter(0);
  EXPECT_EQ(ledger.CheckInvariants(unexpected, nullptr), TL_ENOMEM);
  for (size_t n = 0; n < 5; ++n) {
    allocator.FailAfter(n);
    EXPECT_EQ(ledger.Snapshot(&snapshot), TL_ENOMEM) << "allocation " << n;
    EXPECT_EQ(snapshot.ref[kPartial], 1u) << "the older one stays";
    EXPECT_EQ(snapshot.free.size(), 2u);
  }
  ASSERT_EQ(ledger.Snapshot(&snapshot), TL_OK);
  EXPECT_EQ(snapshot.ref[kPartial], 0u);
  EXPECT_EQ(snapshot.free.size(), 3u);
}

TEST(Usage, counts_the_tokens_and_slots_of_used_blocks) {
  BlockLedger ledger;
  Prepare(&ledger);
  EXPECT_EQ(ledger.Usage().tokens_held, 3u);
  EXPECT_EQ(ledger.Usage().slots_reserved, 4u);
  ASSERT_EQ(ledger.Ref(kPartial), TL_OK);
  EXPECT_EQ(ledger.Usage().tokens_held, 3u) << "a shared block is held once";
  BlockId id;
  ASSERT_EQ(ledger.Lookup(0xA0 + kOldest, &id), TL_OK);
  EXPECT_EQ(ledger.Usage().tokens_held, 5u);
  EXPECT_EQ(ledger.Usage().slots_reserved, 6u);
  ASSERT_EQ(ledger.Unref(kNamed), TL_OK);
  EXPECT_EQ(ledger.Usage().slots_reserved, 4u);
  EXPECT_EQ(BlockLedger().Usage().slots_reserved, 0u);
}

TEST(Usage, matches_the_fills_after_random_calls) {
  std::mt19937_64 random(7);
  BlockLedger ledger;
  ASSERT_EQ(ledger.Create(9, 3, FreeOrder::kFifo), TL_OK);
  for (int step = 0; step < 2000; ++step) {
    RandomCall(&ledger, &random);
    uint64_t tokens = 0;
    for (BlockId id = 0; id < 9; ++id) tokens += ledger.RefCount(id) != 0 ? ledger.Fill(id) : 0;
    ASSERT_EQ(ledger.Usage().tokens_held, tokens) << step;
    ASSERT_EQ(ledger.Usage().slots_reserved, 3u * ledger.used_count()) << step;
  }
}

}  // namespace
}  // namespace tlkv_test
