// The writer's one pass over long and short runs, against a copy without cleverness.
#include "tlkv/envelope_writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "tlkv/byte_io.h"
#include "tlkv/crc32c.h"

namespace tlkv_test {
namespace {

using tlkv::EnvelopeShape;

struct Block {
  uint64_t hash;
  uint32_t n_tokens;
  std::vector<uint8_t> payload;
};

std::vector<uint8_t> Plain(const EnvelopeShape& shape, const std::vector<Block>& blocks) {
  std::vector<uint8_t> out(tlkv::kHeaderBytes);
  tlkv::StoreHeader({.n_blocks = static_cast<uint32_t>(blocks.size()), .shape = shape}, out.data());
  const size_t run = size_t{shape.block_tokens} * shape.head_dim * 2;
  for (const Block& block : blocks) {
    uint8_t head[12];
    tlkv::StoreLe64(head, block.hash);
    tlkv::StoreLe32(head + 8, block.n_tokens);
    out.insert(out.end(), head, head + 12);
    for (size_t i = 0; i < block.payload.size(); ++i) {
      const bool filled = i % run < size_t{block.n_tokens} * shape.head_dim * 2;
      out.push_back(filled ? block.payload[i] : uint8_t{0});
    }
  }
  const uint32_t crc = tlkv::Crc32c(out.data(), out.size(), 0);
  out.resize(out.size() + 4);
  tlkv::StoreLe32(&out[out.size() - 4], crc);
  return out;
}

// Writes n blocks of the shape at an address that is `offset` modulo 64; every `partial`-th block
// is partly filled.
void Check(const EnvelopeShape& shape, uint32_t n, uint32_t partial, size_t offset) {
  std::mt19937 random(n);
  std::vector<Block> blocks;
  for (uint32_t i = 0; i < n; ++i) {
    Block block{random(), shape.block_tokens, {}};
    if (i % partial == partial - 1) block.n_tokens = 1 + i % shape.block_tokens;
    block.payload.resize(static_cast<size_t>(shape.PayloadBytes()));
    for (uint8_t& byte : block.payload) byte = static_cast<uint8_t>(random());
    blocks.push_back(block);
  }
  const auto expected = Plain(shape, blocks);
  std::vector<uint8_t> buffer(expected.size() + 128, 0xA5);
  const size_t begin = (64 - reinterpret_cast<uintptr_t>(buffer.data()) % 64 + offset) % 64;

  tlkv::EnvelopeWriter writer;
  size_t written;
  ASSERT_EQ(writer.Start(shape, n, &buffer[begin], expected.size(), &written), TL_OK);
  ASSERT_EQ(written, expected.size());
  for (const Block& block : blocks) writer.Record(block.hash, block.n_tokens, block.payload.data());
  writer.Seal();

  const auto at = buffer.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto [in, _] = std::mismatch(expected.begin(), expected.end(), at);
  ASSERT_EQ(in - expected.begin(), expected.end() - expected.begin())
      << "the first byte that is wrong";
  ASSERT_TRUE(std::all_of(at + static_cast<std::ptrdiff_t>(written), buffer.end(),
                          [](uint8_t byte) { return byte == 0xA5; }));
}

TEST(EnvelopeWriter, no_blocks) { Check({16, 1, 1, 1}, 0, 1, 0); }

TEST(EnvelopeWriter, tiny_blocks_are_summed_together) {
  for (const uint32_t n : {1u, 2u, 100u, 585u, 586u, 2000u}) Check({1, 1, 1, 4}, n, 3, n % 64);
}

TEST(EnvelopeWriter, runs_around_the_length_that_is_copied_in_one_pass) {
  for (const uint32_t head_dim : {127u, 128u, 129u, 511u, 512u, 513u}) {
    for (size_t offset = 0; offset < 64; offset += 13) {
      Check({16, 1, 2, head_dim}, 5, 2, offset);
      Check({4, 1, 1, head_dim}, 7, 3, offset);
    }
  }
}

TEST(EnvelopeWriter, long_blocks) { Check({16, 4, 4, 128}, 9, 4, 28); }

TEST(EnvelopeWriter, envelopes_that_are_written_past_the_cache) {
  Check({16, 16, 8, 128}, 9, 5, 28);  // 1 MiB a block
  Check({16, 1, 1, 8}, 8200, 100, 4);
}

}  // namespace
}  // namespace tlkv_test
