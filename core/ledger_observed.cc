// Calls of a ledger that are refused, and calls that an observer is told of: what is out of the way
// of all others. The changes are those of block_ledger.cc; told is what came of them.
#include "tlkv/block_ledger.h"

namespace tlkv {

void BlockLedger::SetObserver(Observer observer) {
  observer_ = observer;
  const bool tells = observer.on_operation != nullptr || observer.on_event != nullptr;
  quick_ids_ = tells ? 0 : n_blocks_;
}

tl_status BlockLedger::CheckUsed(BlockId id) const {
  if (!Has(id)) return Fail(TL_EINVAL, "block ", id, " is not below n_blocks ", n_blocks_);
  if (blocks_[id].ref != 0) return TL_OK;
  return Fail(TL_EINVAL, "block ", id, " is ", Name(State(id)), " (ref 0), not used");
}

tl_status BlockLedger::Full(uint32_t wanted) const {
  return Fail(TL_EFULL, "needs ", wanted, wanted == 1 ? " block" : " blocks", ", but of ",
              n_blocks_, " only ", free_count_, " are free and ", cached_count_, " cached");
}

tl_status BlockLedger::NoRoomForRef(BlockId id) {
  return Fail(TL_EINVAL, "block ", id, " already has ", UINT32_MAX, " references");
}

tl_status BlockLedger::TakeAndTell(uint32_t n, BlockId* ids) {
  if (n > available()) return Full(n);
  if (n != 0) Record(OperationKind::kTake, kNoBlock, n);
  for (uint32_t i = 0; i < n; ++i) ids[i] = TakeOneAndTell();
  return TL_OK;
}

BlockId BlockLedger::TakeOneAndTell() {
  const uint64_t evicted = free_count_ == 0 ? blocks_[oldest_].hash : 0;
  const BlockId id = TakeOne();
  CountPeak();
  if (evicted != 0) {
    blocks_[id].ref = 0;  // as it was when it lost its name
    Tell(EventKind::kEvicted, id, evicted);
    blocks_[id].ref = 1;
  }
  Tell(EventKind::kAllocated, id);
  return id;
}

tl_status BlockLedger::RefAndTell(BlockId id) {
  if (const tl_status s = CheckUsed(id); s != TL_OK) return s;
  if (blocks_[id].ref == UINT32_MAX) return NoRoomForRef(id);
  Record(OperationKind::kRef, id);
  Hold(id);
  Tell(EventKind::kReferenced, id);
  return TL_OK;
}

tl_status BlockLedger::UnrefAndTell(BlockId id) {
  if (const tl_status s = CheckUsed(id); s != TL_OK) return s;
  Record(OperationKind::kUnref, id);
  LetGo(id);
  const BlockState state = State(id);
  Tell(state == BlockState::kUsed     ? EventKind::kReleased
       : state == BlockState::kCached ? EventKind::kCached
                                      : EventKind::kFreed,
       id);
  return TL_OK;
}

tl_status BlockLedger::RefAllAndTell(const BlockId* ids, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    if (++blocks_[ids[i]].ref == 0) return TakeBack(ids, i);
  }
  // That was tried unseen: what is told now cannot fail.
  for (size_t i = 0; i < n; ++i) --blocks_[ids[i]].ref;
  for (size_t i = 0; i < n; ++i) (void)RefAndTell(ids[i]);
  return TL_OK;
}

// The references of RefAll up to that of ids[last], which was one too many.
tl_status BlockLedger::TakeBack(const BlockId* ids, size_t last) {
  for (size_t i = 0; i <= last; ++i) --blocks_[ids[i]].ref;
  return NoRoomForRef(ids[last]);
}

tl_status BlockLedger::CopyAndTell(BlockId id, BlockId* out) {
  if (const tl_status s = CheckUsed(id); s != TL_OK) return s;
  if (blocks_[id].ref == 1) {
    *out = id;
    return TL_OK;
  }
  if (available() == 0) return Full(1);
  Record(OperationKind::kCopyOnWrite, id);
  const BlockId copy = TakeOneAndTell();
  HandOver(id, copy);
  Tell(EventKind::kCopied, id, 0, blocks_[id].fill, copy);
  *out = copy;
  return TL_OK;
}

tl_status BlockLedger::SetFillAndTell(BlockId id, uint32_t n_tokens) {
  if (const tl_status s = CheckUsed(id); s != TL_OK) return s;
  if (n_tokens > block_tokens_) {
    return Fail(TL_EINVAL, "fill ", n_tokens, " of block ", id, " is above block_tokens ",
                block_tokens_);
  }
  if (blocks_[id].hash != 0) {
    return Fail(TL_EINVAL, "block ", id, " is registered under ", Hex{blocks_[id].hash},
                ", so its fill stays ", blocks_[id].fill, ", asked for ", n_tokens);
  }
  Record(OperationKind::kSetFill, id, n_tokens);
  blocks_[id].fill = n_tokens;
  Tell(EventKind::kFilled, id);
  return TL_OK;
}

tl_status BlockLedger::RegisterAndTell(BlockId id, uint64_t hash) {
  if (const tl_status s = CheckUsed(id); s != TL_OK) return s;
  const Block& block = blocks_[id];
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

void BlockLedger::TellNamed(BlockId id, uint64_t hash, bool named) const {
  if (named) {
    Tell(EventKind::kRegistered, id);
  } else {
    Tell(EventKind::kDuplicate, id, hash, 0, Find(hash));
  }
}

tl_status BlockLedger::LookupAndTell(uint64_t hash, BlockId found, BlockId* id) {
  if (found == kNoBlock) {
    CountMiss(hash);
    return TL_ENOTFOUND;
  }
  if (blocks_[found].ref == UINT32_MAX) return NoRoomForRef(found);
  Record(OperationKind::kLookup, kNoBlock, 0, hash);
  Hit(found);
  const bool revived = blocks_[found].ref == 1;
  Tell(revived ? EventKind::kRevived : EventKind::kReferenced, found, 0, block_tokens_);
  *id = found;
  return TL_OK;
}

void BlockLedger::CountMissAndTell(uint64_t hash) {
  Record(OperationKind::kCountMiss, kNoBlock, 0, hash);
  ++counters_.misses;
  Tell(EventKind::kMissed, kNoBlock, hash);
}

void BlockLedger::TellWritten(BlockId id, uint32_t n_tokens) {
  NoteCounts(0);
  Tell(EventKind::kWritten, id, 0, n_tokens);
}

void BlockLedger::Record(OperationKind kind, BlockId id, uint32_t n, uint64_t hash) {
  NoteCounts(kind == OperationKind::kTake ? n : kind == OperationKind::kCopyOnWrite);
  if (observer_.on_operation == nullptr) return;
  observer_.on_operation(observer_.user, {kind, id, n, hash});
}

void BlockLedger::NoteCounts(uint32_t needed) {
  needed_ = needed;
  free_before_ = free_count_;
  cached_before_ = cached_count_;
}

void BlockLedger::Tell(EventKind kind, BlockId id, uint64_t hash, uint32_t tokens,
                       BlockId other) const {
  if (observer_.on_event == nullptr) return;
  Event event{.kind = kind,
              .block = id,
              .other = other,
              .free = free_before_,
              .cached = cached_before_,
              .needed = needed_,
              .tokens = tokens,
              .hash = hash};
  if (Has(id)) {
    event.ref = blocks_[id].ref;
    event.fill = blocks_[id].fill;
    if (hash == 0) event.hash = blocks_[id].hash;
  }
  observer_.on_event(observer_.user, event);
}

}  // namespace tlkv
