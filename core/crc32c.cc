#include "tlkv/crc32c.h"

#include "crc32c_impl.h"

namespace tlkv {
namespace crc32c {
namespace {

bool Always() { return true; }

template <uint32_t (*update)(const uint8_t* p, size_t n, uint32_t raw)>
uint32_t Crc(const void* data, size_t n, uint32_t crc) {
  return ~update(static_cast<const uint8_t*>(data), n, ~crc);
}

constexpr Implementation kImplementations[] = {
#ifdef __x86_64__
    {"avx512", HasAvx512, Crc<ByAvx512>}, {"sse42", HasSse42, Crc<BySse42>},
#endif
    {"ring", Always, Crc<ByRing>},        {"registers", Always, Crc<ByRegisters>},
    {"tables", Always, Crc<ByTables>},
};

#ifdef __x86_64__
// The first call asks the processor and leaves the answer here. Threads that come first together
// all find the same. Atomic by the compiler's builtins: std::atomic, when it checks its arguments,
// needs the C++ library.
uint32_t Choose(const void* data, size_t n, uint32_t crc);
uint32_t (*fastest)(const void* data, size_t n, uint32_t crc) = Choose;

uint32_t Choose(const void* data, size_t n, uint32_t crc) {
  const Implementation* i = kImplementations;
  while (!i->supported()) ++i;
  __atomic_store_n(&fastest, i->crc, __ATOMIC_RELAXED);
  return i->crc(data, n, crc);
}
#endif

}  // namespace

std::span<const Implementation> Implementations() { return kImplementations; }

}  // namespace crc32c

uint32_t Crc32c(const void* data, size_t n, uint32_t crc) {
#ifdef __x86_64__
  return __atomic_load_n(&crc32c::fastest, __ATOMIC_RELAXED)(data, n, crc);
#else
  return crc32c::Crc<crc32c::ByRing>(data, n, crc);
#endif
}

}  // namespace tlkv
