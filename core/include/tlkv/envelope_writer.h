// tlkv/envelope_writer.h: writes an envelope (formats/kv-block.md section 3) from its first byte to
// its last, and its CRC in the same pass.
#ifndef TLKV_ENVELOPE_WRITER_H_
#define TLKV_ENVELOPE_WRITER_H_

#include "tlkv/crc32c_stream.h"
#include "tlkv/envelope.h"
#include "tlkv/status.h"

namespace tlkv {

/// Start, then Record for every block, then Seal. Nothing is read back from the buffer by the
/// caller's side until Seal has been called.
class EnvelopeWriter {
 public:
  /// Begins an envelope of n_blocks in a buffer of cap bytes with its header. *written is the size
  /// that the envelope will have, SIZE_MAX where it does not fit the address space. TL_EFULL: buf
  /// is NULL or cap is below that size; buf is then untouched.
  [[nodiscard]] tl_status Start(const EnvelopeShape& shape, uint32_t n_blocks, uint8_t* buf,
                                size_t cap, size_t* written);

  /// Writes a record: hash, n_tokens (at most block_tokens), and of the payload ([L][2][H][B][D]
  /// f16) the first n_tokens positions, zeros for the others. At most n_blocks of them. Cost O(P).
  void Record(uint64_t hash, uint32_t n_tokens, const uint8_t* payload);

  /// Ends the envelope with its CRC-32C.
  void Seal();

 private:
  [[gnu::noinline]] void Payload(uint32_t n_tokens, const uint8_t* payload);
  void Copy(const uint8_t* from, size_t n);
  void Grow(size_t n);
  void Sum();

  EnvelopeShape shape_;
  size_t payload_bytes_ = 0;
  uint8_t* end_ = nullptr;           // of what is written
  const uint8_t* summed_ = nullptr;  // end of what crc_ has
  Stores stores_ = Stores::kCached;
  Crc32cStream crc_;
};

}  // namespace tlkv

#endif  // TLKV_ENVELOPE_WRITER_H_
