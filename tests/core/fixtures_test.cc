// The files under fixtures/ through the C ABI, and the cases (e01, ...) that they are made for.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "support/counting_allocator.h"
#include "support/envelope_builder.h"
#include "support/pool_state.h"
#include "support/test_pool.h"
#include "tinyllm/kv_pool.h"

namespace tlkv_test {
namespace {

const std::filesystem::path kFixtures = std::filesystem::path(TLKV_SOURCE_DIR) / "fixtures";

Bytes Read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.good()) << path;
  return Bytes(std::istreambuf_iterator<char>(file), {});
}

// The .tlkv files of a directory, which has at least so many.
std::vector<std::filesystem::path> Files(const char* directory, size_t at_least) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(kFixtures / directory)) {
    if (entry.path().extension() == ".tlkv") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  EXPECT_GE(files.size(), at_least) << directory;
  return files;
}

uint32_t Field(const Bytes& bytes, size_t at) {
  uint32_t value = 0;
  for (size_t i = 4; i-- > 0;) value = value << 8 | bytes[at + i];
  return value;
}

// A pool that a good envelope fits, with room for twice its blocks.
tl_kv_cfg ConfigFor(const Bytes& bytes) {
  return Config(2 * Field(bytes, 8) + 1, Field(bytes, 12), Field(bytes, 16), Field(bytes, 20),
                Field(bytes, 24));
}

// An import that must be refused by a rule ("R5"), quietly: no change, no allocation, and no byte
// read outside the envelope, which has a heap buffer of its own. Returns the message.
std::string ExpectRefused(TestPool& pool, const Bytes& bytes, tl_status status,
                          const std::string& rule) {
  const std::unique_ptr<uint8_t[]> exact(bytes.empty() ? nullptr : new uint8_t[bytes.size()]);
  std::copy(bytes.begin(), bytes.end(), exact.get());
  const PoolState before = Observe(pool);
  std::vector<uint32_t> ids(8, 0xDEADBEEFu);
  CountingAllocator allocator;
  EXPECT_EQ(tl_kv_import(pool, exact.get(), bytes.size(), ids.data()), status);
  EXPECT_EQ(allocator.calls(), 0u);
  EXPECT_EQ(ids, std::vector<uint32_t>(8, 0xDEADBEEFu));
  EXPECT_EQ(Observe(pool), before);
  const std::string message = tl_last_error();
  EXPECT_NE(message.find(rule + ":"), std::string::npos) << message;
  return message;
}

TEST(Fixtures, golden_envelopes_come_out_as_they_went_in) {
  for (const auto& path : Files("golden", 6)) {
    SCOPED_TRACE(path);
    const Bytes bytes = Read(path);
    const uint32_t n = Field(bytes, 8);
    TestPool first(ConfigFor(bytes));
    const Bytes exported = first.Export(first.Import(bytes, n));
    EXPECT_EQ(ToHex(exported), ToHex(bytes));
    TestPool second(ConfigFor(bytes));
    EXPECT_EQ(ToHex(second.Export(second.Import(exported, n))), ToHex(bytes));
  }
}

TEST(Fixtures, good_envelopes_and_those_with_warnings_are_accepted) {
  std::vector<std::filesystem::path> files = Files("good", 3);
  for (const auto& path : Files("warn", 5)) files.push_back(path);
  for (const auto& path : files) {
    SCOPED_TRACE(path);
    const Bytes bytes = Read(path);
    const uint32_t n = Field(bytes, 8);
    TestPool pool(ConfigFor(bytes));
    const std::vector<uint32_t> ids = pool.Import(bytes, n);
    EXPECT_EQ(pool.stats(), std::to_string(n + 1) + "/" + std::to_string(n) + "/0/0");
  }
}

TEST(Fixtures, bad_envelopes_are_refused_by_the_rule_in_their_name) {
  for (const auto& path : Files("bad", 9)) {
    SCOPED_TRACE(path);
    const std::string rule = path.filename().string().substr(0, 2);
    TestPool pool(rule == "R7" ? Config(8, 4, 2, 3, 5) : SmallConfig(8));
    ExpectRefused(pool, Read(path), rule == "R7" ? TL_ESHAPE : TL_EFORMAT, rule);
  }
}

TEST(Fixtures, bytes_past_the_fill_are_accepted_and_not_written_again) {
  for (const char* const name :
       {"W1-stale-byte-past-the-fill.tlkv", "W1-stale-positions-in-k-and-v.tlkv"}) {
    SCOPED_TRACE(name);
    const Bytes bytes = Read(kFixtures / "warn" / name);
    TestPool pool(ConfigFor(bytes));
    const Bytes canonical = pool.Export(pool.Import(bytes, Field(bytes, 8)));
    EXPECT_NE(ToHex(canonical), ToHex(bytes));
    TestPool again(ConfigFor(bytes));
    EXPECT_EQ(ToHex(again.Export(again.Import(canonical, Field(bytes, 8)))), ToHex(canonical));
  }
}

TEST(Fixtures, e01_a_tiny_file_that_claims_four_billion_blocks) {
  TestPool pool(8);
  const std::filesystem::path bad = kFixtures / "bad";
  const std::string message =
      ExpectRefused(pool, Read(bad / "R5-four-billion-blocks.tlkv"), TL_EFORMAT, "R5");
  EXPECT_NE(message.find("9007250792251412 bytes"), std::string::npos) << message;
  EXPECT_NE(message.find("32 bytes"), std::string::npos) << message;
  ExpectRefused(pool, Read(bad / "R5-four-billion-blocks-one-there.tlkv"), TL_EFORMAT, "R5");
  ExpectRefused(pool, Read(bad / "R5-four-billion-positions.tlkv"), TL_EFORMAT, "R5");
}

TEST(Fixtures, e03_cut_short_at_every_length) {
  TestPool pool(2);
  const Bytes whole = Read(kFixtures / "golden/worked-example.tlkv");
  for (size_t n = 0; n < whole.size(); ++n) {
    SCOPED_TRACE(n);
    const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n));
    const std::string message = ExpectRefused(pool, cut, TL_EFORMAT, n < 32 ? "R1" : "R5");
    const std::string found = std::to_string(n) + (n == 1 ? " byte" : " bytes");
    EXPECT_NE(message.find(n < 32 ? "too short" : "60 bytes"), std::string::npos) << message;
    EXPECT_NE(message.find(found), std::string::npos) << message;
  }
}

TEST(Fixtures, e05_zero_dimensions_zero_blocks_and_fills_outside_the_block) {
  TestPool pool(8);
  for (const char* const name :
       {"R5-zero-block-tokens-no-blocks", "R5-zero-block-tokens", "R5-zero-head-dim",
        "R5-zero-layers", "R5-zero-heads", "R8-n-tokens-0", "R8-n-tokens-above-block-tokens",
        "R8-n-tokens-largest"}) {
    SCOPED_TRACE(name);
    const Bytes bytes = Read(kFixtures / "bad" / (std::string(name) + ".tlkv"));
    ExpectRefused(pool, bytes, TL_EFORMAT, std::string(name).substr(0, 2));
  }
  const PoolState before = Observe(pool);
  pool.Import(Read(kFixtures / "good/no-blocks.tlkv"), 0);
  EXPECT_EQ(Observe(pool), before);
}

TEST(Fixtures, e07_every_odd_half_float_comes_out_as_it_went_in) {
  const Bytes bytes = Read(kFixtures / "warn/W3-f16-specials.tlkv");
  ASSERT_EQ(bytes.size(), 108u);
  TestPool pool(Config(1, 4, 1, 1, 4));
  EXPECT_EQ(ToHex(pool.Export(pool.Import(bytes, 1))), ToHex(bytes));
  EXPECT_EQ(ToHex(pool.Payload(0)), ToHex(Bytes(bytes.begin() + 40, bytes.end() - 4)));
}

}  // namespace
}  // namespace tlkv_test
