// Every way a call on sequences can fail: the status, a reason with the numbers, and nothing
// changed: not the ledger, not a table, not an output. Every allocation failed in turn.
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "support/counting_allocator.h"
#include "support/envelope_builder.h"
#include "support/ledger_damage.h"
#include "support/test_sequences.h"

namespace tlkv_test {
namespace {

using tlkv::BlockCopy;
using Over = TestSequences::Over;

// What calls write to. A failed call leaves it as it was.
struct Outputs {
  tlkv::Admission plan{77, 77, 77, 77, 77};
  BlockCopy copy{77, 77, 77};
  std::vector<int32_t> numbers = std::vector<int32_t>(16, -77);
  Bytes bytes = Bytes(400, 0xEE);
  size_t written = 77;

  void ExpectUntouched() const {
    EXPECT_TRUE(plan.hit_blocks == 77 && plan.revived_blocks == 77 && plan.new_blocks == 77 &&
                plan.available == 77 && plan.cached_tokens == 77);
    EXPECT_TRUE(copy.source == 77 && copy.target == 77 && copy.tokens == 77);
    EXPECT_EQ(numbers, Outputs().numbers);
    EXPECT_EQ(bytes, Outputs().bytes);
    EXPECT_EQ(written, 77u);
  }
};

using Call = std::function<tl_status(TestSequences&, Outputs&)>;

Call Open(uint64_t seq, const Tokens& tokens, uint64_t n) {
  return [=](TestSequences& t, Outputs& out) {
    return t.sequences.Open(seq, tokens.data(), n, {}, &out.plan);
  };
}
Call Open(uint64_t seq, const Tokens& tokens) { return Open(seq, tokens, tokens.size()); }
Call CanOpen(const Tokens& tokens) {
  return [=](TestSequences& t, Outputs& out) {
    return t.sequences.CanOpen(tokens.data(), tokens.size(), {}, &out.plan);
  };
}
Call Append(uint64_t seq, const Tokens& tokens, uint64_t n) {
  return [=](TestSequences& t, Outputs& out) {
    return t.sequences.Append(seq, tokens.data(), n, &out.copy);
  };
}
Call Append(uint64_t seq, const Tokens& tokens) { return Append(seq, tokens, tokens.size()); }
Call Fork(uint64_t parent, uint64_t child) {
  return [=](TestSequences& t, Outputs&) { return t.sequences.Fork(parent, child); };
}
Call Truncate(uint64_t seq, uint64_t n) {
  return [=](TestSequences& t, Outputs&) { return t.sequences.Truncate(seq, n); };
}
Call Close(uint64_t seq) {
  return [=](TestSequences& t, Outputs&) { return t.sequences.Close(seq); };
}
Call Export(uint64_t seq) {
  return [=](TestSequences& t, Outputs& out) {
    return t.sequences.Export(seq, out.bytes.data(), out.bytes.size(), &out.written);
  };
}
Call Import(uint64_t seq, const Bytes& bytes, const Tokens& tokens, uint64_t salt = 0) {
  return [=](TestSequences& t, Outputs&) { return t.Import(seq, bytes, tokens, salt); };
}
Call BlockTables(const std::vector<uint64_t>& seqs, uint32_t width) {
  return [=](TestSequences& t, Outputs& out) {
    return t.sequences.BlockTables(seqs.data(), static_cast<uint32_t>(seqs.size()), width,
                                   out.numbers.data());
  };
}
Call SlotMapping(const std::vector<uint64_t>& seqs, const std::vector<uint64_t>& from) {
  return [=](TestSequences& t, Outputs& out) {
    return t.sequences.SlotMapping(seqs.data(), from.data(), static_cast<uint32_t>(seqs.size()),
                                   out.numbers.data(), out.numbers.size(), &out.written);
  };
}
Call Lengths(const std::vector<uint64_t>& seqs) {
  return [=](TestSequences& t, Outputs& out) {
    return t.sequences.Lengths(seqs.data(), static_cast<uint32_t>(seqs.size()), out.numbers.data());
  };
}

// Blocks of 2 tokens. Sequences 1 (tokens 1 to 5), its fork 2, and 3 (tokens 11 12 13); 1 block
// free, 1 cached (tokens 21 22).
void Prepare(TestSequences& t) {
  ASSERT_EQ(t.Open(1, Upward(1, 5)), TL_OK);
  ASSERT_EQ(t.sequences.Fork(1, 2), TL_OK);
  ASSERT_EQ(t.Open(3, Upward(11, 3)), TL_OK);
  ASSERT_EQ(t.Open(4, Upward(21, 2)), TL_OK);
  ASSERT_EQ(t.sequences.Close(4), TL_OK);
  ASSERT_EQ(t.stats(), "1/5/1/0");
}
constexpr uint32_t kBlocks = 7;

struct FailingCall {
  tl_status status;
  const char* says;
  Call call;
};

void ExpectNothingChanged(TestSequences& t, const std::vector<FailingCall>& calls) {
  const SequencesState before = Observe(t.sequences);
  for (size_t i = 0; i < calls.size(); ++i) {
    SCOPED_TRACE("row " + std::to_string(i) + ": " + calls[i].says);
    Outputs out;
    tl_set_last_error("an older reason");
    EXPECT_EQ(calls[i].call(t, out), calls[i].status);
    EXPECT_STREQ(tl_last_error(), calls[i].says);
    out.ExpectUntouched();
    EXPECT_EQ(Observe(t.sequences), before);
  }
}

TEST(SequencesFailures, of_calls_on_sequences_change_nothing) {
  TestSequences t(kBlocks, 2);
  Prepare(t);
  ExpectNothingChanged(
      t, {
             {TL_EBUSY, "sequence 1 exists already", Open(1, {9})},
             {TL_EFULL, "5 tokens, 0 of them cached, need 3 more blocks, but only 2 can be taken",
              Open(9, Upward(31, 5))},
             {TL_EFULL, "5 tokens, 2 of them cached, need 2 more blocks, but only 1 can be taken",
              Open(9, Join({21, 22}, Upward(31, 3)))},
             {TL_EFULL, "15 tokens, 0 of them cached, need 8 more blocks, but only 2 can be taken",
              Open(9, Upward(1, 15))},
             {TL_EFULL,
              "18446744073709551615 tokens, 0 of them cached, need 9223372036854775808 more "
              "blocks, but only 2 can be taken",
              Open(9, {}, UINT64_MAX)},
             {TL_ENOTFOUND, "there is no sequence 9", Append(9, {1})},
             {TL_ENOTFOUND, "there is no sequence 9", Append(9, {})},
             {TL_EFULL, "6 more tokens need 3 blocks, but only 2 can be taken",
              Append(3, Upward(14, 6))},
             {TL_EFULL, "4 more tokens need 3 blocks, but only 2 can be taken",
              Append(2, Upward(6, 4))},
             // As many more as wrap the length around to what there is room for.
             {TL_EFULL,
              "18446744073709551615 more tokens need 9223372036854775807 blocks, but "
              "only 2 can be taken",
              Append(3, {}, UINT64_MAX)},
             {TL_EFULL,
              "18446744073709551612 more tokens need 9223372036854775807 blocks, but "
              "only 2 can be taken",
              Append(1, {}, UINT64_MAX - 3)},
             {TL_ENOTFOUND, "there is no sequence 9", Fork(9, 10)},
             {TL_EBUSY, "sequence 3 exists already", Fork(1, 3)},
             {TL_EBUSY, "sequence 1 exists already", Fork(1, 1)},
             {TL_ENOTFOUND, "there is no sequence 9", Truncate(9, 0)},
             {TL_EINVAL, "sequence 1 has 5 tokens, asked to keep 6", Truncate(1, 6)},
             {TL_EINVAL, "sequence 1 has 5 tokens, asked to keep 18446744073709551615",
              Truncate(1, UINT64_MAX)},
             {TL_ENOTFOUND, "there is no sequence 9", Close(9)},
             {TL_EUNSUPPORTED, "sequences over a ledger have no payload to export or import",
              Export(1)},
             {TL_EUNSUPPORTED, "sequences over a ledger have no payload to export or import",
              Import(9, {}, {})},
         });
}

TEST(SequencesFailures, of_calls_for_kernels_write_nothing) {
  TestSequences t(kBlocks, 2);
  Prepare(t);
  ExpectNothingChanged(
      t, {
             {TL_ENOTFOUND, "there is no sequence 9", BlockTables({1, 9, 3}, 3)},
             {TL_EINVAL, "sequence 1 has 3 blocks, above width 2", BlockTables({3, 1}, 2)},
             {TL_EINVAL, "sequence 3 has 2 blocks, above width 0", BlockTables({3}, 0)},
             {TL_ENOTFOUND, "there is no sequence 9", SlotMapping({1, 9}, {0, 0})},
             {TL_EINVAL, "from 4 is above the length 3 of sequence 3", SlotMapping({1, 3}, {0, 4})},
             {TL_EINVAL, "from 18446744073709551615 is above the length 5 of sequence 1",
              SlotMapping({1}, {UINT64_MAX})},
             {TL_ENOTFOUND, "there is no sequence 9", Lengths({1, 2, 9})},
         });
  Outputs out;
  const uint64_t seqs[] = {1, 3};
  const uint64_t from[] = {0, 1};
  EXPECT_EQ(t.sequences.SlotMapping(seqs, from, 2, out.numbers.data(), 6, &out.written), TL_EFULL);
  EXPECT_STREQ(tl_last_error(), "7 slots do not fit an array of 6");
  EXPECT_EQ(out.written, 7u);
  out.written = 77;
  out.ExpectUntouched();
}

// An envelope of records of 2 tokens, L 1, H 1, D 2.
EnvelopeBuilder Envelope(std::vector<EnvelopeRecord> records) {
  for (EnvelopeRecord& record : records) record.payload = kWorkedPayload;
  EnvelopeBuilder envelope;
  envelope.records = std::move(records);
  return envelope;
}

TEST(SequencesFailures, of_envelopes_change_nothing) {
  TestSequences t(kBlocks, 2, false, Over::kPool);
  Prepare(t);
  const Bytes good = Envelope({{kHash12, 2, {}}, {kHash1234, 2, {}}, {0, 1, {}}}).Build();
  Bytes damaged = good;
  damaged[40] ^= 1;
  EnvelopeBuilder other_shape = Envelope({{kHash12, 2, {}}});
  other_shape.head_dim = 1;
  other_shape.records[0].payload.resize(4);
  const Bytes second_partial = Envelope({{kHash12, 2, {}}, {0, 1, {}}, {0, 2, {}}}).Build();
  const SequencesState before = Observe(t.sequences);
  ExpectNothingChanged(
      t, {
             {TL_EBUSY, "sequence 1 exists already", Import(1, good, Upward(1, 5))},
             {TL_EFULL, "needs 3 blocks, but of 7 only 1 are free and 1 cached",
              Import(9, good, Upward(1, 5))},
             {TL_EINVAL, "7 tokens fill 4 blocks of 2, but the envelope has 3",
              Import(9, good, Upward(1, 7))},
             {TL_EINVAL, "4 tokens fill 2 blocks of 2, but the envelope has 3",
              Import(9, good, Upward(1, 4))},
             {TL_EINVAL, "block 2 of the envelope has 1 tokens; of the tokens given 2 stand there",
              Import(9, good, Upward(1, 6))},
             {TL_EINVAL, "block 1 of the envelope has 1 tokens; of the tokens given 2 stand there",
              Import(9, second_partial, Upward(1, 6))},
             {TL_EINVAL,
              "block 1 of the envelope has hash 0x03DF829571605C60, but the tokens give "
              "0xA3DA2E9DC79618F1",
              Import(9, good, {1, 2, 3, 5, 5})},
             {TL_EINVAL,
              "block 0 of the envelope has hash 0xA91AB0C1027B9366, but the tokens give "
              "0x9812290B05450F67",
              Import(9, good, Upward(1, 5), 1)},
             {TL_ENOTFOUND, "there is no sequence 9", Export(9)},
         });
  for (const Bytes& refused : {damaged, other_shape.Build(), Bytes()}) {
    const tl_status expected = refused.size() == 52 ? TL_ESHAPE : TL_EFORMAT;
    EXPECT_EQ(t.Import(9, refused, Upward(1, 5)), expected);
    EXPECT_EQ(Observe(t.sequences), before);
  }
  Outputs out;
  EXPECT_EQ(t.sequences.Export(1, out.bytes.data(), 115, &out.written), TL_EFULL);
  EXPECT_EQ(out.written, 116u);
  out.written = 77;
  out.ExpectUntouched();
}

TEST(SequencesFailures, of_a_fork_beyond_all_references_give_the_others_back) {
  TestSequences t(kBlocks, 2);
  Prepare(t);
  tlkv::LedgerDamage ledger(*t.ledger);
  const uint32_t last = t.Blocks(1).back();
  ledger.blocks[last].ref = UINT32_MAX;
  ExpectNothingChanged(t, {{TL_EINVAL, "block 2 already has 4294967295 references", Fork(1, 9)}});
  ledger.blocks[last].ref = 2;
}

// Each allocation of a call fails in turn; then it succeeds.
TEST(SequencesFailures, of_any_allocation_change_nothing) {
  const Bytes envelope = Envelope({{kHash12, 2, {}}, {0, 1, {}}}).Build();
  const std::vector<std::pair<const char*, Call>> calls = {
      {"open", Open(9, Join({21, 22}, {31}))},
      {"can open", CanOpen(Upward(1, 9))},
      {"append", Append(2, Upward(6, 2))},
      {"append nothing", Append(2, {})},
      {"fork", Fork(1, 9)},
      {"import", Import(9, envelope, Upward(1, 3))},
      {"truncate", Truncate(1, 1)},
      {"close", Close(1)},
      {"export", Export(1)},
      {"block tables", BlockTables({1, 2, 3}, 3)},
      {"slot mapping", SlotMapping({1, 3}, {0, 0})},
      {"lengths", Lengths({1, 2, 3})},
  };
  const size_t expected_failures[] = {3, 1, 2, 0, 3, 3, 0, 0, 0, 0, 0, 0};
  for (size_t i = 0; i < calls.size(); ++i) {
    SCOPED_TRACE(calls[i].first);
    CountingAllocator allocator;
    TestSequences t(kBlocks, 2, false, Over::kPool);
    Prepare(t);
    const SequencesState before = Observe(t.sequences);
    size_t failures = 0;
    for (;; ++failures) {
      Outputs out;
      allocator.FailAfter(failures);
      const tl_status status = calls[i].second(t, out);
      allocator.FailAfter(CountingAllocator::kNever);
      if (status == TL_OK) break;
      ASSERT_EQ(status, TL_ENOMEM);
      EXPECT_EQ(std::string(tl_last_error()).find("the allocator has no "), 0u) << tl_last_error();
      out.ExpectUntouched();
      ASSERT_EQ(Observe(t.sequences), before);
    }
    EXPECT_EQ(failures, expected_failures[i]);
  }
}

TEST(SequencesFailures, of_create_leave_no_rows_and_take_no_other_ledger) {
  CountingAllocator allocator;
  tlkv::BlockLedger ledger, none, other;
  ASSERT_EQ(ledger.Create(3, 2, tlkv::FreeOrder::kStack), TL_OK);
  ASSERT_EQ(other.Create(3, 2, tlkv::FreeOrder::kStack), TL_OK);
  const size_t live = allocator.live();
  for (size_t n = 0; n < 2; ++n) {
    tlkv::Sequences sequences;
    allocator.FailAfter(n);
    EXPECT_EQ(sequences.Create(&ledger, true), TL_ENOMEM);
    EXPECT_EQ(allocator.live(), live);
  }
  tlkv::Sequences sequences;
  EXPECT_EQ(sequences.Create(&none, true), TL_EINVAL);
  EXPECT_STREQ(tl_last_error(), "the ledger has no blocks");
  ASSERT_EQ(sequences.Create(&ledger, true), TL_OK);
  const uint32_t token = 1;
  ASSERT_EQ(sequences.Open(1, &token, 1, {}, nullptr), TL_OK);
  EXPECT_EQ(sequences.Create(&other, true), TL_EBUSY);
  EXPECT_STREQ(tl_last_error(), "1 sequences are open");
  EXPECT_EQ(&sequences.ledger(), &ledger);
  ASSERT_EQ(sequences.Close(1), TL_OK);
  EXPECT_EQ(sequences.Create(&other, true), TL_OK);
  EXPECT_EQ(&sequences.ledger(), &other);
}

// n_blocks * block_tokens above 2^31 - 1 gives no int32 slots; exactly that many do.
TEST(SequencesFailures, of_kernels_where_slots_do_not_fit_int32) {
  TestSequences t(4, 2);
  ASSERT_EQ(t.Open(1, {}), TL_OK);
  tlkv::LedgerDamage ledger(*t.ledger);
  ledger.block_tokens = 1u << 29;
  const char* const says =
      "n_blocks 4 * block_tokens 536870912 is 2147483648, above 2147483647: slots do not fit int32";
  ExpectNothingChanged(t, {{TL_EINVAL, says, BlockTables({1}, 1)},
                           {TL_EINVAL, says, SlotMapping({1}, {0})},
                           {TL_EINVAL, says, Lengths({1})}});
  ledger.block_tokens = (1u << 29) - 1;
  Outputs out;
  EXPECT_EQ(BlockTables({1}, 1)(t, out), TL_OK);
  EXPECT_EQ(SlotMapping({1}, {0})(t, out), TL_OK);
  EXPECT_EQ(Lengths({1})(t, out), TL_OK);
}

}  // namespace
}  // namespace tlkv_test
