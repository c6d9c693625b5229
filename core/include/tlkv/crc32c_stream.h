// tlkv/crc32c_stream.h: the CRC-32C of a message that comes in pieces.
#ifndef TLKV_CRC32C_STREAM_H_
#define TLKV_CRC32C_STREAM_H_

#include "tlkv/crc32c.h"
#include "tlkv/crc32c_ring.h"

namespace tlkv {

/// The same as Crc32c called for every piece with the result of the one before. Where the ring of
/// crc32c_ring.h is the fastest way, it is kept from one piece to the next, which saves its start
/// and its end each time; the object then has about 13 KiB.
class Crc32cStream {
 public:
  /// Begins anew; crc is that of what came before, 0 for nothing.
  void Start(uint32_t crc);

  /// data may be null when n is 0. Cost O(n).
  void Update(const void* data, size_t n);

  /// Update(from, n), and memcpy(to, from, n) on the way. Cost O(n).
  void Copy(void* to, const void* from, size_t n, Stores stores);

  /// The CRC of all pieces so far; more may follow.
  uint32_t Crc() const;

 private:
  uint32_t crc_ = 0;  // of all pieces; or, once the ring is used, of those before it
#ifndef __x86_64__
  template <bool kCopy>
  void Take(uint8_t* to, const uint8_t* p, size_t n);

  bool in_ring_ = false;
  size_t carried_ = 0;  // bytes after the last whole block
  uint8_t carry_[crc32c::Ring::kBlock];
  crc32c::Ring ring_;
#endif
};

}  // namespace tlkv

#endif  // TLKV_CRC32C_STREAM_H_
