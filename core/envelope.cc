#include "tlkv/envelope.h"

#include <string.h>

#include "tlkv/byte_io.h"
#include "tlkv/crc32c.h"

namespace tlkv {
namespace {

// Sums and products that stay at UINT64_MAX once they do not fit. A zero factor still gives zero.
uint64_t Times(uint64_t a, uint64_t b) {
  uint64_t product;
  return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

uint64_t Plus(uint64_t a, uint64_t b) {
  uint64_t sum;
  return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

}  // namespace

uint64_t EnvelopeShape::PayloadBytes() const {
  return Times(Times(Times(Times(n_layers, n_kv_heads), block_tokens), head_dim), 4);
}

uint64_t EnvelopeShape::RecordBytes() const { return Plus(kRecordHeaderBytes, PayloadBytes()); }

uint64_t EnvelopeShape::EnvelopeBytes(uint32_t n_blocks) const {
  return Plus(Times(n_blocks, RecordBytes()), kMinEnvelopeBytes);
}

EnvelopeHeader LoadHeader(const uint8_t* bytes) {
  return {
      .magic = LoadLe32(bytes),
      .version = LoadLe16(bytes + 4),
      .dtype = LoadLe16(bytes + 6),
      .n_blocks = LoadLe32(bytes + 8),
      .shape = {.block_tokens = LoadLe32(bytes + 12),
                .n_layers = LoadLe32(bytes + 16),
                .n_kv_heads = LoadLe32(bytes + 20),
                .head_dim = LoadLe32(bytes + 24)},
  };
}

void StoreHeader(const EnvelopeHeader& header, uint8_t* bytes) {
  StoreLe32(bytes, header.magic);
  StoreLe16(bytes + 4, header.version);
  StoreLe16(bytes + 6, header.dtype);
  StoreLe32(bytes + 8, header.n_blocks);
  StoreLe32(bytes + 12, header.shape.block_tokens);
  StoreLe32(bytes + 16, header.shape.n_layers);
  StoreLe32(bytes + 20, header.shape.n_kv_heads);
  StoreLe32(bytes + 24, header.shape.head_dim);
}

tl_status StartEnvelope(const EnvelopeShape& shape, uint32_t n_blocks, uint8_t* buf, size_t cap,
                        size_t* written) {
  const uint64_t needed = shape.EnvelopeBytes(n_blocks);
  *written = needed < SIZE_MAX ? static_cast<size_t>(needed) : SIZE_MAX;
  if (buf == nullptr || cap < *written || *written == SIZE_MAX) {
    return Fail(TL_EFULL, "the envelope of ", n_blocks, " blocks needs ", *written,
                " bytes, the buffer has ", buf == nullptr ? 0 : cap);
  }
  StoreHeader({.n_blocks = n_blocks, .shape = shape}, buf);
  return TL_OK;
}

uint8_t* StoreRecord(const EnvelopeShape& shape, uint64_t hash, uint32_t n_tokens,
                     const uint8_t* payload, uint8_t* record) {
  StoreLe64(record, hash);
  StoreLe32(record + 8, n_tokens);
  record += kRecordHeaderBytes;
  const size_t payload_bytes = static_cast<size_t>(shape.PayloadBytes());
  if (n_tokens == shape.block_tokens) {
    memcpy(record, payload, payload_bytes);
    return record + payload_bytes;
  }
  // Each layer, K or V, and head has its own run of positions, filled from its start.
  const size_t position_bytes = size_t{shape.head_dim} * 2;
  const size_t run = shape.block_tokens * position_bytes;
  const size_t filled = n_tokens * position_bytes;
  for (size_t at = 0; at < payload_bytes; at += run) {
    memcpy(record + at, payload + at, filled);
    memset(record + at + filled, 0, run - filled);
  }
  return record + payload_bytes;
}

void Seal(uint8_t* begin, uint8_t* end) {
  StoreLe32(end, Crc32c(begin, static_cast<size_t>(end - begin), 0));
}

}  // namespace tlkv
