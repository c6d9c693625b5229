// tlkv/block_ledger.h: who holds which block. States, reference counts, the free list, the LRU list
// of cached blocks and the prefix index, for ids alone: no payload. KvPool adds a slab of payloads;
// a runtime whose keys and values live elsewhere (GPU buffers) uses the ledger as it is.
//
// A block is in exactly one state, and free + used + cached == n_blocks after every call:
//
//   state   predicate          stands in                 leaves when
//   ------  -----------------  ------------------------  ---------------------------------------
//   free    ref 0, no hash     the free list             Take: used
//   used    ref >= 1           no list; the prefix       Unref to 0: cached if registered, else
//                              index if registered       free
//   cached  ref 0, registered  the prefix index and the  Lookup, Acquire: used again (revived)
//                              LRU list                  Take, no block being free: the oldest
//                                                        loses its hash (evicted) and is used
//                                                        Unregister: free
//
// Registered means that the prefix index leads from a hash to the block. Only a full block (fill ==
// block_tokens) is ever registered, and its fill then stays. Free blocks have fill 0.
//
// A new ledger has no blocks: Create comes first. Every call answers TL_OK or fails and changes
// nothing; reasons go to the error slot (status.h). Costs are O(1) unless given. Only Create,
// Snapshot and CheckInvariants allocate. A bad id is one that is not below n_blocks. Not
// thread-safe.
#ifndef TLKV_BLOCK_LEDGER_H_
#define TLKV_BLOCK_LEDGER_H_

#include <stdint.h>

#include "tlkv/events.h"
#include "tlkv/hash_index.h"
#include "tlkv/memory.h"
#include "tlkv/status.h"

namespace tlkv {

enum class BlockState : uint8_t { kFree, kUsed, kCached };

/// "free", "used" or "cached".
const char* Name(BlockState state);

/// How freed blocks come out again. Both start as 0, 1, 2, ...
enum class FreeOrder : uint8_t {
  kStack,  // the block freed last is taken first: its memory is the warmest
  kFifo,   // the block freed first is taken first
};

/// What the ledger counted since Create.
struct LedgerCounters {
  uint64_t hits = 0;        // look-ups that found a block
  uint64_t hit_tokens = 0;  // tokens of those blocks: hits * block_tokens
  uint64_t misses = 0;      // look-ups that found none
  uint64_t evictions = 0;   // cached blocks taken for new contents
  uint64_t copies = 0;      // copies on write
  uint64_t registrations = 0;
  uint64_t duplicates = 0;  // registrations refused because another block held the hash
  uint32_t peak_used = 0;   // the most blocks that were used at once

  bool operator==(const LedgerCounters&) const = default;
};

/// How well the used blocks are used.
struct LedgerUsage {
  uint64_t tokens_held = 0;     // the sum of their fills
  uint64_t slots_reserved = 0;  // used_count() * block_tokens()
};

struct LedgerSnapshot;

class BlockLedger {
 public:
  /// Makes every block free. TL_EINVAL: n_blocks or block_tokens 0, or more blocks than an address
  /// space holds. TL_ENOMEM. Cost O(n_blocks), and 48 to 60 bytes a block: 32 for its record, 4 in
  /// the free list, 12 to 24 in the prefix index.
  [[nodiscard]] tl_status Create(uint32_t n_blocks, uint32_t block_tokens, FreeOrder order);

  // -- Taking and holding ---------------------------------------------------------------------

  /// Takes n blocks, all or none, and writes their ids: used, ref 1, fill 0. Free ones first, then
  /// cached ones from the least recently used, each of which is evicted. TL_EFULL: free + cached <
  /// n. n 0 does nothing. Cost O(n).
  [[nodiscard]] tl_status Take(uint32_t n, BlockId* ids);

  /// One more reference to a used block. TL_EINVAL: bad id, not used, or UINT32_MAX references.
  [[nodiscard]] tl_status Ref(BlockId id);

  /// Like Ref, but a cached block may be meant too: it becomes used and leaves the LRU list.
  [[nodiscard]] tl_status Acquire(BlockId id);

  /// One reference less. At 0 a registered block becomes cached, as the newest; any other free.
  /// TL_EINVAL: bad id, or not used.
  [[nodiscard]] tl_status Unref(BlockId id);

  /// Ref of all of n used blocks, or of none. TL_EINVAL: one would have more than UINT32_MAX
  /// references. Cost O(n).
  [[nodiscard]] tl_status RefAll(const BlockId* ids, size_t n);

  /// Unref of n used blocks from the last to the first, so that the tail of a prefix is evicted
  /// before its head. None may stand in ids more often than it is held. Cost O(n).
  void UnrefFromTail(const BlockId* ids, size_t n);

  /// Asks to write into a block. ref 1: *out = id. Above: one block is taken (TL_EFULL) with ref 1
  /// and the same fill, id loses a reference, *out is the new one; carrying the payload over is the
  /// caller's part. TL_EINVAL: bad id, or not used.
  [[nodiscard]] tl_status CopyOnWrite(BlockId id, BlockId* out);

  /// Says that the first n_tokens positions hold data. TL_EINVAL: bad id, not used, registered, or
  /// n_tokens above block_tokens.
  [[nodiscard]] tl_status SetFill(BlockId id, uint32_t n_tokens);

  /// Fills a block that Take gave with what an envelope held, and names it as RegisterUnlessHeld
  /// does if hash is not 0. The same must hold of the block. Cannot fail.
  void FillImported(BlockId id, uint32_t n_tokens, uint64_t hash);

  // -- The prefix index -----------------------------------------------------------------------

  /// Names a full, used block. The same name again is TL_OK. TL_EINVAL: bad id, hash 0, not used,
  /// not full, or under another hash already. TL_EBUSY: another block has the hash (counted as
  /// duplicate).
  [[nodiscard]] tl_status Register(BlockId id, uint64_t hash);

  /// Register for a caller that knows the block to be used, full and without a name, and to whom a
  /// duplicate is no error: the block then stays private. Whether the block has the name now.
  bool RegisterUnlessHeld(BlockId id, uint64_t hash);

  /// Takes a block's name away; a cached one becomes free. TL_EINVAL: bad id, or not registered.
  [[nodiscard]] tl_status Unregister(BlockId id);

  /// Finds the block of a hash and acquires it. TL_ENOTFOUND on a miss and for hash 0: no reason is
  /// written, *id stays. Counted as hit or miss.
  [[nodiscard]] tl_status Lookup(uint64_t hash, BlockId* id);

  /// Lookup of n hashes in turn, up to the first that misses: writes the blocks to ids and gives
  /// their number. A block with UINT32_MAX references ends it too. Costs less than n calls where
  /// the index is larger than the cache, as memory is then asked for all of them at once. O(n).
  uint32_t LookupPrefix(const uint64_t* hashes, uint32_t n, BlockId* ids);

  /// The block of a hash without a reference, or kNoBlock. Counts nothing.
  BlockId Find(uint64_t hash) const;

  /// Counts a look-up of hash that missed, for a caller that asked Find.
  void CountMiss(uint64_t hash);

  // -- Seeing inside --------------------------------------------------------------------------

  uint32_t n_blocks() const { return n_blocks_; }
  [[gnu::always_inline]] uint32_t block_tokens() const { return block_tokens_; }
  FreeOrder free_order() const { return order_; }
  uint32_t free_count() const { return free_count_; }
  uint32_t cached_count() const { return cached_count_; }
  uint32_t used_count() const { return n_blocks_ - free_count_ - cached_count_; }
  /// Blocks that Take can give: free and cached.
  uint32_t available() const { return free_count_ + cached_count_; }
  const LedgerCounters& counters() const { return counters_; }

  bool Has(BlockId id) const { return id < n_blocks_; }
  // Of a block that the ledger has:
  BlockState State(BlockId id) const;
  [[gnu::always_inline]] uint32_t RefCount(BlockId id) const { return blocks_[id].ref; }
  [[gnu::always_inline]] uint32_t Fill(BlockId id) const { return blocks_[id].fill; }
  /// The hash it is registered under, or 0.
  [[gnu::always_inline]] uint64_t Hash(BlockId id) const { return blocks_[id].hash; }
  /// Which registration gave it that hash, the ledger's first being 1, or 0. No two have one
  /// number, so whoever kept it sees whether the block lost its name since.
  uint64_t Registration(BlockId id) const { return blocks_[id].registration; }

  /// The i-th block that Take would take from the free list, i < free_count().
  BlockId FreeAt(uint32_t i) const { return free_[Wrap(uint64_t{free_head_} + i)]; }
  /// The ends of the LRU list and the neighbour of a cached block, or kNoBlock.
  BlockId Oldest() const { return oldest_; }
  BlockId Newest() const { return newest_; }
  BlockId Newer(BlockId id) const { return blocks_[id].newer; }

  /// Cost O(n_blocks).
  LedgerUsage Usage() const;

  /// The whole state as plain data. TL_ENOMEM leaves *out as it was. Cost O(n_blocks).
  [[nodiscard]] tl_status Snapshot(LedgerSnapshot* out) const;

  /// Walks everything and calls report(user, text) for each violation of what this header promises.
  /// TL_ENOMEM: could not look. Cost O(n_blocks).
  using Report = void (*)(void* user, const char* violation);
  [[nodiscard]] tl_status CheckInvariants(Report report, void* user) const;

  /// Tells observer of every call and change from now on; {} stops it. Without one, calls cost what
  /// they would cost if there were none.
  void SetObserver(Observer observer);
  /// Tells the observer that the payload of n_tokens positions of a block was written, for whoever
  /// writes it: the ledger cannot know. Changes nothing. The block must exist.
  void TellWritten(BlockId id, uint32_t n_tokens);
  const Observer& observer() const { return observer_; }

 private:
  friend struct LedgerCheck;
  friend struct LedgerDamage;  // how the tests of CheckInvariants break a ledger

  struct Block {
    uint64_t hash = 0;
    uint64_t registration = 0;
    uint32_t ref = 0;
    uint32_t fill = 0;
    BlockId older = kNoBlock;  // neighbours in the LRU list
    BlockId newer = kNoBlock;
  };

  uint32_t Wrap(uint64_t i) const {
    return static_cast<uint32_t>(i >= n_blocks_ ? i - n_blocks_ : i);
  }

  // Where an observer must be told, or a call refused, it goes on in a function named AndTell. What
  // is asked of an id anyway sends it there: without an observer quick_ids_ is n_blocks_, with one
  // it is 0. So the common case costs what it would cost if there were no observers.
  [[gnu::always_inline]] bool IsQuick(BlockId id) const { return id < quick_ids_; }
  [[gnu::always_inline]] bool IsQuickUsed(BlockId id) const {
    return IsQuick(id) && blocks_[id].ref != 0;
  }
  [[gnu::always_inline]] bool IsObserved() const { return quick_ids_ == 0; }
  [[nodiscard, gnu::cold]] tl_status TakeAndTell(uint32_t n, BlockId* ids);
  [[nodiscard, gnu::cold]] tl_status RefAndTell(BlockId id);
  [[nodiscard, gnu::cold]] tl_status UnrefAndTell(BlockId id);
  [[nodiscard, gnu::cold]] tl_status RefAllAndTell(const BlockId* ids, size_t n);
  [[nodiscard, gnu::cold]] tl_status TakeBack(const BlockId* ids, size_t last);
  [[nodiscard, gnu::cold]] tl_status CopyAndTell(BlockId id, BlockId* out);
  [[nodiscard, gnu::cold]] tl_status SetFillAndTell(BlockId id, uint32_t n_tokens);
  [[nodiscard, gnu::cold]] tl_status RegisterAndTell(BlockId id, uint64_t hash);
  [[nodiscard, gnu::cold]] tl_status LookupAndTell(uint64_t hash, BlockId found, BlockId* id);
  [[gnu::cold]] void CountMissAndTell(uint64_t hash);
  [[nodiscard, gnu::cold]] tl_status CheckUsed(BlockId id) const;
  [[nodiscard, gnu::cold]] tl_status Full(uint32_t wanted) const;
  [[nodiscard, gnu::cold]] static tl_status NoRoomForRef(BlockId id);

  // The changes themselves. They ask nothing and tell nobody.
  BlockId TakeOne();
  void CountPeak();
  void Hold(BlockId id);
  void LetGo(BlockId id);
  void Retire(BlockId id);
  void HandOver(BlockId id, BlockId copy);
  void GiveBack(BlockId id);
  void LinkNewest(BlockId id);
  void Unlink(BlockId id);
  bool NameUnlessHeld(BlockId id, uint64_t hash);
  void SetHash(BlockId id, uint64_t hash);
  void EraseHash(BlockId id);
  void Hit(BlockId id);

  // With an observer. Each call begins with Record, whose counts are those that its events tell.
  [[gnu::cold]] void Record(OperationKind kind, BlockId id, uint32_t n = 0, uint64_t hash = 0);
  [[gnu::cold]] void Tell(EventKind kind, BlockId id, uint64_t hash = 0, uint32_t tokens = 0,
                          BlockId other = kNoBlock) const;
  [[gnu::cold]] void TellNamed(BlockId id, uint64_t hash, bool named) const;
  [[gnu::cold]] BlockId TakeOneAndTell();
  void NoteCounts(uint32_t needed);

  uint32_t n_blocks_ = 0;
  uint32_t quick_ids_ = 0;  // n_blocks_, or 0 with an observer
  uint32_t block_tokens_ = 0;
  FreeOrder order_ = FreeOrder::kStack;
  Array<Block> blocks_;
  Array<BlockId> free_;  // a ring: free_count_ ids from free_head_ on, the next to be taken first
  uint32_t free_head_ = 0;
  uint32_t free_count_ = 0;
  uint32_t cached_count_ = 0;
  BlockId oldest_ = kNoBlock;
  BlockId newest_ = kNoBlock;
  HashIndex index_;  // hash of a registered block -> id
  LedgerCounters counters_;
  Observer observer_;
  // Before the call of which the observer is told: what it needs and what there was.
  uint32_t needed_ = 0;
  uint32_t free_before_ = 0;
  uint32_t cached_before_ = 0;
};

/// The state of a ledger at one moment.
struct LedgerSnapshot {
  uint32_t n_blocks = 0;
  uint32_t block_tokens = 0;
  LedgerCounters counters;
  Array<uint32_t> ref;   // per block
  Array<uint32_t> fill;  // per block
  Array<uint64_t> hash;  // per block, 0 if not registered
  Array<BlockId> free;   // in the order they will be taken
  Array<BlockId> lru;    // cached blocks, oldest first

  /// Whether two snapshots show the same blocks, lists and evictions (other counters aside: a
  /// refused call may count a miss or a duplicate).
  bool SameState(const LedgerSnapshot& other) const;
};

}  // namespace tlkv

#endif  // TLKV_BLOCK_LEDGER_H_
