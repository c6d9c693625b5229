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
  made.n_blocks_ = made.free_count_ = n_blocks;
  made.block_tokens_ = block_tokens;
  made.order_ = order;
  *this = static_cast<BlockLedger&&>(made);
  return TL_OK;
}

BlockState BlockLedger::State(BlockId id) const {
  if (blocks_[id].ref != 0) return BlockState::kUsed;
  return blocks_[id].hash != 0 ? BlockState::kCached : BlockState::kFree;
}

tl_status BlockLedger::Full(uint32_t wanted) const {
  return Fail(TL_EFULL, "needs ", wanted, wanted == 1 ? " block" : " blocks", ", but of ",
              n_blocks_, " only ", free_count_, " are free and ", cached_count_, " cached");
}

tl_status BlockLedger::NotUsed(BlockId id) const {
  if (!Has(id)) return Fail(TL_EINVAL, "block ", id, " is not below n_blocks ", n_blocks_);
  return Fail(TL_EINVAL, "block ", id, " is ", Name(State(id)), " (ref 0), not used");
}

tl_status BlockLedger::NoRoomForRef(BlockId id) {
  return Fail(TL_EINVAL, "block ", id, " already has ", UINT32_MAX, " references");
}

// -- Taking and holding -------------------------------------------------------------------------

tl_status BlockLedger::Take(uint32_t n, BlockId* ids) {
  if (n > available()) return Full(n);
  if (n != 0) Record(OperationKind::kTake, {.n = n});
  const Request request{n, free_count_, cached_count_};
  for (uint32_t i = 0; i < n; ++i) ids[i] = TakeOne(request);
  return TL_OK;
}

// Takes a block when there is one; request is what the call asked for, as it began.
BlockId BlockLedger::TakeOne(Request request) {
  BlockId id;
  if (free_count_ != 0) {
    id = free_[free_head_];
    free_head_ = Wrap(uint64_t{free_head_} + 1);
    --free_count_;
  } else {
    id = oldest_;
    Unlink(id);
    ++counters_.evictions;
    const uint64_t hash = blocks_[id].hash;
    EraseHash(id);
    blocks_[id].fill = 0;
    Tell(EventKind::kEvicted, id, {.hash = hash}, request);
  }
  blocks_[id].ref = 1;
  blocks_[id].fill = 0;
  if (used_count() > counters_.peak_used) counters_.peak_used = used_count();
  Tell(EventKind::kAllocated, id, {}, request);
  return id;
}

tl_status BlockLedger::Ref(BlockId id) {
  if (const tl_status s = CheckUsed(id); s != TL_OK) return s;
  if (const tl_status s = CheckRoomForRef(id); s != TL_OK) return s;
  Record(OperationKind::kRef, {.block = id});
  ++blocks_[id].ref;
  Tell(EventKind::kReferenced, id);
  return TL_OK;
}

tl_status BlockLedger::Acquire(BlockId id) {
  if (!Has(id) || State(id) != BlockState::kCached) return Ref(id);
  Record(OperationKind::kAcquire, {.block = id});
  Hold(id);
  return TL_OK;
}

// One more holder of a used or cached block, which a look-up found if there are found_tokens.
void BlockLedger::Hold(BlockId id, uint32_t found_tokens) {
  if (++blocks_[id].ref != 1) {
    Tell(EventKind::kReferenced, id, {.tokens = found_tokens});
    return;
  }
  Tell(EventKind::kRevived, id, {.tokens = found_tokens});
  Unlink(id);
  if (used_count() > counters_.peak_used) counters_.peak_used = used_count();
}

// A block that has lost its last holder.
void BlockLedger::Retire(BlockId id) {
  if (blocks_[id].hash != 0) {
    Tell(EventKind::kCached, id);
    LinkNewest(id);
  } else {
    GiveBack(id);
  }
}

// One holder less of a used block.
inline void BlockLedger::LetGo(BlockId id) {
  Record(OperationKind::kUnref, {.block = id});
  if (--blocks_[id].ref != 0) {
    Tell(EventKind::kReleased, id);
  } else {
    Retire(id);
  }
}

tl_status BlockLedger::Unref(BlockId id) {
  if (const tl_status s = CheckUsed(id); s != TL_OK) return s;
  LetGo(id);
  return TL_OK;
}

tl_status BlockLedger::RefAll(const BlockId* ids, size_t n) {
  const bool observed = IsObserved();
  for (size_t i = 0; i < n; ++i) {
    if (const tl_status s = CheckRoomForRef(ids[i]); s != TL_OK) {
      UnrefFromTail(ids, i);
      return s;
    }
    if (observed) Record(OperationKind::kRef, {.block = ids[i]});
    ++blocks_[ids[i]].ref;
    if (observed) Tell(EventKind::kReferenced, ids[i]);
  }
  return TL_OK;
}

void BlockLedger::UnrefFromTail(const BlockId* ids, size_t n) {
  if (IsObserved()) {
    while (n > 0) LetGo(ids[--n]);
  } else {
    while (n > 0) {
      if (--blocks_[ids[--n]].ref == 0) Retire(ids[n]);
    }
  }
}

tl_status BlockLedger::CopyOnWrite(BlockId id, BlockId* out) {
  if (const tl_status s = CheckUsed(id); s != TL_OK) return s;
  if (blocks_[id].ref == 1) {
    *out = id;
    return TL_OK;
  }
  if (available() == 0) return Full(1);
  Record(OperationKind::kCopyOnWrite, {.block = id});
  const Request request{1, free_count_, cached_count_};
  const BlockId copy = TakeOne(request);
  blocks_[copy].fill = blocks_[id].fill;
  --blocks_[id].ref;
  ++counters_.copies;
  Tell(EventKind::kCopied, id, {.other = copy, .tokens = blocks_[id].fill}, request);
  *out = copy;
  return TL_OK;
}

tl_status BlockLedger::SetFill(BlockId id, uint32_t n_tokens) {
  if (const tl_status s = CheckUsed(id); s != TL_OK) return s;
  if (n_tokens > block_tokens_) {
    return Fail(TL_EINVAL, "fill ", n_tokens, " of block ", id, " is above block_tokens ",
                block_tokens_);
  }
  if (blocks_[id].hash != 0) {
    return Fail(TL_EINVAL, "block ", id, " is registered under ", Hex{blocks_[id].hash},
                ", so its fill stays ", blocks_[id].fill, ", asked for ", n_tokens);
  }
  Record(OperationKind::kSetFill, {.block = id, .n = n_tokens});
  blocks_[id].fill = n_tokens;
  Tell(EventKind::kFilled, id);
  return TL_OK;
}

// Puts a block that has no holder and no hash on the free list.
void BlockLedger::GiveBack(BlockId id) {
  blocks_[id].fill = 0;
  Tell(EventKind::kFreed, id);
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
  if (const tl_status s = CheckUsed(id); s != TL_OK) return s;
  Block& block = blocks_[id];
  if (hash == 0) return Fail(TL_EINVAL, "hash 0 means no hash, asked for block ", id);
  if (block.fill != block_tokens_) {
    return Fail(TL_EINVAL, "block ", id, " holds ", block.fill, " of ", block_tokens_,
                " tokens; only a full block is registered");
  }
  if (block.hash == hash) return TL_OK;
  if (block.hash != 0) {
    return Fail(TL_EINVAL, "block ", id, " is registered under ", Hex{block.hash}, " already, not ",
                Hex{hash});
  }
  if (!RegisterUnlessHeld(id, hash)) {
    return Fail(TL_EBUSY, "hash ", Hex{hash}, " is held by block ", Find(hash), "; block ", id,
                " stays private");
  }
  return TL_OK;
}

bool BlockLedger::RegisterUnlessHeld(BlockId id, uint64_t hash) {
  Record(OperationKind::kRegister, {.block = id, .hash = hash});
  return InsertUnlessHeld(id, hash);
}

bool BlockLedger::InsertUnlessHeld(BlockId id, uint64_t hash) {
  if (const BlockId holder = Find(hash); holder != kNoBlock) {
    ++counters_.duplicates;
    Tell(EventKind::kDuplicate, id, {.other = holder, .hash = hash});
    return false;
  }
  blocks_[id].hash = hash;
  blocks_[id].registration = ++counters_.registrations;
  index_.Insert(hash, id);
  Tell(EventKind::kRegistered, id);
  return true;
}

void BlockLedger::FillImported(BlockId id, uint32_t n_tokens, uint64_t hash) {
  Record(OperationKind::kFillImported, {.block = id, .n = n_tokens, .hash = hash});
  blocks_[id].fill = n_tokens;
  Tell(EventKind::kImported, id, {.tokens = n_tokens, .hash = hash});
  if (hash != 0) (void)InsertUnlessHeld(id, hash);
}

tl_status BlockLedger::Unregister(BlockId id) {
  if (!Has(id)) return Fail(TL_EINVAL, "block ", id, " is not below n_blocks ", n_blocks_);
  if (blocks_[id].hash == 0) return Fail(TL_EINVAL, "block ", id, " is not registered");
  Record(OperationKind::kUnregister, {.block = id});
  Tell(EventKind::kUnregistered, id);
  EraseHash(id);
  if (blocks_[id].ref == 0) {
    GiveBack(id);
    Unlink(id);
  }
  return TL_OK;
}

tl_status BlockLedger::Lookup(uint64_t hash, BlockId* id) {
  const BlockId found = Find(hash);
  if (found == kNoBlock) {
    CountMiss(hash);
    return TL_ENOTFOUND;
  }
  if (const tl_status s = CheckRoomForRef(found); s != TL_OK) return s;
  Record(OperationKind::kLookup, {.hash = hash});
  ++counters_.hits;
  counters_.hit_tokens += block_tokens_;
  Hold(found, block_tokens_);
  *id = found;
  return TL_OK;
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
  Record(OperationKind::kCountMiss, {.hash = hash});
  ++counters_.misses;
  Tell(EventKind::kMissed, kNoBlock, {.hash = hash});
}

BlockId BlockLedger::Find(uint64_t hash) const {
  if (hash == 0) return kNoBlock;
  return index_.Find(hash, [this](BlockId id) { return blocks_[id].hash; });
}

void BlockLedger::EraseHash(BlockId id) {
  index_.Erase(blocks_[id].hash, id);
  blocks_[id].hash = blocks_[id].registration = 0;
}

void BlockLedger::EmitOperation(OperationKind kind, Operands operands) const {
  observer_.on_operation(observer_.user, {kind, operands.block, operands.n, operands.hash});
}

void BlockLedger::EmitEvent(EventKind kind, BlockId id, Extra extra) const {
  EmitEventOf({.needed = 0, .free = free_count_, .cached = cached_count_}, kind, id, extra);
}

void BlockLedger::EmitEventOf(Request request, EventKind kind, BlockId id, Extra extra) const {
  Event event{.kind = kind,
              .block = id,
              .other = extra.other,
              .free = request.free,
              .cached = request.cached,
              .needed = request.needed,
              .tokens = extra.tokens,
              .hash = extra.hash};
  if (Has(id)) {
    event.ref = blocks_[id].ref;
    event.fill = blocks_[id].fill;
    if (event.hash == 0) event.hash = blocks_[id].hash;
  }
  observer_.on_event(observer_.user, event);
}

}  // namespace tlkv
