// The BlockManager once more, in standard containers: what the library is compared with, and the
// plain form in which its whole state is read.
#ifndef TESTS_CORE_BLOCK_MANAGER_MODEL_H_
#define TESTS_CORE_BLOCK_MANAGER_MODEL_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <ostream>
#include <vector>

#include "support/pool_state.h"
#include "tlkv/block_manager.h"

namespace tlkv_test {

struct BlockManagerState {
  std::deque<uint32_t> free;  // front first
  std::vector<uint32_t> ref;  // per block
  std::map<uint64_t, std::vector<uint32_t>> tables;
  std::map<uint64_t, uint64_t> lens;

  bool operator==(const BlockManagerState&) const = default;
};

inline void PrintTo(const BlockManagerState& state, std::ostream* out) {
  *out << "\n  free:";
  for (const uint32_t id : state.free) *out << " " << id;
  *out << "\n  ref:";
  for (const uint32_t ref : state.ref) *out << " " << ref;
  for (const auto& [seq, table] : state.tables) {
    *out << "\n  sequence " << seq << " of " << state.lens.at(seq) << " tokens:";
    for (const uint32_t id : table) *out << " " << id;
  }
}

inline BlockManagerState Observe(const tlkv::BlockManager& manager) {
  EXPECT_EQ(Violations(manager.ledger()), "");
  BlockManagerState state;
  const tlkv::BlockLedger& ledger = manager.ledger();
  for (uint32_t i = 0; i < ledger.free_count(); ++i) state.free.push_back(ledger.FreeAt(i));
  for (uint32_t id = 0; id < ledger.n_blocks(); ++id) state.ref.push_back(ledger.RefCount(id));
  for (const tlkv::BlockManager::Sequence* sequence : manager.sequences()) {
    EXPECT_EQ(manager.sequences().Find(sequence->id), sequence);
    EXPECT_TRUE(state.tables.emplace(sequence->id, ToVector(sequence->blocks)).second);
    state.lens[sequence->id] = sequence->length;
  }
  return state;
}

struct SlotModel {
  uint32_t block, offset, copy_from;

  bool operator==(const SlotModel&) const = default;
};

inline void PrintTo(const SlotModel& slot, std::ostream* out) {
  *out << "block " << slot.block << ", offset " << slot.offset << ", copy from " << slot.copy_from;
}

class BlockManagerModel {
 public:
  BlockManagerModel(uint32_t num_blocks, uint32_t block_size) : block_size_(block_size) {
    for (uint32_t id = 0; id < num_blocks; ++id) state.free.push_back(id);
    state.ref.resize(num_blocks);
  }

  tl_status Allocate(uint64_t seq, uint64_t n_tokens) {
    if (state.tables.count(seq) != 0) return TL_EBUSY;
    const uint64_t n = (n_tokens + block_size_ - 1) / block_size_;
    if (n > state.free.size()) return TL_EFULL;
    std::vector<uint32_t>& table = state.tables[seq];
    for (uint64_t i = 0; i < n; ++i) table.push_back(Take());
    state.lens[seq] = n_tokens;
    return TL_OK;
  }

  tl_status AppendSlot(uint64_t seq, SlotModel* out) {
    if (state.tables.count(seq) == 0) return TL_ENOTFOUND;
    std::vector<uint32_t>& table = state.tables[seq];
    const auto offset = static_cast<uint32_t>(state.lens[seq] % block_size_);
    uint32_t copy_from = tlkv::kNoBlock;
    if (offset == 0) {
      if (state.free.empty()) return TL_EFULL;
      table.push_back(Take());
    } else if (state.ref[table.back()] > 1) {
      if (state.free.empty()) return TL_EFULL;
      copy_from = table.back();
      --state.ref[copy_from];
      table.back() = Take();
    }
    ++state.lens[seq];
    *out = {table.back(), offset, copy_from};
    return TL_OK;
  }

  tl_status Fork(uint64_t parent, uint64_t child) {
    if (state.tables.count(parent) == 0) return TL_ENOTFOUND;
    if (state.tables.count(child) != 0) return TL_EBUSY;
    const std::vector<uint32_t> table = state.tables[parent];
    for (const uint32_t id : table) ++state.ref[id];
    state.tables[child] = table;
    state.lens[child] = state.lens[parent];
    return TL_OK;
  }

  tl_status FreeSeq(uint64_t seq) {
    if (state.tables.count(seq) == 0) return TL_ENOTFOUND;
    const std::vector<uint32_t> table = state.tables[seq];
    for (size_t i = table.size(); i-- > 0;) {
      if (--state.ref[table[i]] == 0) state.free.push_back(table[i]);
    }
    state.tables.erase(seq);
    state.lens.erase(seq);
    return TL_OK;
  }

  BlockManagerState state;

 private:
  uint32_t Take() {
    const uint32_t id = state.free.front();
    state.free.pop_front();
    state.ref[id] = 1;
    return id;
  }

  uint64_t block_size_;
};

}  // namespace tlkv_test

#endif  // TESTS_CORE_BLOCK_MANAGER_MODEL_H_
