#include "tlkv/envelope.h"

#include "tlkv/byte_io.h"

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

}  // namespace tlkv
