// The peer of BlockLedger: the class that one would write with the standard containers. The same
// states, the same order of eviction; no checks. Each block has its own node, which moves between
// two lists, so that nothing is allocated after the beginning but entries of the index.
#ifndef TESTS_BENCH_STD_LEDGER_H_
#define TESTS_BENCH_STD_LEDGER_H_

#include <cstdint>
#include <list>
#include <unordered_map>
#include <vector>

namespace bench {

class StdLedger {
 public:
  explicit StdLedger(uint32_t n_blocks) : blocks_(n_blocks) {
    index_.reserve(n_blocks);
    for (uint32_t id = n_blocks; id-- > 0;) {
      blocks_[id].place = held_.insert(held_.end(), id);
      free_.push_back(id);
    }
  }

  uint32_t Take() {
    uint32_t id;
    if (!free_.empty()) {
      id = free_.back();
      free_.pop_back();
    } else {
      id = cached_.front();
      held_.splice(held_.end(), cached_, blocks_[id].place);
      index_.erase(blocks_[id].hash);
    }
    blocks_[id].ref = 1;
    blocks_[id].fill = 0;
    blocks_[id].hash = 0;
    return id;
  }

  void Ref(uint32_t id) { ++blocks_[id].ref; }

  void Unref(uint32_t id) {
    if (--blocks_[id].ref != 0) return;
    if (blocks_[id].hash != 0) {
      cached_.splice(cached_.end(), held_, blocks_[id].place);
    } else {
      free_.push_back(id);
    }
  }

  void SetFill(uint32_t id, uint32_t n) { blocks_[id].fill = n; }

  void Register(uint32_t id, uint64_t hash) {
    if (index_.emplace(hash, id).second) blocks_[id].hash = hash;
  }

  bool Lookup(uint64_t hash, uint32_t* id) {
    const auto found = index_.find(hash);
    if (found == index_.end()) return false;
    *id = found->second;
    Block& block = blocks_[*id];
    if (block.ref++ == 0) held_.splice(held_.end(), cached_, block.place);
    return true;
  }

 private:
  struct Block {
    uint64_t hash = 0;
    uint32_t ref = 0;
    uint32_t fill = 0;
    std::list<uint32_t>::iterator place;
  };

  std::vector<Block> blocks_;
  std::vector<uint32_t> free_;
  std::unordered_map<uint64_t, uint32_t> index_;
  std::list<uint32_t> cached_, held_;  // cached: the oldest first
};

}  // namespace bench

#endif  // TESTS_BENCH_STD_LEDGER_H_
