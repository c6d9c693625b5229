/* The C ABI from C99: a whole life of a pool. Linked by the C compiler with the static library and
 * nothing else, it also shows that no C++ runtime is needed. Prints the first check that fails. */
#include <stdio.h>
#include <string.h>

#include "tinyllm/abi.h"
#include "tinyllm/kv_pool.h"

#define CHECK(condition)                                                         \
  do {                                                                           \
    if (!(condition)) {                                                          \
      printf("c99_test.c:%d: %s (%s)\n", __LINE__, #condition, tl_last_error()); \
      return 1;                                                                  \
    }                                                                            \
  } while (0)

/* Types and constants are plain C. */
typedef char cfg_has_no_padding[sizeof(tl_kv_cfg) == 28 ? 1 : -1];
typedef char stats_have_no_padding[sizeof(tl_kv_stats) == 16 ? 1 : -1];
typedef char status_is_32_bits[sizeof(tl_status) == 4 && sizeof(tl_dtype) == 4 ? 1 : -1];

static const unsigned char kWorked[60] = {
    0x54, 0x4c, 0x4b, 0x56, 0x01, 0x00, 0x01, 0x00, 0x01, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00,
    0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x66, 0x93,
    0x7b, 0x02, 0xc1, 0xb0, 0x1a, 0xa9, 0x02, 0x00, 0x00, 0x00, 0x00, 0x3c, 0x00, 0x40, 0x00,
    0x42, 0x00, 0x44, 0x00, 0x38, 0x00, 0xbc, 0x00, 0x00, 0x00, 0x34, 0x1c, 0x54, 0x0b, 0x4f};

int main(void) {
  const uint16_t k[4] = {0x3C00, 0x4000, 0x4200, 0x4400};
  const uint16_t v[4] = {0x3800, 0xBC00, 0x0000, 0x3400};
  const uint32_t tokens[2] = {1, 2};
  const uint64_t hash = tl_kv_block_hash(0, tokens, 2);
  tl_kv_cfg cfg;
  tl_kv_cfg got;
  tl_kv_stats stats;
  tl_kv_pool* pool = NULL;
  uint32_t ids[2] = {9, 9};
  uint32_t copy = 9;
  unsigned char bytes[60];
  size_t written = 0;

  CHECK(tl_abi_version() == TL_ABI_VERSION);
  CHECK(strcmp(tl_status_str(TL_EFULL), "TL_EFULL") == 0);
  CHECK(strcmp(tl_last_error(), "") == 0);
  CHECK(TL_KV_FORMAT_V1 == 1u && TL_KV_ENVELOPE_HEADER == 28u);
  CHECK(memcmp(TL_KV_MAGIC, kWorked, 4) == 0);
  CHECK(hash == UINT64_C(0xA91AB0C1027B9366));
  CHECK(tl_crc32c("123456789", 9, 0) == UINT32_C(0xE3069283));

  memset(&cfg, 0, sizeof cfg);
  cfg.n_blocks = 3;
  cfg.block_tokens = 2;
  cfg.n_layers = 1;
  cfg.n_kv_heads = 1;
  cfg.head_dim = 2;
  cfg.dtype = TL_F16;
  cfg.format = TL_KV_FORMAT_V1;
  CHECK(tl_kv_pool_create(&cfg, &pool) == TL_OK);
  tl_kv_pool_cfg(pool, &got);
  CHECK(memcmp(&cfg, &got, sizeof cfg) == 0);
  CHECK(tl_kv_block_bytes(pool) == 16);

  CHECK(tl_kv_alloc(pool, 4, ids) == TL_EFULL && ids[0] == 9);
  CHECK(strncmp(tl_last_error(), "tl_kv_alloc: ", 13) == 0);
  CHECK(tl_kv_alloc(pool, 1, ids) == TL_OK);
  memcpy(tl_kv_block_ptr(pool, ids[0], 0, 0), k, sizeof k);
  memcpy(tl_kv_block_ptr(pool, ids[0], 0, 1), v, sizeof v);
  CHECK(tl_kv_set_fill(pool, ids[0], 2) == TL_OK && tl_kv_fill(pool, ids[0]) == 2);
  CHECK(tl_kv_register(pool, ids[0], hash) == TL_OK);
  CHECK(tl_kv_export_bytes(pool, 1) == 60);
  CHECK(tl_kv_export(pool, ids, 1, bytes, sizeof bytes, &written) == TL_OK);
  CHECK(written == 60 && memcmp(bytes, kWorked, 60) == 0);

  tl_kv_ref(pool, ids[0]);
  CHECK(tl_kv_cow(pool, ids[0], &copy) == TL_OK && copy != ids[0]);
  CHECK(tl_kv_unref(pool, copy) == TL_OK);
  CHECK(tl_kv_unref(pool, ids[0]) == TL_OK);
  CHECK(tl_kv_lookup(pool, hash, &copy) == TL_OK && copy == ids[0]);
  CHECK(tl_kv_import(pool, bytes, sizeof bytes, &ids[1]) == TL_OK && ids[1] != ids[0]);
  tl_kv_stats_get(pool, &stats);
  CHECK(stats.free == 1 && stats.used == 2 && stats.cached == 0 && stats.evictions == 0);
  tl_kv_pool_destroy(pool);
  tl_kv_pool_destroy(NULL);
  tl_free(tl_alloc(1, 1));
  return 0;
}
