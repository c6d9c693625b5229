// Everything that can be observed of a pool, as plain data to compare.
#ifndef TESTS_CORE_SUPPORT_POOL_STATE_H_
#define TESTS_CORE_SUPPORT_POOL_STATE_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "support/hex.h"
#include "tlkv/block_ledger.h"
#include "tlkv/c_api.h"

namespace tlkv_test {

struct PoolState {
  uint32_t evictions = 0;
  std::vector<uint32_t> ref, fill;  // per block
  std::vector<uint64_t> hash;       // per block, 0 if not registered
  std::vector<uint32_t> free;       // in the order they will be taken
  std::vector<uint32_t> lru;        // oldest first
  std::vector<Bytes> payload;       // per block

  bool operator==(const PoolState&) const = default;
};

inline void PrintTo(const PoolState& state, std::ostream* out) {
  const auto list = [&](const char* name, const auto& values) {
    *out << "\n  " << name << ":";
    for (const auto value : values) *out << " " << value;
  };
  *out << "\n  evictions: " << state.evictions;
  list("ref", state.ref);
  list("fill", state.fill);
  list("hash", state.hash);
  list("free", state.free);
  list("lru", state.lru);
  for (size_t id = 0; id < state.payload.size(); ++id) {
    *out << "\n  payload " << id << ": " << ToHex(state.payload[id]);
  }
}

// Every promise of the ledger that does not hold, one a line.
inline std::string Violations(const tlkv::BlockLedger& ledger) {
  std::string text;
  const auto report = [](void* user, const char* violation) {
    *static_cast<std::string*>(user) += std::string(violation) + "\n";
  };
  EXPECT_EQ(ledger.CheckInvariants(report, &text), TL_OK);
  return text;
}

template <class T>
std::vector<T> ToVector(const tlkv::Array<T>& array) {
  return std::vector<T>(array.begin(), array.end());
}

enum class Contents { kOfAllBlocks, kOfHeldAndCached };

// The state but for the contents, and a look at all invariants on the way.
inline PoolState Observe(const tlkv::BlockLedger& ledger) {
  EXPECT_EQ(Violations(ledger), "");
  tlkv::LedgerSnapshot snapshot;
  EXPECT_EQ(ledger.Snapshot(&snapshot), TL_OK);
  PoolState state;
  state.evictions = static_cast<uint32_t>(snapshot.counters.evictions);
  state.ref = ToVector(snapshot.ref);
  state.fill = ToVector(snapshot.fill);
  state.hash = ToVector(snapshot.hash);
  state.free = ToVector(snapshot.free);
  state.lru = ToVector(snapshot.lru);
  return state;
}

// The state with contents.
inline PoolState Observe(tl_kv_pool* handle, Contents contents = Contents::kOfAllBlocks) {
  const tlkv::KvPool& pool = tlkv::PoolOf(handle);
  PoolState state = Observe(pool.ledger());
  for (uint32_t id = 0; id < pool.ledger().n_blocks(); ++id) {
    const bool is_free = state.ref[id] == 0 && state.hash[id] == 0;
    const bool skip = is_free && contents == Contents::kOfHeldAndCached;
    const uint8_t* const payload = pool.Payload(id);
    state.payload.emplace_back(payload, payload + (skip ? 0 : pool.block_bytes()));
  }
  return state;
}

// The counters as text, to compare and to print.
inline std::string ToString(const tlkv::LedgerCounters& c) {
  std::string text;
  const auto add = [&](const char* name, uint64_t n) {
    text += std::string(text.empty() ? "" : ", ") + name + " " + std::to_string(n);
  };
  add("hits", c.hits);
  add("hit_tokens", c.hit_tokens);
  add("misses", c.misses);
  add("evictions", c.evictions);
  add("copies", c.copies);
  add("registrations", c.registrations);
  add("duplicates", c.duplicates);
  add("peak_used", c.peak_used);
  return text;
}

}  // namespace tlkv_test

#endif  // TESTS_CORE_SUPPORT_POOL_STATE_H_
