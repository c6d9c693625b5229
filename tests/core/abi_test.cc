// tinyllm/abi.h: status names, the error slot, the allocator hook.
#include "tinyllm/abi.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <thread>

#include "support/counting_allocator.h"

#ifdef __SANITIZE_ADDRESS__
// Asking for more than there is must answer NULL under AddressSanitizer too.
extern "C" const char* __asan_default_options() { return "allocator_may_return_null=1"; }
#endif

namespace tlkv_test {
namespace {

TEST(Abi, version) { EXPECT_EQ(tl_abi_version(), TL_ABI_VERSION); }

TEST(Abi, numbers_and_names_of_the_statuses) {
  struct Status {
    tl_status number;
    tl_status constant;
    const char* name;
  };
  constexpr Status kStatuses[] = {
      {0, TL_OK, "TL_OK"},
      {1, TL_EINVAL, "TL_EINVAL"},
      {2, TL_ENOMEM, "TL_ENOMEM"},
      {3, TL_ESHAPE, "TL_ESHAPE"},
      {4, TL_EDTYPE, "TL_EDTYPE"},
      {5, TL_EFULL, "TL_EFULL"},
      {6, TL_ENOTFOUND, "TL_ENOTFOUND"},
      {7, TL_EFORMAT, "TL_EFORMAT"},
      {8, TL_EBUSY, "TL_EBUSY"},
      {9, TL_EUNSUPPORTED, "TL_EUNSUPPORTED"},
      {10, TL_EIO, "TL_EIO"},
  };
  for (const auto& [number, constant, name] : kStatuses) {
    EXPECT_EQ(number, constant);
    EXPECT_STREQ(tl_status_str(number), name);
  }
  constexpr tl_status kUnknown[] = {-1,
                                    11,
                                    12,
                                    1000,
                                    std::numeric_limits<tl_status>::min(),
                                    std::numeric_limits<tl_status>::max()};
  for (const tl_status status : kUnknown) {
    EXPECT_STREQ(tl_status_str(status), "TL_UNKNOWN") << status;
  }
}

TEST(Abi, numbers_of_the_element_types) {
  constexpr tl_dtype kTypes[] = {TL_F32, TL_F16, TL_BF16, TL_F8_E4M3, TL_F8_E5M2,
                                 TL_I8,  TL_U8,  TL_I32,  TL_Q4_G};
  for (int i = 0; i < 9; ++i) EXPECT_EQ(kTypes[i], i);
}

#if GTEST_HAS_PTHREAD  // a WebAssembly build has one thread
TEST(ErrorSlot, is_empty_on_a_new_thread_and_belongs_to_it) {
  tl_set_last_error("of the first thread");
  std::thread([] {
    EXPECT_STREQ(tl_last_error(), "");
    tl_set_last_error("of the second thread");
    EXPECT_STREQ(tl_last_error(), "of the second thread");
  }).join();
  EXPECT_STREQ(tl_last_error(), "of the first thread");
}
#endif

TEST(ErrorSlot, copies_what_it_is_given) {
  char text[] = "mine";
  tl_set_last_error(text);
  text[0] = 'w';
  EXPECT_STREQ(tl_last_error(), "mine");
  tl_set_last_error(tl_last_error());
  EXPECT_STREQ(tl_last_error(), "mine") << "set to its own text";
  tl_set_last_error(tl_last_error() + 2);
  EXPECT_STREQ(tl_last_error(), "ne") << "set to the end of its own text";
  tl_set_last_error(nullptr);
  EXPECT_STREQ(tl_last_error(), "");
  tl_set_last_error("again");
  tl_set_last_error("");
  EXPECT_STREQ(tl_last_error(), "");
}

TEST(ErrorSlot, is_cut_at_256_bytes_with_the_terminator) {
  static_assert(TL_LAST_ERROR_CAP == 256);
  for (const size_t n : {254u, 255u, 256u, 257u, 1000u}) {
    const std::string text(n, 'x');
    tl_set_last_error(text.c_str());
    EXPECT_EQ(std::string(tl_last_error()), text.substr(0, 255)) << n;
  }
  tl_set_last_error("");
}

TEST(AllocatorHook, hands_out_aligned_memory_through_the_hook) {
  CountingAllocator allocator;
  for (size_t align = 1; align <= 4096; align *= 2) {
    void* const p = tl_alloc(100, align);
    ASSERT_NE(p, nullptr) << align;
    EXPECT_EQ(reinterpret_cast<uintptr_t>(p) % align, 0u);
    EXPECT_EQ(allocator.live(), 1u);
    std::memset(p, 0xEE, 100);
    tl_free(p);
    EXPECT_EQ(allocator.live(), 0u);
  }
  EXPECT_EQ(allocator.calls(), 13u);
  tl_free(nullptr);
}

TEST(AllocatorHook, the_default_aligns_too) {
  for (size_t align = 1; align <= 4096; align *= 2) {
    void* const p = tl_alloc(100, align);
    ASSERT_NE(p, nullptr) << align;
    EXPECT_EQ(reinterpret_cast<uintptr_t>(p) % align, 0u);
    std::memset(p, 0xEE, 100);
    tl_free(p);
  }
}

TEST(AllocatorHook, refuses_what_no_hook_could_give) {
  CountingAllocator allocator;
  const auto refused = [](size_t n, size_t align) {
    tl_set_last_error("");
    const void* const p = tl_alloc(n, align);
    return p == nullptr && std::string(tl_last_error()).find("tl_alloc: ") == 0;
  };
  EXPECT_TRUE(refused(0, 16));
  EXPECT_TRUE(refused(16, 0));
  EXPECT_TRUE(refused(16, 3));
  EXPECT_TRUE(refused(16, 48));
  EXPECT_TRUE(refused(16, std::numeric_limits<size_t>::max()));
  EXPECT_EQ(allocator.calls(), 0u) << "such requests never reach the hook";

  allocator.FailAfter(0);
  EXPECT_TRUE(refused(16, 16));
  EXPECT_NE(std::string(tl_last_error()).find("16"), std::string::npos) << tl_last_error();
}

TEST(AllocatorHook, the_default_has_not_more_than_there_is) {
  tl_set_last_error("");
  EXPECT_EQ(tl_alloc(std::numeric_limits<size_t>::max() / 2, 64), nullptr);
  EXPECT_EQ(std::string(tl_last_error()).find("tl_alloc: "), 0u);
}

TEST(AllocatorHook, half_a_hook_is_refused_and_the_old_one_stays) {
  CountingAllocator allocator;
  tl_allocator half = {[](void*, size_t, size_t) -> void* { return nullptr; }, nullptr, nullptr};
  tl_set_last_error("");
  EXPECT_EQ(tl_set_allocator(&half), TL_EINVAL);
  EXPECT_EQ(std::string(tl_last_error()).find("tl_set_allocator: "), 0u) << tl_last_error();
  half = {nullptr, [](void*, void*) {}, nullptr};
  EXPECT_EQ(tl_set_allocator(&half), TL_EINVAL);
  half = {nullptr, nullptr, &half};
  EXPECT_EQ(tl_set_allocator(&half), TL_EINVAL);
  void* const p = tl_alloc(16, 16);
  EXPECT_EQ(allocator.live(), 1u);
  tl_free(p);
}

TEST(AllocatorHook, is_copied_and_null_restores_the_default) {
  int calls = 0;
  tl_allocator hook = {[](void* user, size_t, size_t) -> void* {
                         ++*static_cast<int*>(user);
                         return nullptr;
                       },
                       [](void*, void*) {}, &calls};
  ASSERT_EQ(tl_set_allocator(&hook), TL_OK);
  hook = {};
  EXPECT_EQ(tl_alloc(16, 16), nullptr);
  EXPECT_EQ(calls, 1);
  ASSERT_EQ(tl_set_allocator(nullptr), TL_OK);
  void* const p = tl_alloc(16, 16);
  EXPECT_NE(p, nullptr);
  tl_free(p);
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace tlkv_test
