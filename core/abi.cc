// tinyllm/abi.h: status names, the error slot, the allocator hook.
#include "tinyllm/abi.h"

#include <stdint.h>
#include <stdlib.h>

#include "tlkv/memory.h"
#include "tlkv/status.h"

namespace tlkv {
namespace {

void* DefaultAlloc(void* /*user*/, size_t n, size_t align) {
  if (n > PTRDIFF_MAX) return nullptr;  // no object is larger, and not every malloc says so
  if (align <= alignof(max_align_t)) return malloc(n);
  void* p = nullptr;
  return posix_memalign(&p, align, n) == 0 ? p : nullptr;
}

void DefaultFree(void* /*user*/, void* p) { free(p); }

constexpr tl_allocator kDefaultAllocator = {DefaultAlloc, DefaultFree, nullptr};

tl_allocator g_allocator = kDefaultAllocator;
constinit thread_local Text t_error;

}  // namespace

Text& ErrorSlot() { return t_error; }

tl_allocator CurrentAllocator() { return g_allocator; }

}  // namespace tlkv

using tlkv::ErrorSlot;
using tlkv::Fail;

uint32_t tl_abi_version(void) { return TL_ABI_VERSION; }

const char* tl_status_str(tl_status status) {
  switch (status) {
    case TL_OK:
      return "TL_OK";
    case TL_EINVAL:
      return "TL_EINVAL";
    case TL_ENOMEM:
      return "TL_ENOMEM";
    case TL_ESHAPE:
      return "TL_ESHAPE";
    case TL_EDTYPE:
      return "TL_EDTYPE";
    case TL_EFULL:
      return "TL_EFULL";
    case TL_ENOTFOUND:
      return "TL_ENOTFOUND";
    case TL_EFORMAT:
      return "TL_EFORMAT";
    case TL_EBUSY:
      return "TL_EBUSY";
    case TL_EUNSUPPORTED:
      return "TL_EUNSUPPORTED";
    case TL_EIO:
      return "TL_EIO";
    default:
      return "TL_UNKNOWN";
  }
}

const char* tl_last_error(void) { return ErrorSlot().c_str(); }

void tl_set_last_error(const char* msg) {
  if (msg == nullptr) return ErrorSlot().Clear();  // which a caller may do before every call
  tlkv::Text text;                                 // msg may be the slot's own text
  text.Append(msg);
  ErrorSlot() = text;
}

tl_status tl_set_allocator(const tl_allocator* a) {
  if (a == nullptr) {
    tlkv::g_allocator = tlkv::kDefaultAllocator;
    return TL_OK;
  }
  if (a->alloc == nullptr || a->free == nullptr) {
    return Fail(TL_EINVAL, "tl_set_allocator: ", a->alloc == nullptr ? "alloc" : "free",
                " is NULL; a hook needs both functions");
  }
  tlkv::g_allocator = *a;
  return TL_OK;
}

void* tl_alloc(size_t n, size_t align) {
  if (n == 0 || align == 0 || (align & (align - 1)) != 0) {
    (void)Fail(TL_EINVAL, "tl_alloc: n ", n, " must be at least 1 and align ", align,
               " a power of two");
    return nullptr;
  }
  void* p = tlkv::g_allocator.alloc(tlkv::g_allocator.user, n, align);
  if (p == nullptr) (void)Fail(TL_ENOMEM, "tl_alloc: the allocator has no ", n, " bytes");
  return p;
}

void tl_free(void* p) {
  if (p != nullptr) tlkv::g_allocator.free(tlkv::g_allocator.user, p);
}
