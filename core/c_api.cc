// tinyllm/kv_pool.h over KvPool: NULL checks, and the function's name in front of the reason.
#include "tinyllm/kv_pool.h"

#include <new>

#ifdef __wasm__
#include "crc32c_impl.h"
#include "crc32c_tables.h"
#endif
#include "tlkv/block_hash.h"
#include "tlkv/c_api.h"
#include "tlkv/crc32c.h"
#include "tlkv/kv_pool.h"

struct tl_kv_pool {
  tlkv::KvPool pool;
  tl_allocator allocator;  // the hook the pool itself came from
};

tlkv::KvPool& tlkv::PoolOf(tl_kv_pool* handle) { return handle->pool; }

namespace {

using tlkv::ErrorSlot;
using tlkv::Fail;

// Puts the function's name in front of the reason of a failure. A miss has no reason.
tl_status Named(const char* function, tl_status status) {
  if (status != TL_OK && status != TL_ENOTFOUND) ErrorSlot().Prefix(function);
  return status;
}

tl_status Null(const char* function, const char* argument) {
  return Fail(TL_EINVAL, function, ": ", argument, " is NULL");
}

}  // namespace

// Refuses a NULL argument under the name of the C function this stands in. The second gives what
// follows the argument, which is nothing in a void function.
#define TL_REQUIRE(argument) \
  if ((argument) == nullptr) return Null(__func__, #argument)
#define TL_REQUIRE_OR(argument, ...)   \
  do {                                 \
    if ((argument) == nullptr) {       \
      (void)Null(__func__, #argument); \
      return __VA_ARGS__;              \
    }                                  \
  } while (false)

tl_status tl_kv_pool_create(const tl_kv_cfg* cfg, tl_kv_pool** out) {
  TL_REQUIRE(out);
  *out = nullptr;
  TL_REQUIRE(cfg);
  tlkv::KvPool pool;
  if (const tl_status s = pool.Create(*cfg); s != TL_OK) return Named(__func__, s);
  const tl_allocator allocator = tlkv::CurrentAllocator();
  void* memory = allocator.alloc(allocator.user, sizeof(tl_kv_pool), alignof(tl_kv_pool));
  if (memory == nullptr) {
    return Fail(TL_ENOMEM, __func__, ": the allocator has no ", sizeof(tl_kv_pool), " bytes");
  }
  *out = new (memory) tl_kv_pool{static_cast<tlkv::KvPool&&>(pool), allocator};
  return TL_OK;
}

void tl_kv_pool_destroy(tl_kv_pool* p) {
  if (p == nullptr) return;
  const tl_allocator allocator = p->allocator;
  p->~tl_kv_pool();
  allocator.free(allocator.user, p);
}

void tl_kv_pool_cfg(const tl_kv_pool* p, tl_kv_cfg* out) {
  TL_REQUIRE_OR(p);
  TL_REQUIRE_OR(out);
  *out = p->pool.cfg();
}

size_t tl_kv_block_bytes(const tl_kv_pool* p) {
  TL_REQUIRE_OR(p, 0);
  return p->pool.block_bytes();
}

void tl_kv_stats_get(const tl_kv_pool* p, tl_kv_stats* out) {
  TL_REQUIRE_OR(p);
  TL_REQUIRE_OR(out);
  const tlkv::BlockLedger& ledger = p->pool.ledger();
  *out = {ledger.free_count(), ledger.used_count(), ledger.cached_count(),
          static_cast<uint32_t>(ledger.counters().evictions)};
}

tl_status tl_kv_alloc(tl_kv_pool* p, uint32_t n, uint32_t* ids) {
  TL_REQUIRE(p);
  if (n != 0) TL_REQUIRE(ids);
  return Named(__func__, p->pool.ledger().Take(n, ids));
}

void tl_kv_ref(tl_kv_pool* p, uint32_t id) {
  TL_REQUIRE_OR(p);
  (void)Named(__func__, p->pool.ledger().Ref(id));
}

tl_status tl_kv_unref(tl_kv_pool* p, uint32_t id) {
  TL_REQUIRE(p);
  return Named(__func__, p->pool.ledger().Unref(id));
}

tl_status tl_kv_cow(tl_kv_pool* p, uint32_t id, uint32_t* out) {
  TL_REQUIRE(p);
  TL_REQUIRE(out);
  return Named(__func__, p->pool.CopyOnWrite(id, out));
}

tl_status tl_kv_set_fill(tl_kv_pool* p, uint32_t id, uint32_t n_tokens) {
  TL_REQUIRE(p);
  return Named(__func__, p->pool.ledger().SetFill(id, n_tokens));
}

uint32_t tl_kv_fill(const tl_kv_pool* p, uint32_t id) {
  TL_REQUIRE_OR(p, 0);
  if (!p->pool.ledger().Has(id)) {
    (void)Fail(TL_EINVAL, __func__, ": block ", id, " is not below n_blocks ",
               p->pool.cfg().n_blocks);
    return 0;
  }
  return p->pool.ledger().Fill(id);
}

void* tl_kv_block_ptr(const tl_kv_pool* p, uint32_t id, uint32_t layer, int is_v) {
  TL_REQUIRE_OR(p, nullptr);
  const tl_kv_cfg& cfg = p->pool.cfg();
  if (id >= cfg.n_blocks || layer >= cfg.n_layers) {
    (void)Fail(TL_EINVAL, __func__, ": block ", id, " of ", cfg.n_blocks, ", layer ", layer, " of ",
               cfg.n_layers, " is out of range");
    return nullptr;
  }
  // The pool is const here, its slab is not: C hands out the payload for writing.
  return const_cast<uint8_t*>(p->pool.Slab(id, layer, is_v != 0));
}

uint64_t tl_kv_block_hash(uint64_t parent, const uint32_t* toks, uint32_t n) {
  if (n != 0) TL_REQUIRE_OR(toks, 0);
  return tlkv::BlockHash(parent, toks, n);
}

tl_status tl_kv_register(tl_kv_pool* p, uint32_t id, uint64_t hash) {
  TL_REQUIRE(p);
  return Named(__func__, p->pool.ledger().Register(id, hash));
}

tl_status tl_kv_lookup(tl_kv_pool* p, uint64_t hash, uint32_t* id) {
  TL_REQUIRE(p);
  TL_REQUIRE(id);
  return Named(__func__, p->pool.ledger().Lookup(hash, id));
}

size_t tl_kv_export_bytes(const tl_kv_pool* p, uint32_t n) {
  TL_REQUIRE_OR(p, 0);
  return p->pool.ExportBytes(n);
}

tl_status tl_kv_export(const tl_kv_pool* p, const uint32_t* ids, uint32_t n, void* buf, size_t cap,
                       size_t* written) {
  TL_REQUIRE(p);
  TL_REQUIRE(written);
  if (n != 0) TL_REQUIRE(ids);
  return Named(__func__, p->pool.Export(ids, n, static_cast<uint8_t*>(buf), cap, written));
}

tl_status tl_kv_import(tl_kv_pool* p, const void* buf, size_t len, uint32_t* ids_out) {
  TL_REQUIRE(p);
  if (len != 0) TL_REQUIRE(buf);
  return Named(__func__, p->pool.Import(buf, len, tlkv::ImportNames::kRegister, ids_out));
}

uint32_t tl_crc32c(const void* data, size_t n, uint32_t crc) {
  if (n != 0) TL_REQUIRE_OR(data, 0);
#ifdef __wasm__
  // Engines do not inline calls, and a call takes as long as the CRC of eight bytes.
  if (n < tlkv::crc32c::kRegistersFrom) {
    return ~tlkv::crc32c::ByTablesInline(static_cast<const uint8_t*>(data), n, ~crc);
  }
#endif
  return tlkv::Crc32c(data, n, crc);
}
