/* tinyllm/kv_pool.h: a pool of fixed-size KV-cache blocks with reference counts, copy on write, a
 * prefix index with LRU eviction, and the .tlkv envelope that carries blocks between engines.
 *
 * A block holds the keys and values of block_tokens token positions in every layer. It is in one of
 * three states, and free + used + cached == n_blocks after every call:
 *
 *   free    nobody holds it, its contents have no name      on the free stack
 *   used    ref >= 1                                        held by whoever took references
 *   cached  ref 0, but registered under a hash              in the prefix index and the LRU list
 *
 * Symbols: N n_blocks, B block_tokens, L n_layers, H n_kv_heads, D head_dim, all at least 1;
 * P = L * 2 * H * B * D * 2, the payload bytes of a block.
 *
 * Common to all functions: a NULL pool, or a NULL output that is needed, is TL_EINVAL where a
 * status is returned; functions that return a value then return 0 or NULL, void ones do nothing,
 * and both set the error slot (tinyllm/abi.h). A call that fails changes nothing, outputs included,
 * except where its comment says so. Costs are O(1) unless given. No call but create allocates.
 * Not thread-safe: the caller serialises the calls on one pool. */
#ifndef TINYLLM_KV_POOL_H_
#define TINYLLM_KV_POOL_H_

#include "tinyllm/abi.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TL_KV_FORMAT_V1 1u
#define TL_KV_MAGIC "TLKV"
#define TL_KV_ENVELOPE_HEADER 28u

typedef struct tl_kv_pool tl_kv_pool;

typedef struct {
  uint32_t n_blocks;     /* N: blocks in the pool, up to 2^32 - 1 where memory allows */
  uint32_t block_tokens; /* B: token positions of a block */
  uint32_t n_layers;     /* L */
  uint32_t n_kv_heads;   /* H */
  uint32_t head_dim;     /* D */
  int32_t dtype;         /* TL_F16 */
  uint32_t format;       /* TL_KV_FORMAT_V1 */
} tl_kv_cfg;

typedef struct {
  uint32_t free, used, cached; /* blocks in each state; their sum is n_blocks */
  uint32_t evictions;          /* cached blocks taken for new contents; wraps at 2^32 */
} tl_kv_stats;

/* -- The pool ------------------------------------------------------------------------------- */

/* Makes a pool of *cfg: every block free with fill 0, and one slab of N * P bytes aligned to 64, whose
 * contents are unspecified until written. On any failure *out is NULL (when out is given) and nothing
 * is leaked.
 * TL_EINVAL: NULL, a zero dimension, or sizes that do not fit size_t. TL_EUNSUPPORTED: a format other
 * than 1, a dtype other than TL_F16. TL_ENOMEM: an allocation failed. Cost O(N) and the slab. */
tl_status tl_kv_pool_create(const tl_kv_cfg *cfg, tl_kv_pool **out);

/* Frees the pool, its slab and every pointer into it. NULL does nothing. */
void tl_kv_pool_destroy(tl_kv_pool *p);

/* Writes the configuration that the pool was created with. */
void tl_kv_pool_cfg(const tl_kv_pool *p, tl_kv_cfg *out);

/* P, the payload bytes of one block. */
size_t tl_kv_block_bytes(const tl_kv_pool *p);

void tl_kv_stats_get(const tl_kv_pool *p, tl_kv_stats *out);

/* -- Blocks and references ------------------------------------------------------------------ */

/* Takes n blocks and writes their ids: each becomes used with ref 1 and fill 0. Free blocks come
 * first, the one freed last on top (ids 0, 1, 2, ... from a new pool), then cached ones from the
 * least recently used; each of those loses its registration and counts in `evictions`. Contents are
 * not cleared. TL_EFULL: free + cached < n, and nothing is taken. n 0 is TL_OK, ids may then be NULL.
 * Cost O(n). */
tl_status tl_kv_alloc(tl_kv_pool *p, uint32_t n, uint32_t *ids);

/* Adds a reference to a used block. On a block that is not used, a bad id, or a count already at
 * UINT32_MAX it sets the error slot and does nothing. */
void tl_kv_ref(tl_kv_pool *p, uint32_t id);

/* Drops a reference. At 0 a registered block becomes cached, as the most recently used; any other
 * becomes free, on top of the stack. TL_EINVAL: bad id, or the block is not used.
 * Release a sequence from its last block to its first, so that its tail is evicted before its head. */
tl_status tl_kv_unref(tl_kv_pool *p, uint32_t id);

/* Asks to write into a block. With ref 1 the caller is alone: *out = id. Above, a block is taken as
 * tl_kv_alloc takes one, payload and fill are copied into it, one reference of id is dropped, and
 * *out is the copy (ref 1, not registered). TL_EINVAL: the block is not used. TL_EFULL: no block to
 * copy into. Cost O(1), or O(P) for a copy. */
tl_status tl_kv_cow(tl_kv_pool *p, uint32_t id, uint32_t *out);

/* Says that the first n_tokens positions of a block hold data. Allowed on a shared block: whoever
 * writes has asked tl_kv_cow first. TL_EINVAL: n_tokens above B, a registered block (its contents
 * have a name and may not change), or a block that is not used. */
tl_status tl_kv_set_fill(tl_kv_pool *p, uint32_t id, uint32_t n_tokens);

/* The fill of a block; 0 for a bad id. */
uint32_t tl_kv_fill(const tl_kv_pool *p, uint32_t id);

/* The slab of a block's K (is_v 0) or V (any other) in one layer: row-major [H][B][D] f16, at byte
 * id * P + (layer * 2 + (is_v != 0)) * H * B * D * 2 of the pool's slab. NULL out of range. Valid
 * until the pool is destroyed. */
void *tl_kv_block_ptr(const tl_kv_pool *p, uint32_t id, uint32_t layer, int is_v);

/* -- The prefix index ----------------------------------------------------------------------- */

/* The chained hash of a full block: FNV-1a 64 over le64(parent), then le32 of each token; a result
 * of 0 becomes 1, because 0 means "no hash". parent is the hash of the block before, 0 for the first
 * one. Pure; toks may be NULL when n is 0. See formats/kv-block.md. Cost O(n). */
uint64_t tl_kv_block_hash(uint64_t parent, const uint32_t *toks, uint32_t n);

/* Names a used, full block, so that tl_kv_lookup finds it. Naming it the same again is TL_OK.
 * TL_EINVAL: hash 0, the block is not used or not full, or it has another hash already.
 * TL_EBUSY: another block holds the hash; this one stays private to its holders. */
tl_status tl_kv_register(tl_kv_pool *p, uint32_t id, uint64_t hash);

/* Finds the block of a hash and adds a reference; a cached block becomes used and can no longer be
 * evicted. TL_ENOTFOUND on a miss (and for hash 0): *id and the error slot stay as they were.
 * TL_EINVAL also when the found block already has UINT32_MAX references. */
tl_status tl_kv_lookup(tl_kv_pool *p, uint64_t hash, uint32_t *id);

/* -- The envelope (formats/kv-block.md) ----------------------------------------------------- */

/* The size of an envelope of n blocks, 28 + n * (12 + P) + 4; SIZE_MAX where it does not fit. */
size_t tl_kv_export_bytes(const tl_kv_pool *p, uint32_t n);

/* Writes blocks ids[0..n) as an envelope; ids may repeat. The bytes depend on the blocks' hashes,
 * fills and filled positions alone: positions past the fill are written as zeros. n 0 gives the
 * 32-byte envelope of no blocks. Checked in this order: arguments; every id (TL_EINVAL: not used, or
 * fill 0; *written untouched); the size (TL_EFULL: buf is NULL or cap too small; *written is the size
 * needed, buf untouched). Never writes past the envelope. Cost O(envelope). */
tl_status tl_kv_export(const tl_kv_pool *p, const uint32_t *ids, uint32_t n, void *buf, size_t cap,
                       size_t *written);

/* Reads an envelope into newly taken blocks, one per record, ids in record order, each ref 1. A full
 * block with a hash is registered, unless the hash is held already: it then stays a private copy.
 * ids_out needs room for the envelope's n_blocks (0: may be NULL). Refused by the reader rules R1 to
 * R9, the first broken one naming the reason: TL_EFORMAT, or TL_ESHAPE for R7; then TL_EFULL when
 * free + cached < n_blocks. On refusal nothing is allocated, evicted or changed. Cost O(len). */
tl_status tl_kv_import(tl_kv_pool *p, const void *buf, size_t len, uint32_t *ids_out);

/* CRC-32C (Castagnoli; reflected polynomial 0x82F63B78, initial value and final XOR 0xFFFFFFFF).
 * crc 0 starts; a previous result continues, so that crc(ab) == crc(b, crc(a)). Length 0 gives crc
 * back. The nine bytes "123456789" give 0xE3069283. data may be NULL when n is 0. Cost O(n). */
uint32_t tl_crc32c(const void *data, size_t n, uint32_t crc);

#ifdef __cplusplus
}
#endif

#endif /* TINYLLM_KV_POOL_H_ */
