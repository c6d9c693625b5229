// Envelopes read into blocks.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "support/envelope_builder.h"
#include "support/test_pool.h"
#include "tinyllm/kv_pool.h"

namespace tlkv_test {
namespace {

tl_status Import(TestPool& pool, const Bytes& bytes, uint32_t* ids) {
  return tl_kv_import(pool, bytes.data(), bytes.size(), ids);
}

TEST(KvPool, export_import_roundtrip) {
  const tl_kv_cfg cfg = Config(4, 4, 2, 3, 5);
  TestPool from(cfg);
  const uint32_t full = from.AddRegistered(kHash12);
  const uint32_t plain = from.Alloc();  // full, but without a name
  from.Write(plain, 2);
  ASSERT_EQ(tl_kv_set_fill(from, plain, 4), TL_OK);
  const uint32_t tail = from.Alloc();
  from.Write(tail, 3);
  ASSERT_EQ(tl_kv_set_fill(from, tail, 1), TL_OK);
  const Bytes bytes = from.Export({full, plain, tail});

  TestPool to(cfg);
  for (uint32_t id = 0; id < 4; ++id)
    to.Write(id, id);  // what was there before must not shine through
  const std::vector<uint32_t> ids = to.Import(bytes, 3);
  EXPECT_EQ(ids, (std::vector<uint32_t>{0, 1, 2})) << "taken as alloc takes them, in record order";
  EXPECT_EQ(to.stats(), "1/3/0/0");
  EXPECT_EQ(ToHex(to.Export(ids)), ToHex(bytes));
  EXPECT_EQ(tl_kv_fill(to, ids[0]), 4u);
  EXPECT_EQ(tl_kv_fill(to, ids[1]), 4u);
  EXPECT_EQ(tl_kv_fill(to, ids[2]), 1u);
  EXPECT_EQ(to.Payload(ids[0]), from.Payload(full));
  EXPECT_EQ(to.Payload(ids[1]), from.Payload(plain));

  // The named block arrived registered, the others did not; each has one reference.
  uint32_t found = 7;
  ASSERT_EQ(tl_kv_lookup(to, kHash12, &found), TL_OK);
  EXPECT_EQ(found, ids[0]);
  ASSERT_EQ(tl_kv_unref(to, found), TL_OK);
  for (const uint32_t id : ids) EXPECT_EQ(tl_kv_unref(to, id), TL_OK);
  EXPECT_EQ(to.stats(), "3/0/1/0");
}

TEST(KvPool, import_keeps_the_first_holder_of_a_hash) {
  TestPool pool(4);
  const uint32_t first = pool.AddRegistered(kHash12);
  const Bytes contents = pool.Payload(first);
  const std::vector<uint32_t> ids = pool.Import(EnvelopeBuilder::Worked().Build(), 1);
  ASSERT_NE(ids[0], first);
  EXPECT_EQ(pool.stats(), "2/2/0/0");
  EXPECT_EQ(tl_kv_fill(pool, ids[0]), 2u);
  EXPECT_NE(pool.Payload(ids[0]), contents) << "the caller has the envelope's own contents";
  EXPECT_EQ(pool.Payload(first), contents);
  uint32_t found = 7;
  ASSERT_EQ(tl_kv_lookup(pool, kHash12, &found), TL_OK);
  EXPECT_EQ(found, first);
  ASSERT_EQ(tl_kv_unref(pool, first), TL_OK);
  EXPECT_EQ(tl_kv_unref(pool, ids[0]), TL_OK);
  EXPECT_EQ(pool.stats(), "3/1/0/0") << "the copy was private, so it is free";

  // The same with a holder that is cached, and with a hash twice in one envelope.
  ASSERT_EQ(tl_kv_unref(pool, first), TL_OK);
  ASSERT_EQ(pool.stats(), "3/0/1/0");
  EnvelopeBuilder twice;
  twice.records = {
      {kHash12, 2, kWorkedPayload}, {kHash1234, 2, kWorkedPayload}, {kHash1234, 2, kWorkedPayload}};
  const std::vector<uint32_t> three = pool.Import(twice.Build(), 3);
  EXPECT_EQ(pool.stats(), "0/3/1/0");
  ASSERT_EQ(tl_kv_lookup(pool, kHash12, &found), TL_OK);
  EXPECT_EQ(found, first);
  ASSERT_EQ(tl_kv_unref(pool, found), TL_OK);
  ASSERT_EQ(tl_kv_lookup(pool, kHash1234, &found), TL_OK);
  EXPECT_EQ(found, three[1]);
}

TEST(KvPool, import_that_evicts_the_holder_takes_its_hash) {
  TestPool pool(1);
  const uint32_t holder = pool.AddCached(kHash12);
  const std::vector<uint32_t> ids = pool.Import(EnvelopeBuilder::Worked().Build(), 1);
  ASSERT_EQ(ids[0], holder) << "the only block";
  EXPECT_EQ(pool.stats(), "0/1/0/1");
  EXPECT_EQ(ToHex(pool.Export(ids)), ToHex(FromHex(kWorkedExample)));
  uint32_t found = 7;
  EXPECT_EQ(tl_kv_lookup(pool, kHash12, &found), TL_OK) << "nobody else holds the hash any more";
}

TEST(KvPool, every_bit_flip_is_eformat) {
  TestPool pool(2);
  const Bytes good = FromHex(kWorkedExample);
  ASSERT_EQ(good.size(), 60u);
  for (size_t bit = 0; bit < 480; ++bit) {
    Bytes bad = good;
    bad[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
    uint32_t id = 7;
    EXPECT_EQ(Import(pool, bad, &id), TL_EFORMAT) << "bit " << bit;
    EXPECT_EQ(id, 7u) << "bit " << bit;
    EXPECT_EQ(pool.stats(), "2/0/0/0") << "bit " << bit;
  }
  EXPECT_EQ(pool.Import(good, 1), std::vector<uint32_t>{0});
}

TEST(KvPool, import_reader_rules) {
  using Builder = EnvelopeBuilder;
  const auto with = [](auto change) {
    Builder builder = Builder::Worked();
    change(builder);
    return builder.Build();
  };
  const auto shape = [](uint32_t b, uint32_t l, uint32_t h, uint32_t d) {
    Builder builder;
    builder.block_tokens = b;
    builder.n_layers = l;
    builder.n_kv_heads = h;
    builder.head_dim = d;
    builder.records = {{0, 1, std::vector<uint16_t>(size_t{b} * l * 2 * h * d)}};
    return builder.Build();
  };
  struct Case {
    const char* name;
    Bytes bytes;
    tl_status status;
  };
  const Case kCases[] = {
      {"R1 31 bytes", Bytes(31, 0), TL_EFORMAT},
      {"R2 magic", with([](Builder& b) {
         b.magic = {'T', 'L', 'K', 'v'};
       }),
       TL_EFORMAT},
      {"R3 version 0", with([](Builder& b) { b.version = 0; }), TL_EFORMAT},
      {"R3 version 2", with([](Builder& b) { b.version = 2; }), TL_EFORMAT},
      {"R3 version 257", with([](Builder& b) { b.version = 0x101; }), TL_EFORMAT},
      {"R4 dtype 0", with([](Builder& b) { b.dtype = 0; }), TL_EFORMAT},
      {"R4 dtype 2", with([](Builder& b) { b.dtype = 2; }), TL_EFORMAT},
      {"R4 dtype 257", with([](Builder& b) { b.dtype = 0x101; }), TL_EFORMAT},
      {"R5 a block too many", with([](Builder& b) { b.n_blocks = 2; }), TL_EFORMAT},
      {"R5 a block too few", with([](Builder& b) { b.n_blocks = 0; }), TL_EFORMAT},
      {"R5 a byte too many",
       [] {
         Bytes bytes = Builder::Worked().Build();
         bytes.push_back(0);
         Builder::FixCrc(bytes);
         return bytes;
       }(),
       TL_EFORMAT},
      {"R6 CRC",
       [] {
         Bytes bytes = Builder::Worked().Build();
         bytes.back() ^= 1;
         return bytes;
       }(),
       TL_EFORMAT},
      {"R7 block_tokens", shape(3, 1, 1, 2), TL_ESHAPE},
      {"R7 n_layers", shape(2, 2, 1, 2), TL_ESHAPE},
      {"R7 n_kv_heads", shape(2, 1, 2, 2), TL_ESHAPE},
      {"R7 head_dim", shape(2, 1, 1, 3), TL_ESHAPE},
      {"R7 the same P otherwise", shape(1, 2, 1, 2), TL_ESHAPE},
      {"R7 no blocks", with([](Builder& b) {
         b.records = {};
         b.head_dim = 3;
       }),
       TL_ESHAPE},
      {"R8 n_tokens 0", Builder::Worked(0, 0).Build(), TL_EFORMAT},
      {"R8 n_tokens 3 of 2", Builder::Worked(0, 3).Build(), TL_EFORMAT},
      {"R8 n_tokens 2^32 - 1", Builder::Worked(0, 0xFFFFFFFFu).Build(), TL_EFORMAT},
      {"R8 hashed, n_tokens 3 of 2", Builder::Worked(kHash12, 3).Build(), TL_EFORMAT},
      {"R9 hashed, n_tokens 1 of 2", Builder::Worked(kHash12, 1).Build(), TL_EFORMAT},
      {"R9 in the second record", with([](Builder& b) {
         b.records.push_back({kHash1234, 1, kWorkedPayload});
       }),
       TL_EFORMAT},
      {"good", Builder::Worked().Build(), TL_OK},
      {"good, partial", Builder::Worked(0, 1).Build(), TL_OK},
      {"good, no blocks", Builder().Build(), TL_OK},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    TestPool pool(3);
    uint32_t ids[2] = {7, 7};
    EXPECT_EQ(Import(pool, c.bytes, ids), c.status);
    if (c.status == TL_OK) continue;
    EXPECT_EQ(pool.stats(), "3/0/0/0");
    EXPECT_EQ(ids[0], 7u);
    EXPECT_EQ(std::string(tl_last_error()).find("tl_kv_import: "), 0u) << tl_last_error();
  }
}

TEST(KvPool, the_first_broken_rule_decides) {
  // R7 stands between the CRC (R6) and the records (R8): another shape with a broken CRC is
  // TL_EFORMAT, another shape with a bad record is TL_ESHAPE.
  EnvelopeBuilder wide = EnvelopeBuilder::Worked(0, 0);
  wide.head_dim = 1;
  wide.block_tokens = 4;
  TestPool pool(1);
  uint32_t id = 7;
  Bytes bytes = wide.Build();
  EXPECT_EQ(Import(pool, bytes, &id), TL_ESHAPE);
  bytes.back() ^= 1;
  EXPECT_EQ(Import(pool, bytes, &id), TL_EFORMAT);
  EXPECT_EQ(id, 7u);
}

TEST(KvPool, import_without_room_is_efull_and_evicts_nothing) {
  TestPool pool(2);
  const uint32_t held = pool.Alloc();
  const uint32_t cached = pool.AddCached(0xAAAA);
  EnvelopeBuilder two;
  two.records = {{kHash12, 2, kWorkedPayload}, {0, 1, kWorkedPayload}};
  const Bytes bytes = two.Build();
  uint32_t ids[2] = {7, 7};
  EXPECT_EQ(Import(pool, bytes, ids), TL_EFULL);
  EXPECT_EQ(ids[0], 7u);
  EXPECT_EQ(pool.stats(), "0/1/1/0");

  ASSERT_EQ(tl_kv_unref(pool, held), TL_OK);
  EXPECT_EQ(Import(pool, bytes, ids), TL_OK);
  EXPECT_EQ(ids[0], held);
  EXPECT_EQ(ids[1], cached);
  EXPECT_EQ(pool.stats(), "0/2/0/1");
}

TEST(KvPool, import_reads_from_any_address) {
  const Bytes good = FromHex(kWorkedExample);
  for (size_t offset = 0; offset < 8; ++offset) {
    Bytes shifted(offset, 0xEE);
    shifted.insert(shifted.end(), good.begin(), good.end());
    TestPool pool(1);
    uint32_t id = 7;
    EXPECT_EQ(tl_kv_import(pool, shifted.data() + offset, good.size(), &id), TL_OK) << offset;
    EXPECT_EQ(ToHex(pool.Export({id})), ToHex(good)) << offset;
  }
}

}  // namespace
}  // namespace tlkv_test
