// tlkv/envelope.h: the layout of a .tlkv envelope, version 1 (formats/kv-block.md section 3):
// header fields, sizes and offsets. No pool is needed for any of it, and nothing here allocates.
#ifndef TLKV_ENVELOPE_H_
#define TLKV_ENVELOPE_H_

#include <stddef.h>
#include <stdint.h>

namespace tlkv {

inline constexpr uint32_t kEnvelopeMagic = 0x564B4C54;  // "TLKV", read as le32
inline constexpr uint16_t kEnvelopeVersion = 1;
inline constexpr uint16_t kEnvelopeF16 = 1;
inline constexpr size_t kHeaderBytes = 28;
inline constexpr size_t kRecordHeaderBytes = 12;  // block_hash and n_tokens before the payload
inline constexpr size_t kCrcBytes = 4;
inline constexpr size_t kMinEnvelopeBytes = kHeaderBytes + kCrcBytes;

/// The dimensions of the blocks. Sizes are exact, or UINT64_MAX where they do not fit 64 bits.
struct EnvelopeShape {
  uint32_t block_tokens = 0;
  uint32_t n_layers = 0;
  uint32_t n_kv_heads = 0;
  uint32_t head_dim = 0;

  bool operator==(const EnvelopeShape&) const = default;

  bool HasZero() const { return !block_tokens || !n_layers || !n_kv_heads || !head_dim; }
  /// P = n_layers * 2 * n_kv_heads * block_tokens * head_dim * 2.
  uint64_t PayloadBytes() const;
  /// 12 + P.
  uint64_t RecordBytes() const;
  /// 28 + n_blocks * (12 + P) + 4.
  uint64_t EnvelopeBytes(uint32_t n_blocks) const;
};

struct EnvelopeHeader {
  uint32_t magic = kEnvelopeMagic;
  uint16_t version = kEnvelopeVersion;
  uint16_t dtype = kEnvelopeF16;
  uint32_t n_blocks = 0;
  EnvelopeShape shape;
};

/// Reads a header, right or wrong, from kHeaderBytes bytes.
EnvelopeHeader LoadHeader(const uint8_t* bytes);

/// Writes a header to kHeaderBytes bytes.
void StoreHeader(const EnvelopeHeader& header, uint8_t* bytes);

}  // namespace tlkv

#endif  // TLKV_ENVELOPE_H_
