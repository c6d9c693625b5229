#include "tlkv/envelope_rules.h"

#include "tlkv/byte_io.h"

namespace tlkv {

HeaderFindings CheckHeader(const uint8_t* bytes, uint64_t total_bytes) {
  HeaderFindings f;
  if (total_bytes < kMinEnvelopeBytes) {
    f.Add({.rule = Rule::kR1TooShort,
           .end = total_bytes,
           .expected = kMinEnvelopeBytes,
           .found = total_bytes});
  }
  if (total_bytes >= 4 && LoadLe32(bytes) != kEnvelopeMagic) {
    f.Add({.rule = Rule::kR2Magic, .end = 4, .expected = kEnvelopeMagic, .found = LoadLe32(bytes)});
  }
  if (total_bytes >= 6 && LoadLe16(bytes + 4) != kEnvelopeVersion) {
    f.Add({.rule = Rule::kR3Version,
           .begin = 4,
           .end = 6,
           .expected = kEnvelopeVersion,
           .found = LoadLe16(bytes + 4)});
  }
  if (total_bytes >= 8 && LoadLe16(bytes + 6) != kEnvelopeF16) {
    f.Add({.rule = Rule::kR4Dtype,
           .begin = 6,
           .end = 8,
           .expected = kEnvelopeF16,
           .found = LoadLe16(bytes + 6)});
  }
  if (total_bytes < kHeaderBytes) return f;
  const EnvelopeHeader header = LoadHeader(bytes);
  const uint64_t length = header.shape.EnvelopeBytes(header.n_blocks);
  if (header.shape.HasZero()) {
    f.Add({.rule = Rule::kR5Length, .begin = 12, .end = 28, .expected = 0, .found = total_bytes});
  } else if (total_bytes < length) {
    f.Add(
        {.rule = Rule::kR5Length, .begin = 8, .end = 28, .expected = length, .found = total_bytes});
  } else if (total_bytes > length) {
    f.Add({.rule = Rule::kR5Length,
           .begin = length,
           .end = total_bytes,
           .expected = length,
           .found = total_bytes});
  }
  return f;
}

Finding CheckShape(const EnvelopeShape& shape, const EnvelopeShape& pool) {
  if (shape == pool) return {};
  return {.rule = Rule::kR7Shape, .begin = 12, .end = 28};
}

Finding CheckTokens(const EnvelopeShape& shape, const uint8_t* record, uint32_t index,
                    uint64_t offset) {
  const uint32_t n_tokens = LoadLe32(record + 8);
  if (n_tokens >= 1 && n_tokens <= shape.block_tokens) return {};
  return {.rule = Rule::kR8Tokens,
          .record = index,
          .begin = offset + 8,
          .end = offset + 12,
          .expected = shape.block_tokens,
          .found = n_tokens};
}

Finding CheckPartialHash(const EnvelopeShape& shape, const uint8_t* record, uint32_t index,
                         uint64_t offset) {
  const uint32_t n_tokens = LoadLe32(record + 8);
  if (LoadLe64(record) == 0 || n_tokens >= shape.block_tokens) return {};
  return {.rule = Rule::kR9PartialHash,
          .record = index,
          .begin = offset,
          .end = offset + 12,
          .expected = shape.block_tokens,
          .found = n_tokens};
}

const char* Name(Rule rule) {
  constexpr const char* kNames[] = {"",   "R1", "R2", "R3", "R4", "R5", "R6",
                                    "R7", "R8", "R9", "W1", "W2", "W3"};
  return kNames[static_cast<uint32_t>(rule)];
}

tl_status StatusOf(Rule rule) {
  if (rule == Rule::kNone || rule >= Rule::kW1PastFill) return TL_OK;
  return rule == Rule::kR7Shape ? TL_ESHAPE : TL_EFORMAT;
}

tl_status FailBy(const Finding& finding, const EnvelopeHeader& header, const EnvelopeShape& pool) {
  const Description d = Describe(finding, header, pool);
  return Fail(StatusOf(finding.rule), "rule ", Name(finding.rule), ": ", d.title.c_str(),
              "; expected ", d.expected.c_str(), ", found ", d.found.c_str());
}

}  // namespace tlkv
