// What an observer costs a ledger: observer none|adds|logs. One workload, whose instructions
// `valgrind --tool=callgrind --toggle-collect=Workload` counts. Prints its operations and the
// seconds that one takes. Built twice: with the library, and with a copy of it in which nothing can
// be observed. Both count hits, misses and the rest, and refuse alike: what they differ by is the
// price of being observable.
#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "measure.h"
#include "tlkv/block_ledger.h"
#include "tlkv/operation_log.h"

namespace {

constexpr uint32_t kBlocks = 1024, kBlockTokens = 16;
constexpr uint32_t kPrompts = 64, kPromptBlocks = 32, kShared = 16;
// Each on one block.
constexpr uint32_t kOperations =
    kPrompts * (kShared + 3 * (kPromptBlocks - kShared) + 3 * kPromptBlocks);

void Must(tl_status s) {
  if (s != TL_OK) std::abort();
}

void Add(void* user, const tlkv::Event& event) { *static_cast<uint64_t*>(user) += event.needed; }

}  // namespace

// Prompts of which the first half is shared: look-ups, blocks taken, filled and named, a fork, and
// all released. The ledger is full of cached blocks, so taking evicts.
extern "C" __attribute__((noinline)) void Workload(tlkv::BlockLedger& ledger, uint64_t first_hash) {
  tlkv::BlockId ids[kPromptBlocks];
  for (uint32_t prompt = 0; prompt < kPrompts; ++prompt) {
    for (uint32_t i = 0; i < kShared; ++i) Must(ledger.Lookup(1 + i, &ids[i]));
    Must(ledger.Take(kPromptBlocks - kShared, ids + kShared));
    for (uint32_t i = kShared; i < kPromptBlocks; ++i) {
      Must(ledger.SetFill(ids[i], kBlockTokens));
      Must(ledger.Register(ids[i], first_hash++));
    }
    for (const tlkv::BlockId id : ids) Must(ledger.Ref(id));
    for (uint32_t holder = 0; holder < 2; ++holder) {
      for (uint32_t i = kPromptBlocks; i-- > 0;) Must(ledger.Unref(ids[i]));
    }
  }
}

int main(int argc, char** argv) {
  const char* mode = argc > 1 ? argv[1] : "none";
  tlkv::BlockLedger ledger;
  Must(ledger.Create(kBlocks, kBlockTokens, tlkv::FreeOrder::kStack));
  tlkv::BlockId ids[kBlocks];
  Must(ledger.Take(kBlocks, ids));
  for (uint32_t i = 0; i < kBlocks; ++i) {
    Must(ledger.SetFill(ids[i], kBlockTokens));
    Must(ledger.Register(ids[i], 1 + i));
  }
  for (uint32_t i = kBlocks; i-- > 0;) Must(ledger.Unref(ids[i]));

  uint64_t sum = 0;
  tlkv::OperationLog log;
  if (strcmp(mode, "adds") == 0) {
    ledger.SetObserver({.on_event = Add, .user = &sum});
  } else if (strcmp(mode, "logs") == 0) {
    ledger.SetObserver(log.AsObserver());
  }
  double best = 1;
  uint64_t hash = 1 << 20;
  for (int round = 0; round < 200; ++round) {
    const double start = bench::Now();
    Workload(ledger, hash);
    best = std::min(best, (bench::Now() - start) / kOperations);
    hash += kPrompts * kPromptBlocks;
  }
  bench::sink = sum;
  std::printf("{\"operations\":%u,\"seconds\":%g}\n", 200 * kOperations, best);
}
