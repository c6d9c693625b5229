// Sixteen bytes at once, by the compiler's vector extension: SSE2, NEON, WebAssembly SIMD, or plain
// words where there is nothing better.
#ifndef TLKV_CRC32C_VECTOR_H_
#define TLKV_CRC32C_VECTOR_H_

#include <stdint.h>

#ifndef __clang__
// Where vectors are not passed in registers (-m32), GCC notes that the convention may change. These
// functions are inlined: there is no call.
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

namespace tlkv::crc32c {

using Vec = uint8_t __attribute__((vector_size(16), aligned(1), may_alias));

inline Vec Load(const uint8_t* p) { return *reinterpret_cast<const Vec*>(p); }
inline void Store(uint8_t* p, Vec v) { *reinterpret_cast<Vec*>(p) = v; }

}  // namespace tlkv::crc32c

#endif  // TLKV_CRC32C_VECTOR_H_
