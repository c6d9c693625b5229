// What a pool can be made of, and what becomes of it when memory is short.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "support/counting_allocator.h"
#include "support/envelope_builder.h"
#include "support/test_pool.h"
#include "tinyllm/kv_pool.h"

namespace tlkv_test {
namespace {

// A pointer that no pool can have, to see that *out is written.
tl_kv_pool* Canary() {
  static int target = 0;
  return reinterpret_cast<tl_kv_pool*>(&target);
}

tl_status CreateAndDestroy(const tl_kv_cfg& cfg) {
  tl_kv_pool* pool = Canary();
  const tl_status status = tl_kv_pool_create(&cfg, &pool);
  EXPECT_EQ(pool == nullptr, status != TL_OK) << status;
  EXPECT_NE(pool, Canary());
  if (status == TL_OK) {
    tl_kv_pool_destroy(pool);
  } else {
    EXPECT_EQ(std::string(tl_last_error()).find("tl_kv_pool_create: "), 0u) << tl_last_error();
  }
  return status;
}

TEST(KvPool, create_rules_and_alloc_failure) {
  CountingAllocator allocator;
  const tl_kv_cfg good = Config(5, 4, 2, 3, 8);

  for (const uint32_t format : {0u, 2u, 3u, 0xFFFFFFFFu}) {
    tl_kv_cfg cfg = good;
    cfg.format = format;
    EXPECT_EQ(CreateAndDestroy(cfg), TL_EUNSUPPORTED) << "format " << format;
  }
  for (int32_t dtype = -1; dtype <= 9; ++dtype) {
    tl_kv_cfg cfg = good;
    cfg.dtype = dtype;
    EXPECT_EQ(CreateAndDestroy(cfg), dtype == TL_F16 ? TL_OK : TL_EUNSUPPORTED)
        << "dtype " << dtype;
  }
  for (uint32_t tl_kv_cfg::*const dimension :
       {&tl_kv_cfg::n_blocks, &tl_kv_cfg::block_tokens, &tl_kv_cfg::n_layers,
        &tl_kv_cfg::n_kv_heads, &tl_kv_cfg::head_dim}) {
    tl_kv_cfg cfg = good;
    cfg.*dimension = 0;
    EXPECT_EQ(CreateAndDestroy(cfg), TL_EINVAL);
  }
  tl_kv_pool* out = Canary();
  EXPECT_EQ(tl_kv_pool_create(nullptr, &out), TL_EINVAL);
  EXPECT_EQ(tl_kv_pool_create(&good, nullptr), TL_EINVAL);
  EXPECT_EQ(allocator.live(), 0u);

  // Every allocation of a create fails in turn.
  const size_t before = allocator.calls();
  EXPECT_EQ(CreateAndDestroy(good), TL_OK);
  const size_t allocations = allocator.calls() - before;
  ASSERT_GE(allocations, 1u);
  for (size_t i = 0; i < allocations; ++i) {
    allocator.FailAfter(i);
    EXPECT_EQ(CreateAndDestroy(good), TL_ENOMEM) << "allocation " << i << " of " << allocations;
    EXPECT_EQ(allocator.live(), 0u) << "leaked after allocation " << i << " failed";
  }
  allocator.FailAfter(allocations);
  EXPECT_EQ(CreateAndDestroy(good), TL_OK);
  allocator.FailAfter(CountingAllocator::kNever);
  EXPECT_EQ(allocator.live(), 0u);
}

TEST(KvPool, a_new_pool_is_free_and_empty) {
  const tl_kv_cfg cfg = Config(5, 4, 2, 3, 8);
  TestPool pool(cfg);
  EXPECT_EQ(pool.stats(), "5/0/0/0");
  tl_kv_cfg got = {};
  tl_kv_pool_cfg(pool, &got);
  EXPECT_EQ(got.n_blocks, 5u);
  EXPECT_EQ(got.block_tokens, 4u);
  EXPECT_EQ(got.n_layers, 2u);
  EXPECT_EQ(got.n_kv_heads, 3u);
  EXPECT_EQ(got.head_dim, 8u);
  EXPECT_EQ(got.dtype, TL_F16);
  EXPECT_EQ(got.format, TL_KV_FORMAT_V1);
  EXPECT_EQ(tl_kv_block_bytes(pool), 768u);
  for (uint32_t id = 0; id < 5; ++id) {
    EXPECT_EQ(tl_kv_fill(pool, id), 0u);
    EXPECT_EQ(tl_kv_unref(pool, id), TL_EINVAL);
  }
  EXPECT_EQ(reinterpret_cast<uintptr_t>(pool.data(0)) % 64, 0u);
}

TEST(KvPool, no_call_but_create_allocates) {
  CountingAllocator allocator;
  const size_t before = allocator.calls();
  {
    TestPool pool(8);
    const size_t created = allocator.calls();
    EXPECT_GT(created, before);
    const size_t live = allocator.live();
    for (uint64_t hash = 1; hash <= 100; ++hash) pool.AddCached(hash);  // evicts
    const uint32_t shared = pool.AddRegistered(1000);
    tl_kv_ref(pool, shared);
    uint32_t copy = 0;
    EXPECT_EQ(tl_kv_cow(pool, shared, &copy), TL_OK);
    uint32_t found = 0;
    EXPECT_EQ(tl_kv_lookup(pool, 100, &found), TL_OK);
    const Bytes bytes = pool.Export({shared, copy, found});
    for (const uint32_t id : {shared, copy, found}) EXPECT_EQ(tl_kv_unref(pool, id), TL_OK);
    pool.Import(bytes, 3);
    uint32_t ids[9] = {};
    EXPECT_EQ(tl_kv_alloc(pool, 9, ids), TL_EFULL);
    EXPECT_EQ(tl_kv_unref(pool, 99), TL_EINVAL);
    EXPECT_EQ(allocator.calls(), created);
    EXPECT_EQ(allocator.live(), live);
  }
  EXPECT_EQ(allocator.live(), 0u);
}

// Dimensions whose products wrap at 2^32 or 2^64, some of them to something small.
struct Wrap {
  tl_kv_cfg cfg;
  double bytes;  // of the slab, unwrapped
};

TEST(KvPool, k15_sizes_never_wrap) {
  constexpr uint32_t k16 = 1u << 16;
  constexpr uint32_t k31 = 1u << 31;
  constexpr uint32_t kMax = 0xFFFFFFFFu;
  const Wrap kWraps[] = {
      {Config(65536, 16, 32, 8, 128), 0x1p37},               // k15 (a): 0 modulo 2^32
      {Config(2048, 16, 80, 8, 128), 10737418240.0},         // k15 (b): 2^31 modulo 2^32
      {Config(k16, k16, 1, 1, 1), 0x1p34},                   // 0 modulo 2^32
      {Config(1, k31, 1, 1, 1), 0x1p33},                     // a block alone: 0 modulo 2^32
      {Config(1, 1, k31, 1, 1), 0x1p33},                     //
      {Config(1, 1, 1, k31, 1), 0x1p33},                     //
      {Config(1, 1, 1, 1, k31), 0x1p33},                     //
      {Config(1, 1, 1, 1, (1u << 30) + 1), 0x1p32 + 4},      // 4 modulo 2^32
      {Config((1u << 30) + 1, 1, 1, 1, 1), 0x1p32 + 4},      // 4 modulo 2^32
      {Config(kMax, 1, 1, 1, 1), 4.0 * kMax},                // 2^34 - 4
      {Config(1, k16, k16, k16, k16), 0x1p66},               // 0 modulo 2^64
      {Config(1, k31, k31, 1, 1), 0x1p64},                   // 0 modulo 2^64
      {Config(1, 1, k31, k31, 1), 0x1p64},                   //
      {Config(1, 1, 1, k31, k31), 0x1p64},                   //
      {Config(k31, 1, 1, 1, k31), 0x1p64},                   // a block fits, the slab does not
      {Config(k16, 1, 1u << 15, 1u << 15, k16), 0x1p64},     //
      {Config(2147483647, 1, 3, 715827883, 1), 0x1p64 - 4},  // rounding up to 64 would wrap
      {Config(kMax, kMax, kMax, kMax, kMax), 0x1p162},       //
  };
  CountingAllocator allocator;
  allocator.RefuseAbove(size_t{1} << 24);
  for (size_t i = 0; i < std::size(kWraps); ++i) {
    const auto& [cfg, bytes] = kWraps[i];
    SCOPED_TRACE(i);
    const size_t before = allocator.calls();
    const tl_status status = CreateAndDestroy(cfg);
    if (bytes > static_cast<double>(std::numeric_limits<size_t>::max())) {
      EXPECT_EQ(status, TL_EINVAL);
    } else {
      // It fits, so it may be asked for: in full, or not at all.
      EXPECT_TRUE(status == TL_ENOMEM || status == TL_EINVAL) << status;
      const auto begin = allocator.requests().begin() + static_cast<std::ptrdiff_t>(before);
      const auto largest = std::max_element(begin, allocator.requests().end());
      if (status == TL_ENOMEM && cfg.n_blocks <= 65536) {
        EXPECT_GE(static_cast<double>(*largest), bytes);
      }
    }
    EXPECT_EQ(allocator.live(), 0u);
  }
  EXPECT_EQ(CreateAndDestroy(SmallConfig(3)), TL_OK) << "the library works on";
}

TEST(KvPool, a_pool_keeps_the_hook_it_was_created_with) {
  CountingAllocator first;
  TestPool* const pool = new TestPool(3);
  const size_t live = first.live();
  EXPECT_GE(live, 1u);
  {
    CountingAllocator second;
    delete pool;
    EXPECT_EQ(second.calls(), 0u);
  }
  EXPECT_EQ(first.live(), 0u);
}

TEST(KvPool, destroy_of_null_does_nothing) { tl_kv_pool_destroy(nullptr); }

TEST(KvPool, pools_are_independent) {
  TestPool a(2);
  TestPool b(2);
  const uint32_t id = a.AddRegistered(kHash12);
  EXPECT_EQ(a.stats(), "1/1/0/0");
  EXPECT_EQ(b.stats(), "2/0/0/0");
  uint32_t found = 7;
  EXPECT_EQ(tl_kv_lookup(b, kHash12, &found), TL_ENOTFOUND);
  EXPECT_EQ(tl_kv_unref(b, id), TL_EINVAL);
}

}  // namespace
}  // namespace tlkv_test
