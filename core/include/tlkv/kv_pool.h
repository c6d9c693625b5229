// tlkv/kv_pool.h: a ledger of blocks plus one slab that holds their keys and values.
//
// The ledger counts, the slab holds: whatever moves bytes (copy on write, export, import) is a
// method here; everything else is asked of ledger(). The slab is n_blocks * P bytes at one 64-byte
// aligned address, block after block, each [layer][K, V][head][position][dim] f16, which is also
// the order of an envelope's payload. Its contents are unspecified until written.
//
// Only Create allocates. Statuses and reasons as in block_ledger.h. Not thread-safe.
#ifndef TLKV_KV_POOL_H_
#define TLKV_KV_POOL_H_

#include "tinyllm/kv_pool.h"
#include "tlkv/block_ledger.h"
#include "tlkv/envelope.h"
#include "tlkv/envelope_reader.h"

namespace tlkv {

/// Whether an import puts the blocks into the prefix index.
enum class ImportNames : uint8_t {
  kRegister,   // full blocks with a hash, unless the hash is held already
  kLeaveBare,  // none: the hashes are a stranger's claims
};

class KvPool {
 public:
  /// TL_EINVAL: a zero dimension, or a size that does not fit size_t. TL_EUNSUPPORTED: format other
  /// than 1, dtype other than f16. TL_ENOMEM. A failure leaves the pool as it was. Cost
  /// O(n_blocks).
  [[nodiscard]] tl_status Create(const tl_kv_cfg& cfg);

  const tl_kv_cfg& cfg() const { return cfg_; }
  EnvelopeShape shape() const;
  size_t block_bytes() const { return block_bytes_; }
  // Inlined even where the compiler counts bytes: the calls would take more.
  [[gnu::always_inline]] BlockLedger& ledger() { return ledger_; }
  [[gnu::always_inline]] const BlockLedger& ledger() const { return ledger_; }

  /// All of a block's payload, P bytes; the block must exist.
  uint8_t* Payload(BlockId id) { return slab_.data() + id * block_bytes_; }
  const uint8_t* Payload(BlockId id) const { return slab_.data() + id * block_bytes_; }
  /// A block's K or V of one layer, [H][B][D] f16. Both must exist.
  const uint8_t* Slab(BlockId id, uint32_t layer, bool is_v) const {
    return Payload(id) + (size_t{layer} * 2 + is_v) * (block_bytes_ / cfg_.n_layers / 2);
  }

  /// BlockLedger::CopyOnWrite, and the payload goes with it. Cost O(P) for a copy.
  [[nodiscard]] tl_status CopyOnWrite(BlockId id, BlockId* out);

  /// The size of an envelope of n blocks; SIZE_MAX where it does not fit.
  size_t ExportBytes(uint32_t n) const;

  /// Writes blocks ids[0..n), which may repeat, as an envelope to buf. TL_EINVAL: an id that is
  /// bad, not used, or of fill 0. TL_EFULL: cap is below ExportBytes(n) or buf is NULL; *written is
  /// then that size. Otherwise *written is the size of the envelope. Cost O(envelope).
  [[nodiscard]] tl_status Export(const BlockId* ids, uint32_t n, uint8_t* buf, size_t cap,
                                 size_t* written) const;

  /// Takes one block for each record of an envelope (ids in record order, ref 1) and fills it.
  /// ids_out has room for all of them. TL_EFORMAT, TL_ESHAPE: the first broken reader rule.
  /// TL_EFULL: not enough blocks. TL_EINVAL: ids_out is NULL and there are records. Refusals change
  /// nothing. Cost O(len).
  [[nodiscard]] tl_status Import(const void* data, size_t len, ImportNames names, BlockId* ids_out);

  /// The same of an envelope that a reader has found good for this pool's shape.
  [[nodiscard]] tl_status Import(const EnvelopeReader& reader, ImportNames names, BlockId* ids_out);

 private:
  tl_kv_cfg cfg_ = {};
  size_t block_bytes_ = 0;
  BlockLedger ledger_;
  Array<uint8_t> slab_;
};

}  // namespace tlkv

#endif  // TLKV_KV_POOL_H_
