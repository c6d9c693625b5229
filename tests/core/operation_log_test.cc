// What is recorded of a ledger's calls makes the same ledger again, whoever made the calls, and
// tells its observer the same.
#include "tlkv/operation_log.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "support/counting_allocator.h"
#include "support/envelope_builder.h"
#include "support/ledger_state.h"
#include "support/random_call.h"
#include "tlkv/block_manager.h"
#include "tlkv/kv_pool.h"

namespace tlkv_test {
namespace {

using tlkv::BlockId;
using tlkv::BlockLedger;
using tlkv::FreeOrder;
using tlkv::Operation;
using tlkv::OperationKind;
using tlkv::OperationLog;

// Everything that an observer is told, as numbers.
struct Told {
  std::vector<std::vector<uint64_t>> operations, events;

  bool operator==(const Told&) const = default;

  tlkv::Observer AsObserver() {
    return {.on_operation =
                [](void* user, const Operation& op) {
                  static_cast<Told*>(user)->operations.push_back(
                      {static_cast<uint64_t>(op.kind), op.block, op.n, op.hash});
                },
            .on_event =
                [](void* user, const tlkv::Event& e) {
                  static_cast<Told*>(user)->events.push_back(
                      {static_cast<uint64_t>(e.kind), e.block, e.other, e.ref, e.fill, e.free,
                       e.cached, e.needed, e.tokens, e.hash});
                },
            .user = this};
  }
};

// Told and the log at once.
struct Recording {
  Told told;
  OperationLog log;

  tlkv::Observer AsObserver() {
    return {.on_operation =
                [](void* user, const Operation& op) {
                  auto* self = static_cast<Recording*>(user);
                  self->told.AsObserver().on_operation(&self->told, op);
                  self->log.AsObserver().on_operation(&self->log, op);
                },
            .on_event =
                [](void* user, const tlkv::Event& event) {
                  auto* self = static_cast<Recording*>(user);
                  self->told.AsObserver().on_event(&self->told, event);
                },
            .user = this};
  }
};

// A new ledger after the recorded calls is the recorded one, and was told the same.
void ExpectReplays(const BlockLedger& ledger, const Recording& recording) {
  ASSERT_TRUE(recording.log.complete());
  BlockLedger again;
  ASSERT_EQ(again.Create(ledger.n_blocks(), ledger.block_tokens(), ledger.free_order()), TL_OK);
  Told told;
  again.SetObserver(told.AsObserver());
  const auto& operations = recording.log.operations();
  ASSERT_EQ(tlkv::Replay(operations.data(), operations.size(), &again), TL_OK) << tl_last_error();
  ASSERT_EQ(ObserveAll(again), ObserveAll(ledger));
  ASSERT_EQ(told, recording.told);
  tlkv::LedgerSnapshot a, b;
  ASSERT_EQ(again.Snapshot(&a), TL_OK);
  ASSERT_EQ(ledger.Snapshot(&b), TL_OK);
  ASSERT_TRUE(a.SameState(b));
}

TEST(OperationLog, replays_random_calls_on_a_ledger) {
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    BlockLedger ledger;
    ASSERT_EQ(ledger.Create(static_cast<uint32_t>(1 + seed % 7), 2,
                            seed % 2 == 0 ? FreeOrder::kStack : FreeOrder::kFifo),
              TL_OK);
    Recording recording;
    ledger.SetObserver(recording.AsObserver());
    for (int step = 0; step < 150; ++step) RandomCall(&ledger, &random);
    ExpectReplays(ledger, recording);
    if (HasFatalFailure()) return;
  }
}

TEST(OperationLog, replays_a_pool_with_imports_and_copies) {
  for (uint64_t seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    tlkv::KvPool pool;
    ASSERT_EQ(pool.Create({5, 2, 1, 1, 2, TL_F16, TL_KV_FORMAT_V1}), TL_OK);
    Recording recording;
    pool.ledger().SetObserver(recording.AsObserver());
    for (int step = 0; step < 150; ++step) {
      BlockId ids[2];
      tl_status status = TL_OK;
      switch (random() % 4) {
        case 0: {
          const Bytes bytes = EnvelopeBuilder::Worked(random() % 3, 2).Build();
          const auto names = random() % 2 == 0 ? tlkv::ImportNames::kRegister  //
                                               : tlkv::ImportNames::kLeaveBare;
          status = pool.Import(bytes.data(), bytes.size(), names, ids);
          break;
        }
        case 1:
          status = pool.CopyOnWrite(static_cast<BlockId>(random() % 5), ids);
          break;
        default:
          RandomCall(&pool.ledger(), &random);
      }
      (void)status;
    }
    ExpectReplays(pool.ledger(), recording);
    if (HasFatalFailure()) return;
  }
}

TEST(OperationLog, replays_a_block_manager) {
  for (uint64_t seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    tlkv::BlockManager manager;
    ASSERT_EQ(manager.Create(9, 4), TL_OK);
    Recording recording;
    manager.SetObserver(recording.AsObserver());
    for (int step = 0; step < 150; ++step) {
      const uint64_t seq = random() % 5;
      tlkv::BlockManager::Slot slot;
      tl_status status = TL_OK;
      switch (random() % 4) {
        case 0:
          status = manager.Allocate(seq, random() % 12);
          break;
        case 1:
          status = manager.AppendSlot(seq, &slot);
          break;
        case 2:
          status = manager.Fork(seq, random() % 5);
          break;
        default:
          status = manager.FreeSeq(seq);
      }
      (void)status;
    }
    EXPECT_GT(recording.told.events.size(), 50u);
    ExpectReplays(manager.ledger(), recording);
    if (HasFatalFailure()) return;
  }
}

// A refused call is not recorded, and one that has nothing to do neither.
TEST(OperationLog, holds_what_changed_something_and_nothing_else) {
  BlockLedger ledger;
  ASSERT_EQ(ledger.Create(2, 2, FreeOrder::kStack), TL_OK);
  OperationLog log;
  ledger.SetObserver(log.AsObserver());
  BlockId ids[2];
  ASSERT_EQ(ledger.Take(0, ids), TL_OK);
  ASSERT_EQ(ledger.Take(3, ids), TL_EFULL);
  ASSERT_EQ(ledger.Ref(0), TL_EINVAL);
  ASSERT_EQ(ledger.Unref(2), TL_EINVAL);
  ASSERT_EQ(ledger.Unregister(0), TL_EINVAL);
  EXPECT_TRUE(log.operations().empty());
  ASSERT_EQ(ledger.Take(1, ids), TL_OK);
  ASSERT_EQ(ledger.CopyOnWrite(0, ids), TL_OK);
  ASSERT_EQ(ledger.SetFill(0, 3), TL_EINVAL);
  ASSERT_EQ(ledger.SetFill(0, 2), TL_OK);
  ASSERT_EQ(ledger.Register(0, 0), TL_EINVAL);
  ASSERT_EQ(ledger.Register(0, 7), TL_OK);
  ASSERT_EQ(ledger.Register(0, 7), TL_OK);
  EXPECT_EQ(log.operations().size(), 3u);
}

TEST(OperationLog, that_cannot_grow_is_incomplete_and_disturbs_nobody) {
  CountingAllocator allocator;
  BlockLedger ledger;
  ASSERT_EQ(ledger.Create(2, 2, FreeOrder::kStack), TL_OK);
  OperationLog log;
  ledger.SetObserver(log.AsObserver());
  tl_set_last_error("the reason of before");
  allocator.FailAfter(1);
  BlockId id;
  for (int i = 0; i < 8; ++i) EXPECT_EQ(ledger.Lookup(7, &id), TL_ENOTFOUND);
  EXPECT_TRUE(log.complete());
  EXPECT_EQ(log.operations().size(), 8u);
  EXPECT_EQ(ledger.Lookup(7, &id), TL_ENOTFOUND);
  EXPECT_FALSE(log.complete());
  EXPECT_EQ(ledger.counters().misses, 9u);
  EXPECT_STREQ(tl_last_error(), "the reason of before") << "a miss leaves the slot alone";
  // There is memory again, but a gap in the log.
  EXPECT_EQ(ledger.Lookup(7, &id), TL_ENOTFOUND);
  EXPECT_FALSE(log.complete());
  EXPECT_EQ(log.operations().size(), 8u);
}

TEST(OperationLog, replay_needs_memory_for_the_ids_that_take_writes) {
  CountingAllocator allocator;
  BlockLedger ledger;
  ASSERT_EQ(ledger.Create(4, 2, FreeOrder::kStack), TL_OK);
  const Operation take{.kind = OperationKind::kTake, .n = 3};
  allocator.FailAfter(0);
  EXPECT_EQ(tlkv::Replay(&take, 1, &ledger), TL_ENOMEM);
  EXPECT_STREQ(tl_last_error(), "operation 0: the allocator has no 12 bytes");
  EXPECT_EQ(ledger.free_count(), 4u);
  EXPECT_EQ(tlkv::Replay(&take, 1, &ledger), TL_OK);
  EXPECT_EQ(ledger.free_count(), 1u);
}

// Whatever stands in a log, replaying it leaves a sound ledger: as it was before the operation that
// was refused, if one was.
TEST(OperationLog, a_doctored_one_does_no_harm) {
  size_t refused = 0;
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    BlockLedger ledger;
    ASSERT_EQ(ledger.Create(4, 2, FreeOrder::kStack), TL_OK);
    OperationLog log;
    ledger.SetObserver(log.AsObserver());
    for (int step = 0; step < 60; ++step) RandomCall(&ledger, &random);
    std::vector<Operation> operations = ToVector(log.operations());
    Operation& doctored = operations[random() % operations.size()];
    switch (random() % 4) {
      case 0:
        doctored.kind = static_cast<OperationKind>(random() % 14);
        break;
      case 1:
        doctored.block = static_cast<BlockId>(random() % 6);
        break;
      case 2:
        doctored.n = random() % 8 == 0 ? UINT32_MAX : static_cast<uint32_t>(random() % 5);
        break;
      default:
        doctored.hash = random() % 9;
    }
    BlockLedger again;
    ASSERT_EQ(again.Create(4, 2, FreeOrder::kStack), TL_OK);
    for (size_t i = 0; i < operations.size(); ++i) {
      const LedgerState before = ObserveAll(again);
      if (tlkv::Replay(&operations[i], 1, &again) == TL_OK) continue;
      ++refused;
      ASSERT_EQ(ObserveAll(again), before) << "operation " << i;
      BlockLedger whole;
      ASSERT_EQ(whole.Create(4, 2, FreeOrder::kStack), TL_OK);
      ASSERT_EQ(tlkv::Replay(operations.data(), operations.size(), &whole), TL_EINVAL);
      const std::string number = "operation " + std::to_string(i) + ": ";
      ASSERT_EQ(std::string(tl_last_error()).find(number), 0u) << tl_last_error();
      ASSERT_EQ(ObserveAll(whole), before);
      break;
    }
    ASSERT_EQ(Violations(again), "");
  }
  EXPECT_GT(refused, 100u);
}

TEST(LedgerSnapshot, same_state_looks_at_everything) {
  BlockLedger ledger;
  ASSERT_EQ(ledger.Create(4, 2, FreeOrder::kStack), TL_OK);
  BlockId ids[3];
  ASSERT_EQ(ledger.Take(3, ids), TL_OK);
  ASSERT_EQ(ledger.SetFill(0, 2), TL_OK);
  ASSERT_EQ(ledger.Register(0, 7), TL_OK);
  ASSERT_EQ(ledger.Unref(0), TL_OK);
  const auto take = [&] {
    tlkv::LedgerSnapshot s;
    EXPECT_EQ(ledger.Snapshot(&s), TL_OK);
    return s;
  };
  const tlkv::LedgerSnapshot s = take();
  tlkv::LedgerSnapshot same = take();
  same.counters.misses = 5;
  EXPECT_TRUE(s.SameState(same)) << "a refused call may count a miss";
  const auto differs = [&](auto change) {
    tlkv::LedgerSnapshot other = take();
    change(other);
    EXPECT_FALSE(s.SameState(other));
    EXPECT_FALSE(other.SameState(s));
  };
  differs([](auto& o) { o.n_blocks = 5; });
  differs([](auto& o) { o.block_tokens = 3; });
  differs([](auto& o) { o.counters.evictions = 1; });
  differs([](auto& o) { o.ref[1] = 2; });
  differs([](auto& o) { o.fill[1] = 1; });
  differs([](auto& o) { o.hash[0] = 8; });
  differs([](auto& o) { o.free[0] = 2; });
  differs([](auto& o) { o.free.Pop(); });
  differs([](auto& o) { o.lru[0] = 1; });
  differs([](auto& o) { o.lru.Pop(); });
}

}  // namespace
}  // namespace tlkv_test
