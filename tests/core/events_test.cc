// Every kind of event, with all its numbers, and what they make up when taken together.
#include "tlkv/events.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "support/event_machine.h"
#include "support/ledger_damage.h"
#include "support/random_call.h"
#include "tlkv/block_ledger.h"

namespace tlkv_test {
namespace {

using tlkv::BlockId;
using tlkv::BlockLedger;
using tlkv::Event;
using tlkv::EventKind;
using tlkv::FreeOrder;

using Events = std::vector<std::string>;

// "allocated 0: ref 1, fill 0; 3 free, 0 cached; needed 2", with what else is not 0.
std::string ToText(const Event& event) {
  std::ostringstream text;
  text << Name(event.kind);
  if (event.block != tlkv::kNoBlock) text << " " << event.block;
  text << ": ref " << event.ref << ", fill " << event.fill << "; " << event.free << " free, "
       << event.cached << " cached";
  if (event.needed != 0) text << "; needed " << event.needed;
  if (event.other != tlkv::kNoBlock) text << "; other " << event.other;
  if (event.tokens != 0) text << "; tokens " << event.tokens;
  if (event.hash != 0) text << "; hash " << event.hash;
  return text.str();
}

// A ledger of blocks of 2 tokens whose events are kept.
class EventsTest : public testing::Test {
 protected:
  void Start(uint32_t n_blocks) {
    ASSERT_EQ(ledger_.Create(n_blocks, 2, FreeOrder::kStack), TL_OK);
    ledger_.SetObserver({.on_event =
                             [](void* user, const Event& event) {
                               static_cast<Events*>(user)->push_back(ToText(event));
                             },
                         .user = &events_});
  }
  // The events since the last time.
  Events Take() { return std::exchange(events_, {}); }

  BlockId TakeBlock() {
    BlockId id = tlkv::kNoBlock;
    EXPECT_EQ(ledger_.Take(1, &id), TL_OK);
    return id;
  }
  void FillAndRegister(BlockId id, uint64_t hash) {
    ASSERT_EQ(ledger_.SetFill(id, 2), TL_OK);
    ASSERT_EQ(ledger_.Register(id, hash), TL_OK);
  }
  // A cached block.
  void Cache(uint64_t hash) {
    const BlockId id = TakeBlock();
    FillAndRegister(id, hash);
    ASSERT_EQ(ledger_.Unref(id), TL_OK);
  }

  BlockLedger ledger_;
  Events events_;
};

TEST_F(EventsTest, allocated_says_how_many_were_needed) {
  Start(3);
  BlockId ids[2];
  ASSERT_EQ(ledger_.Take(2, ids), TL_OK);
  EXPECT_EQ(Take(), (Events{"allocated 0: ref 1, fill 0; 3 free, 0 cached; needed 2",
                            "allocated 1: ref 1, fill 0; 3 free, 0 cached; needed 2"}));
  ASSERT_EQ(ledger_.Take(0, nullptr), TL_OK);
  EXPECT_EQ(ledger_.Take(2, ids), TL_EFULL);
  EXPECT_EQ(Take(), Events{});
}

// Needed 2, free 1, so the oldest of 3 cached was evicted.
TEST_F(EventsTest, evicted_says_why_and_which_name_is_lost) {
  Start(4);
  for (const uint64_t hash : {70u, 71u, 72u}) Cache(hash);
  Take();
  ASSERT_EQ(ledger_.free_count(), 1u);
  BlockId ids[2];
  ASSERT_EQ(ledger_.Take(2, ids), TL_OK);
  EXPECT_EQ(Take(), (Events{"allocated 3: ref 1, fill 0; 1 free, 3 cached; needed 2",
                            "evicted 0: ref 0, fill 0; 1 free, 3 cached; needed 2; hash 70",
                            "allocated 0: ref 1, fill 0; 1 free, 3 cached; needed 2"}));
}

TEST_F(EventsTest, referenced_and_revived_say_what_a_look_up_found) {
  Start(2);
  Cache(70);
  Take();
  BlockId id;
  ASSERT_EQ(ledger_.Lookup(70, &id), TL_OK);
  EXPECT_EQ(Take(), Events{"revived 0: ref 1, fill 2; 1 free, 1 cached; tokens 2; hash 70"});
  ASSERT_EQ(ledger_.Lookup(70, &id), TL_OK);
  EXPECT_EQ(Take(), Events{"referenced 0: ref 2, fill 2; 1 free, 0 cached; tokens 2; hash 70"});
  ASSERT_EQ(ledger_.Ref(0), TL_OK);
  ASSERT_EQ(ledger_.Acquire(0), TL_OK);
  EXPECT_EQ(Take(), (Events{"referenced 0: ref 3, fill 2; 1 free, 0 cached; hash 70",
                            "referenced 0: ref 4, fill 2; 1 free, 0 cached; hash 70"}));
  for (int i = 0; i < 4; ++i) ASSERT_EQ(ledger_.Unref(0), TL_OK);
  Take();
  ASSERT_EQ(ledger_.Acquire(0), TL_OK);
  EXPECT_EQ(Take(), Events{"revived 0: ref 1, fill 2; 1 free, 1 cached; hash 70"});
}

TEST_F(EventsTest, missed_names_no_block) {
  Start(2);
  BlockId id;
  ASSERT_EQ(ledger_.Lookup(70, &id), TL_ENOTFOUND);
  ASSERT_EQ(ledger_.Lookup(0, &id), TL_ENOTFOUND);
  ledger_.CountMiss(71);
  EXPECT_EQ(Take(), (Events{"missed: ref 0, fill 0; 2 free, 0 cached; hash 70",
                            "missed: ref 0, fill 0; 2 free, 0 cached",
                            "missed: ref 0, fill 0; 2 free, 0 cached; hash 71"}));
}

TEST_F(EventsTest, a_dropped_reference_releases_caches_or_frees) {
  Start(2);
  const BlockId named = TakeBlock();
  const BlockId bare = TakeBlock();
  FillAndRegister(named, 70);
  ASSERT_EQ(ledger_.Ref(named), TL_OK);
  ASSERT_EQ(ledger_.SetFill(bare, 1), TL_OK);
  Take();
  ASSERT_EQ(ledger_.Unref(named), TL_OK);
  EXPECT_EQ(Take(), Events{"released 0: ref 1, fill 2; 0 free, 0 cached; hash 70"});
  ASSERT_EQ(ledger_.Unref(named), TL_OK);
  EXPECT_EQ(Take(), Events{"cached 0: ref 0, fill 2; 0 free, 0 cached; hash 70"});
  ASSERT_EQ(ledger_.Unref(bare), TL_OK);
  EXPECT_EQ(Take(), Events{"freed 1: ref 0, fill 0; 0 free, 1 cached"});
}

TEST_F(EventsTest, filled_registered_and_duplicate) {
  Start(2);
  const BlockId first = TakeBlock();
  const BlockId second = TakeBlock();
  Take();
  ASSERT_EQ(ledger_.SetFill(first, 1), TL_OK);
  EXPECT_EQ(Take(), Events{"filled 0: ref 1, fill 1; 0 free, 0 cached"});
  FillAndRegister(first, 70);
  EXPECT_EQ(Take(), (Events{"filled 0: ref 1, fill 2; 0 free, 0 cached",
                            "registered 0: ref 1, fill 2; 0 free, 0 cached; hash 70"}));
  ASSERT_EQ(ledger_.Register(first, 70), TL_OK);
  EXPECT_EQ(Take(), Events{}) << "it had the name already";
  ASSERT_EQ(ledger_.SetFill(second, 2), TL_OK);
  Take();
  EXPECT_EQ(ledger_.Register(second, 70), TL_EBUSY);
  EXPECT_EQ(Take(), Events{"duplicate 1: ref 1, fill 2; 0 free, 0 cached; other 0; hash 70"});
}

TEST_F(EventsTest, unregistered_frees_a_cached_block) {
  Start(3);
  const BlockId used = TakeBlock();
  FillAndRegister(used, 70);
  Cache(71);
  Take();
  ASSERT_EQ(ledger_.Unregister(used), TL_OK);
  EXPECT_EQ(Take(), Events{"unregistered 0: ref 1, fill 2; 1 free, 1 cached; hash 70"});
  ASSERT_EQ(ledger_.Unregister(1), TL_OK);
  EXPECT_EQ(Take(), (Events{"unregistered 1: ref 0, fill 2; 1 free, 1 cached; hash 71",
                            "freed 1: ref 0, fill 0; 1 free, 1 cached"}));
}

TEST_F(EventsTest, copied_names_source_and_target) {
  Start(3);
  const BlockId id = TakeBlock();
  ASSERT_EQ(ledger_.SetFill(id, 1), TL_OK);
  ASSERT_EQ(ledger_.Ref(id), TL_OK);
  Take();
  BlockId copy;
  ASSERT_EQ(ledger_.CopyOnWrite(id, &copy), TL_OK);
  EXPECT_EQ(Take(), (Events{"allocated 1: ref 1, fill 0; 2 free, 0 cached; needed 1",
                            "copied 0: ref 1, fill 1; 2 free, 0 cached; needed 1; other 1; tokens "
                            "1"}));
  ASSERT_EQ(ledger_.CopyOnWrite(id, &copy), TL_OK);
  EXPECT_EQ(Take(), Events{}) << "its only holder writes in place";
}

TEST_F(EventsTest, imported_then_registered_or_duplicate) {
  Start(3);
  BlockId ids[3];
  ASSERT_EQ(ledger_.Take(3, ids), TL_OK);
  Take();
  ledger_.FillImported(0, 2, 70);
  ledger_.FillImported(1, 2, 70);
  ledger_.FillImported(2, 1, 0);
  EXPECT_EQ(Take(), (Events{"imported 0: ref 1, fill 2; 0 free, 0 cached; tokens 2; hash 70",
                            "registered 0: ref 1, fill 2; 0 free, 0 cached; hash 70",
                            "imported 1: ref 1, fill 2; 0 free, 0 cached; tokens 2; hash 70",
                            "duplicate 1: ref 1, fill 2; 0 free, 0 cached; other 0; hash 70",
                            "imported 2: ref 1, fill 1; 0 free, 0 cached; tokens 1"}));
}

TEST_F(EventsTest, references_to_many_are_told_when_all_of_them_can_be_counted) {
  Start(3);
  BlockId ids[3];
  ASSERT_EQ(ledger_.Take(3, ids), TL_OK);
  tlkv::LedgerDamage ledger(ledger_);
  const BlockId twice[] = {0, 2, 1, 2};
  Take();
  for (const uint32_t too_many : {UINT32_MAX, UINT32_MAX - 1}) {
    ledger.blocks[2].ref = too_many;
    EXPECT_EQ(ledger_.RefAll(twice, 4), TL_EINVAL);
    EXPECT_STREQ(tl_last_error(), "block 2 already has 4294967295 references");
    EXPECT_EQ(Take(), Events{});
    EXPECT_EQ(ledger_.RefCount(0), 1u);
    EXPECT_EQ(ledger_.RefCount(1), 1u);
    EXPECT_EQ(ledger_.RefCount(2), too_many);
  }
  ledger.blocks[2].ref = UINT32_MAX - 2;
  EXPECT_EQ(ledger_.RefAll(twice, 4), TL_OK);
  EXPECT_EQ(Take(), (Events{"referenced 0: ref 2, fill 0; 0 free, 0 cached",
                            "referenced 2: ref 4294967294, fill 0; 0 free, 0 cached",
                            "referenced 1: ref 2, fill 0; 0 free, 0 cached",
                            "referenced 2: ref 4294967295, fill 0; 0 free, 0 cached"}));
}

TEST_F(EventsTest, written_is_told_by_whoever_writes) {
  Start(2);
  const BlockId id = TakeBlock();
  Take();
  ledger_.TellWritten(id, 2);
  EXPECT_EQ(Take(), Events{"written 0: ref 1, fill 0; 1 free, 0 cached; tokens 2"});
  ledger_.SetObserver({});
  ledger_.TellWritten(id, 2);
  EXPECT_EQ(Take(), Events{}) << "nobody watches any more";
}

TEST(Events, names_are_words_and_all_different) {
  std::set<std::string> names;
  for (uint32_t kind = 0; kind <= static_cast<uint32_t>(EventKind::kWritten); ++kind) {
    const std::string name = Name(static_cast<EventKind>(kind));
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_NE(name, "unknown");
  }
  EXPECT_STREQ(Name(static_cast<EventKind>(999)), "unknown");
}

TEST(Events, taken_together_are_the_state_and_the_counters) {
  for (const FreeOrder order : {FreeOrder::kStack, FreeOrder::kFifo}) {
    for (uint64_t seed = 1; seed <= 100; ++seed) {
      std::mt19937_64 random(seed);
      BlockLedger ledger;
      ASSERT_EQ(ledger.Create(static_cast<uint32_t>(1 + seed % 9), 2, order), TL_OK);
      const EventMachine machine(&ledger);
      for (int step = 0; step < 200; ++step) {
        RandomCall(&ledger, &random);
        ASSERT_EQ(machine.state(), ObserveAll(ledger)) << "seed " << seed << ", step " << step;
        if (testing::Test::HasFailure()) FAIL() << "seed " << seed << ", step " << step;
      }
    }
  }
}

}  // namespace
}  // namespace tlkv_test
