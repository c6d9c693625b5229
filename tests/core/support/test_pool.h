// A pool through the C ABI, with the few moves that many tests begin with.
#ifndef TESTS_CORE_SUPPORT_TEST_POOL_H_
#define TESTS_CORE_SUPPORT_TEST_POOL_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "support/hex.h"
#include "tinyllm/kv_pool.h"

namespace tlkv_test {

inline tl_kv_cfg Config(uint32_t n_blocks, uint32_t block_tokens, uint32_t n_layers,
                        uint32_t n_kv_heads, uint32_t head_dim) {
  return {n_blocks, block_tokens, n_layers, n_kv_heads, head_dim, TL_F16, TL_KV_FORMAT_V1};
}

// The dimensions of the worked example: B 2, L 1, H 1, D 2, so P is 16.
inline tl_kv_cfg SmallConfig(uint32_t n_blocks) { return Config(n_blocks, 2, 1, 1, 2); }

class TestPool {
 public:
  explicit TestPool(const tl_kv_cfg& cfg) : cfg_(cfg) {
    EXPECT_EQ(tl_kv_pool_create(&cfg, &pool_), TL_OK) << tl_last_error();
  }
  explicit TestPool(uint32_t n_blocks) : TestPool(SmallConfig(n_blocks)) {}
  ~TestPool() { tl_kv_pool_destroy(pool_); }
  TestPool(const TestPool&) = delete;
  TestPool& operator=(const TestPool&) = delete;

  operator tl_kv_pool*() const { return pool_; }  // NOLINT: stands wherever the C ABI wants a pool
  [[nodiscard]] const tl_kv_cfg& cfg() const { return cfg_; }

  // "free/used/cached/evictions".
  [[nodiscard]] std::string stats() const {
    tl_kv_stats s = {};
    tl_kv_stats_get(pool_, &s);
    return std::to_string(s.free) + "/" + std::to_string(s.used) + "/" + std::to_string(s.cached) +
           "/" + std::to_string(s.evictions);
  }

  [[nodiscard]] std::vector<uint32_t> Alloc(uint32_t n) {
    std::vector<uint32_t> ids(n);
    EXPECT_EQ(tl_kv_alloc(pool_, n, ids.data()), TL_OK) << tl_last_error();
    return ids;
  }
  [[nodiscard]] uint32_t Alloc() { return Alloc(1)[0]; }

  // A used block, full, with contents that depend on `hash` alone, registered under it.
  uint32_t AddRegistered(uint64_t hash) {
    const uint32_t id = Alloc();
    Write(id, hash);
    EXPECT_EQ(tl_kv_set_fill(pool_, id, cfg_.block_tokens), TL_OK) << tl_last_error();
    EXPECT_EQ(tl_kv_register(pool_, id, hash), TL_OK) << tl_last_error();
    return id;
  }

  // The same block, released: now cached.
  uint32_t AddCached(uint64_t hash) {
    const uint32_t id = AddRegistered(hash);
    EXPECT_EQ(tl_kv_unref(pool_, id), TL_OK) << tl_last_error();
    return id;
  }

  [[nodiscard]] uint8_t* data(uint32_t id) const {
    return static_cast<uint8_t*>(tl_kv_block_ptr(pool_, id, 0, 0));
  }

  // All P bytes of a block.
  [[nodiscard]] Bytes Payload(uint32_t id) const {
    return Bytes(data(id), data(id) + tl_kv_block_bytes(pool_));
  }

  void Write(uint32_t id, const std::vector<uint16_t>& bits) {
    ASSERT_EQ(bits.size() * 2, tl_kv_block_bytes(pool_));
    std::memcpy(data(id), bits.data(), bits.size() * 2);
  }

  // Bytes that no two seeds share.
  void Write(uint32_t id, uint64_t seed) {
    const size_t n = tl_kv_block_bytes(pool_);
    for (size_t i = 0; i < n; ++i) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      data(id)[i] = static_cast<uint8_t>(seed >> 56);
    }
  }

  [[nodiscard]] Bytes Export(const std::vector<uint32_t>& ids) const {
    const auto n = static_cast<uint32_t>(ids.size());
    Bytes bytes(tl_kv_export_bytes(pool_, n));
    size_t written = 0;
    EXPECT_EQ(tl_kv_export(pool_, ids.data(), n, bytes.data(), bytes.size(), &written), TL_OK)
        << tl_last_error();
    EXPECT_EQ(written, bytes.size());
    return bytes;
  }

  // The ids of the n blocks of a good envelope.
  std::vector<uint32_t> Import(const Bytes& bytes, uint32_t n) {
    std::vector<uint32_t> ids(n);
    EXPECT_EQ(tl_kv_import(pool_, bytes.data(), bytes.size(), ids.data()), TL_OK)
        << tl_last_error();
    return ids;
  }

 private:
  tl_kv_cfg cfg_;
  tl_kv_pool* pool_ = nullptr;
};

}  // namespace tlkv_test

#endif  // TESTS_CORE_SUPPORT_TEST_POOL_H_
