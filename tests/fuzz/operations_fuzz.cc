// Any sequence of operations: the pool and its model stay the same (tests/core/pool_run.h).
#include "byte_choices.h"
#include "pool_run.h"
#include "support/counting_allocator.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tlkv_test::CountingAllocator allocator;
  tlkv_test::ByteChoices choices(data, size);
  tlkv_test::PoolRun run(choices);
  while (!choices.empty()) {
    run.Step();
    run.Compare();
  }
  run.Finish();
  return 0;
}
