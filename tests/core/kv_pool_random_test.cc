// Random operations, through the C ABI and on the model side by side (pool_run.h).
//
// A seed makes a run of kOpsPerRun operations. TLKV_MODEL_OPS sets how many operations the long
// property test does in all, TLKV_MODEL_SEED its first seed. A seed that fails stays as a test.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <string>

#include "pool_run.h"
#include "support/counting_allocator.h"
#include "support/environment.h"

namespace tlkv_test {
namespace {

constexpr uint64_t kOpsPerRun = 500;

void RunSeed(uint64_t seed) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  CountingAllocator allocator;
  RandomChoices choices(seed);
  PoolRun run(choices);
  for (uint64_t i = 0; i < kOpsPerRun; ++i) {
    run.Step();
    if (!testing::Test::HasFailure()) run.Compare();
    ASSERT_FALSE(testing::Test::HasFailure()) << "in operation " << i;
  }
  run.Finish();
}

TEST(KvPool, random_ops_keep_the_invariants) {
  for (uint64_t seed = 1; seed <= 40 && !HasFailure(); ++seed) RunSeed(seed);
}

TEST(KvPool, random_ops_match_the_model) {
  const uint64_t ops = FromEnvironment("TLKV_MODEL_OPS", 200'000);
  const uint64_t first = FromEnvironment("TLKV_MODEL_SEED", 1000);
  std::printf("%llu operations from seed %llu on\n", static_cast<unsigned long long>(ops),
              static_cast<unsigned long long>(first));
  for (uint64_t i = 0; i * kOpsPerRun < ops && !HasFailure(); ++i) RunSeed(first + i);
}

}  // namespace
}  // namespace tlkv_test
