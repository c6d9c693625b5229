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

/// What arrays of all kinds have in common, compiled once: memory of the hook, and counts of
/// elements. See Array.
class RawArray {
 public:
  RawArray() = default;
  RawArray(RawArray&& other) noexcept { Swap(other); }
  RawArray& operator=(RawArray&& other) noexcept {
    Swap(other);
    return *this;
  }
  ~RawArray();

  [[nodiscard]] tl_status Reserve(size_t capacity, size_t element_size, size_t align);
  [[nodiscard]] tl_status ReserveMore(size_t n, size_t element_size, size_t align);
  void Swap(RawArray& other) noexcept;

  // Inlined even where the compiler counts bytes: the calls would take more.
  [[gnu::always_inline]] void* data() const { return data_; }
  [[gnu::always_inline]] size_t size() const { return size_; }
  [[gnu::always_inline]] void SetSize(size_t size) { size_ = size; }
  [[gnu::always_inline]] bool HasRoomFor(size_t n) const { return n <= capacity_ - size_; }

 private:
  tl_allocator allocator_ = CurrentAllocator();
  void* data_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

/// An array that owns its memory and can grow. Move-only.
template <class T>
class Array {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  /// Makes room for `capacity` elements in all and keeps those there are, moving them. TL_EINVAL:
  /// that many bytes are more than an address space holds. TL_ENOMEM. Both change nothing.
  [[nodiscard]] tl_status Reserve(size_t capacity, size_t align = alignof(T)) {
    return raw_.Reserve(capacity, sizeof(T), align);
  }

  /// Makes room for n more elements, at amortised O(1) each. Fails as Reserve does.
  [[nodiscard]] tl_status ReserveMore(size_t n) {
    return raw_.HasRoomFor(n) ? TL_OK : raw_.ReserveMore(n, sizeof(T), alignof(T));
  }

  /// Appends, within the capacity.
  void Push(const T& value) {
    data()[size()] = value;
    SetSize(size() + 1);
  }
  /// Appends n values, within the capacity.
  void Append(const T* values, size_t n) {
    if (n != 0) memcpy(end(), values, n * sizeof(T));
    SetSize(size() + n);
  }
  void Pop() { SetSize(size() - 1); }
  /// Sets the size, within the capacity; added elements are not initialised.
  [[gnu::always_inline]] void SetSize(size_t size) { raw_.SetSize(size); }

  [[gnu::always_inline]] T& operator[](size_t i) { return data()[i]; }
  [[gnu::always_inline]] const T& operator[](size_t i) const { return data()[i]; }
  [[gnu::always_inline]] T& back() { return data()[size() - 1]; }
  [[gnu::always_inline]] const T& back() const { return data()[size() - 1]; }
  [[gnu::always_inline]] T* data() { return static_cast<T*>(raw_.data()); }
  [[gnu::always_inline]] const T* data() const { return static_cast<const T*>(raw_.data()); }
  T* begin() { return data(); }
  T* end() { return data() + size(); }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size(); }
  [[gnu::always_inline]] size_t size() const { return raw_.size(); }
  [[gnu::always_inline]] bool empty() const { return size() == 0; }

  void Swap(Array& other) noexcept { raw_.Swap(other.raw_); }

 private:
  RawArray raw_;
};

}  // namespace tlkv

#endif  // TLKV_MEMORY_H_
