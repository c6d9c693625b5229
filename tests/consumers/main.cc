// A program in C++20 that knows the installed headers and library.
#include <cstdint>
#include <cstdio>

#include "tlkv/block_ledger.h"
#include "tlkv/envelope_scanner.h"
#include "tlkv/sequences.h"

int main() {
  tlkv::BlockLedger ledger;
  tlkv::Sequences sequences;
  if (ledger.Create(4, 2, tlkv::FreeOrder::kStack) != TL_OK) return 1;
  if (sequences.Create(&ledger, true) != TL_OK) return 2;
  constexpr uint32_t kTokens[] = {1, 2, 3};
  tlkv::Admission admission;
  if (sequences.Open(1, kTokens, 3, {}, &admission) != TL_OK) return 3;
  if (sequences.Open(2, kTokens, 3, {}, &admission) != TL_OK) return 4;
  if (admission.cached_tokens != 2 || ledger.used_count() != 3) return 5;
  tlkv::EnvelopeScanner scanner;
  scanner.Start(0, nullptr);
  if (scanner.Finish() != TL_OK || scanner.accepted()) return 6;
  std::puts("C++");
}
