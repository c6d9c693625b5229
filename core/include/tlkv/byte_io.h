// tlkv/byte_io.h: little-endian integers in byte buffers, at any alignment, on any host.
#ifndef TLKV_BYTE_IO_H_
#define TLKV_BYTE_IO_H_

#include <stdint.h>

namespace tlkv {

inline uint16_t LoadLe16(const uint8_t* p) { return static_cast<uint16_t>(p[0] | p[1] << 8); }

inline uint32_t LoadLe32(const uint8_t* p) {
  return static_cast<uint32_t>(LoadLe16(p)) | static_cast<uint32_t>(LoadLe16(p + 2)) << 16;
}

inline uint64_t LoadLe64(const uint8_t* p) {
  return LoadLe32(p) | static_cast<uint64_t>(LoadLe32(p + 4)) << 32;
}

inline void StoreLe16(uint8_t* p, uint16_t v) {
  p[0] = static_cast<uint8_t>(v);
  p[1] = static_cast<uint8_t>(v >> 8);
}

inline void StoreLe32(uint8_t* p, uint32_t v) {
  StoreLe16(p, static_cast<uint16_t>(v));
  StoreLe16(p + 2, static_cast<uint16_t>(v >> 16));
}

inline void StoreLe64(uint8_t* p, uint64_t v) {
  StoreLe32(p, static_cast<uint32_t>(v));
  StoreLe32(p + 4, static_cast<uint32_t>(v >> 32));
}

}  // namespace tlkv

#endif  // TLKV_BYTE_IO_H_
