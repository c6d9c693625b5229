// The malloc of the WebAssembly module (wasm/heap.h), on a stretch of ordinary memory.
#include "../../wasm/heap.h"

#include <gtest/gtest.h>
#include <string.h>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include "../../wasm/heap.cc"

namespace {

constexpr uint32_t kBegin = 1000, kMost = 1 << 20;

alignas(64) char memory[kMost];
uint32_t end;

uint32_t Grow(uint32_t bytes) {
  if (bytes > kMost - end) return 0;
  end += (bytes + 4095) / 4096 * 4096;
  if (end > kMost) end = kMost;
  return end;
}

// A heap that is seen to keep its promises: what it gives is aligned, inside, and nobody else's.
class Checked {
 public:
  Checked() {
    end = 8192;
    heap_.Start(memory, kBegin, end, Grow);
  }

  uint32_t Allocate(uint32_t n, uint32_t align = 16) {
    const uint32_t at = heap_.Allocate(n, align);
    if (at == 0) return 0;
    EXPECT_EQ(at % align, 0u);
    EXPECT_EQ(at % 16, 0u);
    EXPECT_GE(at, kBegin);
    EXPECT_LE(uint64_t{at} + n, end);
    const auto next = live_.lower_bound(at);
    if (next != live_.end()) {
      EXPECT_LE(at + n, next->first);
    }
    if (next != live_.begin()) {
      EXPECT_LE(std::prev(next)->first + std::prev(next)->second, at);
    }
    live_[at] = n;
    memset(memory + at, static_cast<char>(at / 16 % 251), n);
    return at;
  }

  void Free(uint32_t at) {
    const std::vector<char> written(live_[at] + 1, static_cast<char>(at / 16 % 251));
    EXPECT_EQ(memcmp(memory + at, written.data(), live_[at]), 0) << "at " << at;
    live_.erase(at);
    heap_.Free(at);
  }

  std::vector<uint32_t> live() const {
    std::vector<uint32_t> all;
    for (const auto& [at, n] : live_) all.push_back(at);
    return all;
  }

 private:
  tlkv::Heap heap_;
  std::map<uint32_t, uint32_t> live_;
};

TEST(WasmHeap, GivesAlignedPiecesThatNobodyElseHas) {
  Checked heap;
  for (const uint32_t align : {1u, 8u, 16u, 64u, 256u, 4096u}) {
    for (const uint32_t n : {0u, 1u, 8u, 9u, 24u, 100u, 5000u})
      EXPECT_NE(heap.Allocate(n, align), 0u);
  }
  for (const uint32_t at : heap.live()) heap.Free(at);
}

TEST(WasmHeap, JoinsWhatIsFreedInAnyOrder) {
  for (uint32_t seed = 1; seed <= 10; ++seed) {
    Checked heap;
    std::mt19937 random(seed);
    std::vector<uint32_t> all;
    while (const uint32_t at = heap.Allocate(uint32_t(random() % 3000), 16u << random() % 4))
      all.push_back(at);
    EXPECT_GT(all.size(), 300u);
    std::shuffle(all.begin(), all.end(), random);
    for (const uint32_t at : all) heap.Free(at);
    // All of it in one piece again: the stretch without the edges and two headers.
    EXPECT_NE(heap.Allocate(kMost - kBegin - 64), 0u) << "seed " << seed;
  }
}

TEST(WasmHeap, HoldsThroughRandomCallsAndRefusals) {
  Checked heap;
  std::mt19937 random(7);
  uint32_t refused = 0;
  for (int step = 0; step < 20000; ++step) {
    const std::vector<uint32_t> live = step % 500 == 0 ? heap.live() : std::vector<uint32_t>{};
    for (size_t i = 0; i < live.size(); i += 2) heap.Free(live[i]);
    refused += heap.Allocate(1u << random() % 15, 16u << random() % 3) == 0;
  }
  EXPECT_GT(refused, 0u);
  for (const uint32_t at : heap.live()) heap.Free(at);
  EXPECT_NE(heap.Allocate(kMost - kBegin - 64), 0u);
}

TEST(WasmHeap, RefusesWhatWouldWrap) {
  Checked heap;
  for (const uint32_t n :
       {UINT32_MAX, UINT32_MAX - 7, UINT32_MAX - 8, UINT32_MAX - 65535, 1u << 31, kMost}) {
    EXPECT_EQ(heap.Allocate(n), 0u) << n;
    EXPECT_EQ(heap.Allocate(n, 1u << 16), 0u) << n;
  }
  EXPECT_EQ(heap.Allocate(16, 1u << 31), 0u);
  EXPECT_NE(heap.Allocate(16), 0u);
}

}  // namespace
