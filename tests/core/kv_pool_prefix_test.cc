// The prefix index: registration, look-up, and which cached block goes first.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "support/test_pool.h"
#include "tinyllm/kv_pool.h"

namespace tlkv_test {
namespace {

constexpr uint64_t kA = 0xAAAA;
constexpr uint64_t kB = 0xBBBB;
constexpr uint64_t kC = 0xCCCC;

// The block of a hash with the look-up's reference dropped again, so that it is the newest of the
// cached ones; kMiss if there is none.
constexpr uint32_t kMiss = 0xFFFFFFFFu;
uint32_t Touch(TestPool& pool, uint64_t hash) {
  uint32_t id = kMiss;
  const tl_status status = tl_kv_lookup(pool, hash, &id);
  if (status == TL_OK) {
    EXPECT_EQ(tl_kv_unref(pool, id), TL_OK);
  } else {
    EXPECT_EQ(status, TL_ENOTFOUND);
  }
  return id;
}

TEST(KvPool, lookup_revives_a_cached_block_and_misses_quietly) {
  TestPool pool(2);
  const uint32_t id = pool.AddCached(kA);
  const Bytes contents = pool.Payload(id);

  tl_set_last_error("an earlier error");
  uint32_t found = 7;
  EXPECT_EQ(tl_kv_lookup(pool, kB, &found), TL_ENOTFOUND);
  EXPECT_EQ(tl_kv_lookup(pool, 0, &found), TL_ENOTFOUND);
  EXPECT_STREQ(tl_last_error(), "an earlier error");
  EXPECT_EQ(found, 7u);
  EXPECT_EQ(pool.stats(), "1/0/1/0");

  EXPECT_EQ(tl_kv_lookup(pool, kA, &found), TL_OK);
  EXPECT_EQ(found, id);
  EXPECT_EQ(pool.stats(), "1/1/0/0");
  EXPECT_EQ(pool.Payload(id), contents);
  EXPECT_EQ(tl_kv_fill(pool, id), 2u);

  // A second hit is a second reference to the same block.
  EXPECT_EQ(tl_kv_lookup(pool, kA, &found), TL_OK);
  EXPECT_EQ(found, id);
  EXPECT_EQ(pool.stats(), "1/1/0/0");
  EXPECT_EQ(tl_kv_unref(pool, id), TL_OK);
  EXPECT_EQ(pool.stats(), "1/1/0/0");
  EXPECT_EQ(tl_kv_unref(pool, id), TL_OK);
  EXPECT_EQ(pool.stats(), "1/0/1/0");
}

TEST(KvPool, eviction_takes_the_least_recently_used) {
  TestPool pool(3);
  const uint32_t a = pool.AddCached(kA);
  const uint32_t b = pool.AddCached(kB);
  const uint32_t c = pool.AddCached(kC);
  ASSERT_EQ(Touch(pool, kA), a);  // oldest first: b, c, a
  ASSERT_EQ(pool.stats(), "0/0/3/0");

  EXPECT_EQ(pool.Alloc(), b);
  EXPECT_EQ(pool.stats(), "0/1/2/1");
  EXPECT_EQ(pool.Alloc(), c);
  EXPECT_EQ(pool.stats(), "0/2/1/2");
  EXPECT_EQ(Touch(pool, kB), kMiss);
  EXPECT_EQ(Touch(pool, kC), kMiss);
  EXPECT_EQ(Touch(pool, kA), a);
}

TEST(KvPool, a_revived_block_is_never_evicted) {
  TestPool pool(3);
  const uint32_t a = pool.AddCached(kA);
  const uint32_t b = pool.AddCached(kB);
  const uint32_t c = pool.AddCached(kC);
  uint32_t found = kMiss;
  ASSERT_EQ(tl_kv_lookup(pool, kA, &found), TL_OK);  // the oldest, now in use
  ASSERT_EQ(found, a);
  const Bytes contents = pool.Payload(a);

  EXPECT_EQ(pool.Alloc(2), (std::vector<uint32_t>{b, c}));
  EXPECT_EQ(pool.stats(), "0/3/0/2");
  uint32_t none = kMiss;
  EXPECT_EQ(tl_kv_alloc(pool, 1, &none), TL_EFULL);
  EXPECT_EQ(pool.Payload(a), contents);

  // It is cached again, once, when its holder lets go.
  EXPECT_EQ(tl_kv_unref(pool, a), TL_OK);
  EXPECT_EQ(pool.stats(), "0/2/1/2");
  EXPECT_EQ(tl_kv_alloc(pool, 2, &none), TL_EFULL);
  EXPECT_EQ(pool.Alloc(), a);
  EXPECT_EQ(pool.stats(), "0/3/0/3");
}

TEST(KvPool, a_block_revived_from_the_middle_leaves_its_neighbours_in_order) {
  TestPool pool(3);
  const uint32_t a = pool.AddCached(kA);
  const uint32_t b = pool.AddCached(kB);
  const uint32_t c = pool.AddCached(kC);
  uint32_t found = kMiss;
  ASSERT_EQ(tl_kv_lookup(pool, kB, &found), TL_OK);
  ASSERT_EQ(found, b);
  EXPECT_EQ(pool.Alloc(2), (std::vector<uint32_t>{a, c}));
}

TEST(KvPool, only_full_blocks_are_registered) {
  TestPool pool(4);
  const uint32_t id = pool.Alloc();
  const uint32_t freed = pool.Alloc();
  ASSERT_EQ(tl_kv_unref(pool, freed), TL_OK);

  EXPECT_EQ(tl_kv_register(pool, id, kA), TL_EINVAL) << "empty";
  ASSERT_EQ(tl_kv_set_fill(pool, id, 1), TL_OK);
  EXPECT_EQ(tl_kv_register(pool, id, kA), TL_EINVAL) << "partly full";
  ASSERT_EQ(tl_kv_set_fill(pool, id, 2), TL_OK);
  EXPECT_EQ(tl_kv_register(pool, id, 0), TL_EINVAL) << "hash 0";
  EXPECT_EQ(tl_kv_register(pool, freed, kA), TL_EINVAL) << "not held";
  EXPECT_EQ(tl_kv_register(pool, 4, kA), TL_EINVAL) << "no such block";
  EXPECT_EQ(Touch(pool, kA), kMiss);

  EXPECT_EQ(tl_kv_register(pool, id, kA), TL_OK);
  EXPECT_EQ(tl_kv_register(pool, id, kA), TL_OK) << "the same again";
  EXPECT_EQ(tl_kv_register(pool, id, kB), TL_EINVAL) << "another hash";
  EXPECT_EQ(Touch(pool, kB), kMiss);

  // Its contents have a name now, and can no longer change.
  for (const uint32_t fill : {0u, 1u, 2u}) {
    EXPECT_EQ(tl_kv_set_fill(pool, id, fill), TL_EINVAL) << fill;
  }
  EXPECT_EQ(tl_kv_fill(pool, id), 2u);

  // A second block of the same hash stays private; the first holder keeps the name.
  const uint32_t duplicate = pool.Alloc();
  ASSERT_EQ(tl_kv_set_fill(pool, duplicate, 2), TL_OK);
  EXPECT_EQ(tl_kv_register(pool, duplicate, kA), TL_EBUSY);
  EXPECT_EQ(tl_kv_set_fill(pool, duplicate, 2), TL_OK) << "it is not registered";
  EXPECT_EQ(tl_kv_unref(pool, duplicate), TL_OK);
  EXPECT_EQ(pool.stats(), "3/1/0/0") << "so it is freed, not cached";
  EXPECT_EQ(Touch(pool, kA), id);
  EXPECT_EQ(tl_kv_unref(pool, id), TL_OK);
  EXPECT_EQ(pool.stats(), "3/0/1/0");
  EXPECT_EQ(tl_kv_register(pool, id, kA), TL_EINVAL) << "cached: nobody holds it";
  EXPECT_EQ(Touch(pool, kA), id);
}

TEST(KvPool, a_refused_duplicate_may_take_another_hash) {
  TestPool pool(2);
  pool.AddRegistered(kA);
  const uint32_t second = pool.Alloc();
  ASSERT_EQ(tl_kv_set_fill(pool, second, 2), TL_OK);
  ASSERT_EQ(tl_kv_register(pool, second, kA), TL_EBUSY);
  EXPECT_EQ(tl_kv_register(pool, second, kB), TL_OK);
  EXPECT_EQ(Touch(pool, kB), second);
}

}  // namespace
}  // namespace tlkv_test
