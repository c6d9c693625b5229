// tlkv/envelope_rules.h: the reader rules R1 to R9 and the warnings W1 to W3 of formats/kv-block.md
// section 4, each stated once. The reader stops at the first broken rule (envelope_reader.h), the
// scanner lists them all (envelope_scanner.h); both ask here.
#ifndef TLKV_ENVELOPE_RULES_H_
#define TLKV_ENVELOPE_RULES_H_

#include <stdint.h>

#include "tlkv/envelope.h"
#include "tlkv/status.h"

namespace tlkv {

enum class Rule : uint32_t {
  kNone,
  kR1TooShort,
  kR2Magic,
  kR3Version,
  kR4Dtype,
  kR5Length,
  kR6Crc,
  kR7Shape,
  kR8Tokens,
  kR9PartialHash,
  kW1PastFill,
  kW2RepeatedHash,
  kW3NotFinite,
};

inline constexpr uint32_t kNoRecord = UINT32_MAX;

/// A broken rule or a warning, with the bytes it is about: [begin, end) of the envelope.
struct Finding {
  Rule rule = Rule::kNone;
  uint32_t record = kNoRecord;  // of R8, R9, W1 to W3
  uint64_t begin = 0;
  uint64_t end = 0;
  uint64_t expected = 0;  // one number where one says it (a length, a CRC); see Describe
  uint64_t found = 0;
};

/// Up to five findings of CheckHeader.
struct HeaderFindings {
  Finding items[5];
  uint32_t count = 0;
  void Add(const Finding& finding) { items[count++] = finding; }
};

/// R1 to R5, in this order, for an envelope of total_bytes of which the first min(total_bytes, 28)
/// are given. A rule is looked at as soon as the bytes of its fields exist.
HeaderFindings CheckHeader(const uint8_t* bytes, uint64_t total_bytes);

/// R7: the dimensions are those of the pool.
Finding CheckShape(const EnvelopeShape& shape, const EnvelopeShape& pool);

/// R8 and R9 of the record whose first 12 bytes are given; `offset` is where they stand.
Finding CheckTokens(const EnvelopeShape& shape, const uint8_t* record, uint32_t index,
                    uint64_t offset);
Finding CheckPartialHash(const EnvelopeShape& shape, const uint8_t* record, uint32_t index,
                         uint64_t offset);

/// "R1" to "R9", "W1" to "W3"; "" for kNone.
const char* Name(Rule rule);

/// TL_OK for kNone and warnings, TL_ESHAPE for R7, TL_EFORMAT for the others.
tl_status StatusOf(Rule rule);

/// A finding in words: what must hold, what the rule expects there, and what stands there.
struct Description {
  Text title;
  Text expected;
  Text found;
};

/// header is the envelope's (zeros where it is cut short), pool the shape that R7 was checked
/// against.
Description Describe(const Finding& finding, const EnvelopeHeader& header,
                     const EnvelopeShape& pool);

/// Puts a finding in words into the error slot; gives its status.
[[nodiscard]] tl_status FailBy(const Finding& finding, const EnvelopeHeader& header,
                               const EnvelopeShape& pool);

}  // namespace tlkv

#endif  // TLKV_ENVELOPE_RULES_H_
