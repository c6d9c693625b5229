#include "tlkv/block_manager.h"

namespace tlkv {

tl_status BlockManager::Create(uint32_t num_blocks, uint32_t block_size) {
  BlockManager made;
  if (num_blocks == 0 || block_size == 0) {
    return Fail(TL_EINVAL, "num_blocks ", num_blocks, " and block_size ", block_size,
                " must be at least 1");
  }
  if (const tl_status s = made.ledger_.Create(num_blocks, block_size, FreeOrder::kFifo);
      s != TL_OK) {
    return s;
  }
  *this = static_cast<BlockManager&&>(made);
  return TL_OK;
}

tl_status BlockManager::Allocate(uint64_t seq, uint64_t n_tokens) {
  if (sequences_.Find(seq) != nullptr) return Fail(TL_EBUSY, "sequence ", seq, " exists already");
  const uint32_t block_size = ledger_.block_tokens();
  const uint64_t needed = n_tokens / block_size + (n_tokens % block_size != 0);
  if (needed > ledger_.free_count()) {
    return Fail(TL_EFULL, n_tokens, " tokens need ", needed, " blocks of ", block_size, ", but of ",
                ledger_.n_blocks(), " only ", ledger_.free_count(), " are free");
  }
  Sequence* sequence;
  if (const tl_status s = sequences_.Add(seq, &sequence); s != TL_OK) return s;
  const uint32_t n = static_cast<uint32_t>(needed);
  if (const tl_status s = sequence->blocks.Reserve(n); s != TL_OK) {
    sequences_.Remove(sequence);
    return s;
  }
  sequence->blocks.SetSize(n);
  sequence->length = n_tokens;
  return ledger_.Take(n, sequence->blocks.data());  // there are enough: asked above
}

tl_status BlockManager::AppendSlot(uint64_t seq, Slot* out) {
  Sequence* sequence;
  if (const tl_status s = sequences_.Get(seq, &sequence); s != TL_OK) return s;
  BlockTable& blocks = sequence->blocks;
  const uint32_t offset = static_cast<uint32_t>(sequence->length % ledger_.block_tokens());
  BlockId copy_from = kNoBlock;
  if (offset == 0) {
    BlockId fresh;
    if (const tl_status s = blocks.ReserveMore(1); s != TL_OK) return s;
    if (const tl_status s = ledger_.Take(1, &fresh); s != TL_OK) return s;
    blocks.Push(fresh);
  } else {
    BlockId writable;
    if (const tl_status s = ledger_.CopyOnWrite(blocks.back(), &writable); s != TL_OK) return s;
    if (writable != blocks.back()) copy_from = blocks.back();
    blocks.back() = writable;
  }
  ++sequence->length;
  *out = {blocks.back(), offset, copy_from};
  return TL_OK;
}

tl_status BlockManager::Fork(uint64_t parent, uint64_t child) {
  Sequence* from;
  Sequence* to;
  if (const tl_status s = sequences_.Get(parent, &from); s != TL_OK) return s;
  if (const tl_status s = sequences_.Add(child, &to); s != TL_OK) return s;
  if (const tl_status s = ShareBlocks(&ledger_, from->blocks, &to->blocks); s != TL_OK) {
    sequences_.Remove(to);
    return s;
  }
  to->length = from->length;
  return TL_OK;
}

tl_status BlockManager::FreeSeq(uint64_t seq) {
  Sequence* sequence;
  if (const tl_status s = sequences_.Get(seq, &sequence); s != TL_OK) return s;
  ReleaseFromTail(&ledger_, &sequence->blocks, 0);
  sequences_.Remove(sequence);
  return TL_OK;
}

}  // namespace tlkv
