// A fuzzer's bytes as the choices of a run.
#ifndef TESTS_FUZZ_BYTE_CHOICES_H_
#define TESTS_FUZZ_BYTE_CHOICES_H_

#include <cstddef>
#include <cstdint>

#include "support/choices.h"

namespace tlkv_test {

// After the last byte every choice is 0.
class ByteChoices : public Choices {
 public:
  ByteChoices(const uint8_t* data, size_t size) : at_(data), end_(data + size) {}

  [[nodiscard]] bool empty() const { return at_ == end_; }

  uint32_t Below(uint64_t n) override {
    return static_cast<uint32_t>(Number(n <= 0x100 ? 1 : n <= 0x10000 ? 2 : 4) % n);
  }
  uint64_t Bits() override { return Number(8); }

 private:
  uint64_t Number(int n_bytes) {
    uint64_t number = 0;
    for (int i = 0; i < n_bytes; ++i) number = number << 8 | (empty() ? 0 : *at_++);
    return number;
  }

  const uint8_t* at_;
  const uint8_t* end_;
};

}  // namespace tlkv_test

#endif  // TESTS_FUZZ_BYTE_CHOICES_H_
