// tlkv/events.h: what happens to blocks, as it happens, with the numbers that explain why.
#ifndef TLKV_EVENTS_H_
#define TLKV_EVENTS_H_

#include <stdint.h>

namespace tlkv {

/// Blocks are numbered 0 .. n_blocks - 1.
using BlockId = uint32_t;
inline constexpr BlockId kNoBlock = UINT32_MAX;

/// Beside `block`, every event carries its ref and fill after the change, its hash if it has one or
/// just lost it, and the free and cached counts from before the call ("needed 2, free 1, so the
/// oldest of 3 cached was evicted"). Some carry more, named here. Whoever applies them in order has
/// the ledger's state and counters.
enum class EventKind : uint32_t {
  kAllocated,     // now used; needed: blocks the call asked for
  kEvicted,       // lost its name, allocated next; hash: that name; needed: as above
  kReferenced,    // one more holder; tokens: what a look-up found, 0 if it was none
  kRevived,       // cached -> used; tokens: as above
  kMissed,        // a look-up found none: no block; hash: what it looked for
  kReleased,      // one holder less, others remain
  kFreed,         // used or cached -> free
  kCached,        // used -> cached, now the newest
  kFilled,        // the fill was set
  kRegistered,    // has a name now
  kDuplicate,     // registration refused; other: the block that holds the hash
  kUnregistered,  // lost its name; a cached one is freed next
  kCopied,        // one holder less; other: the copy, allocated just before; tokens: its fill now
  kImported,      // filled from an envelope; tokens: its fill now; hash: what it will be named
  kWritten,       // its payload was written (TellWritten); tokens: positions
};

/// "allocated", "evicted", ...
const char* Name(EventKind kind);

struct Event {
  EventKind kind = EventKind::kAllocated;
  BlockId block = kNoBlock;
  BlockId other = kNoBlock;
  uint32_t ref = 0;
  uint32_t fill = 0;
  uint32_t free = 0;
  uint32_t cached = 0;
  uint32_t needed = 0;
  uint32_t tokens = 0;
  uint64_t hash = 0;
};

/// The calls that change a ledger. Whatever a pool or a sequence does comes down to these, so that
/// repeating them on a new ledger gives the same state (operation_log.h).
enum class OperationKind : uint32_t {
  kTake,          // n
  kRef,           // block
  kAcquire,       // block
  kUnref,         // block
  kCopyOnWrite,   // block, where it made a copy
  kSetFill,       // block, n
  kFillImported,  // block, n, hash
  kRegister,      // block, hash; also where another block holds the hash
  kUnregister,    // block
  kLookup,        // hash, where it hit
  kCountMiss,     // hash
};

struct Operation {
  OperationKind kind = OperationKind::kTake;
  BlockId block = kNoBlock;
  uint32_t n = 0;
  uint64_t hash = 0;
};

/// Whom to tell, each function or NULL: of every call that will change something, before it does,
/// and of every change. The functions must not call back into the object that tells them.
struct Observer {
  void (*on_operation)(void* user, const Operation& operation) = nullptr;
  void (*on_event)(void* user, const Event& event) = nullptr;
  void* user = nullptr;
};

}  // namespace tlkv

#endif  // TLKV_EVENTS_H_
