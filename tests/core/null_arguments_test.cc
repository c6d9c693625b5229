// NULL where something is needed: TL_EINVAL, or 0, NULL or nothing where a function has no status;
// and always a message that begins with the function's name.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <functional>
#include <string>

#include "support/envelope_builder.h"
#include "support/pool_state.h"
#include "support/test_pool.h"
#include "tinyllm/kv_pool.h"

namespace tlkv_test {
namespace {

class NullArguments : public testing::Test {
 protected:
  NullArguments() : pool_(2), id_(pool_.AddRegistered(kHash12)), before_(Observe(pool_)) {}
  ~NullArguments() override { EXPECT_EQ(Observe(pool_), before_); }

  // Whether the slot now holds a message of `function` that names `argument`.
  static testing::AssertionResult Says(const char* function, const char* argument) {
    const std::string message = tl_last_error();
    tl_set_last_error("");
    if (message.find(std::string(function) + ": ") == 0 &&
        message.find(argument) != std::string::npos) {
      return testing::AssertionSuccess();
    }
    return testing::AssertionFailure() << "\"" << message << "\"";
  }

  TestPool pool_;
  uint32_t id_;
  PoolState before_;
  uint32_t out_ = 7;
  size_t written_ = 7;
  Bytes buffer_ = Bytes(64);
};

TEST_F(NullArguments, no_pool) {
  EXPECT_EQ(tl_kv_alloc(nullptr, 1, &out_), TL_EINVAL);
  EXPECT_TRUE(Says("tl_kv_alloc", "NULL"));
  EXPECT_EQ(tl_kv_alloc(nullptr, 0, nullptr), TL_EINVAL);
  EXPECT_TRUE(Says("tl_kv_alloc", "NULL"));
  tl_kv_ref(nullptr, 0);
  EXPECT_TRUE(Says("tl_kv_ref", "NULL"));
  EXPECT_EQ(tl_kv_unref(nullptr, 0), TL_EINVAL);
  EXPECT_TRUE(Says("tl_kv_unref", "NULL"));
  EXPECT_EQ(tl_kv_cow(nullptr, 0, &out_), TL_EINVAL);
  EXPECT_TRUE(Says("tl_kv_cow", "NULL"));
  EXPECT_EQ(tl_kv_set_fill(nullptr, 0, 0), TL_EINVAL);
  EXPECT_TRUE(Says("tl_kv_set_fill", "NULL"));
  EXPECT_EQ(tl_kv_fill(nullptr, 0), 0u);
  EXPECT_TRUE(Says("tl_kv_fill", "NULL"));
  EXPECT_EQ(tl_kv_register(nullptr, 0, 1), TL_EINVAL);
  EXPECT_TRUE(Says("tl_kv_register", "NULL"));
  EXPECT_EQ(tl_kv_lookup(nullptr, 1, &out_), TL_EINVAL);
  EXPECT_TRUE(Says("tl_kv_lookup", "NULL"));
  EXPECT_EQ(tl_kv_block_ptr(nullptr, 0, 0, 0), nullptr);
  EXPECT_TRUE(Says("tl_kv_block_ptr", "NULL"));
  EXPECT_EQ(tl_kv_block_bytes(nullptr), 0u);
  EXPECT_TRUE(Says("tl_kv_block_bytes", "NULL"));
  EXPECT_EQ(tl_kv_export_bytes(nullptr, 1), 0u);
  EXPECT_TRUE(Says("tl_kv_export_bytes", "NULL"));
  EXPECT_EQ(tl_kv_export(nullptr, &id_, 1, buffer_.data(), buffer_.size(), &written_), TL_EINVAL);
  EXPECT_TRUE(Says("tl_kv_export", "NULL"));
  EXPECT_EQ(tl_kv_import(nullptr, buffer_.data(), buffer_.size(), &out_), TL_EINVAL);
  EXPECT_TRUE(Says("tl_kv_import", "NULL"));
  tl_kv_stats stats = {1, 2, 3, 4};
  tl_kv_stats_get(nullptr, &stats);
  EXPECT_TRUE(Says("tl_kv_stats_get", "NULL"));
  EXPECT_EQ(stats.free + stats.used + stats.cached + stats.evictions, 10u);
  tl_kv_cfg cfg = SmallConfig(99);
  tl_kv_pool_cfg(nullptr, &cfg);
  EXPECT_TRUE(Says("tl_kv_pool_cfg", "NULL"));
  EXPECT_EQ(cfg.n_blocks, 99u);
  EXPECT_EQ(out_, 7u);
  EXPECT_EQ(written_, 7u);
}

TEST_F(NullArguments, no_output) {
  EXPECT_EQ(tl_kv_alloc(pool_, 1, nullptr), TL_EINVAL);
  EXPECT_TRUE(Says("tl_kv_alloc", "ids"));
  EXPECT_EQ(tl_kv_cow(pool_, id_, nullptr), TL_EINVAL);
  EXPECT_TRUE(Says("tl_kv_cow", "out"));
  EXPECT_EQ(tl_kv_lookup(pool_, kHash12, nullptr), TL_EINVAL) << "a hit";
  EXPECT_TRUE(Says("tl_kv_lookup", "id"));
  EXPECT_EQ(tl_kv_lookup(pool_, kHash1234, nullptr), TL_EINVAL) << "a miss";
  EXPECT_TRUE(Says("tl_kv_lookup", "id"));
  EXPECT_EQ(tl_kv_export(pool_, &id_, 1, buffer_.data(), buffer_.size(), nullptr), TL_EINVAL);
  EXPECT_TRUE(Says("tl_kv_export", "written"));
  const Bytes bytes = EnvelopeBuilder::Worked().Build();
  EXPECT_EQ(tl_kv_import(pool_, bytes.data(), bytes.size(), nullptr), TL_EINVAL);
  EXPECT_TRUE(Says("tl_kv_import", "ids_out"));
  tl_kv_stats_get(pool_, nullptr);
  EXPECT_TRUE(Says("tl_kv_stats_get", "out"));
  tl_kv_pool_cfg(pool_, nullptr);
  EXPECT_TRUE(Says("tl_kv_pool_cfg", "out"));
  const tl_kv_cfg cfg = SmallConfig(1);
  EXPECT_EQ(tl_kv_pool_create(&cfg, nullptr), TL_EINVAL);
  EXPECT_TRUE(Says("tl_kv_pool_create", "out"));
}

TEST_F(NullArguments, no_input) {
  tl_kv_pool* created = nullptr;
  EXPECT_EQ(tl_kv_pool_create(nullptr, &created), TL_EINVAL);
  EXPECT_TRUE(Says("tl_kv_pool_create", "cfg"));
  EXPECT_EQ(tl_kv_export(pool_, nullptr, 1, buffer_.data(), buffer_.size(), &written_), TL_EINVAL);
  EXPECT_TRUE(Says("tl_kv_export", "ids"));
  EXPECT_EQ(written_, 7u);
  EXPECT_EQ(tl_kv_import(pool_, nullptr, 60, &out_), TL_EINVAL);
  EXPECT_TRUE(Says("tl_kv_import", "buf"));
  EXPECT_EQ(out_, 7u);
  EXPECT_EQ(tl_kv_block_hash(5, nullptr, 1), 0u) << "no hash";
  EXPECT_TRUE(Says("tl_kv_block_hash", "toks"));
  EXPECT_EQ(tl_crc32c(nullptr, 1, 5), 0u);
  EXPECT_TRUE(Says("tl_crc32c", "data"));
}

TEST_F(NullArguments, null_where_nothing_is_needed) {
  tl_set_last_error("");
  EXPECT_EQ(tl_kv_alloc(pool_, 0, nullptr), TL_OK);
  EXPECT_EQ(tl_kv_export(pool_, nullptr, 0, buffer_.data(), buffer_.size(), &written_), TL_OK);
  EXPECT_EQ(written_, 32u);
  EXPECT_EQ(tl_kv_import(pool_, buffer_.data(), 32, nullptr), TL_OK) << "an envelope of no blocks";
  EXPECT_NE(tl_kv_block_hash(5, nullptr, 0), 0u);
  EXPECT_EQ(tl_crc32c(nullptr, 0, 5), 5u);
  EXPECT_STREQ(tl_last_error(), "");
  EXPECT_EQ(tl_kv_import(pool_, nullptr, 0, &out_), TL_EFORMAT) << "bytes, but too few";
  EXPECT_TRUE(Says("tl_kv_import", "32"));
}

}  // namespace
}  // namespace tlkv_test
