// tlkv/memory.h: arrays over the allocator hook of tinyllm/abi.h. Nothing throws: a failed
// allocation is a status. Elements are plain data, moved by memcpy and never destroyed.
#ifndef TLKV_MEMORY_H_
#define TLKV_MEMORY_H_

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <type_traits>
#include <utility>

#include "tlkv/status.h"

namespace tlkv {

/// The hook in force (tl_set_allocator). An array copies it when it is constructed.
tl_allocator CurrentAllocator();

/// An array that owns its memory and can grow. Move-only.
template <class T>
class Array {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Array() = default;
  Array(Array&& other) noexcept { Swap(other); }
  Array& operator=(Array&& other) noexcept {
    Swap(other);
    return *this;
  }
  ~Array() {
    if (data_ != nullptr) allocator_.free(allocator_.user, data_);
  }

  /// Makes room for `capacity` elements in all and keeps those there are, moving them. TL_EINVAL:
  /// that many bytes are more than an address space holds. TL_ENOMEM. Both change nothing.
  [[nodiscard]] tl_status Reserve(size_t capacity, size_t align = alignof(T)) {
    if (capacity <= capacity_) return TL_OK;
    size_t bytes;
    if (__builtin_mul_overflow(capacity, sizeof(T), &bytes)) {
      return Fail(TL_EINVAL, capacity, " elements of ", sizeof(T),
                  " bytes do not fit the address space");
    }
    void* p = allocator_.alloc(allocator_.user, bytes, align);
    if (p == nullptr) return Fail(TL_ENOMEM, "the allocator has no ", bytes, " bytes");
    if (size_ != 0) memcpy(p, data_, size_ * sizeof(T));
    if (data_ != nullptr) allocator_.free(allocator_.user, data_);
    data_ = static_cast<T*>(p);
    capacity_ = capacity;
    return TL_OK;
  }

  /// Makes room for n more elements, at amortised O(1) each. Fails as Reserve does.
  [[nodiscard]] tl_status ReserveMore(size_t n) {
    if (n <= capacity_ - size_) return TL_OK;
    const size_t grown = capacity_ < 8 ? 8 : capacity_ + capacity_ / 2;
    return Reserve(n > SIZE_MAX - size_ ? SIZE_MAX : size_ + n > grown ? size_ + n : grown);
  }

  /// Appends, within the capacity.
  void Push(const T& value) { data_[size_++] = value; }
  void Pop() { --size_; }
  /// Sets the size, within the capacity; added elements are not initialised.
  void SetSize(size_t size) { size_ = size; }

  // Inlined even where the compiler counts bytes: the call would take more.
  [[gnu::always_inline]] T& operator[](size_t i) { return data_[i]; }
  [[gnu::always_inline]] const T& operator[](size_t i) const { return data_[i]; }
  T& back() { return data_[size_ - 1]; }
  const T& back() const { return data_[size_ - 1]; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  void Swap(Array& other) noexcept {
    std::swap(allocator_, other.allocator_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

 private:
  tl_allocator allocator_ = CurrentAllocator();
  T* data_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

}  // namespace tlkv

#endif  // TLKV_MEMORY_H_
