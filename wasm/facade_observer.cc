#include "facade_observer.h"

#include <stddef.h>
#include <string.h>

#include "address.h"
#include "tlkv/block_hash.h"
#include "tlkv/operation_log.h"

namespace tlkv::facade {
namespace {

// JavaScript reads and writes these.
static_assert(sizeof(Event) == 48 && offsetof(Event, hash) == 40);
static_assert(sizeof(Operation) == 24 && offsetof(Operation, hash) == 16);

struct Collector {
  Array<Event> told;
  bool lost = false;

  void Add(const Event& event) {
    if (lost) return;
    const Text reason = ErrorSlot();  // the ledger's call goes on as if nobody watched
    lost = told.ReserveMore(1) != TL_OK;
    if (lost) {
      ErrorSlot() = reason;
    } else {
      told.Push(event);
    }
  }

  static void OnEvent(void* user, const Event& event) { static_cast<Collector*>(user)->Add(event); }
  static void OnOperation(void* user, const Operation& operation) {
    constexpr uint32_t kOperation = 256;
    static_cast<Collector*>(user)->Add(
        {.kind = static_cast<EventKind>(kOperation + static_cast<uint32_t>(operation.kind)),
         .block = operation.block,
         .fill = operation.n,
         .hash = operation.hash});
  }
};

BlockLedger& LedgerAt(Address ledger) { return *At<BlockLedger>(ledger); }

}  // namespace

Address ObserverCreate(Address ledger) {
  Collector* collector = New<Collector>();
  if (collector != nullptr) {
    LedgerAt(ledger).SetObserver({.on_operation = Collector::OnOperation,
                                  .on_event = Collector::OnEvent,
                                  .user = collector});
  }
  return AddressOf(collector);
}

void ObserverDestroy(Address ledger, Address observer) {
  LedgerAt(ledger).SetObserver({});
  Delete(At<Collector>(observer));
}

void ObserverTake(Address observer, Address out) {
  Collector& collector = *At<Collector>(observer);
  uint32_t* words = At<uint32_t>(out);
  words[0] = static_cast<uint32_t>(collector.told.size());
  words[1] = static_cast<uint32_t>(AddressOf(collector.told.data()));
  words[2] = collector.lost;
  collector.told.SetSize(0);
}

void LedgerTellWritten(Address ledger, uint32_t block, uint32_t n_tokens) {
  LedgerAt(ledger).TellWritten(block, n_tokens);
}

tl_status LedgerReplay(uint32_t n_blocks, uint32_t block_tokens, Address operations, uint32_t n,
                       Address out) {
  BlockLedger* ledger = New<BlockLedger>();
  if (ledger == nullptr) return TL_ENOMEM;
  tl_status s = ledger->Create(n_blocks, block_tokens, FreeOrder::kStack);
  if (s == TL_OK) s = Replay(At<Operation>(operations), n, ledger);
  if (s != TL_OK) {
    Delete(ledger);
    return s;
  }
  *At<Address>(out) = AddressOf(ledger);
  return TL_OK;
}

void LedgerDestroy(Address ledger) { Delete(At<BlockLedger>(ledger)); }

void LedgerRegistrations(Address ledger, Address out) {
  const BlockLedger& l = LedgerAt(ledger);
  for (BlockId id = 0; id < l.n_blocks(); ++id) At<uint64_t>(out)[id] = l.Registration(id);
}

tl_status LedgerLookupPrefix(Address ledger, Address hashes, uint32_t n, Address out) {
  uint32_t* words = At<uint32_t>(out);
  words[0] = LedgerAt(ledger).LookupPrefix(At<uint64_t>(hashes), n, words + 1);
  return TL_OK;
}

void BlockHashes(Address parents, uint32_t n, Address counts, uint32_t block_tokens) {
  const uint64_t* parent = At<uint64_t>(parents);
  uint64_t* hashes = At<uint64_t>(parents) + n;
  const uint32_t* count = At<uint32_t>(counts);
  const uint32_t* tokens = count + n;
  // One prompt after the other: BlockHashMany, which hashes them side by side, gains a fifth here
  // and is a kilobyte to download.
  for (uint32_t i = 0; i < n; ++i) {
    uint64_t hash = parent[i];
    for (uint32_t k = 0; k < count[i]; ++k) {
      *hashes++ = hash = BlockHash(hash, tokens, block_tokens);
      tokens += block_tokens;
    }
  }
}

}  // namespace tlkv::facade
