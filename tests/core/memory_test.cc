// Arrays: sizes that no address space holds.
#include "tlkv/memory.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "support/counting_allocator.h"

namespace tlkv_test {
namespace {

TEST(Array, refuses_sizes_that_wrap_and_stays_as_it_was) {
  CountingAllocator allocator;
  tlkv::Array<uint64_t> array;
  EXPECT_EQ(array.Reserve(SIZE_MAX / 8 + 1), TL_EINVAL);
  EXPECT_EQ(array.ReserveMore(SIZE_MAX), TL_EINVAL);
  EXPECT_EQ(allocator.calls(), 0u) << "nothing was asked for";
  ASSERT_EQ(array.Reserve(1), TL_OK);
  array.Push(7);
  EXPECT_EQ(array.ReserveMore(SIZE_MAX), TL_EINVAL) << "beside the one that is there";
  EXPECT_EQ(array.ReserveMore(SIZE_MAX / 8), TL_EINVAL);
  EXPECT_EQ(array.size(), 1u);
  EXPECT_EQ(array.back(), 7u);
}

TEST(Array, appends_many_and_none) {
  CountingAllocator allocator;
  tlkv::Array<uint64_t> array;
  array.Append(nullptr, 0);
  EXPECT_TRUE(array.empty());
  const uint64_t values[] = {1, 2, 3};
  ASSERT_EQ(array.Reserve(4), TL_OK);
  array.Append(values, 3);
  array.Append(values + 2, 1);
  ASSERT_EQ(array.size(), 4u);
  EXPECT_EQ(array[0] * 1000 + array[1] * 100 + array[2] * 10 + array[3], 1233u);
}

}  // namespace
}  // namespace tlkv_test
