// address.h: what the facade is made with.
#ifndef TLKV_WASM_ADDRESS_H_
#define TLKV_WASM_ADDRESS_H_

#include <new>

#include "facade.h"

namespace tlkv::facade {

template <class T>
T* At(Address address) {
  return reinterpret_cast<T*>(address);
}

inline Address AddressOf(const void* p) { return reinterpret_cast<Address>(p); }

/// An integer that JavaScript holds in a double.
inline uint64_t Integer(double n) { return static_cast<uint64_t>(n); }

/// nullptr, with the reason in the error slot, when there is no memory.
template <class T>
T* New() {
  void* memory = tl_alloc(sizeof(T), alignof(T));
  return memory == nullptr ? nullptr : new (memory) T;
}

template <class T>
void Delete(T* object) {
  if (object == nullptr) return;
  object->~T();
  tl_free(object);
}

}  // namespace tlkv::facade

#endif  // TLKV_WASM_ADDRESS_H_
