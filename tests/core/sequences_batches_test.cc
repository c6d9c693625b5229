// AppendEach is what calls of Append are, one after the other, where all of them go; where one does
// not, nothing happens.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "support/choices.h"
#include "support/counting_allocator.h"
#include "support/test_sequences.h"

namespace tlkv_test {
namespace {

using tlkv::BlockCopy;
using Seqs = std::vector<uint64_t>;

struct Copies {
  std::vector<BlockCopy> list;
  bool operator==(const Copies& other) const {
    bool same = list.size() == other.list.size();
    for (size_t i = 0; same && i < list.size(); ++i) {
      same = list[i].source == other.list[i].source && list[i].target == other.list[i].target &&
             list[i].tokens == other.list[i].tokens;
    }
    return same;
  }
};

tl_status AppendEach(TestSequences& t, const Seqs& seqs, const Tokens& tokens, Copies* copies) {
  std::vector<BlockCopy> list(seqs.size());
  uint32_t n = 77;
  const tl_status status = t.sequences.AppendEach(
      seqs.data(), tokens.data(), static_cast<uint32_t>(seqs.size()), list.data(), &n);
  if (status != TL_OK) {
    EXPECT_EQ(n, 77u);
    for (const BlockCopy& copy : list) EXPECT_EQ(copy.target, tlkv::kNoBlock);
    return status;
  }
  list.resize(n);
  copies->list = list;
  return TL_OK;
}

// Sequences 1, 2 and 3 share a full and a partial block, 4 ends with a full one; 2 blocks are left.
void Prepare(TestSequences& t) {
  ASSERT_EQ(t.Open(1, {1, 2, 3}), TL_OK);
  ASSERT_EQ(t.sequences.Fork(1, 2), TL_OK);
  ASSERT_EQ(t.sequences.Fork(1, 3), TL_OK);
  ASSERT_EQ(t.Open(4, {7, 8}), TL_OK);
}

TEST(SequencesBatches, copies_for_all_holders_of_a_tail_but_the_last) {
  TestSequences t(6, 2);
  Prepare(t);
  const uint32_t tail = t.Blocks(1).back();
  Copies copies;
  ASSERT_EQ(AppendEach(t, {1, 2, 3, 4}, {4, 5, 6, 9}, &copies), TL_OK);
  ASSERT_EQ(copies.list.size(), 2u);
  EXPECT_EQ(copies.list[1].source, tail);
  EXPECT_EQ(copies.list[1].target, t.Blocks(2).back());
  EXPECT_EQ(t.Blocks(3).back(), tail);
  EXPECT_EQ(t.stats(), "0/6/0/0");
}

TEST(SequencesBatches, take_the_name_of_a_block_that_was_cut_while_others_held_it) {
  TestSequences one(6, 4), each(6, 4);
  for (TestSequences* t : {&one, &each}) {
    ASSERT_EQ(t->Open(1, {1, 2, 3, 4}), TL_OK);
    ASSERT_EQ(t->sequences.Fork(1, 2), TL_OK);
    ASSERT_EQ(t->sequences.Truncate(1, 2), TL_OK);
    ASSERT_EQ(t->sequences.Close(2), TL_OK);
    ASSERT_NE(t->sequences.ledger().Hash(t->Blocks(1).back()), 0u);
  }
  Copies copies;
  ASSERT_EQ(AppendEach(each, {1}, {9}, &copies), TL_OK);
  EXPECT_EQ(each.sequences.ledger().Hash(each.Blocks(1).back()), 0u);
  EXPECT_EQ(each.sequences.ledger().Fill(each.Blocks(1).back()), 3u);
  ASSERT_EQ(one.Append(1, {9}), TL_OK);
  EXPECT_EQ(Observe(each.sequences), Observe(one.sequences));
}

TEST(SequencesBatches, refused_where_one_could_not_be_appended) {
  TestSequences t(5, 2);
  Prepare(t);
  const SequencesState before = Observe(t.sequences);
  Copies copies;
  EXPECT_EQ(AppendEach(t, {1, 2, 3, 4}, {4, 5, 6, 9}, &copies), TL_EFULL);
  EXPECT_STREQ(tl_last_error(),
               "one more token for each of 4 sequences needs 3 blocks, but only 2 can be taken");
  EXPECT_EQ(AppendEach(t, {4, 1, 4}, {4, 5, 6}, &copies), TL_EINVAL);
  EXPECT_STREQ(tl_last_error(), "sequence 4 is given twice");
  EXPECT_EQ(AppendEach(t, {1, 9}, {4, 5}, &copies), TL_ENOTFOUND);
  EXPECT_EQ(Observe(t.sequences), before);
  EXPECT_EQ(AppendEach(t, {1, 2, 3}, {4, 5, 6}, &copies), TL_OK);
}

TEST(SequencesBatches, nothing_changes_when_any_allocation_fails) {
  CountingAllocator allocator;
  TestSequences t(6, 2);
  Prepare(t);
  const SequencesState before = Observe(t.sequences);
  size_t failures = 0;
  for (;; ++failures) {
    Copies copies;
    allocator.FailAfter(failures);
    const tl_status status = AppendEach(t, {4, 1, 2}, {4, 5, 6}, &copies);
    allocator.FailAfter(CountingAllocator::kNever);
    if (status == TL_OK) break;
    ASSERT_EQ(status, TL_ENOMEM);
    ASSERT_EQ(Observe(t.sequences), before);
  }
  EXPECT_GE(failures, 1u);
}

TEST(SequencesBatches, are_calls_of_append_whenever_all_go) {
  RandomChoices choices(20251129);
  int went = 0, refused = 0;
  for (int round = 0; round < 500; ++round) {
    const uint32_t n_blocks = 3 + choices.Below(5);
    TestSequences one(n_blocks, 3), each(n_blocks, 3);
    Tokens prompt;
    for (uint32_t i = choices.Below(8); i > 0; --i) prompt.push_back(choices.Below(3));
    Seqs seqs = {0};
    for (TestSequences* t : {&one, &each}) ASSERT_EQ(t->Open(0, prompt), TL_OK);
    const uint64_t last = choices.Below(5);
    for (uint64_t id = 1; id <= last; ++id) {
      const uint64_t parent = choices.Below(static_cast<uint32_t>(id));
      const uint64_t length = one.sequences.table().Find(parent)->length;
      const uint64_t kept =
          choices.Below(3) == 0 ? choices.Below(static_cast<uint32_t>(length) + 1) : length;
      for (TestSequences* t : {&one, &each}) {
        ASSERT_EQ(t->sequences.Fork(parent, id), TL_OK);
        ASSERT_EQ(t->sequences.Truncate(id, kept), TL_OK);
      }
      if (choices.Below(4) != 0) seqs.push_back(id);
    }
    Tokens tokens;
    Copies expected, copies;
    bool all = true;
    for (size_t i = 0; i < seqs.size(); ++i) tokens.push_back(choices.Below(3));
    for (size_t i = 0; all && i < seqs.size(); ++i) {
      all = one.Append(seqs[i], {tokens[i]}) == TL_OK;
      if (all && one.copy.target != tlkv::kNoBlock) expected.list.push_back(one.copy);
    }
    const SequencesState before = Observe(each.sequences);
    ASSERT_EQ(AppendEach(each, seqs, tokens, &copies), all ? TL_OK : TL_EFULL);
    ASSERT_TRUE(!all || copies == expected);
    ASSERT_EQ(Observe(each.sequences), all ? Observe(one.sequences) : before);
    ++(all ? went : refused);
  }
  EXPECT_GT(went, 100);
  EXPECT_GT(refused, 20);
}

}  // namespace
}  // namespace tlkv_test
