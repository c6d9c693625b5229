// facade_observer.h: what a ledger tells, its log done again, and many blocks in one call, as
// functions over numbers; see facade.h.
#ifndef TLKV_WASM_FACADE_OBSERVER_H_
#define TLKV_WASM_FACADE_OBSERVER_H_

#include "facade.h"

namespace tlkv::facade {

/// Collects what the ledger does from now on; it may have one observer. 0 when there is no memory.
Address ObserverCreate(Address ledger);
/// Before the ledger goes.
void ObserverDestroy(Address ledger, Address observer);
/// Words: how much was told since the last call, where it stands, and whether there was no memory
/// for all of it. Each is a struct Event of tlkv/events.h; an Operation has its kind + 256, its
/// block, n in `fill`, and its hash. They stay until the ledger's next call.
TLKV_RAW(observerTake) void ObserverTake(Address observer, Address out);

/// BlockLedger::TellWritten
TLKV_RAW(ledgerTellWritten)
void LedgerTellWritten(Address ledger, uint32_t block, uint32_t n_tokens);

/// A new ledger on which n operations (struct Operation) were repeated. Word 0 of out: its address.
TLKV_RAW(ledgerReplay)
tl_status LedgerReplay(uint32_t n_blocks, uint32_t block_tokens, Address operations, uint32_t n,
                       Address out);
void LedgerDestroy(Address ledger);

/// The number of the registration that named each block, or 0: uint64_t[N].
void LedgerRegistrations(Address ledger, Address out);

/// BlockLedger::LookupPrefix. Words of out: the number of blocks, their ids. TL_OK.
TLKV_RAW(ledgerLookupPrefix)
tl_status LedgerLookupPrefix(Address ledger, Address hashes, uint32_t n, Address out);

/// The hashes of the full blocks of n prompts. At parents: the hash before each (uint64_t), and
/// room for the hashes of all; at counts in words: how many blocks each has, and the tokens of all.
TLKV_RAW(blockHashes)
void BlockHashes(Address parents, uint32_t n, Address counts, uint32_t block_tokens);

}  // namespace tlkv::facade

#endif  // TLKV_WASM_FACADE_OBSERVER_H_
