#include "tlkv/block_ledger.h"

namespace tlkv {

const char* Name(BlockState state) {
  switch (state) {
    case BlockState::kFree:
      return "free";
    case BlockState::kUsed:
      return "used";
    case BlockState::kCached:
      return "cached";
  }
  return "unknown";
}

tl_status BlockLedger::Create(uint32_t n_blocks, uint32_t block_tokens, FreeOrder order) {
  if (n_blocks == 0 || block_tokens == 0) {
    return Fail(TL_EINVAL, "n_blocks ", n_blocks, " and block_tokens ", block_tokens,
                " must be at least 1");
  }
  BlockLedger made;
  if (const tl_status s = made.blocks_.Reserve(n_blocks); s != TL_OK) return s;
  if (const tl_status s = made.free_.Reserve(n_blocks); s != TL_OK) return s;
  if (const tl_status s = made.index_.Create(n_blocks); s != TL_OK) return s;
  for (BlockId id = 0; id < n_blocks; ++id) {
    made.blocks_.Push({});
    made.free_.Push(id);
  }
  made.n_blocks_ = made.quick_ids_ = made.free_count_ = n_blocks;
  made.block_tokens_ = block_tokens;
  made.order_ = order;
  *this = static_cast<BlockLedger&&>(made);
  return TL_OK;
}

BlockState BlockLedger::State(BlockId id) const {
  if (blocks_[id].ref != 0) return BlockState::kUsed;
  return blocks_[id].hash != 0 ? BlockState::kCached : BlockState::kFree;
}

// -- Taking and holding -------------------------------------------------------------------------

tl_status BlockLedger::Take(uint32_t n, BlockId* ids) {
  if (n > available() || IsObserved()) return TakeAndTell(n, ids);
  for (uint32_t i = 0; i < n; ++i) ids[i] = TakeOne();
  CountPeak();
  return TL_OK;
}

// Takes a block when there is one.
BlockId BlockLedger::TakeOne() {
  BlockId id;
  if (free_count_ != 0) {
    id = free_[free_head_];
    free_head_ = Wrap(uint64_t{free_head_} + 1);
    --free_count_;
  } else {
    id = oldest_;
    Unlink(id);
    ++counters_.evictions;
    EraseHash(id);
    blocks_[id].fill = 0;
  }
  blocks_[id].ref = 1;
  return id;
}

void BlockLedger::CountPeak() {
  if (used_count() > counters_.peak_used) counters_.peak_used = used_count();
}

tl_status BlockLedger::Ref(BlockId id) {
  if (!IsQuickUsed(id) || blocks_[id].ref == UINT32_MAX) return RefAndTell(id);
  ++blocks_[id].ref;
  return TL_OK;
}

tl_status BlockLedger::Acquire(BlockId id) {
  if (!Has(id) || State(id) != BlockState::kCached) return Ref(id);
  if (IsObserved()) Record(OperationKind::kAcquire, id);
  Hold(id);
  if (IsObserved()) Tell(EventKind::kRevived, id);
  return TL_OK;
}

// One more holder of a used or cached block.
void BlockLedger::Hold(BlockId id) {
  if (++blocks_[id].ref != 1) return;
  Unlink(id);
  CountPeak();
}

tl_status BlockLedger::Unref(BlockId id) {
  if (!IsQuickUsed(id)) return UnrefAndTell(id);
  LetGo(id);
  return TL_OK;
}

// One holder less of a used block.
void BlockLedger::LetGo(BlockId id) {
  if (--blocks_[id].ref == 0) Retire(id);
}

// A block that has lost its last holder.
void BlockLedger::Retire(BlockId id) {
  if (blocks_[id].hash != 0) {
    LinkNewest(id);
  } else {
    GiveBack(id);
  }
}

tl_status BlockLedger::RefAll(const BlockId* ids, size_t n) {
  if (IsObserved()) return RefAllAndTell(ids, n);
  for (size_t i = 0; i < n; ++i) {
    if (++blocks_[ids[i]].ref == 0) [[unlikely]] {
      return TakeBack(ids, i);
    }
  }
  return TL_OK;
}

void BlockLedger::UnrefFromTail(const BlockId* ids, size_t n) {
  if (IsObserved()) {
    while (n > 0) (void)UnrefAndTell(ids[--n]);
  } else {
    for (const BlockId* id = ids + n; id != ids;) {
      if (--blocks_[*--id].ref == 0) Retire(*id);
    }
  }
}

tl_status BlockLedger::CopyOnWrite(BlockId id, BlockId* out) {
  if (!IsQuickUsed(id) || (blocks_[id].ref > 1 && available() == 0)) return CopyAndTell(id, out);
  if (blocks_[id].ref == 1) {
    *out = id;
    return TL_OK;
  }
  *out = TakeOne();
  CountPeak();
  HandOver(id, *out);
  return TL_OK;
}

// One holder of a block leaves it for a copy, which was taken for that.
void BlockLedger::HandOver(BlockId id, BlockId copy) {
  blocks_[copy].fill = blocks_[id].fill;
  --blocks_[id].ref;
  ++counters_.copies;
}

tl_status BlockLedger::SetFill(BlockId id, uint32_t n_tokens) {
  if (!IsQuickUsed(id) || n_tokens > block_tokens_ || blocks_[id].hash != 0) {
    return SetFillAndTell(id, n_tokens);
  }
  blocks_[id].fill = n_tokens;
  return TL_OK;
}

// Puts a block that has no holder and no hash on the free list.
void BlockLedger::GiveBack(BlockId id) {
  blocks_[id].fill = 0;
  if (order_ == FreeOrder::kStack) {
    free_head_ = free_head_ == 0 ? n_blocks_ - 1 : free_head_ - 1;
    free_[free_head_] = id;
  } else {
    free_[Wrap(uint64_t{free_head_} + free_count_)] = id;
  }
  ++free_count_;
}

// -- The LRU list of cached blocks --------------------------------------------------------------

void BlockLedger::LinkNewest(BlockId id) {
  blocks_[id].older = newest_;
  blocks_[id].newer = kNoBlock;
  (newest_ == kNoBlock ? oldest_ : blocks_[newest_].newer) = id;
  newest_ = id;
  ++cached_count_;
}

void BlockLedger::Unlink(BlockId id) {
  const Block& block = blocks_[id];
  (block.older == kNoBlock ? oldest_ : blocks_[block.older].newer) = block.newer;
  (block.newer == kNoBlock ? newest_ : blocks_[block.newer].older) = block.older;
  --cached_count_;
}

// -- The prefix index ---------------------------------------------------------------------------

tl_status BlockLedger::Register(BlockId id, uint64_t hash) {
  if (!IsQuickUsed(id) || blocks_[id].fill != block_tokens_ || blocks_[id].hash != 0 || hash == 0 ||
      Find(hash) != kNoBlock) {
    return RegisterAndTell(id, hash);
  }
  SetHash(id, hash);
  return TL_OK;
}

bool BlockLedger::RegisterUnlessHeld(BlockId id, uint64_t hash) {
  if (IsObserved()) Record(OperationKind::kRegister, id, 0, hash);
  const bool named = NameUnlessHeld(id, hash);
  if (IsObserved()) TellNamed(id, hash, named);
  return named;
}

// Whether the block has the name now.
bool BlockLedger::NameUnlessHeld(BlockId id, uint64_t hash) {
  if (Find(hash) != kNoBlock) {
    ++counters_.duplicates;
    return false;
  }
  SetHash(id, hash);
  return true;
}

void BlockLedger::FillImported(BlockId id, uint32_t n_tokens, uint64_t hash) {
  if (IsObserved()) Record(OperationKind::kFillImported, id, n_tokens, hash);
  blocks_[id].fill = n_tokens;
  if (IsObserved()) Tell(EventKind::kImported, id, hash, n_tokens);
  if (hash == 0) return;
  const bool named = NameUnlessHeld(id, hash);
  if (IsObserved()) TellNamed(id, hash, named);
}

tl_status BlockLedger::Unregister(BlockId id) {
  if (!Has(id)) return Fail(TL_EINVAL, "block ", id, " is not below n_blocks ", n_blocks_);
  if (blocks_[id].hash == 0) return Fail(TL_EINVAL, "block ", id, " is not registered");
  if (IsObserved()) {
    Record(OperationKind::kUnregister, id);
    Tell(EventKind::kUnregistered, id);
  }
  EraseHash(id);
  if (blocks_[id].ref != 0) return TL_OK;
  Unlink(id);
  GiveBack(id);
  if (IsObserved()) Tell(EventKind::kFreed, id);
  return TL_OK;
}

tl_status BlockLedger::Lookup(uint64_t hash, BlockId* id) {
  const BlockId found = Find(hash);
  if (!IsQuick(found) || blocks_[found].ref == UINT32_MAX) return LookupAndTell(hash, found, id);
  Hit(found);
  *id = found;
  return TL_OK;
}

// Holds a block that a look-up found.
void BlockLedger::Hit(BlockId id) {
  ++counters_.hits;
  counters_.hit_tokens += block_tokens_;
  Hold(id);
}

uint32_t BlockLedger::LookupPrefix(const uint64_t* hashes, uint32_t n, BlockId* ids) {
  for (uint32_t i = 0; i < n; ++i) index_.Prefetch(hashes[i]);
  for (uint32_t i = 0; i < n; ++i) {
    const BlockId id = index_.FirstTried(hashes[i]);
    if (id != kNoBlock) __builtin_prefetch(&blocks_[id]);
  }
  uint32_t found = 0;
  while (found < n && Lookup(hashes[found], &ids[found]) == TL_OK) ++found;
  return found;
}

void BlockLedger::CountMiss(uint64_t hash) {
  if (IsObserved()) return CountMissAndTell(hash);
  ++counters_.misses;
}

BlockId BlockLedger::Find(uint64_t hash) const {
  if (hash == 0) return kNoBlock;
  return index_.Find(hash, [this](BlockId id) { return blocks_[id].hash; });
}

void BlockLedger::SetHash(BlockId id, uint64_t hash) {
  blocks_[id].hash = hash;
  blocks_[id].registration = ++counters_.registrations;
  index_.Insert(hash, id);
}

void BlockLedger::EraseHash(BlockId id) {
  index_.Erase(blocks_[id].hash, id);
  blocks_[id].hash = blocks_[id].registration = 0;
}

}  // namespace tlkv
