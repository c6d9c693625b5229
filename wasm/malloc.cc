// malloc, free and posix_memalign over all that WebAssembly memory has.
#include <errno.h>
#include <stddef.h>

#include "heap.h"

extern "C" char __heap_base;  // where the linker's data ends

namespace {

constexpr uint32_t kPage = 65536;
constexpr uint32_t kMostPages = 65535;  // addresses end before 2^32

tlkv::Heap heap;

// A fifth more than there is, to grow seldom; where that is not to be had, what is needed.
uint32_t Grow(uint32_t bytes) {
  const uint32_t pages = __builtin_wasm_memory_size(0);
  const uint32_t needed = static_cast<uint32_t>((uint64_t{bytes} + kPage - 1) / kPage);
  const uint32_t spare = pages / 5 < 1536 ? pages / 5 : 1536;
  const uint32_t attempts[] = {needed < spare ? spare : needed, needed};
  for (const uint32_t more : attempts) {
    if (more <= kMostPages - pages && __builtin_wasm_memory_grow(0, more) != SIZE_MAX) {
      return (pages + more) * kPage;
    }
  }
  return 0;
}

void* Allocate(size_t n, size_t align) {
  if (!heap.is_started()) {
    heap.Start(nullptr, reinterpret_cast<uint32_t>(&__heap_base),
               __builtin_wasm_memory_size(0) * kPage, Grow);
  }
  return reinterpret_cast<void*>(heap.Allocate(n, align));
}

}  // namespace

extern "C" {

void* malloc(size_t n) { return Allocate(n, 16); }

void free(void* p) { heap.Free(reinterpret_cast<uint32_t>(p)); }

int posix_memalign(void** out, size_t align, size_t n) {
  *out = Allocate(n, align);
  return *out == nullptr ? ENOMEM : 0;
}

}  // extern "C"
