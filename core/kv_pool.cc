#include "tlkv/kv_pool.h"

#include <string.h>

#include "tlkv/envelope_writer.h"

namespace tlkv {
namespace {

constexpr size_t kSlabAlign = 64;

}  // namespace

tl_status KvPool::Create(const tl_kv_cfg& cfg) {
  KvPool made;
  made.cfg_ = cfg;
  const EnvelopeShape shape = made.shape();
  if (cfg.n_blocks == 0 || shape.HasZero()) {
    return Fail(TL_EINVAL, "every dimension must be at least 1, got n_blocks ", cfg.n_blocks,
                ", block_tokens ", cfg.block_tokens, ", n_layers ", cfg.n_layers, ", n_kv_heads ",
                cfg.n_kv_heads, ", head_dim ", cfg.head_dim);
  }
  if (cfg.format != TL_KV_FORMAT_V1) {
    return Fail(TL_EUNSUPPORTED, "format ", cfg.format, " is not supported, only ",
                TL_KV_FORMAT_V1);
  }
  if (cfg.dtype != TL_F16) {
    return Fail(TL_EUNSUPPORTED, "dtype ", cfg.dtype, " is not supported, only ", int32_t{TL_F16},
                " (TL_F16)");
  }
  const uint64_t block_bytes = shape.PayloadBytes();
  uint64_t slab_bytes;
  if (block_bytes == UINT64_MAX ||
      __builtin_mul_overflow(block_bytes, uint64_t{cfg.n_blocks}, &slab_bytes) ||
      slab_bytes > SIZE_MAX - kSlabAlign) {
    return Fail(TL_EINVAL, cfg.n_blocks, " blocks of ", block_bytes,
                " bytes or more do not fit an address space of ", SIZE_MAX, " bytes");
  }
  made.block_bytes_ = static_cast<size_t>(block_bytes);
  if (const tl_status s = made.ledger_.Create(cfg.n_blocks, cfg.block_tokens, FreeOrder::kStack);
      s != TL_OK) {
    return s;
  }
  if (const tl_status s = made.slab_.Reserve(static_cast<size_t>(slab_bytes), kSlabAlign);
      s != TL_OK) {
    return s;
  }
  *this = static_cast<KvPool&&>(made);
  return TL_OK;
}

EnvelopeShape KvPool::shape() const {
  return {cfg_.block_tokens, cfg_.n_layers, cfg_.n_kv_heads, cfg_.head_dim};
}

tl_status KvPool::CopyOnWrite(BlockId id, BlockId* out) {
  BlockId copy;
  if (const tl_status s = ledger_.CopyOnWrite(id, &copy); s != TL_OK) return s;
  if (copy != id) memcpy(Payload(copy), Payload(id), block_bytes_);
  *out = copy;
  return TL_OK;
}

size_t KvPool::ExportBytes(uint32_t n) const {
  const uint64_t bytes = shape().EnvelopeBytes(n);
  return bytes > SIZE_MAX ? SIZE_MAX : static_cast<size_t>(bytes);
}

tl_status KvPool::Export(const BlockId* ids, uint32_t n, uint8_t* buf, size_t cap,
                         size_t* written) const {
  for (uint32_t i = 0; i < n; ++i) {
    if (!ledger_.Has(ids[i])) {
      return Fail(TL_EINVAL, "ids[", i, "] is ", ids[i], ", not below n_blocks ", cfg_.n_blocks);
    }
    if (ledger_.RefCount(ids[i]) == 0) {
      return Fail(TL_EINVAL, "ids[", i, "]: block ", ids[i], " is ", Name(ledger_.State(ids[i])),
                  ", not used");
    }
    if (ledger_.Fill(ids[i]) == 0) {
      return Fail(TL_EINVAL, "ids[", i, "]: block ", ids[i], " has fill 0; a record holds 1 to ",
                  cfg_.block_tokens, " tokens");
    }
  }
  EnvelopeWriter writer;
  if (const tl_status s = writer.Start(shape(), n, buf, cap, written); s != TL_OK) return s;
  for (uint32_t i = 0; i < n; ++i) {
    writer.Record(ledger_.Hash(ids[i]), ledger_.Fill(ids[i]), Payload(ids[i]));
  }
  writer.Seal();
  return TL_OK;
}

tl_status KvPool::Import(const void* data, size_t len, ImportNames names, BlockId* ids_out) {
  EnvelopeReader reader;
  const EnvelopeShape own = shape();
  if (const Finding broken = reader.Open(data, len, &own); broken.rule != Rule::kNone) {
    return FailBy(broken, reader.header(), own);
  }
  return Import(reader, names, ids_out);
}

tl_status KvPool::Import(const EnvelopeReader& reader, ImportNames names, BlockId* ids_out) {
  const uint32_t n = reader.header().n_blocks;
  if (n != 0 && ids_out == nullptr) {
    return Fail(TL_EINVAL, "ids_out is NULL, but the envelope has ", n, " blocks");
  }
  if (const tl_status s = ledger_.Take(n, ids_out); s != TL_OK) return s;
  for (uint32_t i = 0; i < n; ++i) {
    const EnvelopeRecord record = reader.Record(i);
    const BlockId id = ids_out[i];
    memcpy(Payload(id), record.payload, block_bytes_);
    ledger_.FillImported(id, record.n_tokens, names == ImportNames::kRegister ? record.hash : 0);
  }
  return TL_OK;
}

}  // namespace tlkv
