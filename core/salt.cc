#include "tlkv/salt.h"

#include <string.h>

namespace tlkv {
namespace {

uint64_t Fnv1a(uint64_t h, const void* data, size_t n) {
  const uint8_t* bytes = static_cast<const uint8_t*>(data);
  for (size_t i = 0; i < n; ++i) h = (h ^ bytes[i]) * 0x100000001B3u;
  return h;
}

uint64_t Fnv1aLe64(uint64_t h, uint64_t value) {
  for (int i = 0; i < 8; ++i) h = (h ^ (value >> (8 * i) & 0xFF)) * 0x100000001B3u;
  return h;
}

}  // namespace

uint64_t Salt(uint64_t salt, const char* tag, const void* value, size_t n) {
  const size_t tag_bytes = strlen(tag);
  uint64_t h = Fnv1aLe64(0xCBF29CE484222325u, salt);
  h = Fnv1a(Fnv1aLe64(h, tag_bytes), tag, tag_bytes);
  h = Fnv1a(Fnv1aLe64(h, n), value, n);
  return h == 0 ? 1 : h;
}

}  // namespace tlkv
