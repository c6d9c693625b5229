// Which blocks a prompt may share: the chain, the salt, the tokens, and who named what behind whom.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "support/checksums.h"
#include "support/collision.h"
#include "support/envelope_builder.h"
#include "support/ledger_damage.h"
#include "support/test_sequences.h"
#include "tlkv/salt.h"

namespace tlkv_test {
namespace {

using tlkv::ImportNames;
using Over = TestSequences::Over;
constexpr tlkv::OpenOptions kReuseAll{.may_reuse_all = true};

TEST(SequencesHits, leave_one_token_to_compute_unless_asked) {
  for (uint32_t n = 0; n <= 13; ++n) {
    TestSequences t(8, 4);
    ASSERT_EQ(t.Open(1, Upward(1, n)), TL_OK);
    ASSERT_EQ(t.CanOpen(Upward(1, n)), TL_OK);
    EXPECT_EQ(t.plan.cached_tokens, n == 0 ? 0 : (n - 1) / 4 * 4) << n;
    EXPECT_EQ(t.plan.hit_blocks + t.plan.new_blocks, (n + 3) / 4) << n;
    ASSERT_EQ(t.CanOpen(Upward(1, n), kReuseAll), TL_OK);
    EXPECT_EQ(t.plan.cached_tokens, n / 4 * 4) << n;
  }
}

TEST(SequencesHits, stop_at_the_first_miss_which_alone_is_counted) {
  TestSequences t(8, 2);
  ASSERT_EQ(t.Open(1, Upward(1, 6)), TL_OK);
  ASSERT_EQ(t.ledger->Unregister(1), TL_OK);
  EXPECT_EQ(t.ledger->counters().misses, 1u);
  ASSERT_EQ(t.Open(2, Upward(1, 7)), TL_OK);
  EXPECT_EQ(t.plan.hit_blocks, 1u) << "the third block is there, but not the second";
  EXPECT_EQ(t.ledger->counters().hits, 1u);
  EXPECT_EQ(t.ledger->counters().misses, 2u);
  ASSERT_EQ(t.Open(3, Upward(1, 3)), TL_OK);
  EXPECT_EQ(t.plan.hit_blocks, 1u);
  EXPECT_EQ(t.ledger->counters().misses, 2u) << "the prompt ended before a miss";
}

TEST(SequencesHits, of_a_block_with_too_many_holders_are_none) {
  for (const uint32_t holders : {UINT32_MAX / 2, UINT32_MAX / 2 + 1}) {
    TestSequences t(4, 2);
    ASSERT_EQ(t.Open(1, {1, 2}), TL_OK);
    tlkv::LedgerDamage ledger(*t.ledger);
    ledger.blocks[0].ref = holders;
    ASSERT_EQ(t.Open(2, {1, 2, 3}), TL_OK);
    EXPECT_EQ(t.plan.hit_blocks, holders == UINT32_MAX / 2 ? 1u : 0u);
    EXPECT_EQ(t.ledger->RefCount(0), UINT32_MAX / 2 + 1);
    ledger.blocks[0].ref = 1 + t.plan.hit_blocks;
  }
}

TEST(SequencesHits, do_not_cross_salts) {
  TestSequences t(6, 2);
  const uint64_t salts[] = {0, tlkv::Salt(0, "tenant", "a", 1), tlkv::Salt(0, "tenant", "b", 1)};
  for (uint64_t seq = 0; seq < 3; ++seq) {
    ASSERT_EQ(t.Open(seq, {1, 2, 3}, {.salt = salts[seq]}), TL_OK);
    EXPECT_EQ(t.plan.hit_blocks, 0u);
    EXPECT_EQ(t.ledger->Hash(t.Blocks(seq)[0]), ReferenceBlockHash(salts[seq], {1, 2}));
  }
  for (const uint64_t salt : salts) {
    ASSERT_EQ(t.CanOpen({1, 2, 3}, {.salt = salt}), TL_OK);
    EXPECT_EQ(t.plan.hit_blocks, 1u);
  }
}

// -- Where tokens are compared ------------------------------------------------------------------

const Tokens kNext = Upward(100, 16);

TEST(SequencesChecked, a_collision_is_no_hit) {
  for (const bool check : {false, true}) {
    TestSequences t(4, 16, check);
    ASSERT_EQ(t.Open(1, kCollisionA), TL_OK);
    ASSERT_EQ(t.Open(2, kCollisionB, kReuseAll), TL_OK);
    EXPECT_EQ(t.plan.hit_blocks, check ? 0u : 1u);
    ASSERT_EQ(t.Open(3, kCollisionA, kReuseAll), TL_OK);
    EXPECT_EQ(t.plan.hit_blocks, 1u);
  }
}

// What stands behind a prefix that collides has the same hashes and may have the same tokens.
TEST(SequencesChecked, nothing_is_named_behind_a_prefix_that_collides) {
  TestSequences t(12, 16, true);
  ASSERT_EQ(t.Open(1, Join(kCollisionA, {7})), TL_OK);
  ASSERT_EQ(t.Open(2, Join(Join(kCollisionB, kNext), {7})), TL_OK);
  EXPECT_EQ(t.ledger->Hash(t.Blocks(2)[0]), 0u);
  EXPECT_EQ(t.ledger->Hash(t.Blocks(2)[1]), 0u);
  ASSERT_EQ(t.Open(3, Join(Join(kCollisionA, kNext), {7})), TL_OK);
  EXPECT_EQ(t.plan.hit_blocks, 1u);
  ASSERT_EQ(t.Open(4, Join(Join(kCollisionA, kNext), {8})), TL_OK);
  EXPECT_EQ(t.plan.hit_blocks, 2u);
  EXPECT_EQ(t.Blocks(4)[1], t.Blocks(3)[1]);
}

// Named behind B, still cached when B has lost its name and A has got it.
TEST(SequencesChecked, a_block_is_a_hit_only_behind_the_registration_it_was_named_behind) {
  TestSequences t(12, 16, true);
  ASSERT_EQ(t.Open(1, Join(Join(kCollisionB, kNext), {7})), TL_OK);
  const uint32_t orphan = t.Blocks(1)[1];
  ASSERT_EQ(t.sequences.Truncate(1, 8), TL_OK);
  ASSERT_EQ(t.ledger->State(orphan), tlkv::BlockState::kCached);
  ASSERT_EQ(t.Open(2, Join(kCollisionA, {7})), TL_OK);
  ASSERT_EQ(t.Open(3, Join(Join(kCollisionA, kNext), {7})), TL_OK);
  EXPECT_EQ(t.plan.hit_blocks, 1u);
  EXPECT_EQ(t.ledger->State(orphan), tlkv::BlockState::kFree) << "it gave its name up";
  ASSERT_EQ(t.Open(4, Join(Join(kCollisionA, kNext), {8})), TL_OK);
  EXPECT_EQ(t.plan.hit_blocks, 2u);
}

TEST(SequencesChecked, a_duplicate_goes_on_behind_the_name_it_shares) {
  TestSequences t(12, 2, true);
  ASSERT_EQ(t.Open(1, Upward(1, 4)), TL_OK);
  ASSERT_EQ(t.Open(2, Upward(1, 4)), TL_OK);  // its second block is a duplicate
  ASSERT_EQ(t.Append(2, {5, 6}), TL_OK);
  EXPECT_EQ(t.ledger->Hash(t.Blocks(2)[1]), 0u);
  EXPECT_NE(t.ledger->Hash(t.Blocks(2)[2]), 0u);
  ASSERT_EQ(t.Open(3, Upward(1, 7)), TL_OK);
  EXPECT_EQ(t.plan.hit_blocks, 3u);
  EXPECT_EQ(t.Blocks(3)[1], t.Blocks(1)[1]);
  EXPECT_EQ(t.Blocks(3)[2], t.Blocks(2)[2]);
}

TEST(SequencesChecked, a_name_given_by_others_is_no_hit_and_yields_when_cached) {
  TestSequences t(6, 2, true, Over::kPool);
  const Bytes envelope = EnvelopeBuilder::Worked().Build();
  uint32_t stranger = 0;
  ASSERT_EQ(t.pool.Import(envelope.data(), envelope.size(), ImportNames::kRegister, &stranger),
            TL_OK);
  ASSERT_EQ(t.Open(1, {1, 2, 3}), TL_OK);
  EXPECT_EQ(t.plan.hit_blocks, 0u);
  EXPECT_EQ(t.ledger->Find(kHash12), stranger) << "somebody holds it";
  ASSERT_EQ(t.ledger->Unref(stranger), TL_OK);
  ASSERT_EQ(t.Open(2, {1, 2, 3}), TL_OK);
  EXPECT_EQ(t.plan.hit_blocks, 0u);
  EXPECT_EQ(t.ledger->Find(kHash12), t.Blocks(2)[0]);
  EXPECT_EQ(t.ledger->State(stranger), tlkv::BlockState::kFree);
  ASSERT_EQ(t.Open(3, {1, 2, 3}), TL_OK);
  EXPECT_EQ(t.plan.hit_blocks, 1u);
}

// The block that a sequence named is evicted, and the one that then takes it gives it that very
// name: the tokens that are still kept for it say nothing about its contents.
TEST(SequencesChecked, tokens_kept_for_an_evicted_block_are_forgotten) {
  TestSequences t(1, 2, true, Over::kPool);
  ASSERT_EQ(t.Open(1, {1, 2}), TL_OK);
  ASSERT_EQ(t.sequences.Close(1), TL_OK);
  const Bytes envelope = EnvelopeBuilder::Worked().Build();
  uint32_t id = 9;
  ASSERT_EQ(t.pool.Import(envelope.data(), envelope.size(), ImportNames::kRegister, &id), TL_OK);
  ASSERT_EQ(t.ledger->Hash(0), kHash12);
  ASSERT_EQ(t.ledger->Unref(0), TL_OK);
  ASSERT_EQ(t.CanOpen({1, 2}, kReuseAll), TL_OK);
  EXPECT_EQ(t.plan.hit_blocks, 0u);
}

TEST(SequencesUnchecked, a_name_given_by_others_is_believed) {
  TestSequences t(4, 2, false, Over::kPool);
  const Bytes envelope = EnvelopeBuilder::Worked().Build();
  uint32_t id = 9;
  ASSERT_EQ(t.pool.Import(envelope.data(), envelope.size(), ImportNames::kRegister, &id), TL_OK);
  ASSERT_EQ(t.Open(1, {1, 2, 3}), TL_OK);
  EXPECT_EQ(t.plan.hit_blocks, 1u);
  EXPECT_EQ(t.sequences.Token(*t.sequences.table().Find(1), 1), 2u);
}

// -- Imports ------------------------------------------------------------------------------------

TEST(SequencesImport, with_names_is_found_by_the_next_prompt) {
  TestSequences t(6, 2, true, Over::kPool);
  ASSERT_EQ(t.Import(1, EnvelopeBuilder::Worked().Build(), {1, 2}), TL_OK);
  ASSERT_EQ(t.Append(1, {3, 4}), TL_OK);
  EXPECT_EQ(t.ledger->Hash(t.Blocks(1)[1]), kHash1234);
  ASSERT_EQ(t.Open(2, {1, 2, 3, 4, 5}), TL_OK);
  EXPECT_EQ(t.plan.hit_blocks, 2u);
}

// What a stranger's keys and values were used for is not to be found by anybody either.
TEST(SequencesImport, left_bare_stays_so_with_all_that_follows) {
  for (const bool check : {false, true}) {
    TestSequences t(12, 2, check, Over::kPool);
    ASSERT_EQ(t.Import(1, EnvelopeBuilder::Worked(0, 1).Build(), {1}, 0, ImportNames::kLeaveBare),
              TL_OK);
    ASSERT_EQ(t.Append(1, {2, 3, 4}), TL_OK);
    ASSERT_EQ(t.sequences.Fork(1, 2), TL_OK);
    ASSERT_EQ(t.Append(2, {5, 6}), TL_OK);
    for (const uint32_t id : t.Blocks(2)) EXPECT_EQ(t.ledger->Hash(id), 0u);
    EXPECT_EQ(t.ledger->counters().registrations, 0u);
    EXPECT_EQ(t.ledger->counters().duplicates, 0u);
    ASSERT_EQ(t.Open(3, Upward(1, 6)), TL_OK);
    EXPECT_EQ(t.plan.hit_blocks, 0u);
    EXPECT_EQ(t.sequences.table().Find(2)->hashes[0], kHash12) << "it knows its hashes";
  }
}

TEST(SequencesImport, of_no_tokens_is_an_empty_sequence) {
  TestSequences t(2, 2, false, Over::kPool);
  EnvelopeBuilder empty;
  ASSERT_EQ(t.Import(1, empty.Build(), {}), TL_OK);
  EXPECT_EQ(t.sequences.table().Find(1)->length, 0u);
  EXPECT_EQ(ToHex(t.Export(1)), ToHex(empty.Build()));
}

// -- Salts --------------------------------------------------------------------------------------

uint64_t ReferenceSalt(uint64_t salt, const std::string& tag, const std::string& value) {
  Bytes bytes;
  const auto add_number = [&](uint64_t n) {
    for (int i = 0; i < 8; ++i) bytes.push_back(static_cast<uint8_t>(n >> (8 * i)));
  };
  add_number(salt);
  add_number(tag.size());
  bytes.insert(bytes.end(), tag.begin(), tag.end());
  add_number(value.size());
  bytes.insert(bytes.end(), value.begin(), value.end());
  return ReferenceFnv1a(bytes);
}

TEST(Salt, hashes_tag_and_value_each_behind_its_length) {
  const uint64_t tenant = tlkv::Salt(0, "tenant", "a\0b", 3);
  EXPECT_EQ(tenant, ReferenceSalt(0, "tenant", std::string("a\0b", 3)));
  EXPECT_EQ(tlkv::Salt(tenant, "adapter", "\xFF", 1), ReferenceSalt(tenant, "adapter", "\xFF"));
  EXPECT_EQ(tlkv::Salt(0, "", nullptr, 0), ReferenceSalt(0, "", ""));
  EXPECT_EQ(tlkv::Salt(UINT64_MAX, "x", "", 0), ReferenceSalt(UINT64_MAX, "x", ""));
  EXPECT_NE(tlkv::Salt(0, "ab", "c", 1), tlkv::Salt(0, "a", "bc", 2));
  EXPECT_NE(tlkv::Salt(tlkv::Salt(0, "x", "1", 1), "y", "2", 1),
            tlkv::Salt(tlkv::Salt(0, "y", "2", 1), "x", "1", 1));
}

}  // namespace
}  // namespace tlkv_test
