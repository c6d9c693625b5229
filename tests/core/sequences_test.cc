// Sequences: what opening, appending, forking, cutting and closing do to the ledger below.
#include "tlkv/sequences.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "support/checksums.h"
#include "support/test_sequences.h"
#include "tlkv/block_hash.h"
#include "tlkv/salt.h"

namespace tlkv_test {
namespace {

using tlkv::Admission;
using tlkv::BlockCopy;
using tlkv::BlockId;
using tlkv::BlockLedger;
using tlkv::BlockState;
using tlkv::FreeOrder;
using tlkv::KvPool;
using tlkv::OpenOptions;
using tlkv::Sequences;
// Sequences over a ledger of blocks of 4 tokens.
class SequencesTest : public testing::Test {
 protected:
  void Start(uint32_t n_blocks, bool check_tokens = false) {
    ASSERT_EQ(ledger_.Create(n_blocks, 4, FreeOrder::kStack), TL_OK);
    ASSERT_EQ(sequences_.Create(&ledger_, check_tokens), TL_OK);
  }
  tl_status Open(uint64_t seq, const Tokens& tokens, OpenOptions options = {}) {
    return sequences_.Open(seq, tokens.data(), tokens.size(), options, &plan_);
  }
  tl_status Append(uint64_t seq, const Tokens& tokens) {
    return sequences_.Append(seq, tokens.data(), tokens.size(), &copy_);
  }
  std::vector<BlockId> Blocks(uint64_t seq) const {
    const auto& blocks = sequences_.table().Find(seq)->blocks;
    return {blocks.begin(), blocks.end()};
  }
  void ExpectCounts(uint32_t free, uint32_t used, uint32_t cached) const {
    EXPECT_EQ(ledger_.free_count(), free);
    EXPECT_EQ(ledger_.used_count(), used);
    EXPECT_EQ(ledger_.cached_count(), cached);
  }

  BlockLedger ledger_;
  Sequences sequences_;
  Admission plan_;
  BlockCopy copy_;
};

TEST_F(SequencesTest, OpenNamesFullBlocksByTheChain) {
  Start(4);
  ASSERT_EQ(Open(1, Upward(1, 9)), TL_OK);
  EXPECT_EQ(Blocks(1), (std::vector<BlockId>{0, 1, 2}));
  const uint64_t h0 = ReferenceBlockHash(0, Upward(1, 4));
  EXPECT_EQ(ledger_.Hash(0), h0);
  EXPECT_EQ(ledger_.Hash(1), ReferenceBlockHash(h0, Upward(5, 4)));
  EXPECT_EQ(ledger_.Hash(2), 0u);
  EXPECT_EQ(ledger_.Fill(2), 1u);
  EXPECT_EQ(ledger_.counters().misses, 1u);
}

TEST_F(SequencesTest, AnySplitIntoAppendsGivesTheSameNames) {
  Start(8);
  ASSERT_EQ(Open(1, {}), TL_OK);
  uint32_t at = 1;
  for (const uint32_t n : {3u, 0u, 1u, 6u, 1u, 4u}) {
    ASSERT_EQ(Append(1, Upward(at, n)), TL_OK);
    at += n;
  }
  ASSERT_EQ(sequences_.table().Find(1)->length, 15u);
  uint64_t parent = 0;
  for (uint32_t i = 0; i < 3; ++i) {
    parent = ReferenceBlockHash(parent, Upward(1 + 4 * i, 4));
    EXPECT_EQ(ledger_.Hash(Blocks(1)[i]), parent);
  }
  EXPECT_EQ(sequences_.Token(*sequences_.table().Find(1), 14), 15u);
}

TEST_F(SequencesTest, ReusesWhatIsThereButLeavesOneTokenToCompute) {
  Start(6);
  ASSERT_EQ(Open(1, Upward(1, 8)), TL_OK);
  ASSERT_EQ(Open(2, Upward(1, 8)), TL_OK);
  EXPECT_EQ(plan_.cached_tokens, 4u);
  EXPECT_EQ(Blocks(2), (std::vector<BlockId>{0, 2}));
  EXPECT_EQ(ledger_.Hash(2), 0u) << "its hash is held by block 1: private";
  ASSERT_EQ(Open(3, Upward(1, 8), {.may_reuse_all = true}), TL_OK);
  EXPECT_EQ(plan_.cached_tokens, 8u);
  EXPECT_EQ(Blocks(3), (std::vector<BlockId>{0, 1}));
  ASSERT_EQ(Open(4, Upward(1, 9)), TL_OK);
  EXPECT_EQ(plan_.cached_tokens, 8u);
  EXPECT_EQ(ledger_.RefCount(0), 4u);
  EXPECT_EQ(ledger_.counters().hits, 5u);
  EXPECT_EQ(ledger_.counters().hit_tokens, 20u);
}

TEST_F(SequencesTest, AdmissionCountsThatAHeldHitIsNoLongerEvictable) {
  Start(4);
  ASSERT_EQ(Open(9, {1000}), TL_OK);
  ASSERT_EQ(Open(1, Upward(1, 12)), TL_OK);
  ASSERT_EQ(sequences_.Close(1), TL_OK);
  ExpectCounts(0, 1, 3);
  // 2 hits are revived, so 1 block can be taken, and 2 are needed.
  Admission plan;
  const Tokens tokens = {1, 2, 3, 4, 5, 6, 7, 8, 90, 91, 92, 93, 94};
  ASSERT_EQ(sequences_.CanOpen(tokens.data(), tokens.size(), {}, &plan), TL_OK);
  EXPECT_EQ(plan.hit_blocks, 2u);
  EXPECT_EQ(plan.revived_blocks, 2u);
  EXPECT_EQ(plan.new_blocks, 2u);
  EXPECT_EQ(plan.available, 1u);
  EXPECT_EQ(plan.cached_tokens, 8u);
  EXPECT_FALSE(plan.fits());
  EXPECT_EQ(Open(2, tokens), TL_EFULL);
  EXPECT_STREQ(tl_last_error(),
               "13 tokens, 8 of them cached, need 2 more blocks, but only 1 can be taken");
  ExpectCounts(0, 1, 3);
  EXPECT_EQ(ledger_.counters().evictions, 0u);
  EXPECT_EQ(sequences_.table().Find(2), nullptr);
  ASSERT_EQ(Open(2, Tokens(tokens.begin(), tokens.begin() + 12)), TL_OK);
  ExpectCounts(0, 4, 0);
}

TEST_F(SequencesTest, AForkIsCopiedByWhoeverWritesFirst) {
  Start(4);
  ASSERT_EQ(Open(1, Upward(1, 6)), TL_OK);
  ASSERT_EQ(sequences_.Fork(1, 2), TL_OK);
  ExpectCounts(2, 2, 0);
  ASSERT_EQ(Append(2, {70}), TL_OK);
  EXPECT_EQ(copy_.source, 1u);
  EXPECT_EQ(copy_.target, 2u);
  EXPECT_EQ(copy_.tokens, 2u);
  ASSERT_EQ(Append(1, {80}), TL_OK);
  EXPECT_EQ(copy_.target, tlkv::kNoBlock);
  EXPECT_EQ(sequences_.Token(*sequences_.table().Find(1), 6), 80u);
  EXPECT_EQ(sequences_.Token(*sequences_.table().Find(2), 5), 6u);
  EXPECT_EQ(sequences_.Token(*sequences_.table().Find(2), 6), 70u);
}

TEST_F(SequencesTest, CloseReleasesTheTailFirst) {
  Start(3);
  ASSERT_EQ(Open(1, Upward(1, 12)), TL_OK);
  ASSERT_EQ(sequences_.Close(1), TL_OK);
  EXPECT_EQ(ledger_.Oldest(), 2u);
  EXPECT_EQ(ledger_.Newest(), 0u);
}

TEST_F(SequencesTest, TruncateTakesTheNameFromASoleHoldersBlock) {
  Start(4);
  ASSERT_EQ(Open(1, Upward(1, 11)), TL_OK);
  ASSERT_EQ(sequences_.Truncate(1, 6), TL_OK);
  EXPECT_EQ(Blocks(1).size(), 2u);
  EXPECT_EQ(ledger_.Hash(1), 0u);
  EXPECT_EQ(ledger_.Fill(1), 2u);
  ASSERT_EQ(Append(1, {7, 8}), TL_OK);
  EXPECT_EQ(ledger_.Hash(1), ReferenceBlockHash(ledger_.Hash(0), Upward(5, 4)));
  EXPECT_EQ(sequences_.Truncate(1, 9), TL_EINVAL);
  ASSERT_EQ(sequences_.Truncate(1, 0), TL_OK);
  ExpectCounts(2, 0, 2);
}

TEST_F(SequencesTest, TruncateLeavesASharedBlockToTheOthers) {
  Start(4);
  ASSERT_EQ(Open(1, Upward(1, 8)), TL_OK);
  ASSERT_EQ(sequences_.Fork(1, 2), TL_OK);
  ASSERT_EQ(sequences_.Truncate(2, 6), TL_OK);
  EXPECT_NE(ledger_.Hash(1), 0u);
  ASSERT_EQ(Append(2, {70}), TL_OK);
  EXPECT_EQ(copy_.source, 1u);
  EXPECT_EQ(copy_.tokens, 2u);
  EXPECT_EQ(ledger_.Fill(copy_.target), 3u);
  EXPECT_EQ(sequences_.Token(*sequences_.table().Find(1), 7), 8u);
  // Where the others are gone by then, the block is cut in place.
  ASSERT_EQ(sequences_.Fork(1, 3), TL_OK);
  ASSERT_EQ(sequences_.Truncate(3, 5), TL_OK);
  ASSERT_EQ(sequences_.Close(1), TL_OK);
  ASSERT_EQ(Append(3, {90}), TL_OK);
  EXPECT_EQ(copy_.target, tlkv::kNoBlock);
  EXPECT_EQ(ledger_.Hash(1), 0u);
  EXPECT_EQ(ledger_.Fill(1), 2u);
}

TEST_F(SequencesTest, GivesKernelsTheirNumbers) {
  Start(8);
  ASSERT_EQ(Open(1, Upward(1, 6)), TL_OK);
  ASSERT_EQ(Open(2, Upward(50, 3)), TL_OK);
  const uint64_t seqs[] = {2, 1};
  std::vector<int32_t> tables(6, 99);
  ASSERT_EQ(sequences_.BlockTables(seqs, 2, 3, tables.data()), TL_OK);
  EXPECT_EQ(tables, (std::vector<int32_t>{2, -1, -1, 0, 1, -1}));
  EXPECT_EQ(sequences_.BlockTables(seqs, 2, 1, tables.data()), TL_EINVAL);
  const uint64_t from[] = {1, 3};
  std::vector<int32_t> slots(8, 99);
  size_t written = 0;
  ASSERT_EQ(sequences_.SlotMapping(seqs, from, 2, slots.data(), 8, &written), TL_OK);
  slots.resize(written);
  EXPECT_EQ(slots, (std::vector<int32_t>{9, 10, 3, 4, 5}));
  EXPECT_EQ(sequences_.SlotMapping(seqs, from, 2, slots.data(), 4, &written), TL_EFULL);
  EXPECT_EQ(written, 5u);
  std::vector<int32_t> lengths(2);
  ASSERT_EQ(sequences_.Lengths(seqs, 2, lengths.data()), TL_OK);
  EXPECT_EQ(lengths, (std::vector<int32_t>{3, 6}));
}

TEST(SequencesOverAPool, CopiesBytesAndTravelsAsAnEnvelope) {
  const tl_kv_cfg cfg = {6, 2, 1, 1, 2, TL_F16, TL_KV_FORMAT_V1};
  KvPool from, to;
  ASSERT_EQ(from.Create(cfg), TL_OK);
  ASSERT_EQ(to.Create(cfg), TL_OK);
  Sequences a, b;
  ASSERT_EQ(a.Create(&from, true), TL_OK);
  ASSERT_EQ(b.Create(&to, true), TL_OK);
  const Tokens tokens = {1, 2, 3};
  ASSERT_EQ(a.Open(1, tokens.data(), 3, {}, nullptr), TL_OK);
  for (BlockId id = 0; id < 2; ++id) std::memset(from.Payload(id), static_cast<int>(id + 1), 16);
  ASSERT_EQ(a.Fork(1, 2), TL_OK);
  BlockCopy copy;
  const uint32_t four = 4;
  ASSERT_EQ(a.Append(2, &four, 1, &copy), TL_OK);
  EXPECT_EQ(from.Payload(copy.target)[0], 2);

  size_t bytes = 0;
  EXPECT_EQ(a.Export(1, nullptr, 0, &bytes), TL_EFULL);
  std::vector<uint8_t> envelope(bytes);
  ASSERT_EQ(a.Export(1, envelope.data(), bytes, &bytes), TL_OK);
  const Tokens wrong = {1, 9, 3};
  EXPECT_EQ(b.Import(7, envelope.data(), bytes, wrong.data(), 3, 0, tlkv::ImportNames::kRegister),
            TL_EINVAL);
  EXPECT_EQ(to.ledger().free_count(), 6u);
  ASSERT_EQ(b.Import(7, envelope.data(), bytes, tokens.data(), 3, 0, tlkv::ImportNames::kRegister),
            TL_OK);
  std::vector<uint8_t> again(bytes);
  ASSERT_EQ(b.Export(7, again.data(), bytes, &bytes), TL_OK);
  EXPECT_EQ(again, envelope);
  Admission plan;
  ASSERT_EQ(b.Open(8, tokens.data(), 3, {}, &plan), TL_OK);
  EXPECT_EQ(plan.cached_tokens, 2u);
}

TEST_F(SequencesTest, WithoutCheckingBelieveANameThatSomebodyElseGave) {
  for (const bool check_tokens : {false, true}) {
    Start(4, check_tokens);
    const Tokens tokens = Upward(1, 5);
    BlockId named;
    ASSERT_EQ(ledger_.Take(1, &named), TL_OK);
    ASSERT_EQ(ledger_.SetFill(named, 4), TL_OK);
    ASSERT_EQ(ledger_.Register(named, tlkv::BlockHash(0, tokens.data(), 4)), TL_OK);

    ASSERT_EQ(Open(1, tokens), TL_OK);
    EXPECT_EQ(plan_.cached_tokens, check_tokens ? 0u : 4u);
    EXPECT_EQ(ledger_.RefCount(named), check_tokens ? 1u : 2u);
    for (uint32_t i = 0; i < 5; ++i) {
      EXPECT_EQ(sequences_.Token(*sequences_.table().Find(1), i), i + 1);
    }
    ASSERT_EQ(sequences_.Close(1), TL_OK);
  }
}

TEST_F(SequencesTest, StayOnTheirLedgerWhileOneIsOpen) {
  Start(2);
  BlockLedger other;
  ASSERT_EQ(other.Create(4, 4, FreeOrder::kStack), TL_OK);
  ASSERT_EQ(Open(1, {1, 2}), TL_OK);
  EXPECT_EQ(sequences_.Create(&other, false), TL_EBUSY);
  EXPECT_STREQ(tl_last_error(), "1 sequences are open");
  EXPECT_EQ(&sequences_.ledger(), &ledger_);
  ASSERT_EQ(sequences_.Close(1), TL_OK);
  EXPECT_EQ(sequences_.Create(&other, false), TL_OK);
  EXPECT_EQ(&sequences_.ledger(), &other);
}

}  // namespace
}  // namespace tlkv_test
