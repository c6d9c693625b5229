// The CRC-32C ring over its laps, its wraps and its pieces.
#include "tlkv/crc32c_ring.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "crc32c_impl.h"
#include "support/checksums.h"

namespace tlkv_test {
namespace {

using tlkv::crc32c::Ring;

constexpr size_t kBlock = Ring::kBlock;
constexpr size_t kBlocks = 200;  // four laps

std::vector<uint8_t> Random(size_t n, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<uint8_t> bytes(n);
  for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random());
  return bytes;
}

TEST(Crc32cRing, finishes_after_every_block_with_every_kind_of_tail) {
  const auto data = Random((kBlocks + 1) * kBlock, 1);
  const uint32_t raw = 0x12345678;
  Ring ring;
  ring.Start(raw);
  uint32_t crc = ~raw;
  for (size_t block = 1; block <= kBlocks; ++block) {
    const uint8_t* const end = data.data() + block * kBlock;
    ring.Update(end - kBlock, kBlock);
    crc = ReferenceCrc32c(end - kBlock, kBlock, crc);
    for (const size_t tail : {size_t{0}, size_t{1}, size_t{15}, size_t{16}, kBlock - 1}) {
      ASSERT_EQ(~ring.Finish(end, tail), ReferenceCrc32c(end, tail, crc))
          << block << " blocks and " << tail << " bytes";
    }
  }
}

TEST(Crc32cRing, takes_the_blocks_in_any_pieces) {
  const auto data = Random(kBlocks * kBlock, 2);
  const uint32_t expected = ReferenceCrc32c(data.data(), data.size());
  std::mt19937 random(3);
  for (int round = 0; round < 50; ++round) {
    Ring ring;
    ring.Start(0xFFFFFFFF);
    for (size_t done = 0; done < kBlocks;) {
      const size_t blocks = std::min<size_t>(kBlocks - done, random() % 64);
      ring.Update(data.data() + done * kBlock, blocks * kBlock);
      done += blocks;
    }
    ASSERT_EQ(~ring.Finish(nullptr, 0), expected);
  }
}

// One bit set, everything else zero: a tap at a wrong place or a missing one can't cancel out.
TEST(Crc32cRing, single_bits_at_every_position_of_a_lap) {
  constexpr size_t kSize = 60 * kBlock;
  std::vector<uint8_t> data(kSize);
  for (size_t at = 0; at < kSize; at += 37) {
    data[at] = static_cast<uint8_t>(1u << (at % 8));
    Ring ring;
    ring.Start(0);
    ring.Update(data.data(), kSize);
    ASSERT_EQ(~ring.Finish(nullptr, 0), ReferenceCrc32c(data.data(), kSize, 0xFFFFFFFF)) << at;
    data[at] = 0;
  }
}

// The lengths where ByRing takes over from ByRegisters, and some laps after it.
TEST(Crc32cRing, lengths_around_the_threshold_and_the_laps) {
  const auto data = Random(64 * 1024, 4);
  for (const size_t around : {size_t{12288}, size_t{24576}, size_t{28672}, size_t{36864}}) {
    for (size_t n = around - 300; n <= around + 300; ++n) {
      const uint8_t* const p = data.data() + n % 64;
      ASSERT_EQ(~tlkv::crc32c::ByRing(p, n, 0x9ABCDEF0), ReferenceCrc32c(p, n, ~0x9ABCDEF0u)) << n;
    }
  }
}

}  // namespace
}  // namespace tlkv_test
