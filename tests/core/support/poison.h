// Memory that nobody may touch: out of bounds under AddressSanitizer, nothing elsewhere.
#ifndef TESTS_CORE_SUPPORT_POISON_H_
#define TESTS_CORE_SUPPORT_POISON_H_

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#define TLKV_POISONS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TLKV_POISONS 1
#endif
#endif
#ifdef TLKV_POISONS
#include <sanitizer/asan_interface.h>
#endif

namespace tlkv_test {

#ifdef TLKV_POISONS
inline void Poison(const void* p, size_t n) { __asan_poison_memory_region(p, n); }
inline void Unpoison(const void* p, size_t n) { __asan_unpoison_memory_region(p, n); }
#else
inline void Poison(const void*, size_t) {}
inline void Unpoison(const void*, size_t) {}
#endif

}  // namespace tlkv_test

#endif  // TESTS_CORE_SUPPORT_POISON_H_
