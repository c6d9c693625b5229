// A run of operations through the C ABI and on the model side by side: after each the answers, the
// whole state and the contents are the same. What is done next is the choice of a random generator
// (kv_pool_random_test.cc) or of a fuzzer (tests/fuzz).
#ifndef TESTS_CORE_POOL_RUN_H_
#define TESTS_CORE_POOL_RUN_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "pool_model.h"
#include "support/choices.h"
#include "support/poison.h"
#include "support/test_pool.h"
#include "tinyllm/kv_pool.h"

namespace tlkv_test {

class PoolRun {
 public:
  explicit PoolRun(Choices& choices)
      : choices_(choices),
        pool_(RandomConfig()),
        model_(pool_.cfg()),
        n_blocks_(pool_.cfg().n_blocks) {
    // Hashes that share their low half, their high half, or nothing; few enough to meet again.
    for (uint32_t i = 1; i <= n_blocks_ + n_blocks_ / 2 + 1; ++i) {
      const uint64_t kinds[] = {i, uint64_t{i} << 32, choices_.Bits() | 1};
      hashes_.push_back(kinds[Below(3)]);
    }
    if (Below(4) != 0)
      tlkv::PoolOf(pool_).ledger().SetObserver({.on_event = &PoolRun::OnEvent, .user = this});
  }

  void Step() {
    switch (Below(12)) {
      case 0:
      case 1:
        return Alloc();
      case 2:
        return Ref();
      case 3:
      case 4:
      case 5:
        return Unref();
      case 6:
        return Cow();
      case 7:
        return Write();
      case 8:
      case 9:
        return Register();
      case 10:
        return Lookup();
      default:
        return Below(2) == 0 ? Export() : Import();
    }
  }

  // The states are the same, and the contents of all blocks that somebody holds or may find.
  void Compare() {
    const PoolState expected = model_.State();
    ASSERT_EQ(Observe(pool_, Contents::kOfHeldAndCached), expected);
    const uint64_t hash = AnyHash();
    ASSERT_EQ(tlkv::PoolOf(pool_).ledger().Find(hash), model_.Find(hash)) << hash;
    tl_kv_stats stats = {};
    tl_kv_stats_get(pool_, &stats);
    ASSERT_EQ(uint64_t{stats.free} + stats.used + stats.cached, n_blocks_);
    ASSERT_EQ(stats.free, expected.free.size());
    ASSERT_EQ(stats.cached, expected.lru.size());
    ASSERT_EQ(stats.evictions, expected.evictions);
    ASSERT_EQ(ToString(tlkv::PoolOf(pool_).ledger().counters()), ToString(model_.counters()));
  }

  // Every reference dropped leaves nothing used.
  void Finish() {
    for (uint32_t id = 0; id < n_blocks_; ++id) {
      while (model_.IsUsed(id)) {
        ASSERT_EQ(tl_kv_unref(pool_, id), TL_OK);
        ASSERT_EQ(model_.Unref(id), TL_OK);
      }
    }
    Compare();
  }

 private:
  // What is free is spoilt, and under AddressSanitizer out of bounds.
  static void OnEvent(void* user, const tlkv::Event& event) {
    if (event.block == tlkv::kNoBlock) return;
    const TestPool& pool = static_cast<PoolRun*>(user)->pool_;
    uint8_t* const payload = pool.data(event.block);
    const size_t n = tl_kv_block_bytes(pool);
    if (event.kind == tlkv::EventKind::kFreed) {
      std::memset(payload, 0xDB, n);
      Poison(payload, n);
    } else if (event.kind == tlkv::EventKind::kAllocated) {
      Unpoison(payload, n);
    }
  }

  uint32_t Below(uint64_t n) { return choices_.Below(n); }
  tl_kv_cfg RandomConfig() {
    constexpr uint32_t kBlocks[] = {1, 2, 3, 5, 8, 17};
    return Config(kBlocks[Below(6)], 1 + Below(4), 1 + Below(2), 1 + Below(2), 1 + Below(3));
  }
  uint32_t AnyId() {  // now and then one that does not exist
    return Below(40) == 0 ? n_blocks_ + Below(2) * (0xFFFFFFFFu - n_blocks_) : Below(n_blocks_);
  }
  uint64_t AnyHash() { return Below(40) == 0 ? 0 : hashes_[Below(hashes_.size())]; }

  void AdoptContents(const std::vector<uint32_t>& ids) {
    for (const uint32_t id : ids) model_.block(id).payload = pool_.Payload(id);
  }

  void Alloc() {
    const uint32_t n = Below(10) == 0 ? Below(2 * n_blocks_ + 2) : Below(3);
    std::vector<uint32_t> ids(n, kUntouched);
    std::vector<uint32_t> expected;
    const tl_status status = model_.Alloc(n, &expected);
    ASSERT_EQ(tl_kv_alloc(pool_, n, ids.data()), status) << "alloc " << n;
    if (status != TL_OK) expected.assign(n, kUntouched);
    ASSERT_EQ(ids, expected) << "alloc " << n;
    if (status == TL_OK) AdoptContents(ids);  // unspecified: what is there now must stay
  }

  void Ref() {
    const uint32_t id = AnyId();
    tl_set_last_error("");
    tl_kv_ref(pool_, id);
    ASSERT_EQ(tl_last_error()[0] == '\0', model_.Ref(id) == TL_OK) << "ref " << id;
  }

  void Unref() {
    const uint32_t id = AnyId();
    ASSERT_EQ(tl_kv_unref(pool_, id), model_.Unref(id)) << "unref " << id;
  }

  void Cow() {
    const uint32_t id = AnyId();
    uint32_t out = kUntouched;
    uint32_t expected = kUntouched;
    const tl_status status = model_.Cow(id, &expected);
    ASSERT_EQ(tl_kv_cow(pool_, id, &out), status) << "cow " << id;
    ASSERT_EQ(out, status == TL_OK ? expected : kUntouched) << "cow " << id;
  }

  // Sets a fill, after writing positions as whoever holds the block alone may do.
  void Write() {
    const uint32_t id = AnyId();
    const uint32_t fill =
        Below(20) == 0 ? choices_.Bits() & 0xFFFFFFFFu : Below(pool_.cfg().block_tokens + 1);
    if (model_.IsUsed(id) && model_.block(id).ref == 1 && model_.block(id).hash == 0) {
      pool_.Write(id, choices_.Bits());
      AdoptContents({id});
    }
    ASSERT_EQ(tl_kv_set_fill(pool_, id, fill), model_.SetFill(id, fill)) << id << " " << fill;
  }

  // Mostly of a full block, so that it succeeds.
  void Register() {
    const uint32_t id = AnyId();
    const uint32_t full = pool_.cfg().block_tokens;
    if (Below(8) != 0) {
      ASSERT_EQ(tl_kv_set_fill(pool_, id, full), model_.SetFill(id, full)) << id;
    }
    const uint64_t hash = AnyHash();
    ASSERT_EQ(tl_kv_register(pool_, id, hash), model_.Register(id, hash)) << id << " " << hash;
  }

  void Lookup() {
    const uint64_t hash = AnyHash();
    uint32_t id = kUntouched;
    uint32_t expected = kUntouched;
    const tl_status status = model_.Lookup(hash, &expected);
    tl_set_last_error("as it was");
    ASSERT_EQ(tl_kv_lookup(pool_, hash, &id), status) << hash;
    ASSERT_EQ(id, expected) << hash;
    ASSERT_STREQ(tl_last_error(), "as it was");
  }

  void Export() {
    std::vector<uint32_t> ids(Below(4));
    for (uint32_t& id : ids) id = AnyId();
    EnvelopeBuilder expected;
    const tl_status status = model_.Export(ids, &expected);
    const auto n = static_cast<uint32_t>(ids.size());
    Bytes bytes(tl_kv_export_bytes(pool_, n) + 8, 0xEE);
    size_t written = kUntouched;
    ASSERT_EQ(tl_kv_export(pool_, ids.data(), n, bytes.data(), bytes.size(), &written), status);
    if (status != TL_OK) {
      ASSERT_EQ(written, kUntouched);
      ASSERT_EQ(bytes, Bytes(bytes.size(), 0xEE));
      return;
    }
    Bytes good = expected.Build();
    ASSERT_EQ(written, good.size());
    good.insert(good.end(), 8, 0xEE);
    ASSERT_EQ(ToHex(bytes), ToHex(good));
    envelopes_.push_back(expected);
  }

  // An envelope exported before, whole or with a byte spoilt.
  void Import() {
    if (envelopes_.empty()) return;
    const EnvelopeBuilder& envelope = envelopes_[Below(envelopes_.size())];
    Bytes bytes = envelope.Build();
    std::vector<uint32_t> ids(envelope.records.size(), kUntouched);
    std::vector<uint32_t> expected;
    tl_status status = TL_EFORMAT;
    if (Below(4) == 0) {
      bytes[Below(bytes.size())] ^= static_cast<uint8_t>(1 + Below(255));
    } else {
      status = model_.Import(envelope, &expected);
    }
    ASSERT_EQ(tl_kv_import(pool_, bytes.data(), bytes.size(), ids.data()), status);
    if (status != TL_OK) expected.assign(ids.size(), kUntouched);
    ASSERT_EQ(ids, expected);
  }

  Choices& choices_;
  TestPool pool_;
  PoolModel model_;
  uint32_t n_blocks_;
  std::vector<uint64_t> hashes_;
  std::vector<EnvelopeBuilder> envelopes_;
};

}  // namespace tlkv_test

#endif  // TESTS_CORE_POOL_RUN_H_
