// Sequences at their edges: nothing, exactly a block, forks in every order of ending, copies, cuts,
// and cases from the field (k09, k11, k13, k17).
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "support/test_sequences.h"

namespace tlkv_test {
namespace {

using tlkv::kNoBlock;

TEST(SequencesEdges, a_sequence_of_nothing) {
  TestSequences t(2, 4);
  ASSERT_EQ(t.Open(1, {}), TL_OK);
  EXPECT_EQ(t.plan.hit_blocks + t.plan.new_blocks, 0u);
  ASSERT_EQ(t.sequences.Fork(1, 2), TL_OK);
  ASSERT_EQ(t.sequences.Truncate(1, 0), TL_OK);
  ASSERT_EQ(t.Append(1, {}), TL_OK);
  EXPECT_EQ(t.copy.target, kNoBlock);
  EXPECT_EQ(t.stats(), "2/0/0/0");
  EXPECT_EQ(t.ledger->counters().misses, 0u);
  ASSERT_EQ(t.Append(2, {9}), TL_OK);
  EXPECT_TRUE(t.Blocks(1).empty());
  EXPECT_EQ(t.Blocks(2), Ids{0});
  ASSERT_EQ(t.sequences.Close(1), TL_OK);
  ASSERT_EQ(t.sequences.Close(2), TL_OK);
  EXPECT_EQ(t.stats(), "2/0/0/0");
}

TEST(SequencesEdges, what_was_copied_need_not_be_asked) {
  TestSequences t(3, 4);
  ASSERT_EQ(t.Open(1, {1, 2}), TL_OK);
  ASSERT_EQ(t.sequences.Fork(1, 2), TL_OK);
  const uint32_t token = 3;
  EXPECT_EQ(t.sequences.Append(2, &token, 1, nullptr), TL_OK);
  EXPECT_EQ(t.Blocks(2), Ids{1}) << "a copy";
}

TEST(SequencesEdges, are_not_made_anew_while_some_are_open) {
  TestSequences t(2, 4, false, TestSequences::Over::kPool);
  ASSERT_EQ(t.Open(1, {1}), TL_OK);
  EXPECT_EQ(t.sequences.Create(&t.pool, true), TL_EBUSY);
  EXPECT_EQ(t.Blocks(1), Ids{0});
  ASSERT_EQ(t.sequences.Close(1), TL_OK);
  EXPECT_EQ(t.sequences.Create(&t.pool, true), TL_OK);
}

TEST(SequencesEdges, exactly_a_block_and_one_more) {
  TestSequences t(4, 4);
  ASSERT_EQ(t.Open(1, Upward(1, 4)), TL_OK);
  EXPECT_EQ(t.Blocks(1).size(), 1u);
  EXPECT_NE(t.ledger->Hash(0), 0u);
  ASSERT_EQ(t.sequences.Fork(1, 2), TL_OK);
  ASSERT_EQ(t.Append(2, {5}), TL_OK);
  EXPECT_EQ(t.copy.target, kNoBlock) << "a full block is not written to";
  EXPECT_EQ(t.Blocks(2), (Ids{0, 1}));
  ASSERT_EQ(t.Append(2, Upward(6, 3)), TL_OK);
  EXPECT_EQ(t.Blocks(2), (Ids{0, 1}));
  EXPECT_NE(t.ledger->Hash(1), 0u);
}

TEST(SequencesEdges, of_one_token_a_block) {
  TestSequences t(3, 1);
  ASSERT_EQ(t.Open(1, {1, 2, 3}), TL_OK);
  ASSERT_EQ(t.Append(1, {4}), TL_EFULL);
  ASSERT_EQ(t.sequences.Close(1), TL_OK);
  ASSERT_EQ(t.Open(2, {1, 2, 3}), TL_OK);
  EXPECT_EQ(t.plan.hit_blocks, 2u);
  EXPECT_EQ(t.stats(), "0/3/0/1");
}

TEST(SequencesEdges, a_copy_in_a_full_ledger_is_refused_or_evicts) {
  TestSequences t(2, 4);
  ASSERT_EQ(t.Open(1, Upward(1, 3)), TL_OK);
  ASSERT_EQ(t.Open(2, Upward(11, 4)), TL_OK);
  ASSERT_EQ(t.sequences.Fork(1, 3), TL_OK);
  EXPECT_EQ(t.Append(3, {9}), TL_EFULL);
  EXPECT_STREQ(tl_last_error(), "1 more tokens need 1 blocks, but only 0 can be taken");
  ASSERT_EQ(t.sequences.Close(2), TL_OK);
  ASSERT_EQ(t.Append(3, {9}), TL_OK);
  EXPECT_EQ(t.copy.source, 0u);
  EXPECT_EQ(t.copy.target, 1u);
  EXPECT_EQ(t.copy.tokens, 3u);
  EXPECT_EQ(t.stats(), "0/2/0/1");
}

TEST(SequencesEdges, cut_to_nothing_to_itself_and_to_a_block_edge) {
  TestSequences t(4, 4);
  ASSERT_EQ(t.Open(1, Upward(1, 10)), TL_OK);
  const SequencesState whole = Observe(t.sequences);
  ASSERT_EQ(t.sequences.Truncate(1, 10), TL_OK);
  EXPECT_EQ(Observe(t.sequences), whole);
  ASSERT_EQ(t.sequences.Truncate(1, 8), TL_OK);
  EXPECT_EQ(t.stats(), "2/2/0/0") << "the tail had no name";
  EXPECT_NE(t.ledger->Hash(1), 0u) << "a block that is kept whole keeps its name";
  ASSERT_EQ(t.sequences.Truncate(1, 4), TL_OK);
  EXPECT_EQ(t.stats(), "2/1/1/0");
  ASSERT_EQ(t.sequences.Truncate(1, 0), TL_OK);
  EXPECT_EQ(t.stats(), "2/0/2/0");
  EXPECT_EQ(t.ledger->Oldest(), 1u) << "the tail is evicted first";
}

// A block shared with a longer sequence: a cut leaves it, and what is written next is a copy.
TEST(SequencesEdges, cut_into_a_shared_registered_block) {
  TestSequences t(4, 4);
  ASSERT_EQ(t.Open(1, Upward(1, 4)), TL_OK);
  ASSERT_EQ(t.sequences.Fork(1, 2), TL_OK);
  ASSERT_EQ(t.sequences.Truncate(2, 3), TL_OK);
  EXPECT_NE(t.ledger->Hash(0), 0u);
  EXPECT_EQ(t.ledger->Fill(0), 4u);
  ASSERT_EQ(t.Append(2, {4}), TL_OK);
  EXPECT_EQ(t.copy.tokens, 3u);
  EXPECT_EQ(t.ledger->Hash(1), 0u) << "the same prefix again: a duplicate, private";
  EXPECT_EQ(t.ledger->counters().duplicates, 1u);
  EXPECT_EQ(t.ledger->Fill(1), 4u);
  // Two forks cut into one block without name: each goes its own way.
  ASSERT_EQ(t.sequences.Fork(2, 3), TL_OK);
  ASSERT_EQ(t.sequences.Truncate(2, 1), TL_OK);
  ASSERT_EQ(t.sequences.Truncate(3, 2), TL_OK);
  ASSERT_EQ(t.Append(3, {77}), TL_OK);
  EXPECT_EQ(t.copy.source, 1u);
  EXPECT_EQ(t.copy.tokens, 2u);
  ASSERT_EQ(t.Append(2, {88}), TL_OK);
  EXPECT_EQ(t.copy.target, kNoBlock);
  EXPECT_EQ(t.ledger->Fill(1), 2u);
  EXPECT_EQ(t.sequences.Token(*t.sequences.table().Find(3), 1), 2u);
  EXPECT_EQ(t.sequences.Token(*t.sequences.table().Find(2), 1), 88u);
}

// The slots of a sequence whose tail is longer in the ledger end with its own length.
TEST(SequencesEdges, a_cut_sequence_shows_its_own_length) {
  TestSequences t(4, 4, false, TestSequences::Over::kPool);
  ASSERT_EQ(t.Open(1, Upward(1, 4)), TL_OK);
  std::fill_n(t.pool.Payload(0), t.pool.block_bytes(), uint8_t{0x3C});
  ASSERT_EQ(t.sequences.Fork(1, 2), TL_OK);
  ASSERT_EQ(t.sequences.Truncate(2, 1), TL_OK);
  const uint64_t seqs[] = {2, 1};
  const uint64_t from[] = {0, 4};
  int32_t slots[4] = {-7, -7, -7, -7};
  size_t written = 0;
  ASSERT_EQ(t.sequences.SlotMapping(seqs, from, 2, slots, 4, &written), TL_OK);
  EXPECT_EQ(written, 1u);
  EXPECT_EQ(slots[0], 0);
  EXPECT_EQ(slots[1], -7);
  const Bytes envelope = t.Export(2);
  EXPECT_EQ(envelope[28 + 8], 1) << "n_tokens of its only record";
  EXPECT_EQ(std::count(envelope.begin() + 40, envelope.end() - 4, 0x3C), 8) << "K and V of one";
}

TEST(SequencesEdges, what_is_left_goes_when_the_object_goes) {
  tlkv::BlockLedger ledger;
  ASSERT_EQ(ledger.Create(4, 2, tlkv::FreeOrder::kStack), TL_OK);
  {
    tlkv::Sequences first;
    ASSERT_EQ(first.Create(&ledger, false), TL_OK);
    const Tokens tokens = Upward(1, 5);
    ASSERT_EQ(first.Open(1, tokens.data(), 5, {}, nullptr), TL_OK);
    ASSERT_EQ(first.Fork(1, 2), TL_OK);
    const tlkv::Sequences moved(static_cast<tlkv::Sequences&&>(first));
    EXPECT_EQ(moved.table().size(), 2u);
    EXPECT_EQ(first.table().size(), 0u);
  }
  EXPECT_EQ(ledger.used_count(), 0u);
  EXPECT_EQ(ledger.cached_count(), 2u);
  EXPECT_EQ(ledger.Oldest(), 1u) << "from the tail";
}

// Hits are held before anything is taken: the sentence "needs 2, 1 is free, so the oldest of 1".
TEST(SequencesEdges, open_is_told_in_order) {
  std::vector<std::string> told;  // until the sequences are gone
  TestSequences t(3, 2);
  ASSERT_EQ(t.Open(1, {1, 2, 3, 4}), TL_OK);
  ASSERT_EQ(t.sequences.Close(1), TL_OK);
  t.ledger->SetObserver({.on_event =
                             [](void* user, const tlkv::Event& e) {
                               static_cast<std::vector<std::string>*>(user)->push_back(
                                   std::string(Name(e.kind)) + " " + std::to_string(e.free) + " " +
                                   std::to_string(e.cached) + " " + std::to_string(e.needed));
                             },
                         .user = &told});
  ASSERT_EQ(t.Open(2, {1, 2, 9, 9, 9}), TL_OK);
  EXPECT_EQ(told, (std::vector<std::string>{"revived 1 2 0", "missed 1 1 0", "allocated 1 1 2",
                                            "evicted 1 1 2", "allocated 1 1 2", "filled 0 0 0",
                                            "registered 0 0 0", "filled 0 0 0"}));
}

// -- Cases from the field -----------------------------------------------------------------------

TEST(SequencesCases, k09_a_finished_sequence_loses_its_tail_first) {
  TestSequences t(3, 2);
  ASSERT_EQ(t.Open(1, Upward(1, 6)), TL_OK);
  ASSERT_EQ(t.sequences.Close(1), TL_OK);
  ASSERT_EQ(t.Open(2, {50}), TL_OK);
  ASSERT_EQ(t.CanOpen(Upward(1, 6), {.may_reuse_all = true}), TL_OK);
  EXPECT_EQ(t.plan.hit_blocks, 2u);
}

TEST(SequencesCases, k11_a_new_block_is_due_when_the_last_is_full_not_before) {
  TestSequences t(4, 4);
  ASSERT_EQ(t.Open(1, Upward(1, 4)), TL_OK);
  EXPECT_EQ(t.ledger->free_count(), 3u);
  ASSERT_EQ(t.Append(1, {5}), TL_OK);
  EXPECT_EQ(t.ledger->free_count(), 2u);
  ASSERT_EQ(t.Open(2, Upward(11, 3)), TL_OK);
  EXPECT_EQ(t.ledger->free_count(), 1u);
  ASSERT_EQ(t.Append(2, {14}), TL_OK);
  EXPECT_EQ(t.ledger->free_count(), 1u);
  ASSERT_EQ(t.Open(3, {}), TL_OK);
  EXPECT_EQ(t.ledger->free_count(), 1u);
  ASSERT_EQ(t.Append(3, {20}), TL_OK);
  EXPECT_EQ(t.ledger->free_count(), 0u);
  EXPECT_EQ(t.Append(2, {15}), TL_EFULL);
  EXPECT_EQ(t.sequences.table().Find(2)->length, 4u);
}

TEST(SequencesCases, k13_forks_end_in_any_order) {
  std::vector<uint64_t> order = {1, 2, 3};
  do {
    TestSequences t(8, 4);
    ASSERT_EQ(t.Open(1, Upward(1, 6)), TL_OK);
    ASSERT_EQ(t.sequences.Fork(1, 2), TL_OK);
    ASSERT_EQ(t.sequences.Fork(2, 3), TL_OK);
    EXPECT_EQ(t.ledger->RefCount(0), 3u);
    EXPECT_EQ(t.ledger->RefCount(1), 3u);
    ASSERT_EQ(t.Append(2, {7}), TL_OK);
    EXPECT_EQ(t.ledger->free_count(), 5u);
    for (const uint64_t seq : order) ASSERT_EQ(t.sequences.Close(seq), TL_OK);
    EXPECT_EQ(t.stats(), "7/0/1/0");
    EXPECT_EQ(t.sequences.Close(9), TL_ENOTFOUND);
    EXPECT_EQ(Observe(t.sequences).ledger.ref, Ids(8, 0));
  } while (std::next_permutation(order.begin(), order.end()));
}

// Six requests of a production trace: lengths, and the trace's numbers of their blocks of 512.
TEST(SequencesCases, k17_six_production_requests) {
  struct Request {
    uint32_t tokens, first_block, last_block;  // behind block 0, which all share
    uint32_t hits, fresh;
    uint64_t evictions;
    uint32_t free, cached;
    uint64_t last_hash;
  };
  const Request requests[] = {
      {6758, 1, 13, 0, 14, 0, 19, 13, 0x3F42700EFADC7C0F},
      {7322, 14, 27, 1, 14, 0, 6, 26, 0x24B3506EFBE3CBD3},
      {7236, 28, 41, 1, 14, 8, 1, 31, 0x9CB2FA9B15D9FB25},
      {2290, 42, 45, 1, 4, 11, 1, 31, 0xFB073310C4F38963},
      {6760, 46, 58, 1, 13, 23, 1, 31, 0x77AE2D6EAD92A979},
      {4834, 59, 67, 1, 9, 31, 1, 31, 0xB95382FAEA2158E7},
  };
  TestSequences t(32, 512);
  for (const Request& request : requests) {
    SCOPED_TRACE(request.tokens);
    Tokens tokens = Upward(1, 512);
    for (uint32_t block = request.first_block; block <= request.last_block; ++block) {
      tokens = Join(tokens, Upward(block * 512 + 1, 512));
    }
    tokens.resize(request.tokens);
    ASSERT_EQ(t.Open(1, tokens), TL_OK) << tl_last_error();
    EXPECT_EQ(t.plan.hit_blocks, request.hits);
    EXPECT_EQ(t.plan.new_blocks, request.fresh);
    const tlkv::Sequences::Sequence& sequence = *t.sequences.table().Find(1);
    EXPECT_EQ(sequence.hashes[0], 0x405D33F31188296Fu);
    EXPECT_EQ(sequence.hashes.back(), request.last_hash);
    ASSERT_EQ(t.sequences.Close(1), TL_OK);
    EXPECT_EQ(t.ledger->counters().evictions, request.evictions);
    EXPECT_EQ(t.ledger->free_count(), request.free);
    EXPECT_EQ(t.ledger->cached_count(), request.cached);
  }
  EXPECT_EQ(t.ledger->counters().hit_tokens, 5u * 512);
}

}  // namespace
}  // namespace tlkv_test
