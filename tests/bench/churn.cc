// Fork and copy-on-write churn by the BlockManager, as tests/bench/block_manager.py does it: eight
// sequences of 40 blocks, the last half full. A step forks each of them, appends a token to each
// fork, which copies the last block, and frees the forks. Prints the seconds a step.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "measure.h"
#include "tlkv/block_manager.h"

namespace {

constexpr uint32_t kSequences = 8, kBlocks = 40, kBlockSize = 16;

void Must(tl_status s) {
  if (s != TL_OK) std::abort();
}

void Step(tlkv::BlockManager& manager) {
  tlkv::BlockManager::Slot slot;
  for (uint64_t seq = 0; seq < kSequences; ++seq) Must(manager.Fork(seq, 100 + seq));
  for (uint64_t seq = 0; seq < kSequences; ++seq) Must(manager.AppendSlot(100 + seq, &slot));
  for (uint64_t seq = 0; seq < kSequences; ++seq) Must(manager.FreeSeq(100 + seq));
}

// The limit: what no block manager can do without. Each fork's table is written, and its blocks'
// counts go up and down.
void Limit(const std::vector<uint32_t>& table, std::vector<uint32_t>& fork,
           std::vector<uint32_t>& ref) {
  for (uint32_t seq = 0; seq < kSequences; ++seq) {
    memcpy(fork.data() + seq * kBlocks, table.data() + seq * kBlocks, kBlocks * sizeof(uint32_t));
    for (uint32_t i = 0; i < kBlocks; ++i) ++ref[fork[seq * kBlocks + i]];
  }
  for (uint32_t i = 0; i < kSequences * kBlocks; ++i) --ref[fork[i]];
}

template <class Run>
double BestOf(Run run) {
  double best = 1;
  for (int round = 0; round < 50; ++round) {
    const double start = bench::Now();
    for (int i = 0; i < 1000; ++i) run();
    best = std::min(best, (bench::Now() - start) / 1000);
  }
  return best;
}

}  // namespace

int main() {
  tlkv::BlockManager manager;
  Must(manager.Create(1024, kBlockSize));
  for (uint64_t seq = 0; seq < kSequences; ++seq) {
    Must(manager.Allocate(seq, kBlocks * kBlockSize - kBlockSize / 2));
  }
  const double native = BestOf([&] { Step(manager); });
  if (manager.ledger().used_count() != kSequences * kBlocks) std::abort();

  std::vector<uint32_t> table(kSequences * kBlocks), fork(table.size()), ref(table.size(), 1);
  for (uint32_t i = 0; i < table.size(); ++i) table[i] = i;
  const double limit = BestOf([&] {
    Limit(table, fork, ref);
    bench::sink = ref[0];
  });
  std::printf("{\"tlkv\":%g,\"limit: tables and counts\":%g}\n", native, limit);
}
