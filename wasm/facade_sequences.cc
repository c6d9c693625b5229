#include "facade_sequences.h"

#include <string.h>

#include "address.h"
#include "tlkv/c_api.h"
#include "tlkv/sequences.h"

namespace tlkv::facade {
namespace {

// Sequences, and the ledger that they stand on where there is no pool. The ledger outlives them.
struct Handle {
  BlockLedger ledger;
  Sequences sequences;
};

Sequences& SequencesAt(Address handle) { return At<Handle>(handle)->sequences; }

void StoreAdmission(const Admission& a, Address out) {
  uint32_t* words = At<uint32_t>(out);
  words[0] = a.hit_blocks;
  words[1] = a.revived_blocks;
  words[2] = static_cast<uint32_t>(a.new_blocks);  // of at most 2^32 - 1 tokens
  words[3] = a.available;
  memcpy(words + 4, &a.cached_tokens, 8);
}

tl_status Create(Handle* handle, Address pool, uint32_t n_blocks, uint32_t block_tokens,
                 bool check_tokens) {
  if (pool != 0) return handle->sequences.Create(&PoolOf(At<tl_kv_pool>(pool)), check_tokens);
  const tl_status s = handle->ledger.Create(n_blocks, block_tokens, FreeOrder::kStack);
  return s != TL_OK ? s : handle->sequences.Create(&handle->ledger, check_tokens);
}

}  // namespace

tl_status SequencesCreate(Address pool, uint32_t n_blocks, uint32_t block_tokens, bool check_tokens,
                          Address out) {
  Handle* handle = New<Handle>();
  if (handle == nullptr) return TL_ENOMEM;
  if (const tl_status s = Create(handle, pool, n_blocks, block_tokens, check_tokens); s != TL_OK) {
    Delete(handle);
    return s;
  }
  *At<Address>(out) = AddressOf(handle);
  return TL_OK;
}

void SequencesDestroy(Address handle) { Delete(At<Handle>(handle)); }

Address SequencesLedger(Address handle) { return AddressOf(&SequencesAt(handle).ledger()); }

tl_status SequencesCanOpen(Address handle, Address tokens, uint32_t n, uint64_t salt,
                           bool may_reuse_all, Address out) {
  Admission admission;
  const tl_status s = SequencesAt(handle).CanOpen(
      At<uint32_t>(tokens), n, {.salt = salt, .may_reuse_all = may_reuse_all}, &admission);
  if (s == TL_OK) StoreAdmission(admission, out);
  return s;
}

tl_status SequencesOpen(Address handle, double seq, Address tokens, uint32_t n, uint64_t salt,
                        bool may_reuse_all, Address out) {
  Admission admission;
  const tl_status s =
      SequencesAt(handle).Open(Integer(seq), At<uint32_t>(tokens), n,
                               {.salt = salt, .may_reuse_all = may_reuse_all}, &admission);
  if (s == TL_OK) StoreAdmission(admission, out);
  return s;
}

tl_status SequencesAppend(Address handle, double seq, Address tokens, uint32_t n, Address copy) {
  BlockCopy made;
  const tl_status s = SequencesAt(handle).Append(Integer(seq), At<uint32_t>(tokens), n, &made);
  if (s != TL_OK) return s;
  uint32_t* words = At<uint32_t>(copy);
  words[0] = made.source;
  words[1] = made.target;
  words[2] = made.tokens;
  return TL_OK;
}

tl_status SequencesAppendEach(Address handle, Address seqs, uint32_t n, Address out) {
  static_assert(sizeof(BlockCopy) == 12);
  const uint64_t* ids = At<uint64_t>(seqs);
  return SequencesAt(handle).AppendEach(ids, reinterpret_cast<const uint32_t*>(ids + n), n,
                                        At<BlockCopy>(out + 4), At<uint32_t>(out));
}

tl_status SequencesFork(Address handle, double parent, double child) {
  return SequencesAt(handle).Fork(Integer(parent), Integer(child));
}

tl_status SequencesTruncate(Address handle, double seq, double n) {
  return SequencesAt(handle).Truncate(Integer(seq), Integer(n));
}

tl_status SequencesClose(Address handle, double seq) {
  return SequencesAt(handle).Close(Integer(seq));
}

tl_status SequencesFind(Address handle, double seq, Address out) {
  Sequences::Sequence* sequence;
  const tl_status s = SequencesAt(handle).table().Get(Integer(seq), &sequence);
  if (s != TL_OK) return s;
  uint32_t* words = At<uint32_t>(out);
  memcpy(words, &sequence->length, 8);
  words[2] = static_cast<uint32_t>(sequence->blocks.size());
  words[3] = static_cast<uint32_t>(AddressOf(sequence->blocks.data()));
  return TL_OK;
}

uint32_t SequencesIds(Address handle, Address out) {
  const auto& table = SequencesAt(handle).table();
  if (out != 0) {
    uint64_t* ids = At<uint64_t>(out);
    for (const Sequences::Sequence* sequence : table) *ids++ = sequence->id;
  }
  return table.size();
}

tl_status SequencesBlockTables(Address handle, Address seqs, uint32_t n, uint32_t width,
                               Address out) {
  return SequencesAt(handle).BlockTables(At<uint64_t>(seqs), n, width, At<int32_t>(out));
}

tl_status SequencesSlotMapping(Address handle, Address seqs, Address from, uint32_t n, Address out,
                               uint32_t cap, Address written) {
  size_t size = 0;
  const tl_status s = SequencesAt(handle).SlotMapping(At<uint64_t>(seqs), At<uint64_t>(from), n,
                                                      At<int32_t>(out), cap, &size);
  *At<uint32_t>(written) = static_cast<uint32_t>(size);
  return s;
}

tl_status SequencesLengths(Address handle, Address seqs, uint32_t n, Address out) {
  return SequencesAt(handle).Lengths(At<uint64_t>(seqs), n, At<int32_t>(out));
}

tl_status SequencesExport(Address handle, double seq, Address buf, uint32_t cap, Address written) {
  size_t size = 0;
  const tl_status s = SequencesAt(handle).Export(Integer(seq), At<uint8_t>(buf), cap, &size);
  *At<uint32_t>(written) = static_cast<uint32_t>(size);
  return s;
}

tl_status SequencesImport(Address handle, double seq, Address data, uint32_t len, Address tokens,
                          uint32_t n, uint64_t salt, bool register_blocks) {
  return SequencesAt(handle).Import(
      Integer(seq), At<void>(data), len, At<uint32_t>(tokens), n, salt,
      register_blocks ? ImportNames::kRegister : ImportNames::kLeaveBare);
}

}  // namespace tlkv::facade
