// Many sequences that grow in one call.
#include "tlkv/sequences.h"

namespace tlkv {

// How many blocks it takes to append a token to each, and room in every table for it. Leaves the
// sequences in members_.
tl_status Sequences::PlanAppendEach(const uint64_t* seqs, uint32_t n, uint64_t* blocks) {
  const uint64_t batch = ++batch_;
  *blocks = 0;
  members_.SetSize(0);
  Sequence* sequence;
  for (uint32_t i = 0; i < n; ++i) {
    if (const tl_status s = table_.Get(seqs[i], &sequence); s != TL_OK) return s;
    if (sequence->batch == batch) {
      return Fail(TL_EINVAL, "sequence ", seqs[i], " is given twice");
    }
    sequence->batch = batch;
    if (const tl_status s = members_.ReserveMore(1); s != TL_OK) return s;
    members_.Push(sequence);
    const uint32_t in_tail = InTail(*sequence);
    if (in_tail == 0) {
      if (const tl_status s = sequence->blocks.ReserveMore(1); s != TL_OK) return s;
    }
    if (in_tail + 1 == ledger_->block_tokens()) {
      if (const tl_status s = sequence->hashes.ReserveMore(1); s != TL_OK) return s;
    }
    *blocks += in_tail == 0 || Copies(i);
  }
  return TL_OK;
}

// Puts one more token into a last block that has room for more and that this sequence holds alone:
// what nearly every sequence of a step of decoding needs, without what the others need. False: it
// is not so, and nothing was done.
inline bool Sequences::WriteInPlace(Sequence* sequence, uint32_t in_tail, uint32_t token) {
  if (in_tail == 0 || in_tail + 1 == ledger_->block_tokens()) return false;
  const BlockId tail = sequence->blocks.back();
  if (ledger_->RefCount(tail) != 1 || ledger_->Hash(tail) != 0) return false;
  Row(tail)[in_tail] = token;
  (void)ledger_->SetFill(tail, in_tail + 1);
  ++sequence->length;
  return true;
}

// Whether the i-th of a batch copies its last, partial block: somebody else holds it still when
// those before have taken their copies.
bool Sequences::Copies(uint32_t i) const {
  const BlockId tail = members_[i]->blocks.back();
  uint32_t holders = ledger_->RefCount(tail);
  for (uint32_t k = 0; k < i && holders > 1; ++k) {
    const Sequence& other = *members_[k];
    if (InTail(other) != 0 && other.blocks.back() == tail) --holders;
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
    BlockCopy copy;
    const uint32_t in_tail = InTail(*members_[i]);
    if (WriteInPlace(members_[i], in_tail, tokens[i])) continue;
    Write(members_[i], in_tail, &tokens[i], 1, in_tail == 0, &copy);
    if (copy.target != kNoBlock) copies[(*n_copies)++] = copy;
  }
  return TL_OK;
}

}  // namespace tlkv
