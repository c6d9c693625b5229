// Many sequences that grow in one call.
#include "tlkv/sequences.h"

namespace tlkv {

// How many blocks it takes to append a token to each, and room in every table for it.
tl_status Sequences::PlanAppendEach(const uint64_t* seqs, uint32_t n, uint64_t* blocks) {
  HashIndex by_id;    // sequence id -> its place in seqs
  HashIndex by_tail;  // last block -> the place of the first that writes into it
  Array<uint32_t> writers;
  if (const tl_status s = by_id.Create(n); s != TL_OK) return s;
  if (const tl_status s = by_tail.Create(n); s != TL_OK) return s;
  if (const tl_status s = writers.Reserve(n); s != TL_OK) return s;
  *blocks = 0;
  Sequence* sequence;
  for (uint32_t i = 0; i < n; ++i) {
    if (const tl_status s = table_.Get(seqs[i], &sequence); s != TL_OK) return s;
    if (by_id.Find(seqs[i], [&](uint32_t k) { return seqs[k]; }) != HashIndex::kNone) {
      return Fail(TL_EINVAL, "sequence ", seqs[i], " is given twice");
    }
    by_id.Insert(seqs[i], i);
    Array<uint64_t>& hashes = sequence->hashes;
    const size_t size = sequence->blocks.size();
    if (const tl_status s = sequence->blocks.ReserveMore(1); s != TL_OK) return s;
    if (const tl_status s = hashes.ReserveMore(size + 1 - hashes.size()); s != TL_OK) return s;
    writers.Push(0);
    if (sequence->length % ledger_->block_tokens() == 0) {
      ++*blocks;
      continue;
    }
    const BlockId tail = sequence->blocks.back();
    uint32_t first = by_tail.Find(
        tail, [&](uint32_t k) -> uint64_t { return table_.Find(seqs[k])->blocks.back(); });
    if (first == HashIndex::kNone) by_tail.Insert(tail, first = i);
    // Whoever writes into a shared block takes a copy, but for the last holder that is left.
    if (++writers[first] < ledger_->RefCount(tail)) ++*blocks;
  }
  return TL_OK;
}

tl_status Sequences::AppendEach(const uint64_t* seqs, const uint32_t* tokens, uint32_t n,
                                BlockCopy* copies, uint32_t* n_copies) {
  uint64_t blocks;
  if (const tl_status s = PlanAppendEach(seqs, n, &blocks); s != TL_OK) return s;
  if (blocks > ledger_->available()) {
    return Fail(TL_EFULL, "one more token for each of ", n, " sequences needs ", blocks,
                " blocks, but only ", ledger_->available(), " can be taken");
  }
  *n_copies = 0;
  for (uint32_t i = 0; i < n; ++i) {
    BlockCopy* const copy = &copies[*n_copies];
    (void)Append(seqs[i], &tokens[i], 1, copy);
    if (copy->target != kNoBlock) ++*n_copies;
  }
  return TL_OK;
}

}  // namespace tlkv
