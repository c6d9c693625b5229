// The private parts of a ledger, laid open so that a test can break them, or bring about what would
// take 2^31 calls.
#ifndef TESTS_CORE_SUPPORT_LEDGER_DAMAGE_H_
#define TESTS_CORE_SUPPORT_LEDGER_DAMAGE_H_

#include "tlkv/block_ledger.h"

namespace tlkv {

struct LedgerDamage {
  explicit LedgerDamage(BlockLedger& ledger)
      : block_tokens(ledger.block_tokens_),
        blocks(ledger.blocks_),
        free(ledger.free_),
        free_head(ledger.free_head_),
        free_count(ledger.free_count_),
        cached_count(ledger.cached_count_),
        newest(ledger.newest_),
        index(ledger.index_),
        counters(ledger.counters_) {}

  uint32_t& block_tokens;
  Array<BlockLedger::Block>& blocks;
  Array<BlockId>& free;
  uint32_t& free_head;
  uint32_t& free_count;
  uint32_t& cached_count;
  BlockId& newest;
  HashIndex& index;
  LedgerCounters& counters;
};

}  // namespace tlkv

#endif  // TESTS_CORE_SUPPORT_LEDGER_DAMAGE_H_
