// tlkv/block_table.h: the blocks of one sequence, shared and given back.
#ifndef TLKV_BLOCK_TABLE_H_
#define TLKV_BLOCK_TABLE_H_

#include "tlkv/block_ledger.h"

namespace tlkv {

using BlockTable = Array<BlockId>;

/// Gives back the blocks behind the first `keep`, from the last on, so that the tail of a prefix is
/// evicted before its head. All must be used. Cost O(blocks given back).
inline void ReleaseFromTail(BlockLedger* ledger, BlockTable* table, size_t keep) {
  if (table->size() <= keep) return;
  ledger->UnrefFromTail(table->data() + keep, table->size() - keep);
  table->SetSize(keep);
}

/// Makes an empty table share every block of another, each of which gets a reference. TL_ENOMEM, or
/// TL_EINVAL where a block has as many references as can be counted; the table is then empty still.
/// Cost O(blocks).
[[nodiscard]] inline tl_status ShareBlocks(BlockLedger* ledger, const BlockTable& from,
                                           BlockTable* to) {
  if (const tl_status s = to->Reserve(from.size()); s != TL_OK) return s;
  if (const tl_status s = ledger->RefAll(from.data(), from.size()); s != TL_OK) return s;
  to->Append(from.data(), from.size());
  return TL_OK;
}

}  // namespace tlkv

#endif  // TLKV_BLOCK_TABLE_H_
