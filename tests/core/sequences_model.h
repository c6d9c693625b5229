// Sequences once more: slow, in standard containers, and obviously right. A call that may fail is
// made on a copy of everything, so that what it has done by then is of no account.
#ifndef TESTS_CORE_SEQUENCES_MODEL_H_
#define TESTS_CORE_SEQUENCES_MODEL_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "pool_model.h"
#include "support/checksums.h"
#include "support/ledger_state.h"
#include "tinyllm/abi.h"

namespace tlkv_test {

using Tokens = std::vector<uint32_t>;

class SequencesModel {
 public:
  static constexpr uint32_t kNone = PoolModel::kNone;

  // A prefix that was named: a place in a tree. Two nodes are the same prefix only if they are one.
  struct Node {
    std::shared_ptr<const Node> before;
    Tokens block;
  };
  using Prefix = std::shared_ptr<const Node>;

  struct Sequence {
    Tokens tokens;
    uint64_t salt = 0;
    bool bare = false;
    std::vector<uint32_t> blocks;
  };

  struct Admission {
    uint32_t hits = 0, revived = 0;
    uint64_t fresh = 0;
    bool operator==(const Admission&) const = default;
  };
  struct Copy {
    uint32_t source = kNone, target = kNone, tokens = 0;
  };

  SequencesModel(const tl_kv_cfg& cfg, bool check_tokens)
      : n_blocks_(cfg.n_blocks),
        block_tokens_(cfg.block_tokens),
        check_tokens_(check_tokens),
        pool_(cfg),
        known_(cfg.n_blocks) {}

  // -- What Sequences does ------------------------------------------------------------------------

  tl_status Open(uint64_t seq, const Tokens& tokens, uint64_t salt, bool reuse_all,
                 Admission* out) {
    if (sequences_.count(seq) != 0) return TL_EBUSY;
    SequencesModel trial = *this;
    const bool fits = trial.TryOpen(seq, tokens, salt, reuse_all, out);
    if (fits) *this = trial;
    return fits ? TL_OK : TL_EFULL;
  }

  tl_status Append(uint64_t seq, const Tokens& tokens, Copy* copy) {
    if (sequences_.count(seq) == 0) return TL_ENOTFOUND;
    SequencesModel trial = *this;
    const bool fits = trial.TryAppend(trial.sequences_.at(seq), tokens, copy);
    if (fits) *this = trial;
    return fits ? TL_OK : TL_EFULL;
  }

  tl_status Fork(uint64_t parent, uint64_t child) {
    if (sequences_.count(parent) == 0) return TL_ENOTFOUND;
    if (sequences_.count(child) != 0) return TL_EBUSY;
    sequences_[child] = sequences_.at(parent);
    for (const uint32_t id : sequences_.at(child).blocks) EXPECT_EQ(pool_.Ref(id), TL_OK);
    return TL_OK;
  }

  tl_status Truncate(uint64_t seq, uint64_t n) {
    if (sequences_.count(seq) == 0) return TL_ENOTFOUND;
    Sequence& sequence = sequences_.at(seq);
    if (n > sequence.tokens.size()) return TL_EINVAL;
    sequence.tokens.resize(n);
    while (sequence.blocks.size() > BlocksFor(n)) {
      EXPECT_EQ(pool_.Unref(sequence.blocks.back()), TL_OK);
      sequence.blocks.pop_back();
    }
    if (n % block_tokens_ != 0 && pool_.block(sequence.blocks.back()).ref == 1) Cut(sequence);
    return TL_OK;
  }

  tl_status Close(uint64_t seq) {
    if (sequences_.count(seq) == 0) return TL_ENOTFOUND;
    EXPECT_EQ(Truncate(seq, 0), TL_OK);
    sequences_.erase(seq);
    return TL_OK;
  }

  // Of a good envelope that holds the tokens.
  tl_status Import(uint64_t seq, const Tokens& tokens, uint64_t salt, bool bare) {
    if (sequences_.count(seq) != 0) return TL_EBUSY;
    SequencesModel trial = *this;
    Sequence& sequence = trial.sequences_[seq];
    sequence.salt = salt;
    sequence.bare = bare;
    if (!trial.TryAppend(sequence, tokens, nullptr)) return TL_EFULL;
    *this = trial;
    return TL_OK;
  }

  // -- What others do with the ledger -------------------------------------------------------------

  tl_status Take(uint32_t* id) {
    std::vector<uint32_t> ids;
    if (pool_.Alloc(1, &ids) != TL_OK) return TL_EFULL;
    *id = ids[0];
    known_[*id] = {};
    return TL_OK;
  }
  tl_status Register(uint32_t id, uint64_t hash) {
    known_[id].is_named = false;
    return pool_.Register(id, hash);
  }
  tl_status Unregister(uint32_t id) {
    if (pool_.block(id).hash == 0) return TL_EINVAL;
    known_[id].is_named = false;
    pool_.Unregister(id);
    return TL_OK;
  }
  PoolModel& pool() { return pool_; }

  // -- Seeing inside ------------------------------------------------------------------------------

  [[nodiscard]] const std::map<uint64_t, Sequence>& sequences() const { return sequences_; }

  [[nodiscard]] LedgerState State() const {
    LedgerState state{pool_.State(), pool_.counters()};
    state.payload.clear();
    return state;
  }

  [[nodiscard]] std::vector<uint64_t> Hashes(const Tokens& tokens, uint64_t salt) const {
    std::vector<uint64_t> hashes;
    for (size_t end = block_tokens_; end <= tokens.size(); end += block_tokens_) {
      salt = ReferenceBlockHash(salt, Slice(tokens, end - block_tokens_, end));
      hashes.push_back(salt);
    }
    return hashes;
  }

 private:
  // What is known of a block's contents.
  struct Known {
    Prefix prefix;          // that ends with it, if it has a node
    bool is_named = false;  // by a sequence, and has the name still
  };

  static Tokens Slice(const Tokens& tokens, size_t begin, size_t end) {
    return {tokens.begin() + static_cast<std::ptrdiff_t>(begin),
            tokens.begin() + static_cast<std::ptrdiff_t>(end)};
  }
  [[nodiscard]] size_t BlocksFor(size_t n_tokens) const {
    return (n_tokens + block_tokens_ - 1) / block_tokens_;
  }

  // Whether the block of a hash may stand for these tokens behind `before`.
  [[nodiscard]] bool Matches(uint32_t id, const Prefix& before, const Tokens& block) const {
    if (id == kNone) return false;
    if (!check_tokens_) return true;
    const Known& known = known_[id];
    return known.is_named && known.prefix->before == before && known.prefix->block == block;
  }

  bool TryOpen(uint64_t seq, const Tokens& tokens, uint64_t salt, bool reuse_all, Admission* out) {
    *out = {};
    out->fresh = BlocksFor(tokens.size());
    if (out->fresh > n_blocks_) return false;
    Sequence& sequence = sequences_[seq];
    sequence.salt = salt;
    const std::vector<uint64_t> hashes = Hashes(tokens, salt);
    Prefix before = nullptr;
    const size_t reusable = reuse_all || tokens.empty() ? tokens.size() : tokens.size() - 1;
    for (size_t begin = 0; begin + block_tokens_ <= reusable; begin += block_tokens_) {
      const Tokens block = Slice(tokens, begin, begin + block_tokens_);
      uint32_t id = pool_.Find(hashes[out->hits]);
      if (!Matches(id, before, block)) {
        pool_.CountMiss();
        break;
      }
      if (pool_.IsCached(id)) ++out->revived;
      EXPECT_EQ(pool_.Lookup(hashes[out->hits], &id), TL_OK);
      ++out->hits;
      --out->fresh;
      sequence.blocks.push_back(id);
      sequence.tokens.insert(sequence.tokens.end(), block.begin(), block.end());
      before = known_[id].prefix;
    }
    return TryAppend(sequence, Slice(tokens, sequence.tokens.size(), tokens.size()), nullptr);
  }

  // Takes all blocks, then puts the tokens in one by one.
  bool TryAppend(Sequence& sequence, const Tokens& tokens, Copy* copy) {
    if (tokens.empty()) return true;
    const size_t length = sequence.tokens.size();
    if (length % block_tokens_ != 0) {
      uint32_t& tail = sequence.blocks.back();
      if (pool_.block(tail).ref > 1) {
        uint32_t target = kNone;
        if (pool_.Cow(tail, &target) != TL_OK) return false;
        known_[target] = {};
        *copy = {tail, target, static_cast<uint32_t>(length % block_tokens_)};
        tail = target;
      }
      Cut(sequence);
    }
    while (sequence.blocks.size() < BlocksFor(length + tokens.size())) {
      sequence.blocks.push_back(kNone);
      if (Take(&sequence.blocks.back()) != TL_OK) return false;
    }
    for (const uint32_t token : tokens) {
      const uint32_t id = sequence.blocks[sequence.tokens.size() / block_tokens_];
      sequence.tokens.push_back(token);
      const size_t filled = sequence.tokens.size() % block_tokens_;
      SetFill(id, filled == 0 ? block_tokens_ : filled);
      if (filled == 0) Name(sequence, sequence.tokens.size() / block_tokens_ - 1);
    }
    return true;
  }

  // Makes the last block of a sequence, which nobody else holds, a partial one without name.
  void Cut(Sequence& sequence) {
    const uint32_t tail = sequence.blocks.back();
    pool_.Unregister(tail);
    known_[tail] = {};
    SetFill(tail, sequence.tokens.size() % block_tokens_);
  }
  void SetFill(uint32_t id, size_t fill) {
    EXPECT_EQ(pool_.SetFill(id, static_cast<uint32_t>(fill)), TL_OK);
  }

  void Name(const Sequence& sequence, size_t index) {
    if (sequence.bare) return;
    const uint32_t id = sequence.blocks[index];
    const Prefix before = index == 0 ? nullptr : known_[sequence.blocks[index - 1]].prefix;
    if (check_tokens_ && index != 0 && before == nullptr) return;
    const size_t begin = index * block_tokens_;
    const Tokens block = Slice(sequence.tokens, begin, begin + block_tokens_);
    const uint64_t hash = Hashes(sequence.tokens, sequence.salt)[index];
    const uint32_t holder = pool_.Find(hash);
    const bool matches = Matches(holder, before, block);
    if (holder != kNone && !matches && pool_.IsCached(holder)) pool_.Unregister(holder);
    if (pool_.Register(id, hash) == TL_OK) {
      known_[id] = {std::make_shared<Node>(Node{before, block}), true};
    } else if (matches) {
      known_[id].prefix = known_[holder].prefix;
    }
  }

  uint32_t n_blocks_, block_tokens_;
  bool check_tokens_;
  PoolModel pool_;
  std::vector<Known> known_;
  std::map<uint64_t, Sequence> sequences_;
};

}  // namespace tlkv_test

#endif  // TESTS_CORE_SEQUENCES_MODEL_H_
