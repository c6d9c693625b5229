#include "tlkv/envelope_reader.h"

#include "tlkv/byte_io.h"
#include "tlkv/crc32c.h"

namespace tlkv {

Finding EnvelopeReader::Open(const void* data, size_t n, const EnvelopeShape* pool) {
  bytes_ = static_cast<const uint8_t*>(data);
  header_ = n < kHeaderBytes ? EnvelopeHeader{} : LoadHeader(bytes_);
  if (const HeaderFindings broken = CheckHeader(bytes_, n); broken.count != 0) {
    return broken.items[0];
  }
  // From here the length is right, so every record lies inside and its size fits size_t.
  record_bytes_ = static_cast<size_t>(header_.shape.RecordBytes());

  const size_t end = n - kCrcBytes;
  const uint32_t computed = Crc32c(bytes_, end, 0);
  if (const uint32_t stored = LoadLe32(bytes_ + end); stored != computed) {
    return {.rule = Rule::kR6Crc, .begin = end, .end = n, .expected = computed, .found = stored};
  }
  if (pool != nullptr) {
    if (const Finding f = CheckShape(header_.shape, *pool); f.rule != Rule::kNone) return f;
  }
  for (uint32_t i = 0; i < header_.n_blocks; ++i) {
    const uint64_t offset = static_cast<uint64_t>(At(i) - bytes_);
    if (const Finding f = CheckTokens(header_.shape, At(i), i, offset); f.rule != Rule::kNone) {
      return f;
    }
    if (const Finding f = CheckPartialHash(header_.shape, At(i), i, offset);
        f.rule != Rule::kNone) {
      return f;
    }
  }
  return {};
}

EnvelopeRecord EnvelopeReader::Record(uint32_t i) const {
  const uint8_t* record = At(i);
  return {LoadLe64(record), LoadLe32(record + 8), record + kRecordHeaderBytes};
}

}  // namespace tlkv
