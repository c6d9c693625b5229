// tlkv/c_api.h: the C++ pool behind a handle of the C ABI, for callers that use both.
#ifndef TLKV_C_API_H_
#define TLKV_C_API_H_

#include "tlkv/kv_pool.h"

namespace tlkv {

/// The pool that the handle stands for; lives and dies with it. handle must not be NULL.
KvPool& PoolOf(tl_kv_pool* handle);

}  // namespace tlkv

#endif  // TLKV_C_API_H_
