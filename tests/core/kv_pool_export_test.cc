// Blocks written as an envelope.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "support/envelope_builder.h"
#include "support/test_pool.h"
#include "tinyllm/kv_pool.h"

namespace tlkv_test {
namespace {

TEST(KvPool, hand_example_export_envelope) {
  TestPool pool(3);
  const uint32_t id = pool.Alloc();
  pool.Write(id, kWorkedPayload);
  ASSERT_EQ(tl_kv_set_fill(pool, id, 2), TL_OK);
  ASSERT_EQ(tl_kv_register(pool, id, kHash12), TL_OK);
  ASSERT_EQ(tl_kv_export_bytes(pool, 1), 60u);

  Bytes buffer(64, 0xEE);
  size_t written = 0;
  ASSERT_EQ(tl_kv_export(pool, &id, 1, buffer.data(), buffer.size(), &written), TL_OK);
  EXPECT_EQ(written, 60u);
  EXPECT_EQ(ToHex(buffer), ToHex(FromHex(kWorkedExample)) + "eeeeeeee");

  // Dimensions that differ from each other, and a CRC over all of it.
  TestPool other(Config(2, 3, 5, 7, 11));
  EnvelopeBuilder expected;
  expected.block_tokens = 3;
  expected.n_layers = 5;
  expected.n_kv_heads = 7;
  expected.head_dim = 11;
  EXPECT_EQ(ToHex(other.Export({})), ToHex(expected.Build()));
  std::vector<uint16_t> payload(5 * 2 * 7 * 3 * 11);
  for (size_t i = 0; i < payload.size(); ++i) payload[i] = static_cast<uint16_t>(i * 57);
  const uint32_t named = other.Alloc();
  other.Write(named, payload);
  ASSERT_EQ(tl_kv_set_fill(other, named, 3), TL_OK);
  ASSERT_EQ(tl_kv_register(other, named, kHash1234), TL_OK);
  expected.records = {{kHash1234, 3, payload}};
  EXPECT_EQ(ToHex(other.Export({named})), ToHex(expected.Build()));
}

// The payload with every position from `fill` on set to zero.
std::vector<uint16_t> ZeroedPast(std::vector<uint16_t> payload, uint32_t fill,
                                 uint32_t block_tokens, uint32_t head_dim) {
  for (size_t i = 0; i < payload.size(); ++i) {
    if (i / head_dim % block_tokens >= fill) payload[i] = 0;
  }
  return payload;
}

TEST(KvPool, export_zeroes_past_the_fill_and_reports_its_size) {
  TestPool pool(Config(2, 4, 2, 3, 5));
  EnvelopeBuilder expected;
  expected.block_tokens = 4;
  expected.n_layers = 2;
  expected.n_kv_heads = 3;
  expected.head_dim = 5;
  const std::vector<uint16_t> stale(2 * 2 * 3 * 4 * 5, 0xABCD);
  const uint32_t id = pool.Alloc();
  pool.Write(id, stale);
  const Bytes stale_bytes = pool.Payload(id);

  for (uint32_t fill = 1; fill <= 4; ++fill) {
    ASSERT_EQ(tl_kv_set_fill(pool, id, fill), TL_OK);
    expected.records = {{0, fill, ZeroedPast(stale, fill, 4, 5)}};
    const Bytes good = expected.Build();
    EXPECT_EQ(ToHex(pool.Export({id})), ToHex(good)) << fill;

    // No room: the size needed, and not a byte written.
    for (const size_t cap : {size_t{0}, size_t{28}, good.size() - 1}) {
      Bytes buffer(good.size(), 0xEE);
      size_t written = 7;
      EXPECT_EQ(tl_kv_export(pool, &id, 1, buffer.data(), cap, &written), TL_EFULL) << cap;
      EXPECT_EQ(written, good.size());
      EXPECT_EQ(std::count(buffer.begin(), buffer.end(), 0xEE),
                static_cast<std::ptrdiff_t>(buffer.size()));
    }
    size_t written = 7;
    EXPECT_EQ(tl_kv_export(pool, &id, 1, nullptr, 1 << 20, &written), TL_EFULL);
    EXPECT_EQ(written, good.size());
  }
  EXPECT_EQ(pool.Payload(id), stale_bytes) << "exporting reads only";
}

TEST(KvPool, export_refuses_a_block_without_data) {
  TestPool pool(3);
  const uint32_t full = pool.AddRegistered(kHash12);
  const uint32_t empty = pool.Alloc();
  const uint32_t cached = pool.AddCached(kHash1234);
  for (const uint32_t bad : {empty, cached, 3u, 0xFFFFFFFFu}) {
    const uint32_t ids[] = {full, bad};
    Bytes buffer(200, 0xEE);
    size_t written = 7;
    EXPECT_EQ(tl_kv_export(pool, ids, 2, buffer.data(), buffer.size(), &written), TL_EINVAL) << bad;
    EXPECT_EQ(written, 7u);
    EXPECT_EQ(buffer, Bytes(200, 0xEE));
    // The ids are looked at before the size is.
    EXPECT_EQ(tl_kv_export(pool, ids, 2, nullptr, 0, &written), TL_EINVAL) << bad;
    EXPECT_EQ(written, 7u);
  }
}

TEST(KvPool, export_of_no_blocks_is_32_bytes) {
  TestPool pool(1);
  EXPECT_EQ(tl_kv_export_bytes(pool, 0), 32u);
  size_t written = 0;
  Bytes buffer(32);
  EXPECT_EQ(tl_kv_export(pool, nullptr, 0, buffer.data(), buffer.size(), &written), TL_OK);
  EXPECT_EQ(written, 32u);
  EXPECT_EQ(ToHex(buffer), ToHex(EnvelopeBuilder().Build()));
}

TEST(KvPool, export_takes_an_id_twice) {
  TestPool pool(1);
  const uint32_t id = pool.Alloc();
  pool.Write(id, kWorkedPayload);
  ASSERT_EQ(tl_kv_set_fill(pool, id, 2), TL_OK);
  EnvelopeBuilder expected;
  expected.records = {{0, 2, kWorkedPayload}, {0, 2, kWorkedPayload}};
  EXPECT_EQ(ToHex(pool.Export({id, id})), ToHex(expected.Build()));
}

TEST(KvPool, export_bytes_never_wraps) {
  TestPool pool(Config(1, 16, 2, 2, 8));  // P 2048
  const uint64_t size = 28 + 0xFFFFFFFFull * (12 + 2048) + 4;
  const size_t most = std::numeric_limits<size_t>::max();
  EXPECT_EQ(tl_kv_export_bytes(pool, 0xFFFFFFFFu), size > most ? most : size);
  EXPECT_EQ(tl_kv_export_bytes(pool, 1), 28u + 12 + 2048 + 4);
}

TEST(KvPool, an_envelope_that_no_buffer_can_hold_is_efull) {
  TestPool pool(Config(1, 16, 1, 1, 1024));  // P 65536
  const uint32_t id = pool.Alloc();
  ASSERT_EQ(tl_kv_set_fill(pool, id, 16), TL_OK);
  // 65,525 records of this one block need 65,436 bytes more than 2^32.
  const std::vector<uint32_t> ids(65525, id);
  const uint64_t size = 28 + uint64_t{65525} * (12 + 65536) + 4;
  const size_t most = std::numeric_limits<size_t>::max();
  const bool fits = size <= most;
  Bytes buffer(32, 0xEE);
  size_t written = 7;
  EXPECT_EQ(
      tl_kv_export(pool, ids.data(), 65525, buffer.data(), fits ? buffer.size() : most, &written),
      TL_EFULL);
  EXPECT_EQ(written, fits ? size : most);
  EXPECT_EQ(buffer, Bytes(32, 0xEE));
}

}  // namespace
}  // namespace tlkv_test
