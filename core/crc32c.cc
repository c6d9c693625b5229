#include "tlkv/crc32c.h"

#include <string.h>

#include "crc32c_impl.h"

namespace tlkv {
namespace crc32c {
namespace {

using Update = uint32_t(const uint8_t* p, size_t n, uint32_t raw);
using CopyUpdate = uint32_t(uint8_t* to, const uint8_t* p, size_t n, uint32_t raw, Stores stores);

bool Always() { return true; }

template <Update* update>
uint32_t Crc(const void* data, size_t n, uint32_t crc) {
  return ~update(static_cast<const uint8_t*>(data), n, ~crc);
}

template <CopyUpdate* update>
uint32_t Copy(void* to, const void* from, size_t n, uint32_t crc, Stores stores) {
  return ~update(static_cast<uint8_t*>(to), static_cast<const uint8_t*>(from), n, ~crc, stores);
}

// For techniques that do not copy: in pieces that stay in the cache between the two passes.
template <Update* update>
uint32_t CopyThenUpdate(uint8_t* to, const uint8_t* p, size_t n, uint32_t raw, Stores /*stores*/) {
  while (n > 0) {
    const size_t piece = n < 8192 ? n : 8192;
    memcpy(to, p, piece);
    raw = update(to, piece, raw);
    to += piece;
    p += piece;
    n -= piece;
  }
  return raw;
}

constexpr Implementation kImplementations[] = {
#ifdef __x86_64__
    {"avx512", HasAvx512, CrcByAvx512, Copy<CopyByAvx512>},
    {"sse42", HasSse42, Crc<BySse42>, Copy<CopyThenUpdate<BySse42>>},
#endif
    {"ring", Always, Crc<ByRing>, Copy<CopyByRing>},
    {"registers", Always, Crc<ByRegisters>, Copy<CopyThenUpdate<ByRegisters>>},
    {"tables", Always, Crc<ByTables>, Copy<CopyThenUpdate<ByTables>>},
};

#ifdef __x86_64__
// The first call asks the processor and leaves the answer here. Threads that come first together
// all find the same. Atomic by the compiler's builtins: std::atomic, when it checks its arguments,
// needs the C++ library.
const Implementation* fastest = nullptr;

[[gnu::noinline, gnu::cold]] const Implementation& FindFastest() {
  const Implementation* found = kImplementations;
  while (!found->supported()) ++found;
  __atomic_store_n(&fastest, found, __ATOMIC_RELAXED);
  return *found;
}

// Short inputs feel every instruction before the first byte: the search is not inlined.
const Implementation& Fastest() {
  const Implementation* known = __atomic_load_n(&fastest, __ATOMIC_RELAXED);
  return known != nullptr ? *known : FindFastest();
}
#else
constexpr const Implementation& Fastest() { return kImplementations[0]; }
#endif

}  // namespace

std::span<const Implementation> Implementations() { return kImplementations; }

}  // namespace crc32c

uint32_t Crc32c(const void* data, size_t n, uint32_t crc) {
#ifdef __x86_64__
  return crc32c::Fastest().crc(data, n, crc);
#else
  // As few calls as can be for a short input: WebAssembly's engines do not inline them.
  const auto* p = static_cast<const uint8_t*>(data);
  if (n < crc32c::kRegistersFrom) return ~crc32c::ByTables(p, n, ~crc);
  return ~crc32c::ByRing(p, n, ~crc);
#endif
}

uint32_t Crc32cCopy(void* to, const void* from, size_t n, uint32_t crc, Stores stores) {
  return crc32c::Fastest().copy(to, from, n, crc, stores);
}

}  // namespace tlkv
