// What the batch calls of the package do, in loops inside WebAssembly: linked with the library of
// the package by tests/bench/run.mjs, and compared with the calls by tests/bench/batches.mjs.
#include <stdlib.h>

#include "tlkv/sequences.h"

#define EXPORT extern "C" __attribute__((used, visibility("default")))

namespace {

constexpr uint32_t kBlocks = 4096, kBlockTokens = 16;
constexpr uint32_t kSequences = 50, kPrompt = 512, kSteps = 128;
constexpr uint32_t kWidth = kPrompt / kBlockTokens;

tlkv::BlockLedger ledger;
tlkv::Sequences sequences;
uint64_t ids[kSequences], starts[kSequences], hashes[kWidth];
uint32_t tokens[kSteps][kSequences];
tlkv::BlockCopy copies[kSequences];
int32_t numbers[kSequences * kPrompt];

void Must(tl_status s) {
  if (s != TL_OK) abort();
}

}  // namespace

/// Sequences 0 .. 49 of 512 tokens, no two of which begin alike.
EXPORT void prepare() {
  Must(ledger.Create(kBlocks, kBlockTokens, tlkv::FreeOrder::kStack));
  Must(sequences.Create(&ledger, false));
  for (uint32_t i = 0; i < kSequences; ++i) {
    uint32_t prompt[kPrompt];
    for (uint32_t at = 0; at < kPrompt; ++at) prompt[at] = i * kPrompt + at;
    ids[i] = i;
    Must(sequences.Open(i, prompt, kPrompt, {}, nullptr));
    for (uint32_t step = 0; step < kSteps; ++step) tokens[step][i] = step * kSequences + i;
  }
  const tlkv::Sequences::Sequence& first = *sequences.table().Find(0);
  for (uint32_t i = 0; i < kWidth; ++i) hashes[i] = first.hashes[i];
}

/// 128 tokens for each, which are cut off again.
EXPORT void append_each() {
  uint32_t n_copies;
  for (const auto& step : tokens) {
    Must(sequences.AppendEach(ids, step, kSequences, copies, &n_copies));
  }
  for (const uint64_t id : ids) Must(sequences.Truncate(id, kPrompt));
}

EXPORT void lengths(uint32_t times) {
  while (times-- > 0) Must(sequences.Lengths(ids, kSequences, numbers));
}

EXPORT void block_tables(uint32_t times) {
  while (times-- > 0) Must(sequences.BlockTables(ids, kSequences, kWidth, numbers));
}

EXPORT void slot_mapping(uint32_t times) {
  size_t written;
  while (times-- > 0) {
    Must(sequences.SlotMapping(ids, starts, kSequences, numbers, kSequences * kPrompt, &written));
  }
}

/// The 32 blocks of the first sequence, which get a reference each.
EXPORT void lookup_prefix(uint32_t times) {
  tlkv::BlockId found[kWidth];
  while (times-- > 0) {
    if (ledger.LookupPrefix(hashes, kWidth, found) != kWidth) abort();
  }
}
