// Random operations on sequences, over a ledger and over a pool, and on the model side by side
// (sequences_run.h).
//
// A seed makes a run of kOpsPerRun operations. TLKV_MODEL_OPS sets how many operations are done in
// all, TLKV_MODEL_SEED the first seed. A seed that fails stays as a test.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <string>

#include "sequences_run.h"
#include "support/counting_allocator.h"
#include "support/environment.h"

namespace tlkv_test {
namespace {

constexpr uint64_t kOpsPerRun = 200;

void RunSeed(uint64_t seed) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  CountingAllocator allocator;
  RandomChoices choices(seed);
  SequencesRun run(choices, allocator);
  for (uint64_t i = 0; i < kOpsPerRun; ++i) {
    SCOPED_TRACE("operation " + std::to_string(i));
    run.Step();
    if (!testing::Test::HasFailure()) run.Compare();
    if (testing::Test::HasFailure()) return;
  }
  run.Finish();
}

// The runs are shared out between two tests, which a long test does side by side.
void RunEverySecond(uint64_t skip) {
  const uint64_t ops = FromEnvironment("TLKV_MODEL_OPS", 200'000);
  const uint64_t first = FromEnvironment("TLKV_MODEL_SEED", 1);
  std::printf("half of %llu operations from seed %llu on\n", static_cast<unsigned long long>(ops),
              static_cast<unsigned long long>(first));
  for (uint64_t i = skip; i * kOpsPerRun < ops && !testing::Test::HasFailure(); i += 2) {
    RunSeed(first + i);
  }
}

TEST(SequencesModel, random_operations_match_it) { RunEverySecond(0); }
TEST(SequencesModel, other_random_operations_match_it) { RunEverySecond(1); }

}  // namespace
}  // namespace tlkv_test
