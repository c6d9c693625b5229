// tlkv/envelope_scanner.h: an envelope explained while it streams by, in pieces of any size.
//
// Where the reader answers by the first broken rule, the scanner goes on and lists every broken
// rule and every warning with its bytes ("A decoder for people" in formats/kv-block.md). It needs
// no pool and never the whole file: memory is bounded by the limits below, whatever a header
// claims. The first finding, if any, is the reader's answer.
#ifndef TLKV_ENVELOPE_SCANNER_H_
#define TLKV_ENVELOPE_SCANNER_H_

#include "tlkv/crc32c_stream.h"
#include "tlkv/envelope_rules.h"
#include "tlkv/memory.h"

namespace tlkv {

/// Broken rules of records, and warnings, are listed up to this many each; beyond that they are
/// counted.
inline constexpr uint32_t kMaxListed = 1000;

/// Hashes are compared for repeats (W2) among this many records from the first.
inline constexpr uint32_t kMaxHashesKept = 1u << 20;

class EnvelopeScanner {
 public:
  /// Begins an envelope of total_bytes, forgetting any other. R7 is looked at if pool is given.
  void Start(uint64_t total_bytes, const EnvelopeShape* pool);

  /// The next n bytes. TL_EINVAL: more than total_bytes in all. TL_ENOMEM: findings can't be kept.
  /// After a failure only Start may follow. Cost O(n).
  [[nodiscard]] tl_status Push(const void* data, size_t n);

  /// The end. TL_EINVAL: bytes are missing. TL_ENOMEM as Push. Cost O(k log k) for k hashes kept.
  [[nodiscard]] tl_status Finish();

  // After Finish; before it, what is known so far: R1 to R5 as soon as the header is in, records
  // as they pass, the CRC of the bytes pushed.

  /// Whether a version 1 reader takes the envelope: no rule is broken (so far).
  bool accepted() const { return findings_.empty(); }
  /// Broken rules in the order in which a reader would meet them, as far as they are listed.
  const Array<Finding>& findings() const { return findings_; }
  /// Warnings in record order, as far as they are listed.
  const Array<Finding>& warnings() const { return warnings_; }
  /// How many there are, listed or not.
  uint64_t findings_count() const { return findings_count_; }
  uint64_t warnings_count() const { return warnings_count_; }

  uint64_t total_bytes() const { return total_; }
  /// The header is there (28 bytes or more), the CRC is there (32 bytes or more).
  bool has_header() const { return total_ >= kHeaderBytes; }
  bool has_crc() const { return total_ >= kMinEnvelopeBytes; }
  const EnvelopeHeader& header() const { return header_; }
  const EnvelopeShape& pool() const { return pool_; }
  uint32_t stored_crc() const;
  uint32_t computed_crc() const { return crc_.Crc(); }
  /// Records that lie wholly in the file.
  uint32_t records_there() const { return records_there_; }

 private:
  // What the payload of the record at hand holds so far.
  struct PayloadMarks {
    uint64_t first_past_fill, end_past_fill;    // W1
    uint64_t first_not_finite, end_not_finite;  // W3
    uint16_t first_value;                       // of W3
  };
  struct NamedRecord {
    uint64_t hash;
    uint32_t record;
  };

  [[nodiscard]] tl_status PushPart(const uint8_t* bytes, size_t n, size_t* taken);
  [[nodiscard]] tl_status PushToRecord(const uint8_t* bytes, size_t n, size_t* taken);
  [[nodiscard]] tl_status EndHeader();
  [[nodiscard]] tl_status AddHeaderFindings();
  [[nodiscard]] tl_status EndRecordHeader();
  [[nodiscard]] tl_status EndRecord();
  [[nodiscard]] tl_status AddRepeatedHashes();
  [[nodiscard]] tl_status AddFinding(const Finding& finding);
  [[nodiscard]] tl_status AddWarning(const Finding& finding);
  void ScanPayload(const uint8_t* bytes, size_t n);
  void MarkNotFinite(const uint8_t* values, size_t n, uint64_t offset);
  void MarkPastFill(const uint8_t* bytes, size_t n, uint64_t in_payload);
  uint64_t RecordOffset() const { return kHeaderBytes + record_ * record_bytes_; }

  uint64_t total_ = 0;
  uint64_t at_ = 0;  // bytes pushed
  bool checks_pool_ = false;
  EnvelopeShape pool_;
  EnvelopeHeader header_;
  uint64_t record_bytes_ = 0;
  uint32_t records_there_ = 0;
  Crc32cStream crc_;
  uint8_t header_bytes_[kHeaderBytes] = {};
  uint8_t crc_bytes_[kCrcBytes] = {};

  uint32_t record_ = 0;  // the record at hand
  uint8_t record_header_[kRecordHeaderBytes] = {};
  uint32_t fill_ = 0;       // its fill; block_tokens where R8 is broken, so that nothing is past it
  uint8_t half_value_ = 0;  // the low byte of an f16 cut by the end of a piece
  PayloadMarks marks_ = {};

  Array<Finding> findings_;
  Array<Finding> warnings_;
  uint32_t header_findings_ = 0;  // R1 to R5, in front of findings_
  uint64_t findings_count_ = 0;
  uint64_t warnings_count_ = 0;
  Array<NamedRecord> named_;
};

}  // namespace tlkv

#endif  // TLKV_ENVELOPE_SCANNER_H_
