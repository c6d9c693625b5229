// Replay says which operation did not go as recorded, and why.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tlkv/operation_log.h"

namespace tlkv_test {
namespace {

using tlkv::BlockLedger;
using tlkv::FreeOrder;
using tlkv::Operation;
using tlkv::OperationKind;

// The status of replaying the operations on a new ledger of 2 blocks of 4 tokens.
tl_status Replay(const std::vector<Operation>& operations) {
  BlockLedger ledger;
  EXPECT_EQ(ledger.Create(2, 4, FreeOrder::kStack), TL_OK);
  tl_set_last_error("an older reason");
  return tlkv::Replay(operations.data(), operations.size(), &ledger);
}

constexpr Operation kTakeOne{.kind = OperationKind::kTake, .n = 1};

TEST(Replay, names_a_look_up_that_misses) {
  EXPECT_EQ(Replay({kTakeOne, {.kind = OperationKind::kLookup, .hash = 0xAB}}), TL_EINVAL);
  EXPECT_STREQ(tl_last_error(), "operation 1: no block is registered under 0x00000000000000AB");
}

TEST(Replay, names_a_copy_of_a_block_with_one_holder) {
  EXPECT_EQ(Replay({kTakeOne, {.kind = OperationKind::kCopyOnWrite, .block = 0}}), TL_EINVAL);
  EXPECT_STREQ(tl_last_error(), "operation 1: block 0 is not what it was");
}

TEST(Replay, names_what_is_taken_beyond_what_there_is) {
  EXPECT_EQ(Replay({kTakeOne, {.kind = OperationKind::kTake, .n = 2}}), TL_EINVAL);
  EXPECT_STREQ(tl_last_error(),
               "operation 1: needs 2 blocks, but of 2 only 1 are free and 0 cached");
}

TEST(Replay, names_blocks_that_cannot_be_filled_or_registered) {
  const std::vector<Operation> kBad = {
      {.kind = OperationKind::kFillImported, .block = 0, .n = 5},  // above block_tokens
      {.kind = OperationKind::kFillImported, .block = 1, .n = 1},  // free
      {.kind = OperationKind::kFillImported, .block = 2, .n = 1},  // not there
      {.kind = OperationKind::kRegister, .block = 0, .hash = 7},   // not full
      {.kind = OperationKind::kRegister, .block = 1, .hash = 7},   // free
      {.kind = OperationKind::kRef, .block = 1},
      {.kind = OperationKind::kUnref, .block = 2},
      {.kind = OperationKind::kAcquire, .block = 1},
      {.kind = OperationKind::kSetFill, .block = 0, .n = 5},
      {.kind = OperationKind::kUnregister, .block = 0},
  };
  for (size_t i = 0; i < kBad.size(); ++i) {
    EXPECT_EQ(Replay({kTakeOne, kBad[i]}), TL_EINVAL) << i;
    EXPECT_EQ(std::string(tl_last_error()).find("operation 1: "), 0u) << tl_last_error();
    EXPECT_NE(std::string(tl_last_error()).find("block "), std::string::npos) << tl_last_error();
  }
  EXPECT_EQ(Replay({kTakeOne, kTakeOne}), TL_OK);
}

}  // namespace
}  // namespace tlkv_test
