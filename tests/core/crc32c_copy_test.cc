// CRC-32C of bytes that are copied, or come in pieces.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "crc32c_impl.h"
#include "support/checksums.h"
#include "tlkv/crc32c.h"
#include "tlkv/crc32c_stream.h"

namespace tlkv_test {
namespace {

using tlkv::Stores;

std::vector<uint8_t> Random(size_t n, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<uint8_t> bytes(n);
  for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random());
  return bytes;
}

struct Implementation {
  const char* name;
  uint32_t (*copy)(void* to, const void* from, size_t n, uint32_t crc, Stores stores);
};

std::vector<Implementation> Implementations() {
  std::vector<Implementation> found = {{"library", tlkv::Crc32cCopy}};
  for (const auto& implementation : tlkv::crc32c::Implementations()) {
    if (implementation.supported()) found.push_back({implementation.name, implementation.copy});
  }
  return found;
}

class Crc32cCopyTest : public testing::TestWithParam<Implementation> {
 protected:
  // Copies n bytes of data from `from` to an address that is `to` modulo 64, and looks at all of
  // the buffer.
  static void Check(const std::vector<uint8_t>& data, size_t from, size_t to, size_t n,
                    Stores stores) {
    std::vector<uint8_t> buffer(n + 192, 0xA5);
    const size_t begin = 64 + (64 - reinterpret_cast<uintptr_t>(buffer.data()) % 64 + to) % 64;
    const uint32_t crc = GetParam().copy(&buffer[begin], &data[from], n, 0xDEADBEEF, stores);
    ASSERT_EQ(crc, ReferenceCrc32c(&data[from], n, 0xDEADBEEF)) << n << " bytes to " << to;
    ASSERT_EQ(std::memcmp(&buffer[begin], &data[from], n), 0) << n << " bytes to " << to;
    const auto at = [&](size_t i) { return buffer.begin() + static_cast<std::ptrdiff_t>(i); };
    const auto untouched = [](uint8_t byte) { return byte == 0xA5; };
    ASSERT_TRUE(std::all_of(at(0), at(begin), untouched)) << n << " bytes to " << to;
    ASSERT_TRUE(std::all_of(at(begin + n), buffer.end(), untouched)) << n << " bytes to " << to;
  }
};

INSTANTIATE_TEST_SUITE_P(All, Crc32cCopyTest, testing::ValuesIn(Implementations()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST_P(Crc32cCopyTest, every_length_to_700_and_every_alignment) {
  const auto data = Random(800, 1);
  for (const Stores stores : {Stores::kCached, Stores::kStreamed}) {
    for (size_t n = 0; n <= 700; ++n) Check(data, n % 7, n * 5 % 64, n, stores);
    for (size_t to = 0; to < 64; ++to) {
      for (const size_t n : {255u, 256u, 319u, 640u}) Check(data, to, to, n, stores);
    }
  }
}

TEST_P(Crc32cCopyTest, long_copies) {
  const auto data = Random(200'000, 2);
  std::mt19937 random(3);
  for (int round = 0; round < 40; ++round) {
    const size_t n = random() % (data.size() - 64);
    Check(data, random() % 64, random() % 64, n,
          round % 2 == 0 ? Stores::kCached : Stores::kStreamed);
  }
}

TEST_P(Crc32cCopyTest, nothing_to_copy) {
  EXPECT_EQ(GetParam().copy(nullptr, nullptr, 0, 0x12345678, Stores::kCached), 0x12345678u);
}

// Short and long pieces in turn, updated or copied, and the CRC asked for in between.
TEST(Crc32cStream, any_pieces) {
  const auto data = Random(300'000, 4);
  std::vector<uint8_t> buffer(data.size());
  std::mt19937 random(5);
  for (int round = 0; round < 30; ++round) {
    const auto start = static_cast<uint32_t>(random());
    tlkv::Crc32cStream stream;
    stream.Start(start);
    uint32_t expected = start;
    size_t at = 0;
    while (at < data.size()) {
      const size_t most = size_t{2} << (random() % (round % 3 == 0 ? 10 : 17));
      const size_t n = std::min(random() % most, data.size() - at);
      if (random() % 2 == 0) {
        stream.Update(&data[at], n);
      } else {
        std::fill_n(&buffer[at], n, uint8_t{0});
        stream.Copy(&buffer[at], &data[at], n, Stores::kCached);
        ASSERT_EQ(std::memcmp(&buffer[at], &data[at], n), 0);
      }
      expected = tlkv::Crc32c(&data[at], n, expected);  // tested against the definition elsewhere
      at += n;
      if (round % 4 == 0) {
        ASSERT_EQ(stream.Crc(), expected) << "after " << at << " bytes";
      }
    }
    ASSERT_EQ(stream.Crc(), expected);
  }
}

TEST(Crc32cStream, starts_with_the_crc_of_what_came_before) {
  EXPECT_EQ(tlkv::Crc32cStream().Crc(), 0u);
  tlkv::Crc32cStream stream;
  stream.Start(ReferenceCrc32c("12345"));
  stream.Update("6789", 4);
  EXPECT_EQ(stream.Crc(), 0xE3069283u);
}

}  // namespace
}  // namespace tlkv_test
