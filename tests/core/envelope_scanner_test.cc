// The scanner against the reader, and against itself in other pieces.
#include "tlkv/envelope_scanner.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "support/checksums.h"
#include "support/counting_allocator.h"
#include "support/envelope_builder.h"
#include "tlkv/byte_io.h"
#include "tlkv/envelope_reader.h"
#include "tlkv/envelope_writer.h"

namespace tlkv_test {
namespace {

using tlkv::EnvelopeReader;
using tlkv::EnvelopeScanner;
using tlkv::EnvelopeShape;
using tlkv::Finding;
using tlkv::Rule;

// What a scan found, in words, with the pieces the bytes came in.
std::string Scan(const std::vector<uint8_t>& bytes, const std::vector<size_t>& cuts,
                 const EnvelopeShape* pool = nullptr) {
  EnvelopeScanner scanner;
  scanner.Start(bytes.size(), pool);
  size_t from = 0;
  for (const size_t cut : cuts) {
    EXPECT_EQ(scanner.Push(bytes.data() + from, cut - from), TL_OK);
    from = cut;
  }
  EXPECT_EQ(scanner.Push(bytes.data() + from, bytes.size() - from), TL_OK);
  EXPECT_EQ(scanner.Finish(), TL_OK);
  std::string out;
  for (const auto* list : {&scanner.findings(), &scanner.warnings()}) {
    for (const Finding& f : *list) {
      const tlkv::Description d = Describe(f, scanner.header(), scanner.pool());
      out += std::string(Name(f.rule)) + " [" + std::to_string(f.begin) + ", " +
             std::to_string(f.end) + ") " + d.title.c_str() + ": " + d.expected.c_str() + ", " +
             d.found.c_str() + "\n";
    }
  }
  return out;
}

void PutCrc(std::vector<uint8_t>& bytes) {
  const size_t end = bytes.size() - 4;
  tlkv::StoreLe32(bytes.data() + end, ReferenceCrc32c(bytes.data(), end));
}

// Three records of B 3, L 2, H 1, D 3 (P 72), the last one partial.
std::vector<uint8_t> ThreeRecords() {
  EnvelopeShape shape{3, 2, 1, 3};
  std::vector<uint8_t> bytes(static_cast<size_t>(shape.EnvelopeBytes(3)));
  tlkv::EnvelopeWriter writer;
  size_t written;
  EXPECT_EQ(writer.Start(shape, 3, bytes.data(), bytes.size(), &written), TL_OK);
  std::vector<uint8_t> payload(static_cast<size_t>(shape.PayloadBytes()));
  for (size_t i = 0; i < payload.size(); ++i) payload[i] = static_cast<uint8_t>(i % 100 + 1);
  for (uint32_t i = 0; i < 3; ++i) {
    writer.Record(i < 2 ? 7 + i : 0, i < 2 ? 3 : 1, payload.data());
  }
  writer.Seal();
  return bytes;
}

TEST(EnvelopeScanner, AGoodEnvelopeHasNothing) { EXPECT_EQ(Scan(ThreeRecords(), {}), ""); }

TEST(EnvelopeScanner, GoesOnAfterTheFirstBrokenRule) {
  std::vector<uint8_t> bytes = ThreeRecords();
  tlkv::StoreLe16(bytes.data() + 4, 2);            // version
  tlkv::StoreLe32(bytes.data() + 28 + 8, 2);       // record 0: a hash, not full
  tlkv::StoreLe32(bytes.data() + 28 + 84 + 8, 4);  // record 1: above B
  const std::string found = Scan(bytes, {});
  EXPECT_NE(found.find("R3 [4, 6) The version must be 1: 1, 2\n"), std::string::npos) << found;
  EXPECT_NE(found.find("R6 [280, 284) "), std::string::npos) << found;
  EXPECT_NE(found.find("R9 [28, 40) Block 0 has a hash, so it must be full: "
                       "n_tokens 3, or hash 0, n_tokens 2\n"),
            std::string::npos)
      << found;
  EXPECT_NE(found.find("R8 [120, 124) n_tokens of block 1 must be 1 to 3: 1 to 3, 4\n"),
            std::string::npos)
      << found;
  // Record 0 had its last position taken away, but its bytes are still there.
  EXPECT_NE(found.find("W1 [52, 112) "), std::string::npos) << found;
}

TEST(EnvelopeScanner, WarnsOfBytesPastTheFillRepeatsAndInfinities) {
  std::vector<uint8_t> bytes = ThreeRecords();
  uint8_t* second = bytes.data() + 28 + 84;
  uint8_t* third = second + 84;
  tlkv::StoreLe64(second, 7);                 // the hash of record 0
  tlkv::StoreLe16(second + 12 + 10, 0xFC00);  // -infinity
  tlkv::StoreLe16(second + 12 + 20, 0x7C01);  // NaN
  third[12 + 6] = 9;                          // position 1 of a record of one position
  third[12 + 71] = 9;                         // the last byte
  PutCrc(bytes);
  EXPECT_EQ(
      Scan(bytes, {}),
      "W2 [112, 120) Block 1 repeats a hash; only one of them can be registered: another hash "
      "than that of an earlier block, 0x0000000000000007\n"
      "W3 [134, 146) Block 1 holds NaN or infinity: finite values, the first one is 0xFC00\n"
      "W1 [214, 280) Block 2 has bytes past its fill; writing it again gives others: zeros "
      "past position 1, bytes that are not zero\n");
}

// A mutation of some good envelope: fields set to values of interest, bits flipped, cut or longer.
std::vector<uint8_t> Mutate(std::mt19937& random) {
  std::vector<uint8_t> bytes = ThreeRecords();
  const auto below = [&](size_t n) { return static_cast<size_t>(random() % n); };
  static constexpr uint32_t kValues[] = {0, 1, 2, 3, 4, 6, 0x10000, 0x7FFFFFFF, 0xFFFFFFFF};
  static constexpr size_t kFields[] = {0,  4,  8,   12,  16,  20,  24, 28,
                                       32, 36, 112, 116, 120, 204, 280};
  for (size_t i = below(3); i > 0; --i) {
    tlkv::StoreLe32(bytes.data() + kFields[below(std::size(kFields))],
                    kValues[below(std::size(kValues))]);
  }
  if (below(3) == 0) bytes[below(bytes.size())] ^= static_cast<uint8_t>(1u << below(8));
  if (below(3) == 0) bytes.resize(below(bytes.size() + 40));
  if (bytes.size() >= 4 && below(2) == 0) PutCrc(bytes);
  return bytes;
}

TEST(EnvelopeScanner, ItsFirstFindingIsTheReadersAnswerAndPiecesDoNotMatter) {
  std::mt19937 random(20261129);
  const EnvelopeShape pool{3, 2, 1, 3};
  uint32_t refused = 0;
  for (int run = 0; run < 4000; ++run) {
    const std::vector<uint8_t> bytes = Mutate(random);
    const EnvelopeShape* shape = run % 2 == 0 ? &pool : nullptr;
    EnvelopeScanner scanner;
    scanner.Start(bytes.size(), shape);
    ASSERT_EQ(scanner.Push(bytes.data(), bytes.size()), TL_OK);
    ASSERT_EQ(scanner.Finish(), TL_OK);
    EnvelopeReader reader;
    const Finding answer = reader.Open(bytes.data(), bytes.size(), shape);
    ASSERT_EQ(scanner.accepted(), answer.rule == Rule::kNone) << "run " << run;
    if (!scanner.accepted()) {
      ++refused;
      const Finding& first = scanner.findings()[0];
      ASSERT_EQ(Name(first.rule), Name(answer.rule)) << "run " << run;
      ASSERT_EQ(first.begin, answer.begin) << "run " << run;
      ASSERT_EQ(first.end, answer.end) << "run " << run;
      ASSERT_EQ(first.found, answer.found) << "run " << run;
    }
    const std::string whole = Scan(bytes, {}, shape);
    std::vector<size_t> cuts;
    for (size_t at = 0; at < bytes.size(); at += random() % 7) cuts.push_back(at);
    ASSERT_EQ(Scan(bytes, cuts, shape), whole) << "run " << run;
  }
  EXPECT_GT(refused, 1000u);
  EXPECT_LT(refused, 3900u);
}

TEST(EnvelopeScanner, JudgesTheHeaderAndEachRecordAsItPasses) {
  const EnvelopeShape shape{1, 1, 1, 1};
  std::vector<uint8_t> bytes(static_cast<size_t>(shape.EnvelopeBytes(2)));  // both fills are 0: R8
  tlkv::StoreHeader({.n_blocks = 3, .shape = shape}, bytes.data());  // a block is missing: R5
  EnvelopeScanner scanner;
  scanner.Start(bytes.size(), nullptr);
  ASSERT_EQ(scanner.Push(bytes.data(), 27), TL_OK);
  EXPECT_TRUE(scanner.accepted());
  ASSERT_EQ(scanner.Push(bytes.data() + 27, 1), TL_OK);
  ASSERT_EQ(scanner.findings().size(), 1u);
  EXPECT_EQ(scanner.findings()[0].rule, Rule::kR5Length);
  ASSERT_EQ(scanner.Push(bytes.data() + 28, 12), TL_OK);
  ASSERT_EQ(scanner.findings().size(), 2u);
  EXPECT_EQ(scanner.findings()[1].rule, Rule::kR8Tokens);
  EXPECT_EQ(scanner.computed_crc(), ReferenceCrc32c(bytes.data(), 40));
  ASSERT_EQ(scanner.Push(bytes.data() + 40, bytes.size() - 40), TL_OK);
  ASSERT_EQ(scanner.Finish(), TL_OK);
  std::string rules;
  for (const Finding& f : scanner.findings()) rules += Name(f.rule);
  EXPECT_EQ(rules, "R5R6R8R8");
  EXPECT_EQ(scanner.findings_count(), 4u);
}

TEST(EnvelopeScanner, ListsAThousandAndCountsTheRest) {
  const EnvelopeShape shape{1, 1, 1, 1};
  std::vector<uint8_t> bytes(static_cast<size_t>(shape.EnvelopeBytes(1500)));
  tlkv::StoreHeader({.n_blocks = 1500, .shape = shape}, bytes.data());
  PutCrc(bytes);
  EnvelopeScanner scanner;
  scanner.Start(bytes.size(), nullptr);
  ASSERT_EQ(scanner.Push(bytes.data(), bytes.size()), TL_OK);
  ASSERT_EQ(scanner.Finish(), TL_OK);
  EXPECT_EQ(scanner.findings().size(), tlkv::kMaxListed);
  EXPECT_EQ(scanner.findings_count(), 1500u);
  EXPECT_EQ(scanner.records_there(), 1500u);
}

TEST(EnvelopeScanner, SaysSoWhereWhatItFindsCannotBeKept) {
  const std::vector<uint8_t> good = ThreeRecords();
  std::vector<uint8_t> version_0 = good;
  version_0[20] = 0;
  std::vector<uint8_t> repeated = good;
  tlkv::StoreLe64(repeated.data() + 28 + 84, 7);  // the second has the name of the first
  std::vector<uint8_t> not_finite = good;
  for (size_t i = 28 + 12; i < 28 + 84; ++i) not_finite[i] = 0xFF;  // the first is full
  std::vector<uint8_t> many = repeated;
  tlkv::StoreLe64(many.data() + 28 + 168, 9);  // the third has one, and is partial
  for (size_t i = 28 + 180; i < 28 + 252; ++i) many[i] = 0xFF;
  const EnvelopeShape pool{3, 2, 1, 4};
  const std::vector<uint8_t> cut(good.begin(), good.begin() + 20);  // in the header
  for (const std::vector<uint8_t>& bytes : {cut, version_0, repeated, not_finite, many}) {
    const std::string all = Scan(bytes, {}, &pool);
    CountingAllocator allocator;
    size_t failures = 0;
    for (bool failed = true; failed; failures += failed) {
      EnvelopeScanner scanner;  // a new one each time: lists keep their room
      scanner.Start(bytes.size(), &pool);
      allocator.FailAfter(failures);
      tl_status status = scanner.Push(bytes.data(), bytes.size());
      if (status == TL_OK) status = scanner.Finish();
      failed = status != TL_OK;
      EXPECT_EQ(status, failed ? TL_ENOMEM : TL_OK);
    }
    EXPECT_GE(failures, 2u) << "what was found, and all of it in order";
    allocator.FailAfter(CountingAllocator::kNever);
    EXPECT_EQ(Scan(bytes, {}, &pool), all);
  }
}

TEST(EnvelopeScanner, RefusesTooManyAndTooFewBytes) {
  const std::vector<uint8_t> bytes = ThreeRecords();
  EnvelopeScanner scanner;
  scanner.Start(bytes.size() - 1, nullptr);
  EXPECT_EQ(scanner.Push(bytes.data(), bytes.size()), TL_EINVAL);
  scanner.Start(bytes.size(), nullptr);
  EXPECT_EQ(scanner.Push(bytes.data(), bytes.size() - 1), TL_OK);
  EXPECT_EQ(scanner.Finish(), TL_EINVAL);
}

}  // namespace
}  // namespace tlkv_test
