// The benchmark of the ledger: memory a block, and what operations cost from 10^3 to 10^7 blocks.
#include "tlkv/block_ledger.h"

#include <malloc.h>

#include <cstdlib>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "measure.h"
#include "std_ledger.h"

namespace {

constexpr uint32_t kBlockTokens = 16;
constexpr uint32_t kPrefix = 32;  // blocks, of 512 tokens

void Must(tl_status s) {
  if (s != TL_OK) std::abort();
}

// The ledger in the words of StdLedger.
class TlkvLedger {
 public:
  explicit TlkvLedger(uint32_t n_blocks) {
    Must(ledger_.Create(n_blocks, kBlockTokens, tlkv::FreeOrder::kStack));
  }
  uint32_t Take() {
    uint32_t id;
    Must(ledger_.Take(1, &id));
    return id;
  }
  void Ref(uint32_t id) { Must(ledger_.Ref(id)); }
  void Unref(uint32_t id) { Must(ledger_.Unref(id)); }
  void SetFill(uint32_t id, uint32_t n) { Must(ledger_.SetFill(id, n)); }
  void Register(uint32_t id, uint64_t hash) { Must(ledger_.Register(id, hash)); }
  bool Lookup(uint64_t hash, uint32_t* id) { return ledger_.Lookup(hash, id) == TL_OK; }
  bool LookupAll(const uint64_t* hashes, uint32_t n, uint32_t* ids) {
    return ledger_.LookupPrefix(hashes, n, ids) == n;
  }
  void UnrefAll(const uint32_t* ids, uint32_t n) { ledger_.UnrefFromTail(ids, n); }

 private:
  tlkv::BlockLedger ledger_;
};

uint64_t HashOf(uint64_t i) {
  i = (i + 1) * 0x9E3779B97F4A7C15u;
  return (i ^ i >> 29) * 0xBF58476D1CE4E5B9u | 1;
}

// The operations on a ledger of n blocks, all of them registered, in an order without any order.
template <class Ledger>
class Driver {
 public:
  explicit Driver(const std::vector<uint32_t>& order)
      : order_(order), ledger_(static_cast<uint32_t>(order.size())) {
    for (size_t i = 0; i < order_.size(); ++i) Name(ledger_.Take());
  }

  void Hold(uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) ledger_.Ref(NextId());
    at_ = (at_ + order_.size() - n) % order_.size();
    for (uint32_t i = 0; i < n; ++i) ledger_.Unref(NextId());
  }
  void LetGo() {
    for (const uint32_t id : order_) ledger_.Unref(id);
  }
  // From here on all blocks are cached, and until Evict those named 0 .. n - 1.
  void Find(uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      uint32_t id;
      if (!ledger_.Lookup(HashOf(NextId()), &id)) std::abort();
      ledger_.Unref(id);
    }
  }
  void FindPrefixes(uint32_t n) {
    for (uint32_t i = 0; i < n; i += kPrefix) {
      uint64_t hashes[kPrefix];
      uint32_t ids[kPrefix];
      for (uint64_t& hash : hashes) hash = HashOf(NextId());
      if (!ledger_.LookupAll(hashes, kPrefix, ids)) std::abort();
      ledger_.UnrefAll(ids, kPrefix);
    }
  }
  void Evict(uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      const uint32_t id = ledger_.Take();
      Name(id);
      ledger_.Unref(id);
    }
  }

 private:
  void Name(uint32_t id) {
    ledger_.SetFill(id, kBlockTokens);
    ledger_.Register(id, HashOf(named_++));
  }
  uint32_t NextId() {
    const uint32_t id = order_[at_];
    at_ = at_ + 1 == order_.size() ? 0 : at_ + 1;
    return id;
  }

  const std::vector<uint32_t>& order_;
  size_t at_ = 0;
  uint64_t named_ = 0;
  Ledger ledger_;
};

// The limit: a record of 32 bytes read and written.
class Records {
 public:
  explicit Records(const std::vector<uint32_t>& order) : order_(order), records_(order.size()) {}
  void Touch(uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      ++records_[order_[at_]].word[0];
      at_ = at_ + 1 == order_.size() ? 0 : at_ + 1;
    }
  }

 private:
  struct Record {
    uint64_t word[4];
  };
  const std::vector<uint32_t>& order_;
  std::vector<Record> records_;
  size_t at_ = 0;
};

size_t HeapBytes() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

template <class Made>
std::unique_ptr<Made> Make(const std::vector<uint32_t>& order, size_t* bytes) {
  const size_t before = HeapBytes();
  auto made = std::make_unique<Made>(order);
  *bytes = HeapBytes() - before;
  return made;
}

void Curve(uint32_t n_blocks, const std::string& label) {
  std::vector<uint32_t> order(n_blocks);
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), std::mt19937(1));
  size_t bytes, std_bytes;
  const auto tlkv = Make<Driver<TlkvLedger>>(order, &bytes);
  const auto peer = Make<Driver<bench::StdLedger>>(order, &std_bytes);
  Records records(order);
  const uint32_t n = std::min(n_blocks, 50000u);
  const auto compare = [&](const char* operation, auto run) {
    bench::Compare(operation, label, "ns", n,
                   {{"tlkv", [&] { run(*tlkv); }},
                    {"standard containers", [&] { run(*peer); }},
                    {"limit: one record", [&] { records.Touch(n); }}},
                   21);
  };
  compare("Ledger: hold a block and release it", [&](auto& driver) { driver.Hold(n); });
  tlkv->LetGo();
  peer->LetGo();
  const uint32_t whole = n / kPrefix * kPrefix;
  bench::Compare("Ledger: find a cached block and release it", label, "ns", whole,
                 {{"tlkv, prefixes of 32", [&] { tlkv->FindPrefixes(whole); }},
                  {"tlkv, one by one", [&] { tlkv->Find(whole); }},
                  {"standard containers", [&] { peer->Find(whole); }},
                  {"limit: one record", [&] { records.Touch(whole); }}},
                 21);
  compare("Ledger: evict a block, name it and release it", [&](auto& driver) { driver.Evict(n); });
  bench::Print("Ledger: memory with every block registered", label, "B a block",
               {{"tlkv", static_cast<double>(bytes) / n_blocks},
                {"standard containers", static_cast<double>(std_bytes) / n_blocks}});
}

}  // namespace

int main() {
  Curve(1000, "10^3 blocks");
  Curve(10000, "10^4 blocks");
  Curve(100000, "10^5 blocks");
  Curve(1000000, "10^6 blocks");
  Curve(1 << 20, "2^20 blocks");
  Curve(10000000, "10^7 blocks");
}
