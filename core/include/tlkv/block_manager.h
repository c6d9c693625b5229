// tlkv/block_manager.h: block tables for sequences, by ids and counts alone: no hashes, no payload,
// no cached blocks. It is the smallest thing that a paged attention runtime can be built on;
// sequences.h is the one with prefix reuse.
//
// A sequence is a list of blocks, each of block_size token slots, and a length. Blocks come from
// the front of a first-in first-out free list and return to its back. Sequence ids are the
// caller's. Calls fail with a reason in the error slot and then change nothing: TL_EFULL when
// blocks run out, TL_ENOTFOUND for an unknown sequence, TL_EBUSY for a known one where a new one is
// asked, TL_ENOMEM when the allocator does not let a table grow. Costs are O(1) unless given. Not
// thread-safe.
#ifndef TLKV_BLOCK_MANAGER_H_
#define TLKV_BLOCK_MANAGER_H_

#include "tlkv/block_ledger.h"
#include "tlkv/block_table.h"
#include "tlkv/sequence_table.h"

namespace tlkv {

class BlockManager {
 public:
  struct Sequence {
    uint64_t id = 0;
    uint64_t length = 0;  // tokens
    BlockTable blocks;    // ceil(length / block_size) of them
  };

  /// Where the next token goes.
  struct Slot {
    BlockId block;
    uint32_t offset;    // in the block
    BlockId copy_from;  // the block to copy the first `offset` slots from, or kNoBlock
  };

  /// TL_EINVAL: num_blocks or block_size 0. TL_ENOMEM. Cost O(num_blocks).
  [[nodiscard]] tl_status Create(uint32_t num_blocks, uint32_t block_size);

  /// A new sequence of n_tokens, with ceil(n_tokens / block_size) blocks of ref 1; 0 tokens have an
  /// empty table. Cost O(blocks).
  [[nodiscard]] tl_status Allocate(uint64_t seq, uint64_t n_tokens);

  /// Reserves the slot of one more token. Where the last block is full, or there is none, a fresh
  /// block; where it is partly full and shared, a fresh block too, in this table only, and
  /// copy_from names the old one, which loses a reference; else in place.
  [[nodiscard]] tl_status AppendSlot(uint64_t seq, Slot* out);

  /// A new sequence that shares every block of another. Takes no block. Cost O(blocks).
  [[nodiscard]] tl_status Fork(uint64_t parent, uint64_t child);

  /// Drops a sequence. Its blocks lose a reference from the last to the first; those that nobody
  /// holds any more return to the free list. Cost O(blocks).
  [[nodiscard]] tl_status FreeSeq(uint64_t seq);

  /// Tells observer of every change of the blocks, as BlockLedger::SetObserver.
  void SetObserver(Observer observer) { ledger_.SetObserver(observer); }

  /// Free blocks in order, and the reference count of each block.
  const BlockLedger& ledger() const { return ledger_; }
  /// Every sequence; Find(id) gives one or nullptr.
  const SequenceTable<Sequence>& sequences() const { return sequences_; }

 private:
  BlockLedger ledger_;
  SequenceTable<Sequence> sequences_;
};

}  // namespace tlkv

#endif  // TLKV_BLOCK_MANAGER_H_
