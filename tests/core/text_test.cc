// Messages: numbers, hashes, and what happens at the end of the buffer.
#include "tlkv/text.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

namespace tlkv_test {
namespace {

using tlkv::Hex;
using tlkv::Text;

template <class... Parts>
std::string Words(const Parts&... parts) {
  Text text;
  (text.Append(parts), ...);
  EXPECT_EQ(text.size(), std::string(text.c_str()).size());
  return text.c_str();
}

TEST(Text, numbers) {
  EXPECT_EQ(Words(0u, ' ', 7, ' ', -1, ' ', true), "0 7 -1 1");
  EXPECT_EQ(Words(std::numeric_limits<uint64_t>::max()), "18446744073709551615");
  EXPECT_EQ(Words(std::numeric_limits<int64_t>::min()), "-9223372036854775808");
  EXPECT_EQ(Words(std::numeric_limits<int32_t>::min()), "-2147483648");
  EXPECT_EQ(Words(Hex{0xABC}, " ", Hex{0xABC, 4}), "0x0000000000000ABC 0x0ABC");
}

TEST(Text, is_cut_at_its_capacity) {
  constexpr size_t kRoom = TL_LAST_ERROR_CAP - 1;
  const std::string most(kRoom, 'a');
  EXPECT_EQ(Words(most.c_str()), most);
  EXPECT_EQ(Words(most.c_str(), 'b', "cd", 12u), most);
  EXPECT_EQ(Words(most.substr(1).c_str(), 12u), most.substr(1) + "1");
}

TEST(Text, prefix_pushes_the_end_out) {
  Text text;
  text.Append("reason");
  text.Prefix("name");
  EXPECT_STREQ(text.c_str(), "name: reason");
  text.Prefix(std::string(TL_LAST_ERROR_CAP - 8, 'x').c_str());
  EXPECT_EQ(std::string(text.c_str()), std::string(TL_LAST_ERROR_CAP - 8, 'x') + ": name:");
  text.Clear();
  EXPECT_STREQ(text.c_str(), "");
  EXPECT_EQ(text.size(), 0u);
}

}  // namespace
}  // namespace tlkv_test
