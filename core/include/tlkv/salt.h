// tlkv/salt.h: namespaces for prefixes. Prompts opened under different salts never share blocks,
// even if their tokens are equal: a tenant, an adapter, the pictures that stand behind image
// tokens.
#ifndef TLKV_SALT_H_
#define TLKV_SALT_H_

#include <stddef.h>
#include <stdint.h>

namespace tlkv {

/// The salt of one more kind of thing on top of another salt (0: of none). Tag and value go into
/// the hash (FNV-1a 64) each with its length before it, so that no pair imitates another and the
/// order of calls counts. Never 0. As with the block hash, whoever may choose the bytes can make
/// two collide. tag ends with a zero; value may be NULL when n is 0. Pure, thread-safe, cost O(n).
uint64_t Salt(uint64_t salt, const char* tag, const void* value, size_t n);

}  // namespace tlkv

#endif  // TLKV_SALT_H_
