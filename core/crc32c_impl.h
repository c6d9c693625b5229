// The implementations behind tlkv/crc32c.h, each callable alone so that one test suite covers all.
//
// They work on the raw state, the register of the bitwise algorithm: the complement of the CRC. A
// raw state r before a message means the same as r XORed into the message's first four bytes.
#ifndef TLKV_CRC32C_IMPL_H_
#define TLKV_CRC32C_IMPL_H_

#include <stddef.h>
#include <stdint.h>

#include <span>

#include "tlkv/crc32c.h"

namespace tlkv::crc32c {

// Each takes any n, and hands what is too short for its own technique to a simpler one.
uint32_t ByTables(const uint8_t* p, size_t n, uint32_t raw);     // slicing-by-16
uint32_t ByRegisters(const uint8_t* p, size_t n, uint32_t raw);  // 8 vector registers
uint32_t ByRing(const uint8_t* p, size_t n, uint32_t raw);       // 12 KiB of memory

// From this length on the registers are faster than the tables.
inline constexpr size_t kRegistersFrom = 256;

// The same, copying on the way.
uint32_t CopyByRing(uint8_t* to, const uint8_t* p, size_t n, uint32_t raw, Stores stores);

#ifdef __x86_64__
bool HasSse42();
uint32_t BySse42(const uint8_t* p, size_t n, uint32_t raw);
bool HasAvx512();
uint32_t CrcByAvx512(const void* data, size_t n, uint32_t crc);  // short inputs feel each call
uint32_t CopyByAvx512(uint8_t* to, const uint8_t* p, size_t n, uint32_t raw, Stores stores);
#endif

// A technique in the form of tlkv/crc32c.h.
struct Implementation {
  const char* name;
  bool (*supported)();  // by this processor
  uint32_t (*crc)(const void* data, size_t n, uint32_t crc);
  uint32_t (*copy)(void* to, const void* from, size_t n, uint32_t crc, Stores stores);
};

// All that this build has, the fastest first. The last is supported everywhere.
std::span<const Implementation> Implementations();

}  // namespace tlkv::crc32c

#endif  // TLKV_CRC32C_IMPL_H_
