// tlkv/envelope_reader.h: whether an envelope in memory is good, and its records.
#ifndef TLKV_ENVELOPE_READER_H_
#define TLKV_ENVELOPE_READER_H_

#include "tlkv/envelope_rules.h"

namespace tlkv {

/// A record of a good envelope.
struct EnvelopeRecord {
  uint64_t hash;
  uint32_t n_tokens;
  const uint8_t* payload;
};

/// An envelope in memory. It does not own the bytes.
class EnvelopeReader {
 public:
  /// Applies R1 to R9 (R7 only with a pool's shape) in order; kNone if all hold, else the first
  /// broken one. The records may be read only after kNone. Reads nothing outside [data, data + n),
  /// allocates nothing. data may be NULL when n is 0. Cost O(n).
  [[nodiscard]] Finding Open(const void* data, size_t n, const EnvelopeShape* pool);

  const EnvelopeHeader& header() const { return header_; }

  /// Record i, i < header().n_blocks.
  EnvelopeRecord Record(uint32_t i) const;

 private:
  const uint8_t* At(uint32_t i) const { return bytes_ + kHeaderBytes + i * record_bytes_; }

  const uint8_t* bytes_ = nullptr;
  EnvelopeHeader header_;
  size_t record_bytes_ = 0;
};

}  // namespace tlkv

#endif  // TLKV_ENVELOPE_READER_H_
