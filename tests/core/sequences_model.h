// Sequences once more, in standard containers over the pool's model: what the library is compared
// with.
#ifndef TESTS_CORE_SEQUENCES_MODEL_H_
#define TESTS_CORE_SEQUENCES_MODEL_H_

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "pool_model.h"
#include "support/checksums.h"
#include "tlkv/sequences.h"

namespace tlkv_test {

using Tokens = std::vector<uint32_t>;

struct SequenceModel {
  uint64_t salt = 0;
  Tokens tokens;
  std::vector<uint32_t> blocks;
};

class SequencesModel {
 public:
  explicit SequencesModel(const tl_kv_cfg& cfg) : pool(cfg), block_tokens_(cfg.block_tokens) {}

  [[nodiscard]] tlkv::Admission CanOpen(const Tokens& tokens, tlkv::OpenOptions options) const {
    tlkv::Admission plan;
    const size_t reusable = Reusable(tokens, options);
    for (const uint64_t hash : Hashes(options.salt, tokens)) {
      const uint32_t id = pool.Find(hash);
      if (id == PoolModel::kNone || plan.cached_tokens + block_tokens_ > reusable) break;
      ++plan.hit_blocks;
      if (!pool.IsUsed(id)) ++plan.revived_blocks;
      plan.cached_tokens += block_tokens_;
    }
    plan.new_blocks = BlocksFor(tokens.size()) - plan.hit_blocks;
    plan.available = static_cast<uint32_t>(pool.available()) - plan.revived_blocks;
    return plan;
  }

  tl_status Open(uint64_t seq, const Tokens& tokens, tlkv::OpenOptions options,
                 tlkv::Admission* out) {
    if (sequences.count(seq) != 0) return TL_EBUSY;
    const tlkv::Admission plan = CanOpen(tokens, options);
    if (!plan.fits()) return TL_EFULL;
    const std::vector<uint64_t> hashes = Hashes(options.salt, tokens);
    SequenceModel made{options.salt, tokens, {}};
    for (uint32_t i = 0; i < plan.hit_blocks; ++i) {
      uint32_t id = PoolModel::kNone;
      (void)pool.Lookup(hashes[i], &id);
      made.blocks.push_back(id);
    }
    if (plan.cached_tokens + block_tokens_ <= Reusable(tokens, options)) pool.CountMiss();
    (void)pool.Alloc(plan.new_blocks, &made.blocks);
    FillAndName(made, plan.hit_blocks);
    sequences[seq] = made;
    *out = plan;
    return TL_OK;
  }

  tl_status Append(uint64_t seq, const Tokens& tokens, tlkv::BlockCopy* copy) {
    const auto found = sequences.find(seq);
    if (found == sequences.end()) return TL_ENOTFOUND;
    SequenceModel& sequence = found->second;
    if (tokens.empty()) {
      *copy = {};
      return TL_OK;
    }
    const auto in_tail = static_cast<uint32_t>(sequence.tokens.size() % block_tokens_);
    const bool shared = in_tail != 0 && pool.block(sequence.blocks.back()).ref > 1;
    const uint32_t fresh =
        BlocksFor(sequence.tokens.size() + tokens.size()) - BlocksFor(sequence.tokens.size());
    if (fresh + (shared ? 1 : 0) > pool.available()) return TL_EFULL;
    *copy = {};
    if (in_tail != 0) {
      uint32_t writable = 0;
      const uint32_t tail = sequence.blocks.back();
      (void)pool.Cow(tail, &writable);
      if (shared) *copy = {tail, writable, in_tail};
      sequence.blocks.back() = writable;
      Cut(writable, in_tail);
    }
    (void)pool.Alloc(fresh, &sequence.blocks);
    const size_t first_written = sequence.tokens.size() / block_tokens_;
    sequence.tokens.insert(sequence.tokens.end(), tokens.begin(), tokens.end());
    FillAndName(sequence, first_written);
    return TL_OK;
  }

  tl_status Fork(uint64_t parent, uint64_t child) {
    if (sequences.count(parent) == 0) return TL_ENOTFOUND;
    if (sequences.count(child) != 0) return TL_EBUSY;
    const SequenceModel copy = sequences[parent];
    for (const uint32_t id : copy.blocks) (void)pool.Ref(id);
    sequences[child] = copy;
    return TL_OK;
  }

  tl_status Truncate(uint64_t seq, size_t n) {
    const auto found = sequences.find(seq);
    if (found == sequences.end()) return TL_ENOTFOUND;
    SequenceModel& sequence = found->second;
    if (n > sequence.tokens.size()) return TL_EINVAL;
    Release(sequence, BlocksFor(n));
    sequence.tokens.resize(n);
    const auto in_tail = static_cast<uint32_t>(n % block_tokens_);
    if (in_tail != 0 && pool.block(sequence.blocks.back()).ref == 1) {
      Cut(sequence.blocks.back(), in_tail);
    }
    return TL_OK;
  }

  tl_status Close(uint64_t seq) {
    const auto found = sequences.find(seq);
    if (found == sequences.end()) return TL_ENOTFOUND;
    Release(found->second, 0);
    sequences.erase(found);
    return TL_OK;
  }

  // An envelope of these tokens, whose hashes are right or absent.
  tl_status Import(uint64_t seq, const Tokens& tokens, uint64_t salt, tlkv::ImportNames names) {
    if (sequences.count(seq) != 0) return TL_EBUSY;
    SequenceModel made{salt, tokens, {}};
    if (const tl_status s = pool.Alloc(BlocksFor(tokens.size()), &made.blocks); s != TL_OK)
      return s;
    FillAndName(made, 0, names == tlkv::ImportNames::kRegister);
    sequences[seq] = made;
    return TL_OK;
  }

  // The chained hashes of the full blocks.
  [[nodiscard]] std::vector<uint64_t> Hashes(uint64_t salt, const Tokens& tokens) const {
    std::vector<uint64_t> hashes;
    for (size_t at = 0; at + block_tokens_ <= tokens.size(); at += block_tokens_) {
      const auto begin = tokens.begin() + static_cast<std::ptrdiff_t>(at);
      const auto end = begin + static_cast<std::ptrdiff_t>(block_tokens_);
      salt = ReferenceBlockHash(salt, Tokens(begin, end));
      hashes.push_back(salt);
    }
    return hashes;
  }

  PoolModel pool;
  std::map<uint64_t, SequenceModel> sequences;

 private:
  [[nodiscard]] uint32_t BlocksFor(size_t n_tokens) const {
    return static_cast<uint32_t>((n_tokens + block_tokens_ - 1) / block_tokens_);
  }

  // One token is left to compute unless all may be reused.
  static size_t Reusable(const Tokens& tokens, tlkv::OpenOptions options) {
    return options.may_reuse_all || tokens.empty() ? tokens.size() : tokens.size() - 1;
  }

  // Sets the fills from block `first` on and names the full blocks, the first holder of a name
  // keeping it.
  void FillAndName(const SequenceModel& sequence, size_t first, bool name = true) {
    const std::vector<uint64_t> hashes = Hashes(sequence.salt, sequence.tokens);
    for (size_t i = first; i < sequence.blocks.size(); ++i) {
      const size_t left = sequence.tokens.size() - i * block_tokens_;
      (void)pool.SetFill(sequence.blocks[i],
                         static_cast<uint32_t>(std::min<size_t>(left, block_tokens_)));
      if (name && i < hashes.size()) (void)pool.Register(sequence.blocks[i], hashes[i]);
    }
  }

  void Cut(uint32_t id, uint32_t fill) {
    pool.Unregister(id);
    (void)pool.SetFill(id, fill);
  }

  void Release(SequenceModel& sequence, size_t keep) {
    while (sequence.blocks.size() > keep) {
      (void)pool.Unref(sequence.blocks.back());
      sequence.blocks.pop_back();
    }
  }

  uint32_t block_tokens_;
};

}  // namespace tlkv_test

#endif  // TESTS_CORE_SEQUENCES_MODEL_H_
