// The whole state of a ledger: as plain data, and checked against what its header promises.
#include <string.h>

#include "tlkv/block_ledger.h"

namespace tlkv {

LedgerUsage BlockLedger::Usage() const {
  LedgerUsage usage;
  for (const Block& block : blocks_) {
    if (block.ref == 0) continue;
    usage.tokens_held += block.fill;
    usage.slots_reserved += block_tokens_;
  }
  return usage;
}

tl_status BlockLedger::Snapshot(LedgerSnapshot* out) const {
  LedgerSnapshot s;
  for (Array<uint32_t>* array : {&s.ref, &s.fill}) {
    if (const tl_status status = array->Reserve(n_blocks_); status != TL_OK) return status;
  }
  if (const tl_status status = s.hash.Reserve(n_blocks_); status != TL_OK) return status;
  if (const tl_status status = s.free.Reserve(free_count_); status != TL_OK) return status;
  if (const tl_status status = s.lru.Reserve(cached_count_); status != TL_OK) return status;
  s.n_blocks = n_blocks_;
  s.block_tokens = block_tokens_;
  s.counters = counters_;
  for (const Block& block : blocks_) {
    s.ref.Push(block.ref);
    s.fill.Push(block.fill);
    s.hash.Push(block.hash);
  }
  for (uint32_t i = 0; i < free_count_; ++i) s.free.Push(FreeAt(i));
  for (BlockId id = oldest_; id != kNoBlock; id = Newer(id)) s.lru.Push(id);
  *out = static_cast<LedgerSnapshot&&>(s);
  return TL_OK;
}

namespace {

template <class T>
bool Same(const Array<T>& a, const Array<T>& b) {
  return a.size() == b.size() &&
         (a.empty() || memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

}  // namespace

bool LedgerSnapshot::SameState(const LedgerSnapshot& other) const {
  return n_blocks == other.n_blocks && block_tokens == other.block_tokens &&
         counters.evictions == other.counters.evictions && Same(ref, other.ref) &&
         Same(fill, other.fill) && Same(hash, other.hash) && Same(free, other.free) &&
         Same(lru, other.lru);
}

/// One walk of CheckInvariants: marks where each block was seen and reports what does not fit.
struct LedgerCheck {
  enum Mark : uint8_t { kNowhere, kFreeList, kLruList };

  const BlockLedger& ledger;
  BlockLedger::Report report;
  void* user;
  Array<uint8_t> marks = {};
  bool index_is_sound = true;  // names blocks that there are, so that Find may be asked

  template <class... Parts>
  void Violation(Parts... parts) const {
    Text text;
    (text.Append(parts), ...);
    report(user, text.c_str());
  }

  void See(BlockId id, Mark where) {
    if (!ledger.Has(id)) return Violation("a list holds block ", id, " of ", ledger.n_blocks_);
    if (marks[id] != kNowhere) Violation("block ", id, " stands in a list twice");
    marks[id] = where;
  }

  void WalkFreeList() {
    if (ledger.free_count_ > ledger.n_blocks_ || ledger.free_head_ >= ledger.n_blocks_) {
      return Violation("the free list has ", ledger.free_count_, " blocks from place ",
                       ledger.free_head_, " on, in a ring of ", ledger.n_blocks_);
    }
    for (uint32_t i = 0; i < ledger.free_count_; ++i) See(ledger.FreeAt(i), kFreeList);
  }

  void WalkLru() {
    uint32_t seen = 0;
    BlockId older = kNoBlock;
    for (BlockId id = ledger.oldest_; id != kNoBlock; id = ledger.Newer(id)) {
      if (++seen > ledger.n_blocks_ || !ledger.Has(id)) return Violation("the LRU list is broken");
      if (ledger.blocks_[id].older != older) Violation("the LRU list is torn before block ", id);
      See(id, kLruList);
      older = id;
    }
    if (older != ledger.newest_) Violation("the LRU list does not end at its newest block");
    if (seen != ledger.cached_count_) {
      Violation("cached count ", ledger.cached_count_, " but ", seen, " in the LRU list");
    }
  }

  void WalkIndex() {
    uint32_t registered = 0, indexed = 0;
    for (const BlockLedger::Block& block : ledger.blocks_) registered += block.hash != 0;
    ledger.index_.ForEach([&](BlockId id) {
      ++indexed;
      if (ledger.Has(id)) return;
      Violation("the prefix index leads to block ", id, " of ", ledger.n_blocks_);
      index_is_sound = false;
    });
    if (indexed != registered) {
      Violation("the prefix index has ", indexed, " entries for ", registered,
                " registered blocks");
    }
  }

  void CheckBlock(BlockId id) const {
    const BlockLedger::Block& block = ledger.blocks_[id];
    const BlockState state = ledger.State(id);
    const Mark wanted = state == BlockState::kFree     ? kFreeList
                        : state == BlockState::kCached ? kLruList
                                                       : kNowhere;
    if (marks[id] != wanted) Violation("block ", id, " is ", Name(state), " but stands elsewhere");
    if (block.fill > ledger.block_tokens_) {
      Violation("block ", id, " has fill ", block.fill, " of ", ledger.block_tokens_);
    }
    if (state == BlockState::kFree && block.fill != 0) {
      Violation("free block ", id, " has fill ", block.fill);
    }
    if ((block.registration != 0) != (block.hash != 0) ||
        block.registration > ledger.counters_.registrations) {
      Violation("block ", id, " has registration ", block.registration, " of ",
                ledger.counters_.registrations);
    }
    if (block.hash == 0) return;
    if (block.fill != ledger.block_tokens_) Violation("registered block ", id, " is not full");
    if (index_is_sound && ledger.Find(block.hash) != id) {
      Violation("hash ", Hex{block.hash}, " of block ", id, " does not lead to it");
    }
  }

  void CheckPeak() const {
    if (ledger.used_count() <= ledger.counters_.peak_used) return;
    Violation(ledger.used_count(), " blocks are used, but at most ", ledger.counters_.peak_used,
              " ever were");
  }
};

tl_status BlockLedger::CheckInvariants(Report report, void* user) const {
  LedgerCheck check{*this, report, user};
  if (const tl_status s = check.marks.Reserve(n_blocks_); s != TL_OK) return s;
  for (BlockId id = 0; id < n_blocks_; ++id) check.marks.Push(LedgerCheck::kNowhere);
  check.WalkFreeList();
  check.WalkLru();
  check.WalkIndex();
  for (BlockId id = 0; id < n_blocks_; ++id) check.CheckBlock(id);
  check.CheckPeak();
  return TL_OK;
}

}  // namespace tlkv
