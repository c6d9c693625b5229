// The pool once more: slow, in standard containers, and obviously right. What the library does to
// any sequence of operations is compared with what this does.
#ifndef TESTS_CORE_POOL_MODEL_H_
#define TESTS_CORE_POOL_MODEL_H_

#include <algorithm>
#include <cstdint>
#include <deque>
#include <vector>

#include "support/envelope_builder.h"
#include "support/pool_state.h"
#include "tinyllm/kv_pool.h"

namespace tlkv_test {

class PoolModel {
 public:
  struct Block {
    uint32_t ref = 0;
    uint32_t fill = 0;
    uint64_t hash = 0;
    Bytes payload;
  };

  explicit PoolModel(const tl_kv_cfg& cfg) : cfg_(cfg), blocks_(cfg.n_blocks) {
    for (uint32_t id = cfg.n_blocks; id-- > 0;) free_.push_back(id);
  }

  tl_status Alloc(uint32_t n, std::vector<uint32_t>* ids) {
    if (n > available()) return TL_EFULL;
    for (uint32_t i = 0; i < n; ++i) ids->push_back(Take());
    return TL_OK;
  }

  tl_status Ref(uint32_t id) {
    if (!IsUsed(id)) return TL_EINVAL;
    ++blocks_[id].ref;
    return TL_OK;
  }

  tl_status Unref(uint32_t id) {
    if (!IsUsed(id)) return TL_EINVAL;
    Block& block = blocks_[id];
    if (--block.ref != 0) return TL_OK;
    if (block.hash != 0) {
      lru_.push_back(id);
    } else {
      block = {};
      free_.push_back(id);
    }
    return TL_OK;
  }

  tl_status Cow(uint32_t id, uint32_t* out) {
    if (!IsUsed(id)) return TL_EINVAL;
    *out = id;
    if (blocks_[id].ref == 1) return TL_OK;
    if (available() == 0) return TL_EFULL;
    *out = Take();
    blocks_[*out].fill = blocks_[id].fill;
    blocks_[*out].payload = blocks_[id].payload;
    --blocks_[id].ref;
    ++counters_.copies;
    return TL_OK;
  }

  tl_status SetFill(uint32_t id, uint32_t fill) {
    if (!IsUsed(id) || blocks_[id].hash != 0 || fill > cfg_.block_tokens) return TL_EINVAL;
    blocks_[id].fill = fill;
    return TL_OK;
  }

  tl_status Register(uint32_t id, uint64_t hash) {
    if (!IsUsed(id) || hash == 0 || blocks_[id].fill != cfg_.block_tokens) return TL_EINVAL;
    if (blocks_[id].hash != 0) return blocks_[id].hash == hash ? TL_OK : TL_EINVAL;
    if (Find(hash) != kNone) {
      ++counters_.duplicates;
      return TL_EBUSY;
    }
    blocks_[id].hash = hash;
    ++counters_.registrations;
    return TL_OK;
  }

  // Takes the name away from a block that has one or not.
  void Unregister(uint32_t id) {
    const bool was_cached = IsCached(id);
    blocks_[id].hash = 0;
    if (!was_cached) return;
    std::erase(lru_, id);
    blocks_[id] = {};
    free_.push_back(id);
  }

  tl_status Lookup(uint64_t hash, uint32_t* id) {
    const uint32_t found = Find(hash);
    if (found == kNone) {
      ++counters_.misses;
      return TL_ENOTFOUND;
    }
    if (blocks_[found].ref == 0) lru_.erase(std::find(lru_.begin(), lru_.end(), found));
    ++blocks_[found].ref;
    ++counters_.hits;
    counters_.hit_tokens += cfg_.block_tokens;
    SeePeak();
    *id = found;
    return TL_OK;
  }

  // The envelope of blocks, as far as it can be had.
  tl_status Export(const std::vector<uint32_t>& ids, EnvelopeBuilder* out) const {
    *out = EnvelopeBuilder{.records = {},
                           .block_tokens = cfg_.block_tokens,
                           .n_layers = cfg_.n_layers,
                           .n_kv_heads = cfg_.n_kv_heads,
                           .head_dim = cfg_.head_dim};
    for (const uint32_t id : ids) {
      if (!IsUsed(id) || blocks_[id].fill == 0) return TL_EINVAL;
      const Block& block = blocks_[id];
      EnvelopeRecord record{block.hash, block.fill, {}};
      for (size_t i = 0; i < block.payload.size() / 2; ++i) {
        const bool filled = i / cfg_.head_dim % cfg_.block_tokens < block.fill;
        const int bits = block.payload[2 * i] | block.payload[2 * i + 1] << 8;
        record.payload.push_back(static_cast<uint16_t>(filled ? bits : 0));
      }
      out->records.push_back(record);
    }
    return TL_OK;
  }

  // A good envelope of this pool's shape.
  tl_status Import(const EnvelopeBuilder& envelope, std::vector<uint32_t>* ids) {
    const auto n = static_cast<uint32_t>(envelope.records.size());
    if (const tl_status status = Alloc(n, ids); status != TL_OK) return status;
    for (uint32_t i = 0; i < n; ++i) {
      const EnvelopeRecord& record = envelope.records[i];
      Block& block = blocks_[(*ids)[i]];
      block.fill = record.n_tokens;
      block.payload.clear();
      for (const uint16_t bits : record.payload) {
        block.payload.push_back(static_cast<uint8_t>(bits));
        block.payload.push_back(static_cast<uint8_t>(bits >> 8));
      }
      if (record.hash != 0) (void)Register((*ids)[i], record.hash);
    }
    return TL_OK;
  }

  static constexpr uint32_t kNone = UINT32_MAX;

  // The block registered under a hash, kNone if there is none.
  [[nodiscard]] uint32_t Find(uint64_t hash) const {
    for (uint32_t id = 0; hash != 0 && id < blocks_.size(); ++id) {
      if (blocks_[id].hash == hash) return id;
    }
    return kNone;
  }

  [[nodiscard]] bool IsUsed(uint32_t id) const {
    return id < blocks_.size() && blocks_[id].ref > 0;
  }
  [[nodiscard]] bool IsCached(uint32_t id) const {
    return blocks_[id].ref == 0 && blocks_[id].hash != 0;
  }
  Block& block(uint32_t id) { return blocks_[id]; }
  [[nodiscard]] size_t available() const { return free_.size() + lru_.size(); }
  [[nodiscard]] const tlkv::LedgerCounters& counters() const { return counters_; }
  void CountMiss() { ++counters_.misses; }

  [[nodiscard]] PoolState State() const {
    PoolState state;
    state.evictions = static_cast<uint32_t>(counters_.evictions);
    for (const Block& block : blocks_) {
      state.ref.push_back(block.ref);
      state.fill.push_back(block.fill);
      state.hash.push_back(block.hash);
      state.payload.push_back(block.payload);
    }
    state.free.assign(free_.rbegin(), free_.rend());
    state.lru.assign(lru_.begin(), lru_.end());
    return state;
  }

 private:
  uint32_t Take() {
    uint32_t id = 0;
    if (!free_.empty()) {
      id = free_.back();
      free_.pop_back();
    } else {
      id = lru_.front();
      lru_.pop_front();
      ++counters_.evictions;
    }
    blocks_[id] = {.ref = 1, .fill = 0, .hash = 0, .payload = {}};
    SeePeak();
    return id;
  }

  void SeePeak() {
    const auto used = static_cast<uint32_t>(blocks_.size() - available());
    counters_.peak_used = std::max(counters_.peak_used, used);
  }

  tl_kv_cfg cfg_;
  std::vector<Block> blocks_;
  std::vector<uint32_t> free_;  // the last one is taken first
  std::deque<uint32_t> lru_;    // oldest first
  tlkv::LedgerCounters counters_;
};

}  // namespace tlkv_test

#endif  // TESTS_CORE_POOL_MODEL_H_
