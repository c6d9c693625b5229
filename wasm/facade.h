// facade.h: the core's C++ objects as functions over numbers, for a caller on the far side of the
// WebAssembly boundary. Plain C++: some are raw exports, bindings.cc lists the others for embind,
// wasm/js calls them.
//
// Pointers are numbers (Address), 0 where there is none. Sequence ids and byte counts are doubles
// that hold integers, checked by the caller. Results go to memory of the caller, laid out as each
// comment says, 8-byte aligned; `words` are uint32_t. Reasons of refusals are in the error slot.
#ifndef TLKV_WASM_FACADE_H_
#define TLKV_WASM_FACADE_H_

#include <stdint.h>

#include "tlkv/status.h"

/// What is called often, or alone has its signature, is a raw export of this name: embind makes
/// code for every signature.
#define TLKV_RAW(name) __attribute__((export_name(#name)))

namespace tlkv::facade {

using Address = uintptr_t;

// -- BlockLedger: of a pool, or of sequences ------------------------------------------------------

/// The ledger of a tl_kv_pool*.
Address PoolLedger(Address pool);

/// Words: free, used, cached, evictions (modulo 2^32).
void LedgerStats(Address ledger, Address out);

/// uint64_t: hits, hit tokens, misses, evictions, copies, registrations, duplicates, peak used.
void LedgerCounters(Address ledger, Address out);

/// uint64_t: tokens held, slots reserved.
void LedgerUsage(Address ledger, Address out);

/// The state of N blocks, of which F are free and C cached: hashes (uint64_t[N], 0 if
/// unregistered), then in words refs[N], fills[N], free ids[F] (the next to be taken first), cached
/// ids[C] (the oldest first).
void LedgerState(Address ledger, Address out);

/// Every violation of the ledger's invariants, as lines of at most `capacity` bytes in all with the
/// terminating zero; "" if there is none. TL_ENOMEM: could not look.
tl_status LedgerCheckInvariants(Address ledger, Address text, uint32_t capacity);

// -- BlockManager ---------------------------------------------------------------------------------

/// Word 0 of out: the new manager. TL_EINVAL, TL_ENOMEM.
tl_status BlockManagerCreate(uint32_t num_blocks, uint32_t block_size, Address out);
void BlockManagerDestroy(Address manager);
TLKV_RAW(blockManagerAllocate)
tl_status BlockManagerAllocate(Address manager, double seq, double n_tokens);
/// Words: block, offset, the block to copy from or UINT32_MAX.
TLKV_RAW(blockManagerAppendSlot)
tl_status BlockManagerAppendSlot(Address manager, double seq, Address out);
TLKV_RAW(blockManagerFork) tl_status BlockManagerFork(Address manager, double parent, double child);
TLKV_RAW(blockManagerFreeSeq) tl_status BlockManagerFreeSeq(Address manager, double seq);
/// Free ids, the next to be taken first. The number of them; out may be 0.
uint32_t BlockManagerFree(Address manager, Address out);
/// The reference count of every block.
void BlockManagerRefs(Address manager, Address out);
/// All sequences, one after another in words: id (2), length (2), number of blocks, block ids. The
/// number of words; out may be 0.
uint32_t BlockManagerSequences(Address manager, Address out);

// -- Envelopes; a `shape` is the words block_tokens, n_layers, n_kv_heads, head_dim --------------

/// A scanner, or 0 when there is no memory.
TLKV_RAW(scannerCreate) Address ScannerCreate();
void ScannerDestroy(Address scanner);
/// `pool` is the shape that R7 asks for, or 0.
TLKV_RAW(scannerStart) void ScannerStart(Address scanner, double total_bytes, Address pool);
TLKV_RAW(scannerPush) tl_status ScannerPush(Address scanner, Address bytes, uint32_t n);
TLKV_RAW(scannerFinish) tl_status ScannerFinish(Address scanner);

/// What ScannerFinish found out. Header fields are 0 below 28 bytes.
struct ScanSummary {
  uint32_t n_blocks, block_tokens, n_layers, n_kv_heads, head_dim, version, dtype;
  uint32_t stored_crc, computed_crc;
  uint32_t records_there;
  uint32_t findings_listed, warnings_listed;
  uint64_t findings, warnings;  // listed or not
};
void ScannerSummary(Address scanner, Address out);

/// One listed finding or warning, in numbers and in words.
struct ScanFinding {
  uint64_t begin, end;
  uint32_t record;  // or UINT32_MAX
  tl_status status;
  char rule[8];  // "R1"
  char title[TL_LAST_ERROR_CAP];
  char expected[TL_LAST_ERROR_CAP];
  char found[TL_LAST_ERROR_CAP];
};
TLKV_RAW(scannerFinding)
void ScannerFinding(Address scanner, bool is_warning, uint32_t index, Address out);

/// Begins an envelope in `capacity` bytes that are enough for it. One at a time: the next call of
/// EnvelopeStart gives the last one up.
TLKV_RAW(envelopeStart)
void EnvelopeStart(Address shape, uint32_t n_blocks, Address out, uint32_t capacity);
/// Writes the next record, and the end.
TLKV_RAW(envelopeRecord) void EnvelopeRecord(uint64_t hash, uint32_t n_tokens, Address payload);
TLKV_RAW(envelopeSeal) void EnvelopeSeal();

// -- f16 (tlkv/f16.h) -----------------------------------------------------------------------------

TLKV_RAW(f16Decode) void F16Decode(Address halves, uint32_t n, Address values);
TLKV_RAW(f16Encode) void F16Encode(Address values, uint32_t n, Address halves);

}  // namespace tlkv::facade

#endif  // TLKV_WASM_FACADE_H_
