// The BlockManager: tables of block ids, first in first out.
#include "tlkv/block_manager.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "block_manager_model.h"
#include "support/counting_allocator.h"

namespace tlkv_test {
namespace {

using Ids = std::vector<uint32_t>;
using Free = std::deque<uint32_t>;
constexpr uint32_t kNone = tlkv::kNoBlock;

class TestManager : public tlkv::BlockManager {
 public:
  TestManager(uint32_t num_blocks, uint32_t block_size) {
    EXPECT_EQ(Create(num_blocks, block_size), TL_OK) << tl_last_error();
  }

  [[nodiscard]] Free free() const { return Observe(*this).free; }
  [[nodiscard]] Ids ref() const { return Observe(*this).ref; }
  [[nodiscard]] Ids table(uint64_t seq) const { return Observe(*this).tables.at(seq); }
  [[nodiscard]] uint64_t len(uint64_t seq) const { return Observe(*this).lens.at(seq); }

  SlotModel Append(uint64_t seq) {
    Slot slot = {};
    EXPECT_EQ(AppendSlot(seq, &slot), TL_OK) << tl_last_error();
    return {slot.block, slot.offset, slot.copy_from};
  }

  // A call that must be refused, leaving every structure and output as it was.
  template <class Call>
  void ExpectRefused(tl_status status, Call call) {
    const BlockManagerState before = Observe(*this);
    Slot slot = {77, 78, 79};
    tl_set_last_error("");
    EXPECT_EQ(call(slot), status);
    EXPECT_STRNE(tl_last_error(), "");
    EXPECT_EQ(Observe(*this), before);
    EXPECT_TRUE(slot.block == 77 && slot.offset == 78 && slot.copy_from == 79);
  }
};

TEST(BlockManager, starts_with_every_block_free_in_order) {
  const TestManager manager(4, 16);
  EXPECT_EQ(manager.free(), (Free{0, 1, 2, 3}));
  EXPECT_EQ(manager.ref(), (Ids{0, 0, 0, 0}));
  EXPECT_EQ(manager.sequences().size(), 0u);
}

TEST(BlockManager, needs_a_block_and_a_slot) {
  tlkv::BlockManager manager;
  EXPECT_EQ(manager.Create(0, 16), TL_EINVAL);
  EXPECT_EQ(manager.Create(4, 0), TL_EINVAL);
}

TEST(BlockManager, allocation_rounds_up_and_appends_at_the_boundary) {
  TestManager manager(8, 16);
  ASSERT_EQ(manager.Allocate(1, 40), TL_OK);
  EXPECT_EQ(manager.table(1), (Ids{0, 1, 2}));
  EXPECT_EQ(manager.ref(), (Ids{1, 1, 1, 0, 0, 0, 0, 0}));
  for (uint32_t i = 0; i < 8; ++i) {
    EXPECT_EQ(manager.Append(1), (SlotModel{2, 8 + i, kNone}));
  }
  EXPECT_EQ(manager.table(1), (Ids{0, 1, 2})) << "48 tokens still fit 3 blocks";
  EXPECT_EQ(manager.Append(1), (SlotModel{3, 0, kNone}));
  EXPECT_EQ(manager.table(1), (Ids{0, 1, 2, 3}));
  EXPECT_EQ(manager.free(), (Free{4, 5, 6, 7}));
  EXPECT_EQ(manager.len(1), 49u);
}

TEST(BlockManager, exactly_full_blocks_are_not_rounded_up) {
  TestManager manager(8, 16);
  ASSERT_EQ(manager.Allocate(1, 32), TL_OK);
  EXPECT_EQ(manager.table(1).size(), 2u);
  ASSERT_EQ(manager.Allocate(2, 33), TL_OK);
  EXPECT_EQ(manager.table(2).size(), 3u);
  ASSERT_EQ(manager.Allocate(3, 1), TL_OK);
  EXPECT_EQ(manager.table(3).size(), 1u);
}

TEST(BlockManager, fork_shares_blocks_instead_of_copying) {
  TestManager manager(8, 16);
  ASSERT_EQ(manager.Allocate(1, 40), TL_OK);
  ASSERT_EQ(manager.Fork(1, 2), TL_OK);
  EXPECT_EQ(manager.table(2), manager.table(1));
  EXPECT_EQ(manager.len(2), 40u);
  EXPECT_EQ(manager.ref(), (Ids{2, 2, 2, 0, 0, 0, 0, 0}));
  EXPECT_EQ(manager.free(), (Free{3, 4, 5, 6, 7}));
}

TEST(BlockManager, copies_on_write_when_the_last_block_is_shared) {
  TestManager manager(8, 4);
  ASSERT_EQ(manager.Allocate(1, 6), TL_OK);
  ASSERT_EQ(manager.Fork(1, 2), TL_OK);
  EXPECT_EQ(manager.Append(2), (SlotModel{2, 2, 1}));
  EXPECT_EQ(manager.table(1), (Ids{0, 1}));
  EXPECT_EQ(manager.table(2), (Ids{0, 2}));
  EXPECT_EQ(manager.ref(), (Ids{2, 1, 1, 0, 0, 0, 0, 0}));
  EXPECT_EQ(manager.len(1), 6u);
  EXPECT_EQ(manager.len(2), 7u);
  EXPECT_EQ(manager.Append(1), (SlotModel{1, 2, kNone})) << "the other is alone now";
  EXPECT_EQ(manager.Append(2), (SlotModel{2, 3, kNone}));
}

TEST(BlockManager, a_fork_at_a_full_block_takes_a_fresh_one) {
  TestManager manager(8, 4);
  ASSERT_EQ(manager.Allocate(1, 8), TL_OK);
  ASSERT_EQ(manager.Fork(1, 2), TL_OK);
  EXPECT_EQ(manager.Append(2), (SlotModel{2, 0, kNone}));
  EXPECT_EQ(manager.Append(1), (SlotModel{3, 0, kNone}));
  EXPECT_EQ(manager.table(1), (Ids{0, 1, 3}));
  EXPECT_EQ(manager.table(2), (Ids{0, 1, 2}));
  EXPECT_EQ(manager.ref(), (Ids{2, 2, 1, 1, 0, 0, 0, 0}));
}

TEST(BlockManager, exhaustion_leaves_everything_as_it_was) {
  TestManager manager(3, 4);
  ASSERT_EQ(manager.Allocate(1, 6), TL_OK);
  manager.ExpectRefused(TL_EFULL, [&](auto&) { return manager.Allocate(2, 5); });
  manager.ExpectRefused(TL_EFULL, [&](auto&) { return manager.Allocate(2, UINT64_MAX); });
  ASSERT_EQ(manager.Fork(1, 2), TL_OK);
  ASSERT_EQ(manager.Allocate(3, 4), TL_OK);
  ASSERT_EQ(manager.free(), Free{});
  manager.ExpectRefused(TL_EFULL, [&](auto& slot) { return manager.AppendSlot(3, &slot); });
  manager.ExpectRefused(TL_EFULL, [&](auto& slot) { return manager.AppendSlot(2, &slot); });
  EXPECT_NE(std::string(tl_last_error()).find("3"), std::string::npos) << tl_last_error();

  // What the refused calls asked for is to be had once a block is free.
  ASSERT_EQ(manager.FreeSeq(3), TL_OK);
  EXPECT_EQ(manager.Append(2), (SlotModel{2, 2, 1}));
}

TEST(BlockManager, a_freed_parent_leaves_the_shared_blocks_to_its_child) {
  TestManager manager(4, 4);
  ASSERT_EQ(manager.Allocate(1, 6), TL_OK);
  ASSERT_EQ(manager.Fork(1, 2), TL_OK);
  ASSERT_EQ(manager.FreeSeq(1), TL_OK);
  EXPECT_EQ(manager.table(2), (Ids{0, 1}));
  EXPECT_EQ(manager.ref(), (Ids{1, 1, 0, 0}));
  EXPECT_EQ(manager.free(), (Free{2, 3}));
  EXPECT_EQ(manager.Append(2), (SlotModel{1, 2, kNone}));
  ASSERT_EQ(manager.FreeSeq(2), TL_OK);
  EXPECT_EQ(manager.free(), (Free{2, 3, 1, 0})) << "from the last to the first, at the back";
}

TEST(BlockManager, free_is_first_in_first_out) {
  TestManager manager(4, 1);
  for (uint64_t seq = 0; seq < 4; ++seq) ASSERT_EQ(manager.Allocate(seq, 1), TL_OK);
  for (const uint64_t seq : {2u, 0u, 3u}) ASSERT_EQ(manager.FreeSeq(seq), TL_OK);
  EXPECT_EQ(manager.free(), (Free{2, 0, 3}));
  ASSERT_EQ(manager.Allocate(5, 2), TL_OK);
  EXPECT_EQ(manager.table(5), (Ids{2, 0}));
  ASSERT_EQ(manager.FreeSeq(1), TL_OK);
  EXPECT_EQ(manager.free(), (Free{3, 1}));
}

TEST(BlockManager, k11_appends_at_a_block_edge_and_to_empty_prompts) {
  TestManager manager(4, 4);
  ASSERT_EQ(manager.Allocate(1, 4), TL_OK);
  EXPECT_EQ(manager.free().size(), 3u);
  EXPECT_EQ(manager.Append(1), (SlotModel{1, 0, kNone}));
  EXPECT_EQ(manager.free().size(), 2u);
  ASSERT_EQ(manager.Allocate(2, 3), TL_OK);
  EXPECT_EQ(manager.free().size(), 1u);
  EXPECT_EQ(manager.Append(2), (SlotModel{2, 3, kNone}));
  EXPECT_EQ(manager.free().size(), 1u);
  ASSERT_EQ(manager.Allocate(3, 0), TL_OK);
  EXPECT_EQ(manager.table(3), Ids{});
  EXPECT_EQ(manager.free().size(), 1u);
  EXPECT_EQ(manager.Append(3), (SlotModel{3, 0, kNone}));
  EXPECT_EQ(manager.free().size(), 0u);
  manager.ExpectRefused(TL_EFULL, [&](auto& slot) { return manager.AppendSlot(2, &slot); });
  EXPECT_EQ(manager.len(1), 5u);
  EXPECT_EQ(manager.len(2), 4u);
  EXPECT_EQ(manager.len(3), 1u);
}

TEST(BlockManager, an_empty_sequence_can_be_forked_and_freed) {
  TestManager manager(2, 4);
  ASSERT_EQ(manager.Allocate(1, 0), TL_OK);
  ASSERT_EQ(manager.Fork(1, 2), TL_OK);
  EXPECT_EQ(manager.Append(2), (SlotModel{0, 0, kNone}));
  EXPECT_EQ(manager.table(1), Ids{});
  ASSERT_EQ(manager.FreeSeq(1), TL_OK);
  EXPECT_EQ(manager.free(), (Free{1}));
}

TEST(BlockManager, k13_parents_and_children_are_freed_in_any_order) {
  std::vector<uint64_t> order = {1, 2, 3};
  do {
    TestManager manager(8, 4);
    ASSERT_EQ(manager.Allocate(1, 6), TL_OK);
    ASSERT_EQ(manager.Fork(1, 2), TL_OK);
    ASSERT_EQ(manager.Fork(2, 3), TL_OK);
    EXPECT_EQ(manager.ref(), (Ids{3, 3, 0, 0, 0, 0, 0, 0}));
    EXPECT_EQ(manager.Append(2), (SlotModel{2, 2, 1}));
    EXPECT_EQ(manager.free().size(), 5u);
    manager.ExpectRefused(TL_EBUSY, [&](auto&) { return manager.Fork(1, 3); });
    manager.ExpectRefused(TL_EBUSY, [&](auto&) { return manager.Fork(1, 1); });
    manager.ExpectRefused(TL_EBUSY, [&](auto&) { return manager.Allocate(2, 1); });
    for (const uint64_t seq : order) ASSERT_EQ(manager.FreeSeq(seq), TL_OK);
    const Free free = manager.free();
    EXPECT_EQ(std::set<uint32_t>(free.begin(), free.end()).size(), 8u);
    EXPECT_EQ(free.size(), 8u);
    EXPECT_EQ(manager.ref(), Ids(8, 0));
    manager.ExpectRefused(TL_ENOTFOUND, [&](auto&) { return manager.FreeSeq(9); });
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(BlockManager, unknown_and_known_sequences_are_refused_with_their_number) {
  TestManager manager(4, 4);
  ASSERT_EQ(manager.Allocate(UINT64_MAX, 1), TL_OK);
  manager.ExpectRefused(TL_ENOTFOUND, [&](auto& slot) { return manager.AppendSlot(41, &slot); });
  EXPECT_NE(std::string(tl_last_error()).find("41"), std::string::npos);
  manager.ExpectRefused(TL_ENOTFOUND, [&](auto&) { return manager.Fork(42, 43); });
  EXPECT_NE(std::string(tl_last_error()).find("42"), std::string::npos);
  manager.ExpectRefused(TL_ENOTFOUND, [&](auto&) { return manager.FreeSeq(44); });
  EXPECT_NE(std::string(tl_last_error()).find("44"), std::string::npos);
  manager.ExpectRefused(TL_EBUSY, [&](auto&) { return manager.Allocate(UINT64_MAX, 1); });
  EXPECT_NE(std::string(tl_last_error()).find("18446744073709551615"), std::string::npos);
}

TEST(BlockManager, every_failing_allocation_changes_nothing) {
  CountingAllocator allocator;
  for (size_t i = 0;; ++i) {
    allocator.FailAfter(i);
    tlkv::BlockManager manager;
    const tl_status status = manager.Create(8, 4);
    allocator.FailAfter(CountingAllocator::kNever);
    if (status == TL_OK) break;
    EXPECT_EQ(status, TL_ENOMEM) << i;
    EXPECT_EQ(allocator.live(), 0u) << i;
  }
  // Every growth of a table, and of the table of tables.
  TestManager manager(200, 2);
  size_t refusals = 0;
  const auto until_it_works = [&](auto call) {
    for (size_t i = 0;; ++i) {
      const BlockManagerState before = Observe(manager);
      allocator.FailAfter(i);
      const tl_status status = call();
      allocator.FailAfter(CountingAllocator::kNever);
      if (status == TL_OK) return;
      ++refusals;
      ASSERT_EQ(status, TL_ENOMEM);
      ASSERT_EQ(Observe(manager), before);
    }
  };
  for (uint64_t seq = 0; seq < 20; ++seq) {
    until_it_works([&] { return manager.Allocate(2 * seq, 3); });
    until_it_works([&] { return manager.Fork(2 * seq, 2 * seq + 1); });
    for (int i = 0; i < 4; ++i) {
      tlkv::BlockManager::Slot slot = {};
      until_it_works([&] { return manager.AppendSlot(2 * seq + 1, &slot); });
    }
  }
  EXPECT_GT(refusals, 40u);
}

void RunSeed(uint64_t seed, int n_ops) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  const auto below = [&](uint64_t n) { return random() % n; };
  const auto num_blocks = static_cast<uint32_t>(1 + below(20));
  const auto block_size = static_cast<uint32_t>(1 + below(4));
  TestManager manager(num_blocks, block_size);
  BlockManagerModel model(num_blocks, block_size);
  const uint64_t n_seqs = 1 + below(12);
  for (int i = 0; i < n_ops && !testing::Test::HasFailure(); ++i) {
    const uint64_t seq = below(n_seqs);
    const uint64_t other = below(n_seqs);
    switch (below(6)) {
      case 0: {
        const uint64_t n = below(3 * block_size + 2);
        ASSERT_EQ(manager.Allocate(seq, n), model.Allocate(seq, n)) << i;
        break;
      }
      case 1:
        ASSERT_EQ(manager.Fork(seq, other), model.Fork(seq, other)) << i;
        break;
      case 2:
        ASSERT_EQ(manager.FreeSeq(seq), model.FreeSeq(seq)) << i;
        break;
      default: {
        tlkv::BlockManager::Slot slot = {77, 78, 79};
        SlotModel expected = {77, 78, 79};
        ASSERT_EQ(manager.AppendSlot(seq, &slot), model.AppendSlot(seq, &expected)) << i;
        ASSERT_EQ((SlotModel{slot.block, slot.offset, slot.copy_from}), expected) << i;
      }
    }
    ASSERT_EQ(Observe(manager), model.state) << i;
  }
}

TEST(BlockManager, random_operations_match_the_model) {
  for (uint64_t seed = 1; seed <= 100 && !HasFailure(); ++seed) RunSeed(seed, 300);
}

}  // namespace
}  // namespace tlkv_test
