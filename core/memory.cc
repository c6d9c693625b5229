#include "tlkv/memory.h"

#include <string.h>

#include <utility>

namespace tlkv {

RawArray::~RawArray() {
  if (data_ != nullptr) allocator_.free(allocator_.user, data_);
}

tl_status RawArray::Reserve(size_t capacity, size_t element_size, size_t align) {
  if (capacity <= capacity_) return TL_OK;
  size_t bytes;
  if (__builtin_mul_overflow(capacity, element_size, &bytes)) {
    return Fail(TL_EINVAL, capacity, " elements of ", element_size,
                " bytes do not fit the address space");
  }
  void* p = allocator_.alloc(allocator_.user, bytes, align);
  if (p == nullptr) return Fail(TL_ENOMEM, "the allocator has no ", bytes, " bytes");
  if (size_ != 0) memcpy(p, data_, size_ * element_size);
  if (data_ != nullptr) allocator_.free(allocator_.user, data_);
  data_ = p;
  capacity_ = capacity;
  return TL_OK;
}

tl_status RawArray::ReserveMore(size_t n, size_t element_size, size_t align) {
  const size_t grown = capacity_ < 8 ? 8 : capacity_ + capacity_ / 2;
  const size_t needed = n > SIZE_MAX - size_ ? SIZE_MAX : size_ + n;
  return Reserve(needed > grown ? needed : grown, element_size, align);
}

void RawArray::Swap(RawArray& other) noexcept {
  std::swap(allocator_, other.allocator_);
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(capacity_, other.capacity_);
}

}  // namespace tlkv
