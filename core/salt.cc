#include "tlkv/salt.h"

#include <string.h>

#include "fnv1a.h"

namespace tlkv {

uint64_t Salt(uint64_t salt, const char* tag, const void* value, size_t n) {
  const size_t tag_bytes = strlen(tag);
  Fnv1a h;
  h.AddLe64(salt);
  h.AddLe64(tag_bytes);
  h.AddBytes(tag, tag_bytes);
  h.AddLe64(n);
  h.AddBytes(value, n);
  return h.NotZero();
}

}  // namespace tlkv
