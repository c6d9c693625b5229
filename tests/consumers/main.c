/* A program in C99 that knows the installed headers and library. */
#include <stdio.h>
#include <string.h>

#include "tinyllm/kv_pool.h"

int main(void) {
  const tl_kv_cfg cfg = {4, 2, 1, 1, 2, TL_F16, TL_KV_FORMAT_V1};
  tl_kv_pool* pool;
  uint32_t ids[2];
  if (tl_abi_version() != TL_ABI_VERSION || tl_kv_pool_create(&cfg, &pool) != TL_OK) return 1;
  if (tl_kv_alloc(pool, 2, ids) != TL_OK || tl_kv_alloc(pool, 3, ids) != TL_EFULL) return 2;
  if (strncmp(tl_last_error(), "tl_kv_alloc: ", 13) != 0) return 3;
  tl_kv_pool_destroy(pool);
  puts("C");
  return 0;
}
