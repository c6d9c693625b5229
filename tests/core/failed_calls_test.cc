// Every way a call on a pool can fail: the status, a message that names the function, the value and
// the limit, and nothing changed: not the pool, not a payload byte, not an output.
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "support/envelope_builder.h"
#include "support/pool_state.h"
#include "support/test_pool.h"
#include "tinyllm/kv_pool.h"

namespace tlkv_test {
namespace {

constexpr uint64_t kNamedHash = 0xAAAA;
constexpr uint64_t kCachedHash = 0xBBBB;
constexpr uint64_t kOtherHash = 0xCCCC;

// The blocks of the pool that every call is tried on: one of each kind.
enum Id : uint32_t {
  kPartial,  // ref 1, fill 1
  kShared,   // ref 2, fill 2, not registered
  kNamed,    // ref 1, registered under kNamedHash
  kCached,   // registered under kCachedHash
  kEmpty,    // ref 1, fill 0
  kFree,
  kNumBlocks,  // the first bad id
  kLargest = 0xFFFFFFFFu,
};

void Prepare(TestPool& pool) {
  ASSERT_EQ(pool.Alloc(2), (std::vector<uint32_t>{kPartial, kShared}));
  pool.Write(kPartial, 1);
  pool.Write(kShared, 2);
  ASSERT_EQ(tl_kv_set_fill(pool, kPartial, 1), TL_OK);
  ASSERT_EQ(tl_kv_set_fill(pool, kShared, 2), TL_OK);
  tl_kv_ref(pool, kShared);
  ASSERT_EQ(pool.AddRegistered(kNamedHash), kNamed);
  ASSERT_EQ(pool.AddRegistered(kCachedHash), kCached);
  ASSERT_EQ(pool.Alloc(), kEmpty);
  ASSERT_EQ(tl_kv_unref(pool, kCached), TL_OK);
  ASSERT_EQ(pool.stats(), "1/4/1/0");
}

// What calls write to. A failed call leaves it as it was.
struct Outputs {
  std::vector<uint32_t> ids = std::vector<uint32_t>(8, 0xDEADBEEFu);
  size_t written = 0xDEADBEEFu;
  Bytes buffer = Bytes(200, 0xEE);

  bool operator==(const Outputs&) const = default;
};

struct FailingCall {
  const char* function;
  tl_status status;
  std::vector<const char*> says;  // what the message must hold: the value, the limit
  std::function<tl_status(tl_kv_pool*, Outputs&)> call;
};

// For a call without a status: it failed if it set the slot.
tl_status FromSlot() { return tl_last_error()[0] == '\0' ? TL_OK : TL_EINVAL; }

void ExpectNothingChanged(const std::vector<FailingCall>& calls, TestPool& pool) {
  const PoolState before = Observe(pool);
  for (size_t i = 0; i < calls.size(); ++i) {
    const FailingCall& failing = calls[i];
    SCOPED_TRACE(std::string(failing.function) + ", row " + std::to_string(i));
    Outputs outputs;
    tl_set_last_error("");
    EXPECT_EQ(failing.call(pool, outputs), failing.status);
    const std::string message = tl_last_error();
    EXPECT_EQ(message.find(std::string(failing.function) + ": "), 0u) << message;
    for (const char* const part : failing.says) {
      EXPECT_NE(message.find(part), std::string::npos) << "no \"" << part << "\" in: " << message;
    }
    EXPECT_LT(message.size(), size_t{TL_LAST_ERROR_CAP - 1}) << "cut off: " << message;
    EXPECT_EQ(outputs, Outputs());
    EXPECT_EQ(Observe(pool), before);
  }
}

TEST(FailedCalls, every_failing_call_changes_nothing) {
  const auto alloc = [](uint32_t n) {
    return [n](tl_kv_pool* p, Outputs& out) { return tl_kv_alloc(p, n, out.ids.data()); };
  };
  const auto ref = [](uint32_t id) {
    return [id](tl_kv_pool* p, Outputs&) { return tl_kv_ref(p, id), FromSlot(); };
  };
  const auto unref = [](uint32_t id) {
    return [id](tl_kv_pool* p, Outputs&) { return tl_kv_unref(p, id); };
  };
  const auto cow = [](uint32_t id) {
    return [id](tl_kv_pool* p, Outputs& out) { return tl_kv_cow(p, id, out.ids.data()); };
  };
  const auto set_fill = [](uint32_t id, uint32_t n) {
    return [id, n](tl_kv_pool* p, Outputs&) { return tl_kv_set_fill(p, id, n); };
  };
  const auto add = [](uint32_t id, uint64_t hash) {
    return [id, hash](tl_kv_pool* p, Outputs&) { return tl_kv_register(p, id, hash); };
  };
  const auto fill = [](uint32_t id) {
    return [id](tl_kv_pool* p, Outputs&) { return tl_kv_fill(p, id) == 0 ? FromSlot() : TL_OK; };
  };
  const auto ptr = [](uint32_t id, uint32_t layer) {
    return [id, layer](tl_kv_pool* p, Outputs&) {
      return tl_kv_block_ptr(p, id, layer, 0) == nullptr ? TL_EINVAL : TL_OK;
    };
  };

  TestPool pool(kNumBlocks);
  Prepare(pool);
  ExpectNothingChanged(
      {
          {"tl_kv_alloc", TL_EFULL, {"3", "1 are free", "1 cached"}, alloc(3)},
          {"tl_kv_alloc", TL_EFULL, {"4294967295"}, alloc(0xFFFFFFFFu)},
          {"tl_kv_ref", TL_EINVAL, {"5", "free"}, ref(kFree)},
          {"tl_kv_ref", TL_EINVAL, {"3", "cached"}, ref(kCached)},
          {"tl_kv_ref", TL_EINVAL, {"6", "n_blocks 6"}, ref(kNumBlocks)},
          {"tl_kv_ref", TL_EINVAL, {"4294967295", "n_blocks 6"}, ref(kLargest)},
          {"tl_kv_unref", TL_EINVAL, {"5", "free"}, unref(kFree)},
          {"tl_kv_unref", TL_EINVAL, {"3", "cached"}, unref(kCached)},
          {"tl_kv_unref", TL_EINVAL, {"6", "n_blocks 6"}, unref(kNumBlocks)},
          {"tl_kv_unref", TL_EINVAL, {"4294967295", "n_blocks 6"}, unref(kLargest)},
          {"tl_kv_cow", TL_EINVAL, {"5", "free"}, cow(kFree)},
          {"tl_kv_cow", TL_EINVAL, {"3", "cached"}, cow(kCached)},
          {"tl_kv_cow", TL_EINVAL, {"6", "n_blocks 6"}, cow(kNumBlocks)},
          {"tl_kv_cow", TL_EINVAL, {"4294967295", "n_blocks 6"}, cow(kLargest)},
          {"tl_kv_set_fill", TL_EINVAL, {"3", "block_tokens 2"}, set_fill(kPartial, 3)},
          {"tl_kv_set_fill", TL_EINVAL, {"4294967295"}, set_fill(kPartial, 0xFFFFFFFFu)},
          {"tl_kv_set_fill", TL_EINVAL, {"2", "registered"}, set_fill(kNamed, 1)},
          {"tl_kv_set_fill", TL_EINVAL, {"2", "registered"}, set_fill(kNamed, 2)},
          {"tl_kv_set_fill", TL_EINVAL, {"5", "free"}, set_fill(kFree, 1)},
          {"tl_kv_set_fill", TL_EINVAL, {"3", "cached"}, set_fill(kCached, 1)},
          {"tl_kv_set_fill", TL_EINVAL, {"6", "n_blocks 6"}, set_fill(kNumBlocks, 1)},
          {"tl_kv_register", TL_EINVAL, {"hash 0"}, add(kShared, 0)},
          {"tl_kv_register", TL_EINVAL, {"0", "1 of 2"}, add(kPartial, kOtherHash)},
          {"tl_kv_register", TL_EINVAL, {"4", "0 of 2"}, add(kEmpty, kOtherHash)},
          {"tl_kv_register", TL_EINVAL, {"5", "free"}, add(kFree, kOtherHash)},
          {"tl_kv_register", TL_EINVAL, {"3", "cached"}, add(kCached, kCachedHash)},
          {"tl_kv_register", TL_EINVAL, {"6", "n_blocks 6"}, add(kNumBlocks, kOtherHash)},
          {"tl_kv_register",
           TL_EINVAL,
           {"2", "0x000000000000AAAA", "0x000000000000CCCC"},
           add(kNamed, kOtherHash)},
          {"tl_kv_register",
           TL_EBUSY,
           {"0x000000000000AAAA", "block 2", "block 1"},
           add(kShared, kNamedHash)},
          {"tl_kv_register",
           TL_EBUSY,
           {"0x000000000000BBBB", "block 3", "block 1"},
           add(kShared, kCachedHash)},
          {"tl_kv_fill", TL_EINVAL, {"6", "n_blocks 6"}, fill(kNumBlocks)},
          {"tl_kv_fill", TL_EINVAL, {"4294967295", "n_blocks 6"}, fill(kLargest)},
          {"tl_kv_block_ptr", TL_EINVAL, {"6"}, ptr(kNumBlocks, 0)},
          {"tl_kv_block_ptr", TL_EINVAL, {"4294967295"}, ptr(kLargest, 0)},
          {"tl_kv_block_ptr", TL_EINVAL, {"layer 1", "1"}, ptr(0, 1)},
          {"tl_kv_block_ptr", TL_EINVAL, {"layer 4294967295"}, ptr(0, 0xFFFFFFFFu)},
      },
      pool);
}

TEST(FailedCalls, a_look_up_that_misses_changes_nothing_and_says_nothing) {
  TestPool pool(kNumBlocks);
  Prepare(pool);
  const PoolState before = Observe(pool);
  tl_set_last_error("as it was");
  for (const uint64_t hash : {uint64_t{0}, kOtherHash, kNamedHash << 32, UINT64_MAX}) {
    uint32_t id = 0xDEADBEEFu;
    EXPECT_EQ(tl_kv_lookup(pool, hash, &id), TL_ENOTFOUND) << hash;
    EXPECT_EQ(id, 0xDEADBEEFu);
    EXPECT_STREQ(tl_last_error(), "as it was");
    EXPECT_EQ(Observe(pool), before);
  }
}

TEST(FailedCalls, a_refused_copy_in_a_full_pool_changes_nothing) {
  TestPool pool(kNumBlocks);
  Prepare(pool);
  (void)pool.Alloc(2);
  ExpectNothingChanged(
      {
          {"tl_kv_cow",
           TL_EFULL,
           {"1", "0 are free", "0 cached"},
           [](tl_kv_pool* p, Outputs& out) { return tl_kv_cow(p, kShared, out.ids.data()); }},
          {"tl_kv_alloc",
           TL_EFULL,
           {"1", "0 are free", "0 cached"},
           [](tl_kv_pool* p, Outputs& out) { return tl_kv_alloc(p, 1, out.ids.data()); }},
      },
      pool);
}

TEST(FailedCalls, a_refused_export_changes_nothing) {
  const auto of = [](std::vector<uint32_t> ids) {
    return [ids](tl_kv_pool* p, Outputs& out) {
      return tl_kv_export(p, ids.data(), static_cast<uint32_t>(ids.size()), out.buffer.data(),
                          out.buffer.size(), &out.written);
    };
  };
  // Too small a buffer is the one refusal that reports a number, and the only output is that.
  const auto into = [](size_t cap, bool null) {
    return [cap, null](tl_kv_pool* p, Outputs& out) {
      const uint32_t ids[] = {kPartial, kNamed};
      size_t written = 0;
      const tl_status status =
          tl_kv_export(p, ids, 2, null ? nullptr : out.buffer.data(), cap, &written);
      EXPECT_EQ(written, 88u);
      return status;
    };
  };
  TestPool pool(kNumBlocks);
  Prepare(pool);
  ExpectNothingChanged(
      {
          {"tl_kv_export", TL_EINVAL, {"ids[1]", "5", "free"}, of({kNamed, kFree})},
          {"tl_kv_export", TL_EINVAL, {"ids[1]", "3", "cached"}, of({kNamed, kCached})},
          {"tl_kv_export", TL_EINVAL, {"ids[0]", "4", "fill 0"}, of({kEmpty, kNamed})},
          {"tl_kv_export", TL_EINVAL, {"ids[0]", "6", "n_blocks 6"}, of({kNumBlocks})},
          {"tl_kv_export", TL_EINVAL, {"ids[2]", "4294967295"}, of({kNamed, kNamed, kLargest})},
          {"tl_kv_export", TL_EFULL, {"88", "87"}, into(87, false)},
          {"tl_kv_export", TL_EFULL, {"88", "0"}, into(0, false)},
          {"tl_kv_export", TL_EFULL, {"88"}, into(200, true)},
      },
      pool);
}

TEST(FailedCalls, a_refused_import_changes_nothing) {
  const auto import = [](const Bytes& bytes) {
    return [bytes](tl_kv_pool* p, Outputs& out) {
      return tl_kv_import(p, bytes.data(), bytes.size(), out.ids.data());
    };
  };
  const auto with = [&](auto change) {
    EnvelopeBuilder builder = EnvelopeBuilder::Worked(kOtherHash);
    change(builder);
    return import(builder.Build());
  };
  const auto records = [&](std::vector<EnvelopeRecord> list) {
    return with([&](EnvelopeBuilder& b) { b.records = std::move(list); });
  };
  const std::vector<uint16_t>& data = kWorkedPayload;
  Bytes flipped = EnvelopeBuilder::Worked(kOtherHash).Build();
  flipped[40] ^= 1;
  Bytes longer = EnvelopeBuilder::Worked(kOtherHash).Build();
  longer.push_back(0);

  TestPool pool(kNumBlocks);
  Prepare(pool);
  ExpectNothingChanged(
      {
          {"tl_kv_import", TL_EFORMAT, {"R1", "32", "31"}, import(Bytes(31, 0))},
          {"tl_kv_import",
           TL_EFORMAT,
           {"R2", "54 4c 4b 56", "47 47 55 46"},
           with([](EnvelopeBuilder& b) {
             b.magic = {'G', 'G', 'U', 'F'};
           })},
          {"tl_kv_import", TL_EFORMAT, {"R3", "1", "2"}, with([](auto& b) { b.version = 2; })},
          {"tl_kv_import", TL_EFORMAT, {"R4", "1", "513"}, with([](auto& b) { b.dtype = 513; })},
          {"tl_kv_import", TL_EFORMAT, {"R5", "88", "60"}, with([](auto& b) { b.n_blocks = 2; })},
          {"tl_kv_import", TL_EFORMAT, {"R5", "60", "61"}, import(longer)},
          {"tl_kv_import", TL_EFORMAT, {"R6"}, import(flipped)},
          {"tl_kv_import",
           TL_ESHAPE,
           {"R7", "block_tokens 1", "block_tokens 2", "n_layers 2", "n_layers 1"},
           with([](EnvelopeBuilder& b) {
             b.block_tokens = 1;
             b.n_layers = 2;
           })},
          {"tl_kv_import", TL_EFORMAT, {"R8", "0"}, records({{0, 2, data}, {0, 0, data}})},
          {"tl_kv_import", TL_EFORMAT, {"R8", "2", "3"}, records({{0, 3, data}})},
          {"tl_kv_import", TL_EFORMAT, {"R9", "1", "2"}, records({{kOtherHash, 1, data}})},
          {"tl_kv_import",
           TL_EFULL,
           {"3", "1 are free", "1 cached"},
           records({{kOtherHash, 2, data}, {0, 2, data}, {0, 1, data}})},
      },
      pool);
}

}  // namespace
}  // namespace tlkv_test
