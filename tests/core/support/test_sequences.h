// Sequences over a small pool or ledger, with the calls of a test in short, and everything that can
// be observed of them as plain data.
#ifndef TESTS_CORE_SUPPORT_TEST_SEQUENCES_H_
#define TESTS_CORE_SUPPORT_TEST_SEQUENCES_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <ostream>
#include <vector>

#include "support/ledger_state.h"
#include "tlkv/kv_pool.h"
#include "tlkv/sequences.h"

namespace tlkv_test {

using Tokens = std::vector<uint32_t>;
using Ids = std::vector<uint32_t>;

// n tokens from `first` on.
inline Tokens Upward(uint32_t first, uint32_t n) {
  Tokens tokens;
  for (uint32_t i = 0; i < n; ++i) tokens.push_back(first + i);
  return tokens;
}

inline Tokens Join(Tokens a, const Tokens& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

struct SequencesState {
  struct Sequence {
    uint64_t length = 0, salt = 0;
    bool bare = false;
    Ids blocks;
    std::vector<uint64_t> hashes;
    Tokens tokens;
    bool operator==(const Sequence&) const = default;
  };
  LedgerState ledger;
  std::map<uint64_t, Sequence> sequences;
  bool operator==(const SequencesState&) const = default;
};

inline void PrintTo(const SequencesState& state, std::ostream* out) {
  PrintTo(state.ledger, out);
  for (const auto& [id, sequence] : state.sequences) {
    *out << "\n  sequence " << id << ": length " << sequence.length << ", salt " << sequence.salt
         << (sequence.bare ? ", bare" : "") << ", blocks";
    for (const uint32_t block : sequence.blocks) *out << " " << block;
  }
}

inline SequencesState Observe(const tlkv::Sequences& sequences) {
  SequencesState state{ObserveAll(sequences.ledger()), {}};
  for (const tlkv::Sequences::Sequence* s : sequences.table()) {
    SequencesState::Sequence& seen = state.sequences[s->id];
    seen = {s->length, s->salt, s->bare, ToVector(s->blocks), ToVector(s->hashes), {}};
    for (uint64_t at = 0; at < s->length; ++at) seen.tokens.push_back(sequences.Token(*s, at));
  }
  return state;
}

// What a pool or a ledger and the sequences on it are in a test.
class TestSequences {
 public:
  enum class Over { kLedger, kPool };

  TestSequences(uint32_t n_blocks, uint32_t block_tokens, bool check_tokens = false,
                Over over = Over::kLedger) {
    if (over == Over::kPool) {
      EXPECT_EQ(pool.Create({n_blocks, block_tokens, 1, 1, 2, TL_F16, TL_KV_FORMAT_V1}), TL_OK);
      EXPECT_EQ(sequences.Create(&pool, check_tokens), TL_OK);
      ledger = &pool.ledger();
    } else {
      EXPECT_EQ(own_ledger.Create(n_blocks, block_tokens, tlkv::FreeOrder::kStack), TL_OK);
      EXPECT_EQ(sequences.Create(&own_ledger, check_tokens), TL_OK);
      ledger = &own_ledger;
    }
  }

  tl_status Open(uint64_t seq, const Tokens& tokens, tlkv::OpenOptions options = {}) {
    return sequences.Open(seq, tokens.data(), tokens.size(), options, &plan);
  }
  tl_status CanOpen(const Tokens& tokens, tlkv::OpenOptions options = {}) {
    return sequences.CanOpen(tokens.data(), tokens.size(), options, &plan);
  }
  tl_status Append(uint64_t seq, const Tokens& tokens) {
    return sequences.Append(seq, tokens.data(), tokens.size(), &copy);
  }
  tl_status Import(uint64_t seq, const Bytes& bytes, const Tokens& tokens, uint64_t salt = 0,
                   tlkv::ImportNames names = tlkv::ImportNames::kRegister) {
    return sequences.Import(seq, bytes.data(), bytes.size(), tokens.data(), tokens.size(), salt,
                            names);
  }
  Bytes Export(uint64_t seq) {
    size_t size = 0;
    EXPECT_EQ(sequences.Export(seq, nullptr, 0, &size), TL_EFULL);
    Bytes bytes(size);
    EXPECT_EQ(sequences.Export(seq, bytes.data(), size, &size), TL_OK);
    return bytes;
  }

  [[nodiscard]] Ids Blocks(uint64_t seq) const {
    return ToVector(sequences.table().Find(seq)->blocks);
  }
  // "free/used/cached/evictions".
  [[nodiscard]] std::string stats() const {
    return std::to_string(ledger->free_count()) + "/" + std::to_string(ledger->used_count()) + "/" +
           std::to_string(ledger->cached_count()) + "/" +
           std::to_string(ledger->counters().evictions);
  }

  tlkv::KvPool pool;
  tlkv::BlockLedger own_ledger;
  tlkv::BlockLedger* ledger = nullptr;
  tlkv::Sequences sequences;
  tlkv::Admission plan;  // of the last Open or CanOpen
  tlkv::BlockCopy copy;  // of the last Append
};

}  // namespace tlkv_test

#endif  // TESTS_CORE_SUPPORT_TEST_SEQUENCES_H_
