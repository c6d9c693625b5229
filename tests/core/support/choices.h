// Where a run of operations takes its decisions from.
#ifndef TESTS_CORE_SUPPORT_CHOICES_H_
#define TESTS_CORE_SUPPORT_CHOICES_H_

#include <cstdint>
#include <random>

namespace tlkv_test {

class Choices {
 public:
  virtual ~Choices() = default;
  virtual uint32_t Below(uint64_t n) = 0;  // 0 .. n - 1, n in 1 .. 2^32
  virtual uint64_t Bits() = 0;             // any 64 bits
};

class RandomChoices : public Choices {
 public:
  explicit RandomChoices(uint64_t seed) : random_(seed) {}
  uint32_t Below(uint64_t n) override { return static_cast<uint32_t>(random_() % n); }
  uint64_t Bits() override { return random_(); }

 private:
  std::mt19937_64 random_;
};

// What an output holds before a call that may leave it alone.
inline constexpr uint32_t kUntouched = 0xDEADBEEFu;

}  // namespace tlkv_test

#endif  // TESTS_CORE_SUPPORT_CHOICES_H_
