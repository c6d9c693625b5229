// An allocator hook that knows every block it has handed out: for leaks, for failing one allocation
// and for seeing how much was asked for.
#ifndef TESTS_CORE_SUPPORT_COUNTING_ALLOCATOR_H_
#define TESTS_CORE_SUPPORT_COUNTING_ALLOCATOR_H_

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <map>
#include <vector>

#include "tinyllm/abi.h"

namespace tlkv_test {

// Installed from its construction to its destruction, which restores the default and fails the
// test if anything is still allocated. Declare it before the objects that use it.
class CountingAllocator {
 public:
  CountingAllocator() { Install(); }
  ~CountingAllocator() {
    EXPECT_EQ(tl_set_allocator(nullptr), TL_OK);
    EXPECT_EQ(live(), 0u) << "allocations were never freed";
  }
  CountingAllocator(const CountingAllocator&) = delete;
  CountingAllocator& operator=(const CountingAllocator&) = delete;

  void Install() {
    const tl_allocator hook = {&CountingAllocator::Alloc, &CountingAllocator::Free, this};
    EXPECT_EQ(tl_set_allocator(&hook), TL_OK);
  }

  // The allocation after the next n answers NULL; kNever for none.
  static constexpr size_t kNever = std::numeric_limits<size_t>::max();
  void FailAfter(size_t n) { successes_left_ = n; }

  // Requests above this many bytes answer NULL: a test of sizes needs no memory.
  void RefuseAbove(size_t bytes) { largest_allowed_ = bytes; }

  [[nodiscard]] size_t live() const { return blocks_.size(); }
  [[nodiscard]] size_t calls() const { return requests_.size(); }
  [[nodiscard]] const std::vector<size_t>& requests() const { return requests_; }

 private:
  static void* Alloc(void* user, size_t n, size_t align) {
    return static_cast<CountingAllocator*>(user)->Allocate(n, align);
  }
  static void Free(void* user, void* p) { static_cast<CountingAllocator*>(user)->Release(p); }

  void* Allocate(size_t n, size_t align) {
    requests_.push_back(n);
    EXPECT_GT(n, 0u);
    EXPECT_TRUE(align != 0 && (align & (align - 1)) == 0) << "align " << align;
    if (n > largest_allowed_) return nullptr;
    if (successes_left_ != kNever && successes_left_-- == 0) {
      successes_left_ = kNever;
      return nullptr;
    }
    void* p = nullptr;
    if (posix_memalign(&p, align < sizeof(void*) ? sizeof(void*) : align, n) != 0) return nullptr;
    blocks_[p] = n;
    return p;
  }

  void Release(void* p) {
    EXPECT_EQ(blocks_.erase(p), 1u) << "freed what this hook did not hand out";
    std::free(p);
  }

  std::map<void*, size_t> blocks_;
  std::vector<size_t> requests_;
  size_t successes_left_ = kNever;
  size_t largest_allowed_ = std::numeric_limits<size_t>::max();
};

}  // namespace tlkv_test

#endif  // TESTS_CORE_SUPPORT_COUNTING_ALLOCATOR_H_
