// Random calls on a ledger, for tests that compare two views of whatever it then does.
#ifndef TESTS_CORE_SUPPORT_RANDOM_CALL_H_
#define TESTS_CORE_SUPPORT_RANDOM_CALL_H_

#include <cstdint>
#include <random>
#include <vector>

#include "tlkv/block_ledger.h"

namespace tlkv_test {

// One random call on a ledger; some are refused.
inline void RandomCall(tlkv::BlockLedger* ledger, std::mt19937_64* random) {
  const auto below = [&](uint64_t n) { return static_cast<uint32_t>((*random)() % n); };
  const tlkv::BlockId id = below(ledger->n_blocks() + 1);
  const uint64_t hash = below(2 * ledger->n_blocks());
  std::vector<tlkv::BlockId> ids(ledger->n_blocks());
  tl_status status = TL_OK;
  switch (below(12)) {
    case 0:
      if (const uint32_t n = below(4); n <= ids.size()) status = ledger->Take(n, ids.data());
      break;
    case 1:
      status = ledger->Take(1, ids.data());
      if (status == TL_OK) ledger->FillImported(ids[0], ledger->block_tokens(), hash);
      break;
    case 2:
      status = ledger->Ref(id);
      break;
    case 3:
    case 4:
    case 5:
      status = ledger->Unref(id);
      break;
    case 6:
      status = ledger->Acquire(id);
      break;
    case 7:
      status = ledger->CopyOnWrite(id, ids.data());
      break;
    case 8:
      status = ledger->Unregister(id);
      break;
    case 9:
      status = ledger->Lookup(hash, ids.data());
      break;
    case 10:
      status = ledger->SetFill(id, below(uint64_t{ledger->block_tokens()} + 2));
      break;
    default:
      if (ledger->SetFill(id, ledger->block_tokens()) == TL_OK) status = ledger->Register(id, hash);
  }
  (void)status;
}

}  // namespace tlkv_test

#endif  // TESTS_CORE_SUPPORT_RANDOM_CALL_H_
