// Failures that other block managers had in the field, restated for this one. A case keeps its
// number (k01, ...) wherever it is tested; ids are told apart, never assumed to be 0, 1, 2.
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "support/checksums.h"
#include "support/counting_allocator.h"
#include "support/envelope_builder.h"
#include "support/pool_state.h"
#include "support/test_pool.h"
#include "tinyllm/kv_pool.h"

namespace tlkv_test {
namespace {

constexpr uint32_t kMiss = 0xFFFFFFFFu;

// The block of a hash, with a reference; kMiss if there is none.
uint32_t Lookup(TestPool& pool, uint64_t hash) {
  uint32_t id = kMiss;
  const tl_status status = tl_kv_lookup(pool, hash, &id);
  EXPECT_EQ(status, id == kMiss ? TL_ENOTFOUND : TL_OK);
  return id;
}

TEST(PoolCases, k01_the_same_block_twice_in_one_release) {
  TestPool pool(3);
  const uint32_t a = pool.Alloc();
  tl_kv_ref(pool, a);
  EXPECT_EQ(tl_kv_unref(pool, a), TL_OK);
  EXPECT_EQ(tl_kv_unref(pool, a), TL_OK);
  EXPECT_EQ(tl_kv_unref(pool, a), TL_EINVAL);
  EXPECT_EQ(pool.stats(), "3/0/0/0");
  const std::vector<uint32_t> ids = pool.Alloc(3);
  EXPECT_EQ(std::set<uint32_t>(ids.begin(), ids.end()).size(), 3u);
  uint32_t id = kMiss;
  EXPECT_EQ(tl_kv_alloc(pool, 1, &id), TL_EFULL);
}

TEST(PoolCases, k03_a_refused_allocation_evicts_nothing) {
  CountingAllocator allocator;
  TestPool other(2);
  const std::vector<uint32_t> two = {other.AddRegistered(kHash1234),
                                     other.AddRegistered(kHash123456)};
  const Bytes envelope = other.Export(two);

  TestPool pool(4);
  const std::vector<uint32_t> held = pool.Alloc(3);
  ASSERT_EQ(tl_kv_set_fill(pool, held[0], 2), TL_OK);
  ASSERT_EQ(tl_kv_register(pool, held[0], kHash12), TL_OK);
  ASSERT_EQ(tl_kv_unref(pool, held[0]), TL_OK);
  ASSERT_EQ(pool.stats(), "1/2/1/0");

  const std::vector<uint32_t> untouched(4, 0xDEADBEEFu);
  std::vector<uint32_t> ids = untouched;
  EXPECT_EQ(tl_kv_alloc(pool, 3, ids.data()), TL_EFULL);
  EXPECT_EQ(tl_kv_alloc(pool, 0xFFFFFFFFu, ids.data()), TL_EFULL);
  EXPECT_EQ(pool.stats(), "1/2/1/0");
  (void)pool.Alloc();
  ASSERT_EQ(pool.stats(), "0/3/1/0");
  const PoolState before = Observe(pool);
  const size_t allocations = allocator.calls();
  EXPECT_EQ(tl_kv_import(pool, envelope.data(), envelope.size(), ids.data()), TL_EFULL);
  EXPECT_EQ(allocator.calls(), allocations);
  EXPECT_EQ(Observe(pool), before);
  EXPECT_EQ(ids, untouched);
  EXPECT_EQ(Lookup(pool, kHash12), held[0]);
}

TEST(PoolCases, k05_a_reused_block_is_not_found_under_its_old_hash) {
  constexpr uint64_t kHash99 = 0x0120DCBE52124355u;
  ASSERT_EQ(ReferenceBlockHash(0, {9, 9}), kHash99);
  TestPool pool(1);
  const uint32_t a = pool.AddCached(kHash12);
  EXPECT_EQ(pool.stats(), "0/0/1/0");
  ASSERT_EQ(pool.Alloc(), a);
  EXPECT_EQ(pool.stats(), "0/1/0/1");
  EXPECT_EQ(Lookup(pool, kHash12), kMiss);
  ASSERT_EQ(tl_kv_set_fill(pool, a, 2), TL_OK);
  EXPECT_EQ(tl_kv_register(pool, a, kHash99), TL_OK);
  ASSERT_EQ(tl_kv_unref(pool, a), TL_OK);
  EXPECT_EQ(Lookup(pool, kHash12), kMiss);
  EXPECT_EQ(Lookup(pool, kHash99), a);
}

TEST(PoolCases, k09_blocks_are_evicted_in_the_order_they_were_released) {
  const uint64_t hashes[] = {kHash12, kHash1234, kHash123456};
  for (const bool tail_first : {true, false}) {
    SCOPED_TRACE(tail_first);
    TestPool pool(3);
    std::vector<uint32_t> ids;
    for (const uint64_t hash : hashes) ids.push_back(pool.AddRegistered(hash));
    for (size_t i = 0; i < 3; ++i) {
      ASSERT_EQ(tl_kv_unref(pool, ids[tail_first ? 2 - i : i]), TL_OK);
    }
    const size_t lost = tail_first ? 2 : 0;  // only the first order leaves a usable prefix
    EXPECT_EQ(pool.Alloc(), ids[lost]);
    for (size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(Lookup(pool, hashes[i]), i == lost ? kMiss : ids[i]) << i;
    }
  }
}

TEST(PoolCases, k11_no_blocks_asked_for) {
  TestPool pool(2);
  const PoolState before = Observe(pool);
  EXPECT_EQ(tl_kv_alloc(pool, 0, nullptr), TL_OK);
  EXPECT_EQ(Observe(pool), before);
}

// A request of the trace: its length, and the numbers of its blocks, 0 and then first .. last.
struct Request {
  uint32_t n_tokens, first, last;
};

// What one request did.
struct Replayed {
  uint32_t hits, fresh, evictions, free, cached;
  uint64_t last_hash;

  bool operator==(const Replayed&) const = default;
};

void PrintTo(const Replayed& r, std::ostream* out) {
  *out << r.hits << " hits, " << r.fresh << " new, " << r.evictions << " evictions, " << r.free
       << " free, " << r.cached << " cached, " << std::hex << r.last_hash << std::dec;
}

constexpr uint32_t kTokens = 512;  // of a block

Replayed Replay(TestPool& pool, const Request& request) {
  std::vector<uint32_t> trace_blocks = {0};
  for (uint32_t k = request.first; k <= request.last; ++k) trace_blocks.push_back(k);
  std::vector<uint64_t> hashes;
  for (size_t i = 0; i < request.n_tokens / kTokens; ++i) {
    std::vector<uint32_t> tokens;
    for (uint32_t j = 0; j < kTokens; ++j) tokens.push_back(trace_blocks[i] * kTokens + j + 1);
    hashes.push_back(tl_kv_block_hash(i == 0 ? 0 : hashes.back(), tokens.data(), kTokens));
  }
  EXPECT_EQ(hashes[0], 0x405D33F31188296Fu);

  std::vector<uint32_t> table;
  for (const uint64_t hash : hashes) {
    const uint32_t id = Lookup(pool, hash);
    if (id == kMiss) break;
    table.push_back(id);
  }
  const auto hits = static_cast<uint32_t>(table.size());
  const auto fresh = static_cast<uint32_t>(trace_blocks.size()) - hits;
  for (const uint32_t id : pool.Alloc(fresh)) table.push_back(id);
  for (size_t i = hits; i < table.size(); ++i) {
    const bool full = i < hashes.size();
    EXPECT_EQ(tl_kv_set_fill(pool, table[i], full ? kTokens : request.n_tokens % kTokens), TL_OK);
    if (full) {
      EXPECT_EQ(tl_kv_register(pool, table[i], hashes[i]), TL_OK);
    }
  }
  for (size_t i = table.size(); i-- > 0;) EXPECT_EQ(tl_kv_unref(pool, table[i]), TL_OK);
  tl_kv_stats stats = {};
  tl_kv_stats_get(pool, &stats);
  EXPECT_EQ(stats.used, 0u);
  return {hits, fresh, stats.evictions, stats.free, stats.cached, hashes.back()};
}

TEST(PoolCases, k17_replay_of_six_chat_requests) {
  constexpr Request kRequests[] = {{6758, 1, 13},  {7322, 14, 27}, {7236, 28, 41},
                                   {2290, 42, 45}, {6760, 46, 58}, {4834, 59, 67}};
  const Replayed kExpected[] = {
      {0, 14, 0, 19, 13, 0x3F42700EFADC7C0Fu}, {1, 14, 0, 6, 26, 0x24B3506EFBE3CBD3u},
      {1, 14, 8, 1, 31, 0x9CB2FA9B15D9FB25u},  {1, 4, 11, 1, 31, 0xFB073310C4F38963u},
      {1, 13, 23, 1, 31, 0x77AE2D6EAD92A979u}, {1, 9, 31, 1, 31, 0xB95382FAEA2158E7u},
  };
  TestPool pool(Config(32, kTokens, 1, 1, 1));
  for (size_t i = 0; i < 6; ++i) EXPECT_EQ(Replay(pool, kRequests[i]), kExpected[i]) << i;

  constexpr uint32_t kEvictionsOf16[] = {0, 11, 24, 27, 39, 47};
  TestPool small(Config(16, kTokens, 1, 1, 1));
  for (size_t i = 0; i < 6; ++i) {
    const Replayed replayed = Replay(small, kRequests[i]);
    EXPECT_EQ(replayed.hits, kExpected[i].hits) << i;
    EXPECT_EQ(replayed.evictions, kEvictionsOf16[i]) << i;
  }
}

}  // namespace
}  // namespace tlkv_test
