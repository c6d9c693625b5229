// Whoever writes payload may say so; the ledger itself stays as it was.
#include <gtest/gtest.h>

#include <vector>

#include "tlkv/block_ledger.h"

namespace tlkv_test {
namespace {

TEST(WrittenEvent, tells_the_block_and_the_positions_and_changes_nothing) {
  tlkv::BlockLedger ledger;
  ASSERT_EQ(ledger.Create(2, 4, tlkv::FreeOrder::kStack), TL_OK);
  tlkv::BlockId id;
  ASSERT_EQ(ledger.Take(1, &id), TL_OK);
  ledger.TellWritten(id, 3);  // nobody is told

  std::vector<tlkv::Event> events;
  ledger.SetObserver({.on_operation = nullptr,
                      .on_event =
                          [](void* user, const tlkv::Event& event) {
                            static_cast<std::vector<tlkv::Event>*>(user)->push_back(event);
                          },
                      .user = &events});
  tlkv::LedgerSnapshot before;
  tlkv::LedgerSnapshot after;
  ASSERT_EQ(ledger.Snapshot(&before), TL_OK);
  ledger.TellWritten(id, 3);
  ASSERT_EQ(ledger.Snapshot(&after), TL_OK);
  EXPECT_TRUE(after.SameState(before));
  ASSERT_EQ(events.size(), 1u);
  EXPECT_STREQ(Name(events[0].kind), "written");
  EXPECT_EQ(events[0].block, id);
  EXPECT_EQ(events[0].tokens, 3u);
  EXPECT_EQ(events[0].ref, 1u);
  EXPECT_EQ(events[0].free, 1u);
}

}  // namespace
}  // namespace tlkv_test
