// F16ToF32 and F32ToF16 against the definition of binary16, over all of it and all ties.
#include "tlkv/f16.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace tlkv_test {
namespace {

using tlkv::F16ToF32;
using tlkv::F32ToF16;

bool IsNan(uint16_t half) { return (half & 0x7FFFu) > 0x7C00u; }

// (-1)^s * 2^(e - 15) * 1.m, and 2^-14 * 0.m for e 0.
double Definition(uint16_t half) {
  const double sign = (half & 0x8000u) != 0 ? -1 : 1;
  const int exponent = half >> 10 & 31;
  const double mantissa = (half & 1023) / 1024.0;
  if (exponent == 31) return sign * std::numeric_limits<double>::infinity();
  return sign *
         (exponent == 0 ? std::ldexp(mantissa, -14) : std::ldexp(1 + mantissa, exponent - 15));
}

TEST(F16Test, every_value_is_that_of_the_definition) {
  for (uint32_t h = 0; h <= 0xFFFF; ++h) {
    const uint16_t half = static_cast<uint16_t>(h);
    const float value = F16ToF32(half);
    if (IsNan(half)) {
      EXPECT_TRUE(std::isnan(value)) << h;
    } else {
      EXPECT_EQ(double{value}, Definition(half)) << h;
    }
    EXPECT_EQ(std::signbit(value), (h & 0x8000) != 0) << h;
  }
}

TEST(F16Test, every_value_comes_back_and_nan_becomes_quiet) {
  for (uint32_t h = 0; h <= 0xFFFF; ++h) {
    const uint16_t half = static_cast<uint16_t>(h);
    EXPECT_EQ(F32ToF16(F16ToF32(half)), IsNan(half) ? (h | 0x200) : h) << h;
  }
}

TEST(F16Test, between_two_neighbours_the_nearer_one_and_in_the_middle_the_even_one) {
  for (uint32_t h = 0; h < 0x7BFF; ++h) {
    const uint16_t below = static_cast<uint16_t>(h);
    const uint16_t above = static_cast<uint16_t>(h + 1);
    const float middle = static_cast<float>((Definition(below) + Definition(above)) / 2);  // exact
    const uint16_t even = h % 2 == 0 ? below : above;
    EXPECT_EQ(F32ToF16(middle), even) << h;
    EXPECT_EQ(F32ToF16(std::nextafterf(middle, 0)), below) << h;
    EXPECT_EQ(F32ToF16(std::nextafterf(middle, 1e9f)), above) << h;
    EXPECT_EQ(F32ToF16(-middle), even | 0x8000) << h;
  }
}

TEST(F16Test, the_ends_of_the_range) {
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(F32ToF16(65504), 0x7BFF);
  EXPECT_EQ(F32ToF16(std::nextafterf(65520, 0)), 0x7BFF);
  EXPECT_EQ(F32ToF16(65520), 0x7C00);
  EXPECT_EQ(F32ToF16(std::numeric_limits<float>::max()), 0x7C00);
  EXPECT_EQ(F32ToF16(infinity), 0x7C00);
  EXPECT_EQ(F32ToF16(-infinity), 0xFC00);
  EXPECT_EQ(F32ToF16(0x1p-25f), 0x0000);
  EXPECT_EQ(F32ToF16(std::nextafterf(0x1p-25f, 1)), 0x0001);
  EXPECT_EQ(F32ToF16(std::numeric_limits<float>::denorm_min()), 0x0000);
  EXPECT_EQ(F32ToF16(-0.0f), 0x8000);
}

TEST(F16Test, arrays_are_converted_value_by_value) {
  std::vector<uint16_t> halves(0x10000);
  for (size_t i = 0; i < halves.size(); ++i) halves[i] = static_cast<uint16_t>(i);
  for (const size_t n : {size_t{0}, size_t{1}, size_t{7}, size_t{33}, halves.size()}) {
    std::vector<float> values(n);
    std::vector<uint16_t> back(n);
    F16ToF32(halves.data(), n, values.data());
    F32ToF16(values.data(), n, back.data());
    for (size_t i = 0; i < n; ++i) EXPECT_EQ(back[i], F32ToF16(F16ToF32(halves[i]))) << i;
  }
}

}  // namespace
}  // namespace tlkv_test
