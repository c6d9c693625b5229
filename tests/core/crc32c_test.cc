// CRC-32C: one suite for every implementation, against the bitwise definition.
#include "tlkv/crc32c.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "crc32c_impl.h"
#include "support/checksums.h"
#include "support/envelope_builder.h"
#include "support/hex.h"

namespace tlkv_test {
namespace {

struct Implementation {
  const char* name;
  uint32_t (*crc)(const void* data, size_t n, uint32_t crc);
};

// Every implementation that this machine can run.
std::vector<Implementation> Implementations() {
  std::vector<Implementation> found = {{"library", tlkv::Crc32c}};
  for (const auto& implementation : tlkv::crc32c::Implementations()) {
    if (implementation.supported()) found.push_back({implementation.name, implementation.crc});
  }
  return found;
}

// The bytes 0, 1, 2, ... modulo 256.
Bytes Counting(size_t n) {
  Bytes bytes(n);
  for (size_t i = 0; i < n; ++i) bytes[i] = static_cast<uint8_t>(i);
  return bytes;
}

Bytes Random(size_t n, uint32_t seed) {
  std::mt19937 random(seed);
  Bytes bytes(n);
  for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random());
  return bytes;
}

class Crc32cTest : public testing::TestWithParam<Implementation> {
 protected:
  static uint32_t Crc(const void* data, size_t n, uint32_t crc = 0) {
    return GetParam().crc(data, n, crc);
  }
  static uint32_t CrcOf(std::string_view text, uint32_t crc = 0) {
    return Crc(text.data(), text.size(), crc);
  }
};

INSTANTIATE_TEST_SUITE_P(All, Crc32cTest, testing::ValuesIn(Implementations()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST_P(Crc32cTest, c01_check_values_of_castagnoli_and_not_of_zip) {
  EXPECT_EQ(CrcOf(""), 0x00000000u);
  EXPECT_EQ(CrcOf("a"), 0xC1D04330u);
  EXPECT_EQ(CrcOf("123456789"), 0xE3069283u);
  EXPECT_EQ(CrcOf("hello-world"), 0xF45721DBu);
  EXPECT_EQ(CrcOf("The quick brown fox jumps over the lazy dog"), 0x22620404u);
  EXPECT_EQ(CrcOf(std::string_view("\0", 1)), 0x527D5351u);
  EXPECT_EQ(CrcOf("\xFF"), 0xFF000000u);
}

TEST_P(Crc32cTest, c03_continues_from_a_result_of_0) {
  const Bytes zero_crc = FromHex("ab 9b e0 9b");
  const uint32_t first = Crc(zero_crc.data(), zero_crc.size());
  EXPECT_EQ(first, 0u);
  EXPECT_EQ(CrcOf("TLKV", first), 0x310D1EF6u);
  EXPECT_EQ(CrcOf("TLKV"), 0x310D1EF6u);
  Bytes whole = zero_crc;
  whole.insert(whole.end(), {'T', 'L', 'K', 'V'});
  EXPECT_EQ(Crc(whole.data(), whole.size()), 0x310D1EF6u);
}

struct LengthValue {
  size_t n;
  uint32_t crc;
};

TEST_P(Crc32cTest, c05_short_tails_at_every_offset) {
  constexpr std::array<LengthValue, 20> kFromZero = {{
      {1, 0x527D5351},  {2, 0x030AF4D1},    {3, 0x92FD4BFA},    {4, 0xD9331AA3},
      {5, 0x2425B106},  {6, 0x41098514},    {7, 0xA359ED4C},    {8, 0x8A2CBC3B},
      {9, 0x7144C5A8},  {15, 0x68EF03F6},   {16, 0xD9C908EB},   {17, 0x38435E17},
      {31, 0xE95CABCB}, {33, 0x9F85A26D},   {63, 0x7A873004},   {64, 0xFB6D36EB},
      {65, 0x694420FA}, {1023, 0x0C8F24D0}, {1024, 0x2CDF6E8F}, {1025, 0x8EB48B63},
  }};
  constexpr std::array<LengthValue, 11> kContinued = {{
      {1, 0xC3389D4F},
      {2, 0xBFBDC957},
      {3, 0x36162057},
      {4, 0xC4F408BD},
      {5, 0x981E0E5C},
      {7, 0x35DCDB49},
      {8, 0xBF4B2D11},
      {9, 0x3A2E04DF},
      {15, 0xE4022739},
      {16, 0x44DBFF2F},
      {17, 0x3CC9FD3B},
  }};
  const Bytes data = Counting(1025);
  alignas(64) std::array<uint8_t, 1025 + 16> buffer;
  for (size_t offset = 0; offset < 16; ++offset) {
    SCOPED_TRACE(offset);
    std::copy(data.begin(), data.end(), buffer.begin() + static_cast<std::ptrdiff_t>(offset));
    for (const auto& [n, crc] : kFromZero) EXPECT_EQ(Crc(&buffer[offset], n), crc) << n;
    for (const auto& [n, crc] : kContinued)
      EXPECT_EQ(Crc(&buffer[offset], n, 0xE3069283u), crc) << n;
  }
}

TEST_P(Crc32cTest, c07_values_with_the_top_bit_set) {
  Bytes hundred(100);
  for (size_t i = 0; i < hundred.size(); ++i) hundred[i] = static_cast<uint8_t>(i + 1);
  EXPECT_EQ(Crc(hundred.data(), hundred.size()), 2724179556u);
  EXPECT_EQ(Crc(FromHex(kWorkedExample).data(), 56), 1326142492u);
  EXPECT_EQ(CrcOf("123456789"), 3808858755u);
}

TEST_P(Crc32cTest, length_0_gives_the_crc_back) {
  for (const uint32_t crc : {0u, 1u, 0x80000000u, 0xE3069283u, 0xFFFFFFFFu}) {
    EXPECT_EQ(Crc(nullptr, 0, crc), crc);
    EXPECT_EQ(Crc("x", 0, crc), crc);
  }
}

TEST_P(Crc32cTest, every_length_to_1100_with_every_split) {
  constexpr size_t kMax = 1100;
  const Bytes data = Random(kMax, 1);
  std::vector<uint32_t> expected = {0};  // [n]: the CRC of the first n bytes
  for (size_t n = 0; n < kMax; ++n) expected.push_back(ReferenceCrc32c(&data[n], 1, expected[n]));
  for (size_t n = 0; n <= kMax; ++n) {
    for (size_t split = 0; split <= n; ++split) {
      const uint32_t crc = Crc(data.data() + split, n - split, expected[split]);
      ASSERT_EQ(crc, expected[n]) << "first " << split << " of " << n << " bytes, then the rest";
    }
  }
}

TEST_P(Crc32cTest, every_length_to_1100_at_every_alignment) {
  constexpr size_t kMax = 1100;
  constexpr size_t kAlign = 64;
  const Bytes data = Random(kMax, 2);
  std::vector<uint32_t> expected = {0xDEADBEEFu};
  for (size_t n = 0; n < kMax; ++n) expected.push_back(ReferenceCrc32c(&data[n], 1, expected[n]));
  alignas(kAlign) std::array<uint8_t, kMax + kAlign> buffer;
  for (size_t offset = 0; offset < kAlign; ++offset) {
    std::memcpy(&buffer[offset], data.data(), kMax);
    for (size_t n = 0; n <= kMax; ++n) {
      ASSERT_EQ(Crc(&buffer[offset], n, 0xDEADBEEFu), expected[n]) << n << " bytes at " << offset;
    }
  }
}

TEST_P(Crc32cTest, reads_nothing_outside_its_bytes) {
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  void* const map =
      mmap(nullptr, 3 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);  // guard, data, guard
  ASSERT_NE(map, MAP_FAILED);
  uint8_t* const data = static_cast<uint8_t*>(map) + page;
  ASSERT_EQ(mprotect(data, page, PROT_READ | PROT_WRITE), 0);
  const Bytes filling = Random(page, 3);
  std::copy(filling.begin(), filling.end(), data);
  for (size_t n = 0; n <= page; n += n < 300 ? 1 : 61) {
    ASSERT_EQ(Crc(data, n), ReferenceCrc32c(data, n)) << n << " bytes after a guard page";
    ASSERT_EQ(Crc(data + page - n, n), ReferenceCrc32c(data + page - n, n))
        << n << " bytes before a guard page";
  }
  munmap(map, 3 * page);
}

TEST_P(Crc32cTest, long_buffers) {
  constexpr size_t kMax = (size_t{1} << 20) + 100;
  const Bytes data = Random(kMax, 4);
  std::mt19937 random(5);
  for (int round = 0; round < 40; ++round) {
    // All magnitudes: a length of up to 2^k, and a start anywhere it fits.
    const size_t n = std::min(kMax, size_t{random()} % (size_t{2} << (10 + round % 11)));
    const size_t begin = size_t{random()} % (kMax - n + 1);
    const size_t split = size_t{random()} % (n + 1);
    const auto seed = static_cast<uint32_t>(random());
    const uint8_t* const p = data.data() + begin;
    const uint32_t expected = ReferenceCrc32c(p, n, seed);
    ASSERT_EQ(Crc(p, n, seed), expected) << n << " bytes at " << begin << ", crc " << seed;
    ASSERT_EQ(Crc(p + split, n - split, Crc(p, split, seed)), expected)
        << n << " bytes at " << begin << ", split at " << split << ", crc " << seed;
  }
}

}  // namespace
}  // namespace tlkv_test
