// Taking, holding, releasing and copying blocks, and where their bytes lie.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "support/environment.h"
#include "support/test_pool.h"
#include "tinyllm/kv_pool.h"

namespace tlkv_test {
namespace {

constexpr uint64_t kHash = 0x1111;

TEST(KvPool, alloc_is_all_or_nothing) {
  TestPool pool(4);
  const std::vector<uint32_t> held = pool.Alloc(2);
  EXPECT_EQ(held, (std::vector<uint32_t>{0, 1}));
  const uint32_t cached = pool.AddCached(kHash);
  ASSERT_EQ(pool.stats(), "1/2/1/0");

  uint32_t ids[4] = {7, 7, 7, 7};
  for (const uint32_t n : {3u, 4u, 5u, 0xFFFFFFFFu}) {
    EXPECT_EQ(tl_kv_alloc(pool, n, ids), TL_EFULL) << n;
    EXPECT_EQ(pool.stats(), "1/2/1/0") << n;
    EXPECT_EQ(*std::max_element(ids, ids + 4), 7u) << n;
    EXPECT_EQ(*std::min_element(ids, ids + 4), 7u) << n;
  }
  uint32_t found = 7;
  EXPECT_EQ(tl_kv_lookup(pool, kHash, &found), TL_OK) << "the refused calls evicted the block";
  EXPECT_EQ(found, cached);
  EXPECT_EQ(tl_kv_unref(pool, found), TL_OK);

  // Exactly free + cached is to be had, the free block first.
  EXPECT_EQ(tl_kv_alloc(pool, 2, ids), TL_OK);
  EXPECT_EQ(ids[0], 3u);
  EXPECT_EQ(ids[1], cached);
  EXPECT_EQ(pool.stats(), "0/4/0/1");
  EXPECT_EQ(tl_kv_alloc(pool, 1, ids), TL_EFULL);
  EXPECT_EQ(tl_kv_alloc(pool, 0, nullptr), TL_OK);
  EXPECT_EQ(pool.stats(), "0/4/0/1");
}

TEST(KvPool, the_block_freed_last_is_taken_first) {
  TestPool pool(4);
  EXPECT_EQ(pool.Alloc(3), (std::vector<uint32_t>{0, 1, 2}));
  for (const uint32_t id : {1u, 0u, 2u}) EXPECT_EQ(tl_kv_unref(pool, id), TL_OK);
  EXPECT_EQ(pool.Alloc(4), (std::vector<uint32_t>{2, 0, 1, 3}));
}

TEST(KvPool, a_block_comes_out_with_ref_1_and_fill_0) {
  TestPool pool(1);
  const uint32_t id = pool.AddCached(kHash);
  EXPECT_EQ(tl_kv_fill(pool, id), 2u);
  ASSERT_EQ(pool.Alloc(), id);
  EXPECT_EQ(tl_kv_fill(pool, id), 0u);
  EXPECT_EQ(tl_kv_unref(pool, id), TL_OK);
  EXPECT_EQ(tl_kv_unref(pool, id), TL_EINVAL) << "it came out with more than one reference";
  EXPECT_EQ(pool.stats(), "1/0/0/1") << "it came out registered";
}

TEST(KvPool, unref_frees_or_caches) {
  TestPool pool(3);
  const uint32_t named = pool.AddRegistered(kHash);
  const uint32_t plain = pool.Alloc();
  ASSERT_EQ(pool.stats(), "1/2/0/0");

  tl_kv_ref(pool, named);
  EXPECT_EQ(tl_kv_unref(pool, named), TL_OK);
  EXPECT_EQ(pool.stats(), "1/2/0/0") << "a reference is left";
  EXPECT_EQ(tl_kv_unref(pool, named), TL_OK);
  EXPECT_EQ(pool.stats(), "1/1/1/0") << "a registered block is cached";
  EXPECT_EQ(tl_kv_unref(pool, plain), TL_OK);
  EXPECT_EQ(pool.stats(), "2/0/1/0") << "any other is free";

  uint32_t found = 7;
  EXPECT_EQ(tl_kv_lookup(pool, kHash, &found), TL_OK);
  EXPECT_EQ(found, named);
  EXPECT_EQ(pool.stats(), "2/1/0/0");
}

TEST(KvPool, double_unref_is_einval_and_changes_nothing) {
  TestPool pool(3);
  const uint32_t plain = pool.Alloc();
  const uint32_t cached = pool.AddCached(kHash);
  EXPECT_EQ(tl_kv_unref(pool, plain), TL_OK);
  ASSERT_EQ(pool.stats(), "2/0/1/0");

  for (const uint32_t id : {plain, cached, 2u, 3u, 0xFFFFFFFFu}) {
    tl_set_last_error("");
    EXPECT_EQ(tl_kv_unref(pool, id), TL_EINVAL) << id;
    EXPECT_STRNE(tl_last_error(), "") << id;
    tl_set_last_error("");
    tl_kv_ref(pool, id);  // nobody holds it: no reference to add
    EXPECT_STRNE(tl_last_error(), "") << id;
    EXPECT_EQ(pool.stats(), "2/0/1/0") << id;
  }
  // Each block is still there exactly once, held by one.
  const std::vector<uint32_t> ids = pool.Alloc(3);
  EXPECT_EQ(std::set<uint32_t>(ids.begin(), ids.end()).size(), 3u);
  for (const uint32_t id : ids) {
    EXPECT_EQ(tl_kv_unref(pool, id), TL_OK);
    EXPECT_EQ(tl_kv_unref(pool, id), TL_EINVAL);
  }
  EXPECT_EQ(pool.stats(), "3/0/0/1");
}

TEST(KvPool, a_block_has_at_most_2_32_minus_1_references) {
  if (FromEnvironment("TLKV_MODEL_OPS", 0) < 10'000'000) GTEST_SKIP() << "for the long test";
  TestPool pool(2);
  const uint32_t id = pool.AddRegistered(kHash);
  tl_set_last_error("");
  for (uint32_t ref = 1; ref < 0xFFFFFFFFu; ++ref) tl_kv_ref(pool, id);
  EXPECT_STREQ(tl_last_error(), "");
  tl_kv_ref(pool, id);
  EXPECT_EQ(std::string(tl_last_error()).find("tl_kv_ref: "), 0u) << tl_last_error();
  uint32_t found = 7;
  EXPECT_EQ(tl_kv_lookup(pool, kHash, &found), TL_EINVAL);
  EXPECT_EQ(found, 7u);
  EXPECT_EQ(pool.stats(), "1/1/0/0") << "neither wrapped to 0";
  EXPECT_EQ(tl_kv_unref(pool, id), TL_OK);
  EXPECT_EQ(tl_kv_lookup(pool, kHash, &found), TL_OK) << "one reference fits again";
}

TEST(KvPool, cow_copies_only_when_shared) {
  TestPool pool(Config(3, 2, 2, 3, 4));
  const uint32_t original = pool.Alloc();
  pool.Write(original, 1);
  ASSERT_EQ(tl_kv_set_fill(pool, original, 1), TL_OK);
  const Bytes contents = pool.Payload(original);

  uint32_t own = 7;
  EXPECT_EQ(tl_kv_cow(pool, original, &own), TL_OK);
  EXPECT_EQ(own, original) << "the only holder writes in place";
  EXPECT_EQ(pool.stats(), "2/1/0/0");

  tl_kv_ref(pool, original);
  uint32_t copy = 7;
  EXPECT_EQ(tl_kv_cow(pool, original, &copy), TL_OK);
  ASSERT_NE(copy, original);
  EXPECT_EQ(pool.stats(), "1/2/0/0");
  EXPECT_EQ(pool.Payload(copy), contents);
  EXPECT_EQ(tl_kv_fill(pool, copy), 1u);

  pool.Write(copy, 2);
  ASSERT_EQ(tl_kv_set_fill(pool, copy, 2), TL_OK);
  EXPECT_EQ(pool.Payload(original), contents) << "the original is unchanged";
  EXPECT_EQ(tl_kv_fill(pool, original), 1u);

  // One reference each: the writer's to the original is gone.
  EXPECT_EQ(tl_kv_unref(pool, original), TL_OK);
  EXPECT_EQ(pool.stats(), "2/1/0/0");
  EXPECT_EQ(tl_kv_unref(pool, copy), TL_OK);
  EXPECT_EQ(pool.stats(), "3/0/0/0");
}

TEST(KvPool, the_copy_of_a_registered_block_is_not_registered) {
  TestPool pool(2);
  const uint32_t original = pool.AddRegistered(kHash);
  tl_kv_ref(pool, original);
  uint32_t copy = 7;
  ASSERT_EQ(tl_kv_cow(pool, original, &copy), TL_OK);
  EXPECT_EQ(tl_kv_fill(pool, copy), 2u);
  EXPECT_EQ(tl_kv_unref(pool, copy), TL_OK);
  EXPECT_EQ(tl_kv_unref(pool, original), TL_OK);
  EXPECT_EQ(pool.stats(), "1/0/1/0");
  uint32_t found = 7;
  EXPECT_EQ(tl_kv_lookup(pool, kHash, &found), TL_OK);
  EXPECT_EQ(found, original);
}

TEST(KvPool, cow_in_a_full_pool_is_efull) {
  TestPool pool(2);
  const uint32_t shared = pool.Alloc();
  pool.Write(shared, 1);
  ASSERT_EQ(tl_kv_set_fill(pool, shared, 1), TL_OK);
  tl_kv_ref(pool, shared);
  const uint32_t other = pool.Alloc();
  const Bytes contents = pool.Payload(shared);

  uint32_t out = 7;
  EXPECT_EQ(tl_kv_cow(pool, shared, &out), TL_EFULL);
  EXPECT_EQ(out, 7u);
  EXPECT_EQ(pool.stats(), "0/2/0/0");
  EXPECT_EQ(pool.Payload(shared), contents);
  EXPECT_EQ(tl_kv_fill(pool, shared), 1u);
  EXPECT_EQ(tl_kv_cow(pool, other, &out), TL_OK) << "no block is needed to write in place";
  EXPECT_EQ(out, other);

  // Both references of the shared block are still there.
  EXPECT_EQ(tl_kv_unref(pool, shared), TL_OK);
  EXPECT_EQ(pool.stats(), "0/2/0/0");
  EXPECT_EQ(tl_kv_unref(pool, shared), TL_OK);
  EXPECT_EQ(pool.stats(), "1/1/0/0");
}

TEST(KvPool, cow_takes_a_cached_block_when_none_is_free) {
  TestPool pool(2);
  const uint32_t cached = pool.AddCached(kHash);
  const uint32_t shared = pool.Alloc();
  pool.Write(shared, 1);
  const Bytes contents = pool.Payload(shared);
  tl_kv_ref(pool, shared);
  uint32_t copy = 7;
  EXPECT_EQ(tl_kv_cow(pool, shared, &copy), TL_OK);
  EXPECT_EQ(copy, cached);
  EXPECT_EQ(pool.Payload(copy), contents);
  EXPECT_EQ(pool.stats(), "0/2/0/1");
  uint32_t found = 7;
  EXPECT_EQ(tl_kv_lookup(pool, kHash, &found), TL_ENOTFOUND);
}

TEST(KvPool, block_ptr_layout) {
  constexpr uint32_t kBlocks = 3;
  constexpr uint32_t kLayers = 2;
  constexpr size_t kSlab = 3 * 2 * 5 * sizeof(uint16_t);  // H * B * D f16
  TestPool pool(Config(kBlocks, 2, kLayers, 3, 5));
  ASSERT_EQ(tl_kv_block_bytes(pool), kLayers * 2 * kSlab);

  auto* const base = static_cast<uint8_t*>(tl_kv_block_ptr(pool, 0, 0, 0));
  ASSERT_NE(base, nullptr);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(base) % 64, 0u);
  size_t slab = 0;
  for (uint32_t id = 0; id < kBlocks; ++id) {
    for (uint32_t layer = 0; layer < kLayers; ++layer) {
      for (const int is_v : {0, 1}) {
        auto* const p = static_cast<uint8_t*>(tl_kv_block_ptr(pool, id, layer, is_v));
        ASSERT_EQ(p, base + slab * kSlab) << id << " " << layer << " " << is_v;
        std::memset(p, static_cast<int>(slab + 1), kSlab);
        ++slab;
      }
      EXPECT_EQ(tl_kv_block_ptr(pool, id, layer, -5), tl_kv_block_ptr(pool, id, layer, 1));
    }
  }
  // Every slab still holds what was written to it, to its last byte.
  for (size_t i = 0; i < slab * kSlab; ++i) ASSERT_EQ(base[i], i / kSlab + 1) << i;

  struct OutOfRange {
    uint32_t id, layer;
  };
  constexpr OutOfRange kOutOfRange[] = {
      {kBlocks, 0}, {0xFFFFFFFFu, 0}, {0, kLayers}, {0, 0xFFFFFFFFu}, {kBlocks, kLayers}};
  for (const auto& [id, layer] : kOutOfRange) {
    tl_set_last_error("");
    EXPECT_EQ(tl_kv_block_ptr(pool, id, layer, 0), nullptr) << id << " " << layer;
    EXPECT_EQ(std::string(tl_last_error()).find("tl_kv_block_ptr"), 0u) << tl_last_error();
  }
}

}  // namespace
}  // namespace tlkv_test
