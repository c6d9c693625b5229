// Numbers that a long run of the tests sets from outside.
#ifndef TESTS_CORE_SUPPORT_ENVIRONMENT_H_
#define TESTS_CORE_SUPPORT_ENVIRONMENT_H_

#include <cstdint>
#include <cstdlib>

namespace tlkv_test {

// TLKV_MODEL_OPS: how many operations the tests against models do in all; from ten million on,
// tests that take too long for every day run too. TLKV_MODEL_SEED: the first seed.
inline uint64_t FromEnvironment(const char* name, uint64_t otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

}  // namespace tlkv_test

#endif  // TESTS_CORE_SUPPORT_ENVIRONMENT_H_
