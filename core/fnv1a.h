// FNV-1a 64, one byte at a time: what block hashes and salts are made of.
#ifndef TLKV_FNV1A_H_
#define TLKV_FNV1A_H_

#include <stddef.h>
#include <stdint.h>

namespace tlkv {

class Fnv1a {
 public:
  void AddByte(uint8_t byte) { state_ = (state_ ^ byte) * 0x100000001B3u; }
  void AddBytes(const void* data, size_t n) {
    for (size_t i = 0; i < n; ++i) AddByte(static_cast<const uint8_t*>(data)[i]);
  }
  void AddLe32(uint32_t n) {
    for (int shift = 0; shift < 32; shift += 8) AddByte(static_cast<uint8_t>(n >> shift));
  }
  void AddLe64(uint64_t n) {
    for (int shift = 0; shift < 64; shift += 8) AddByte(static_cast<uint8_t>(n >> shift));
  }

  /// The hash; 1 where it would be 0, which means "no hash".
  uint64_t NotZero() const { return state_ == 0 ? 1 : state_; }

 private:
  uint64_t state_ = 0xCBF29CE484222325u;
};

}  // namespace tlkv

#endif  // TLKV_FNV1A_H_
