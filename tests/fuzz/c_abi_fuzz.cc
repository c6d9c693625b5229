// The C interface under a caller without manners: NULL, ids and sizes out of nowhere, allocations
// that fail. No call may crash or leak; a refusal names its function in the error slot and changes
// nothing.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "byte_choices.h"
#include "support/counting_allocator.h"
#include "support/pool_state.h"

namespace tlkv_test {
namespace {

constexpr size_t kLargestAllocation = 1 << 16;
constexpr uint32_t kMaxList = 8;

class Caller {
 public:
  explicit Caller(ByteChoices& choices) : choices_(choices) {
    allocator_.RefuseAbove(kLargestAllocation);
  }
  ~Caller() {
    for (tl_kv_pool* pool : pools_) tl_kv_pool_destroy(pool);
  }
  Caller(const Caller&) = delete;
  Caller& operator=(const Caller&) = delete;

  void Step() {
    pool_ = pools_[choices_.Below(pools_.size())];
    switch (choices_.Below(14)) {
      case 0:
        return Create();
      case 1:
        return Destroy();
      case 2:
        return Alloc();
      case 3:
        return Ref();
      case 4:
        return Check("tl_kv_unref", [&] { return tl_kv_unref(pool_, Number()); });
      case 5:
        return Cow();
      case 6:
        return Check("tl_kv_set_fill", [&] { return tl_kv_set_fill(pool_, Number(), Number()); });
      case 7:
        return Check("tl_kv_register", [&] { return tl_kv_register(pool_, Number(), Hash()); });
      case 8:
        return Lookup();
      case 9:
        return Write();
      case 10:
        return Export();
      case 11:
        return Import();
      case 12:
        return Questions();
      default:
        return Hashes();
    }
  }

 private:
  // Mostly small, now and then the edges of 32 bits.
  uint32_t Number() {
    constexpr uint32_t kEdges[] = {0x40000001u, 0x7FFFFFFFu, 0x80000000u, 0xFFFFFFFEu, 0xFFFFFFFFu};
    const uint32_t small = choices_.Below(32);
    return small < 27 ? small % 9 : kEdges[small - 27];
  }
  uint64_t Hash() { return choices_.Below(6); }
  bool Rarely() { return choices_.Below(16) == 0; }

  // What a call answers, where its pool and its reason stand afterwards.
  template <class Call>
  void Check(const char* function, Call call) {
    const bool has_pool = pool_ != nullptr;
    const PoolState before = has_pool ? Observe(pool_) : PoolState{};
    tl_set_last_error("as it was");
    const tl_status status = call();
    const std::string reason = tl_last_error();
    if (status == TL_OK || status == TL_ENOTFOUND) {
      EXPECT_EQ(reason, "as it was") << function;
    } else {
      EXPECT_EQ(reason.rfind(std::string(function) + ": ", 0), 0u)
          << function << " said " << reason;
      EXPECT_STRNE(tl_status_str(status), "TL_UNKNOWN");
    }
    if (has_pool) {
      const PoolState after = Observe(pool_);  // looks at all invariants
      if (status != TL_OK) EXPECT_EQ(after, before) << function;
    }
    if (!has_pool) EXPECT_NE(status, TL_OK) << function;
  }

  void Create() {
    tl_kv_cfg cfg = {Number(), Number(), Number(), Number(), Number(), TL_F16, TL_KV_FORMAT_V1};
    if (Rarely()) cfg.dtype = static_cast<int32_t>(Number());
    if (Rarely()) cfg.format = Number();
    if (choices_.Below(4) == 0) allocator_.FailAfter(choices_.Below(6));
    tl_kv_pool* made = nullptr;
    const tl_status status =
        tl_kv_pool_create(Rarely() ? nullptr : &cfg, Rarely() ? nullptr : &made);
    allocator_.FailAfter(CountingAllocator::kNever);
    EXPECT_EQ(status == TL_OK, made != nullptr);
    if (made == nullptr) return;
    tl_kv_pool*& place = pools_[choices_.Below(pools_.size())];
    tl_kv_pool_destroy(place);
    place = made;
  }

  void Destroy() {
    tl_kv_pool_destroy(pool_);
    std::replace(pools_.begin(), pools_.end(), pool_, static_cast<tl_kv_pool*>(nullptr));
  }

  void Alloc() {
    std::vector<uint32_t> ids(kMaxList, kUntouched);
    // More than fits ids only where so many can't be had: no pool here has that many blocks.
    const uint32_t n =
        choices_.Below(4) == 0 ? 0xFFFFFFFFu - choices_.Below(4) : choices_.Below(kMaxList + 1);
    uint32_t* const out = Rarely() ? nullptr : ids.data();
    Check("tl_kv_alloc", [&] {
      const tl_status status = tl_kv_alloc(pool_, n, out);
      if (status != TL_OK) EXPECT_EQ(ids, std::vector<uint32_t>(kMaxList, kUntouched));
      return status;
    });
  }

  void Ref() {
    const uint32_t id = Number();
    Check("tl_kv_ref", [&] {
      tl_kv_ref(pool_, id);
      return std::string(tl_last_error()) == "as it was" ? TL_OK : TL_EINVAL;
    });
  }

  void Cow() {
    uint32_t out = kUntouched;
    Check("tl_kv_cow", [&] { return tl_kv_cow(pool_, Number(), Rarely() ? nullptr : &out); });
  }

  void Lookup() {
    uint32_t id = kUntouched;
    Check("tl_kv_lookup", [&] {
      const tl_status status = tl_kv_lookup(pool_, Hash(), Rarely() ? nullptr : &id);
      EXPECT_EQ(status == TL_OK, id != kUntouched);
      return status;
    });
  }

  void Write() {
    const uint32_t layer = Number();
    const int is_v = static_cast<int>(choices_.Below(3)) - 1;
    auto* slab = static_cast<uint8_t*>(tl_kv_block_ptr(pool_, Number(), layer, is_v));
    if (slab == nullptr) return;
    tl_kv_cfg cfg = {};
    tl_kv_pool_cfg(pool_, &cfg);
    const size_t n = size_t{cfg.n_kv_heads} * cfg.block_tokens * cfg.head_dim * 2;
    EXPECT_EQ(n * 2 * cfg.n_layers, tl_kv_block_bytes(pool_));
    std::fill_n(slab, n, static_cast<uint8_t>(choices_.Below(256)));
  }

  void Export() {
    std::vector<uint32_t> ids(choices_.Below(kMaxList));
    for (uint32_t& id : ids) id = Number();
    const auto n = static_cast<uint32_t>(ids.size());
    const size_t needed = tl_kv_export_bytes(pool_, n);
    const size_t room = std::min<size_t>(needed, kLargestAllocation * kMaxList);
    Bytes buffer(Rarely() ? room / 2 : room);
    size_t written = kUntouched;
    Check("tl_kv_export", [&] {
      const tl_status status = tl_kv_export(pool_, Rarely() ? nullptr : ids.data(), n,
                                            Rarely() ? nullptr : buffer.data(), buffer.size(),
                                            Rarely() ? nullptr : &written);
      if (status == TL_OK || status == TL_EFULL) EXPECT_EQ(written, needed);
      return status;
    });
    if (written == buffer.size()) envelope_ = buffer;
  }

  void Import() {
    Bytes bytes = envelope_;
    if (!bytes.empty() && choices_.Below(4) == 0) {
      bytes[choices_.Below(bytes.size())] ^= static_cast<uint8_t>(choices_.Below(256));
    }
    std::vector<uint32_t> ids(kMaxList, kUntouched);
    Check("tl_kv_import", [&] {
      return tl_kv_import(pool_, Rarely() ? nullptr : bytes.data(), bytes.size(),
                          Rarely() ? nullptr : ids.data());
    });
  }

  // Functions that only answer.
  void Questions() {
    const uint32_t id = Number();
    tl_kv_cfg cfg = {};
    tl_kv_stats stats = {};
    tl_kv_pool_cfg(pool_, Rarely() ? nullptr : &cfg);
    tl_kv_stats_get(pool_, Rarely() ? nullptr : &stats);
    if (stats.free + stats.used + stats.cached != 0) {
      EXPECT_NE(pool_, nullptr);
      EXPECT_EQ(uint64_t{stats.free} + stats.used + stats.cached, Observe(pool_).ref.size());
    }
    if (cfg.n_blocks != 0 && id >= cfg.n_blocks) EXPECT_EQ(tl_kv_fill(pool_, id), 0u);
    (void)tl_kv_export_bytes(pool_, id);
    (void)tl_kv_block_bytes(pool_);
    (void)tl_status_str(static_cast<tl_status>(id));
  }

  void Hashes() {
    std::vector<uint32_t> tokens(choices_.Below(kMaxList));
    for (uint32_t& token : tokens) token = Number();
    const auto n = static_cast<uint32_t>(tokens.size());
    EXPECT_NE(tl_kv_block_hash(choices_.Bits(), tokens.data(), n), 0u);
    const uint8_t* const bytes = reinterpret_cast<const uint8_t*>(tokens.data());
    const size_t length = tokens.size() * 4;
    const size_t cut = length == 0 ? 0 : choices_.Below(length);
    EXPECT_EQ(tl_crc32c(bytes, length, 0),
              tl_crc32c(bytes + cut, length - cut, tl_crc32c(bytes, cut, 0)));
  }

  ByteChoices& choices_;
  CountingAllocator allocator_;
  std::array<tl_kv_pool*, 2> pools_ = {};
  tl_kv_pool* pool_ = nullptr;  // of the step at hand
  Bytes envelope_;
};

}  // namespace
}  // namespace tlkv_test

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tlkv_test::ByteChoices choices(data, size);
  tlkv_test::Caller caller(choices);
  while (!choices.empty()) caller.Step();
  return 0;
}
