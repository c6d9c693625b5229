#include "tlkv/salt.h"

#include <string.h>

#include "block_hash_fnv.h"

namespace tlkv {
namespace {

uint64_t Bytes(uint64_t h, const void* data, size_t n) {
  for (size_t i = 0; i < n; ++i) h = fnv::Byte(h, static_cast<const uint8_t*>(data)[i]);
  return h;
}

uint64_t Le64(uint64_t h, uint64_t value) {
  for (int shift = 0; shift < 64; shift += 8) h = fnv::Byte(h, value >> shift & 0xFF);
  return h;
}

}  // namespace

uint64_t Salt(uint64_t salt, const char* tag, const void* value, size_t n) {
  const size_t tag_bytes = strlen(tag);
  uint64_t h = Le64(fnv::kBasis, salt);
  h = Bytes(Le64(h, tag_bytes), tag, tag_bytes);
  h = Bytes(Le64(h, n), value, n);
  return fnv::NotZero(h);
}

}  // namespace tlkv
