// Any sequence of operations on sequences: they and their model stay the same
// (tests/core/sequences_run.h).
#include "byte_choices.h"
#include "sequences_run.h"
#include "support/counting_allocator.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tlkv_test::CountingAllocator allocator;
  tlkv_test::ByteChoices choices(data, size);
  tlkv_test::SequencesRun run(choices, allocator);
  while (!choices.empty()) {
    run.Step();
    run.Compare();
  }
  run.Finish();
  return 0;
}
