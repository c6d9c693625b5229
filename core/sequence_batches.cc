// Many sequences that grow in one call.
#include "tlkv/sequences.h"

namespace tlkv {

// How many blocks it takes to append a token to each, and room in every table for it.
tl_status Sequences::PlanAppendEach(const uint64_t* seqs, uint32_t n, uint64_t* blocks) {
  const uint64_t batch = ++batch_;
  *blocks = 0;
  Sequence* sequence;
  for (uint32_t i = 0; i < n; ++i) {
    if (const tl_status s = table_.Get(seqs[i], &sequence); s != TL_OK) return s;
    if (sequence->batch == batch) {
      return Fail(TL_EINVAL, "sequence ", seqs[i], " is given twice");
    }
    sequence->batch = batch;
    const BlockTable& table = sequence->blocks;
    Array<uint64_t>& hashes = sequence->hashes;
    if (const tl_status s = sequence->blocks.ReserveMore(1); s != TL_OK) return s;
    if (const tl_status s = hashes.ReserveMore(table.size() + 1 - hashes.size()); s != TL_OK) {
      return s;
    }
    *blocks += sequence->length % ledger_->block_tokens() == 0 || Copies(seqs, i);
  }
  return TL_OK;
}

// Whether the i-th of a batch copies its last, partial block: somebody else holds it still when
// those before have taken their copies.
bool Sequences::Copies(const uint64_t* seqs, uint32_t i) const {
  const BlockId tail = table_.Find(seqs[i])->blocks.back();
  uint32_t holders = ledger_->RefCount(tail);
  for (uint32_t k = 0; k < i && holders > 1; ++k) {
    const Sequence& other = *table_.Find(seqs[k]);
    const bool writes = other.length % ledger_->block_tokens() != 0;
    if (writes && other.blocks.back() == tail) --holders;
  }
  return holders > 1;
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
