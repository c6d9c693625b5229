// What the scanner says of each broken rule, word for word, with ranges and counts; and that it
// goes on as far as the bytes allow.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "support/envelope_builder.h"
#include "tlkv/envelope_scanner.h"

namespace tlkv_test {
namespace {

using tlkv::EnvelopeShape;
using Lines = std::vector<std::string>;

// The CRC at the end of an envelope, as it stands there or as it should be.
std::string HexOfCrc(const Bytes& bytes, bool stored) {
  const size_t end = bytes.size() - 4;
  uint32_t crc = ReferenceCrc32c(bytes.data(), end);
  if (stored) std::memcpy(&crc, bytes.data() + end, 4);
  char text[9] = {};
  std::snprintf(text, sizeof text, "%08X", crc);
  return text;
}

// A scan of the whole, as lines: "R1 [0, 5) title: expected, found". Findings, then warnings.
class Diagnosis {
 public:
  explicit Diagnosis(const Bytes& bytes, const EnvelopeShape* pool = nullptr) {
    scanner_.Start(bytes.size(), pool);
    EXPECT_EQ(scanner_.Push(bytes.data(), bytes.size()), TL_OK);
    EXPECT_EQ(scanner_.Finish(), TL_OK);
    EXPECT_EQ(scanner_.findings_count(), scanner_.findings().size());
    EXPECT_EQ(scanner_.warnings_count(), scanner_.warnings().size());
    EXPECT_EQ(scanner_.accepted(), scanner_.findings().empty());
  }

  [[nodiscard]] Lines findings() const { return ToLines(scanner_.findings()); }
  [[nodiscard]] Lines warnings() const { return ToLines(scanner_.warnings()); }
  [[nodiscard]] uint32_t records_there() const { return scanner_.records_there(); }

 private:
  [[nodiscard]] Lines ToLines(const tlkv::Array<tlkv::Finding>& list) const {
    Lines lines;
    for (const tlkv::Finding& f : list) {
      const tlkv::Description d = Describe(f, scanner_.header(), scanner_.pool());
      std::string line = Name(f.rule);
      line += " [";
      line += std::to_string(f.begin) + ", " + std::to_string(f.end) + ") " + d.title.c_str();
      line += std::string(": ") + d.expected.c_str() + ", " + d.found.c_str();
      lines.push_back(line);
    }
    return lines;
  }

  tlkv::EnvelopeScanner scanner_;
};

TEST(EnvelopeDiagnosis, every_field_of_a_header_that_is_wrong_in_all) {
  EnvelopeBuilder envelope = EnvelopeBuilder::Worked();
  envelope.magic = {'G', 'G', 'U', 'F'};
  envelope.version = 2;
  envelope.dtype = 2;
  envelope.n_blocks = 2;
  EXPECT_EQ(
      Diagnosis(envelope.Build()).findings(),
      (Lines{"R2 [0, 4) The magic must be TLKV: 54 4c 4b 56, 47 47 55 46",
             "R3 [4, 6) The version must be 1: 1, 2", "R4 [6, 8) The dtype must be 1, f16: 1, 2",
             "R5 [8, 28) The length must be what the header asks for: 88 bytes, 60 bytes"}));
}

TEST(EnvelopeDiagnosis, a_file_too_short_for_an_envelope_or_its_header) {
  EXPECT_EQ(Diagnosis({}).findings(),
            Lines{"R1 [0, 0) The file is too short for an envelope: 32 bytes or more, 0 bytes"});
  EXPECT_EQ(Diagnosis({'T'}).findings(),
            Lines{"R1 [0, 1) The file is too short for an envelope: 32 bytes or more, 1 byte"});
  EXPECT_EQ(Diagnosis({'T', 'L', 'K', 'X', 3, 0}).findings(),
            (Lines{"R1 [0, 6) The file is too short for an envelope: 32 bytes or more, 6 bytes",
                   "R2 [0, 4) The magic must be TLKV: 54 4c 4b 56, 54 4c 4b 58",
                   "R3 [4, 6) The version must be 1: 1, 3"}));
}

TEST(EnvelopeDiagnosis, records_that_are_announced_but_not_there) {
  EnvelopeBuilder envelope = EnvelopeBuilder::Worked();
  envelope.records.push_back({0, 9, kWorkedPayload});
  envelope.n_blocks = 5;
  const Diagnosis diagnosis(envelope.Build());
  EXPECT_EQ(diagnosis.findings(),
            (Lines{"R5 [8, 28) The length must be what the header asks for: 172 bytes, 88 bytes",
                   "R8 [64, 68) n_tokens of block 1 must be 1 to 2: 1 to 2, 9"}));
  EXPECT_EQ(diagnosis.records_there(), 2u);
  envelope.n_blocks = UINT32_MAX;
  EXPECT_EQ(Diagnosis(envelope.Build()).records_there(), 2u);
}

TEST(EnvelopeDiagnosis, bytes_behind_the_last_record) {
  EnvelopeBuilder envelope = EnvelopeBuilder::Worked();
  envelope.records.push_back({0, 9, kWorkedPayload});
  envelope.n_blocks = 1;
  EXPECT_EQ(Diagnosis(envelope.Build()).findings(),
            Lines{"R5 [60, 88) The length must be what the header asks for: 60 bytes, 88 bytes"});
}

TEST(EnvelopeDiagnosis, a_length_beyond_64_bits) {
  EnvelopeBuilder envelope;
  envelope.n_blocks = envelope.block_tokens = envelope.n_layers = envelope.head_dim = UINT32_MAX;
  EXPECT_EQ(Diagnosis(envelope.Build()).findings(),
            Lines{"R5 [8, 28) The length must be what the header asks for: more than "
                  "18446744073709551614 bytes, 32 bytes"});
}

TEST(EnvelopeDiagnosis, a_dimension_of_0_in_each_place) {
  for (uint32_t EnvelopeBuilder::*dimension :
       {&EnvelopeBuilder::block_tokens, &EnvelopeBuilder::n_layers, &EnvelopeBuilder::n_kv_heads,
        &EnvelopeBuilder::head_dim}) {
    EnvelopeBuilder envelope;
    envelope.*dimension = 0;
    const Lines findings = Diagnosis(envelope.Build()).findings();
    ASSERT_EQ(findings.size(), 1u);
    EXPECT_EQ(findings[0].find("R5 [12, 28) Every dimension must be at least 1: no zero, "), 0u)
        << findings[0];
  }
}

TEST(EnvelopeDiagnosis, crc_then_shape_then_records) {
  EnvelopeBuilder envelope = EnvelopeBuilder::Worked(kHash12, 1);
  Bytes bytes = envelope.Build();
  const EnvelopeShape pool{2, 1, 1, 2};
  const EnvelopeShape other{4, 1, 1, 2};
  const std::string partial =
      "R9 [28, 40) Block 0 has a hash, so it must be full: n_tokens 2, or hash 0, n_tokens 1";
  EXPECT_EQ(Diagnosis(bytes, &pool).findings(), Lines{partial});
  bytes[59] ^= 0x80;
  EXPECT_EQ(Diagnosis(bytes, &other).findings(),
            (Lines{"R6 [56, 60) The CRC-32C must be that of the bytes before it: 0x" +
                       HexOfCrc(bytes, false) + ", 0x" + HexOfCrc(bytes, true),
                   "R7 [12, 28) The dimensions must be the pool's: block_tokens 4, n_layers 1, "
                   "n_kv_heads 1, head_dim 2, block_tokens 2, n_layers 1, n_kv_heads 1, head_dim 2",
                   partial}));
}

TEST(EnvelopeDiagnosis, a_warning_refuses_nothing) {
  EnvelopeBuilder envelope = EnvelopeBuilder::Worked(0, 1);
  const Diagnosis diagnosis(envelope.Build());
  EXPECT_EQ(diagnosis.findings(), Lines{});
  EXPECT_EQ(diagnosis.warnings(),
            Lines{"W1 [45, 56) Block 0 has bytes past its fill; writing it again gives others: "
                  "zeros past position 1, bytes that are not zero"});
}

}  // namespace
}  // namespace tlkv_test
