// tlkv/crc32c.h: CRC-32C (Castagnoli; reflected polynomial 0x82F63B78, initial value and final XOR
// 0xFFFFFFFF), the checksum that closes an envelope.
#ifndef TLKV_CRC32C_H_
#define TLKV_CRC32C_H_

#include <stddef.h>
#include <stdint.h>

namespace tlkv {

// The CRC of n bytes after those that gave crc: 0 starts, and Crc32c(ab, 0) is Crc32c(b,
// Crc32c(a, 0)) for every split. n 0 gives crc back; data may then be null. The bytes "123456789"
// give 0xE3069283. Pure, thread-safe, cost O(n).
uint32_t Crc32c(const void* data, size_t n, uint32_t crc);

/// Where the bytes of a copy go.
enum class Stores : uint8_t {
  kCached,    // into the cache, to be read soon
  kStreamed,  // past it, if the processor can: for results larger than the cache
};

/// Crc32c(from, n, crc), and memcpy(to, from, n) on the way: one pass where the processor can.
uint32_t Crc32cCopy(void* to, const void* from, size_t n, uint32_t crc, Stores stores);

}  // namespace tlkv

#endif  // TLKV_CRC32C_H_
