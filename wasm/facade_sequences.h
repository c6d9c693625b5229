// facade_sequences.h: Sequences (tlkv/sequences.h) as functions over numbers; see facade.h. A
// `handle` is what SequencesCreate gave. Lists of sequence ids and positions are uint64_t.
#ifndef TLKV_WASM_FACADE_SEQUENCES_H_
#define TLKV_WASM_FACADE_SEQUENCES_H_

#include "facade.h"

namespace tlkv::facade {

/// Over a pool, or (pool 0) over n_blocks block ids alone. Word 0 of out: the handle.
TLKV_RAW(sequencesCreate)
tl_status SequencesCreate(Address pool, uint32_t n_blocks, uint32_t block_tokens, bool check_tokens,
                          Address out);
void SequencesDestroy(Address handle);
/// Where block ids are counted: the pool's ledger, or the handle's own.
Address SequencesLedger(Address handle);

/// struct Admission in words: hit, revived, new blocks, available, cached_tokens (2).
TLKV_RAW(sequencesCanOpen)
tl_status SequencesCanOpen(Address handle, Address tokens, uint32_t n, uint64_t salt,
                           bool may_reuse_all, Address out);
TLKV_RAW(sequencesOpen)
tl_status SequencesOpen(Address handle, double seq, Address tokens, uint32_t n, uint64_t salt,
                        bool may_reuse_all, Address out);
/// Words: source, target (UINT32_MAX: nothing was copied), tokens.
TLKV_RAW(sequencesAppend)
tl_status SequencesAppend(Address handle, double seq, Address tokens, uint32_t n, Address copy);
/// At seqs: n ids, and n tokens in words. Words of out: the number of copies; for each source,
/// target, tokens. Room for n.
TLKV_RAW(sequencesAppendEach)
tl_status SequencesAppendEach(Address handle, Address seqs, uint32_t n, Address out);
TLKV_RAW(sequencesFork) tl_status SequencesFork(Address handle, double parent, double child);
TLKV_RAW(sequencesTruncate) tl_status SequencesTruncate(Address handle, double seq, double n);
TLKV_RAW(sequencesClose) tl_status SequencesClose(Address handle, double seq);

/// Words: length in tokens (2), number of blocks, address of the block ids.
TLKV_RAW(sequencesFind) tl_status SequencesFind(Address handle, double seq, Address out);
/// The ids of all sequences as uint64_t, in no order. The number of them; out may be 0.
uint32_t SequencesIds(Address handle, Address out);

TLKV_RAW(sequencesBlockTables)
tl_status SequencesBlockTables(Address handle, Address seqs, uint32_t n, uint32_t width,
                               Address out);
/// Word 0 of written: the numbers written.
TLKV_RAW(sequencesSlotMapping)
tl_status SequencesSlotMapping(Address handle, Address seqs, Address from, uint32_t n, Address out,
                               uint32_t cap, Address written);
TLKV_RAW(sequencesLengths)
tl_status SequencesLengths(Address handle, Address seqs, uint32_t n, Address out);

/// Word 0 of written: the size of the envelope, also with TL_EFULL.
TLKV_RAW(sequencesExport)
tl_status SequencesExport(Address handle, double seq, Address buf, uint32_t cap, Address written);
TLKV_RAW(sequencesImport)
tl_status SequencesImport(Address handle, double seq, Address data, uint32_t len, Address tokens,
                          uint32_t n, uint64_t salt, bool register_blocks);

}  // namespace tlkv::facade

#endif  // TLKV_WASM_FACADE_SEQUENCES_H_
