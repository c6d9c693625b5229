// What every position of a sequence holds in a test, as keys and values would: a number that
// depends on all tokens up to it. In a pool's slab, or in buffers of the test's own.
#ifndef TESTS_CORE_SEQUENCES_CONTENTS_H_
#define TESTS_CORE_SEQUENCES_CONTENTS_H_

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "support/envelope_builder.h"
#include "tlkv/kv_pool.h"

namespace tlkv_test {

class SequenceContents {
 public:
  using Cells = std::vector<uint64_t>;

  // A pool of L 1, H 1, D 2, or nullptr.
  SequenceContents(tlkv::KvPool* pool, uint32_t n_blocks, uint32_t block_tokens)
      : pool_(pool), block_tokens_(block_tokens) {
    if (pool == nullptr) buffers_.assign(n_blocks, Cells(block_tokens));
  }

  // Of each token of a prompt. Honest contents have taint 0.
  static Cells Of(const std::vector<uint32_t>& tokens, uint64_t salt, uint64_t taint) {
    Cells cells;
    uint64_t state = salt ^ taint << 32;
    for (const uint32_t token : tokens) {
      state = (state ^ token) * 0x9E3779B97F4A7C15u;
      state ^= state >> 29;
      cells.push_back(state);
    }
    return cells;
  }

  // In a pool, half of a cell is the key of a position and half its value.
  [[nodiscard]] uint64_t Load(uint32_t block, size_t position) const {
    if (pool_ == nullptr) return buffers_[block][position];
    uint32_t key = 0, value = 0;
    std::memcpy(&key, pool_->Payload(block) + 4 * position, 4);
    std::memcpy(&value, pool_->Payload(block) + 4 * (block_tokens_ + position), 4);
    return uint64_t{value} << 32 | key;
  }
  void Store(uint32_t block, size_t position, uint64_t cell) {
    if (pool_ == nullptr) {
      buffers_[block][position] = cell;
      return;
    }
    const auto key = static_cast<uint32_t>(cell);
    const auto value = static_cast<uint32_t>(cell >> 32);
    std::memcpy(pool_->Payload(block) + 4 * position, &key, 4);
    std::memcpy(pool_->Payload(block) + 4 * (block_tokens_ + position), &value, 4);
  }

  // The envelope of cells whose full blocks have these hashes.
  [[nodiscard]] EnvelopeBuilder EnvelopeOf(const std::vector<uint64_t>& hashes,
                                           const Cells& cells) const {
    EnvelopeBuilder envelope{.records = {},
                             .block_tokens = block_tokens_,
                             .n_layers = 1,
                             .n_kv_heads = 1,
                             .head_dim = 2};
    for (size_t begin = 0; begin < cells.size(); begin += block_tokens_) {
      const size_t index = begin / block_tokens_;
      EnvelopeRecord record;
      record.hash = index < hashes.size() ? hashes[index] : 0;
      record.n_tokens =
          static_cast<uint32_t>(std::min(cells.size() - begin, size_t{block_tokens_}));
      record.payload.resize(size_t{4} * block_tokens_);
      for (size_t i = 0; i < record.n_tokens; ++i) {
        for (size_t quarter = 0; quarter < 4; ++quarter) {
          const size_t at = quarter / 2 * 2 * block_tokens_ + 2 * i + quarter % 2;
          record.payload[at] = static_cast<uint16_t>(cells[begin + i] >> (16 * quarter));
        }
      }
      envelope.records.push_back(record);
    }
    return envelope;
  }

 private:
  tlkv::KvPool* pool_;
  uint32_t block_tokens_;
  std::vector<Cells> buffers_;  // of each block, where there is no pool
};

}  // namespace tlkv_test

#endif  // TESTS_CORE_SEQUENCES_CONTENTS_H_
