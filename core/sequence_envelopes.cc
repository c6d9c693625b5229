// Sequences to and from envelopes.
#include "tlkv/envelope_reader.h"
#include "tlkv/envelope_writer.h"
#include "tlkv/sequences.h"

namespace tlkv {
namespace {

tl_status NoPool() {
  return Fail(TL_EUNSUPPORTED, "sequences over a ledger have no payload to export or import");
}

}  // namespace

tl_status Sequences::Export(uint64_t seq, uint8_t* buf, size_t cap, size_t* written) const {
  if (pool_ == nullptr) return NoPool();
  Sequence* sequence;
  if (const tl_status s = table_.Get(seq, &sequence); s != TL_OK) return s;
  const uint32_t n = static_cast<uint32_t>(sequence->blocks.size());
  const EnvelopeShape shape = pool_->shape();
  EnvelopeWriter writer;
  if (const tl_status s = writer.Start(shape, n, buf, cap, written); s != TL_OK) return s;
  for (uint32_t i = 0; i < n; ++i) {
    // The tail may be shared with a longer sequence: its fill here is what is left of the length.
    const bool full = i < sequence->hashes.size();
    const uint32_t fill =
        full ? shape.block_tokens : static_cast<uint32_t>(sequence->length % shape.block_tokens);
    writer.Record(full ? sequence->hashes[i] : 0, fill, pool_->Payload(sequence->blocks[i]));
  }
  writer.Seal();
  return TL_OK;
}

tl_status Sequences::Import(uint64_t seq, const void* data, size_t len, const uint32_t* tokens,
                            uint64_t n, uint64_t salt, ImportNames names) {
  if (pool_ == nullptr) return NoPool();
  EnvelopeReader reader;
  const EnvelopeShape shape = pool_->shape();
  if (const Finding broken = reader.Open(data, len, &shape); broken.rule != Rule::kNone) {
    return FailBy(broken, reader.header(), shape);
  }
  Sequence* sequence;
  if (const tl_status s = table_.Add(seq, &sequence); s != TL_OK) return s;
  sequence->salt = salt;
  sequence->bare = names == ImportNames::kLeaveBare;
  const uint32_t n_blocks = reader.header().n_blocks;
  tl_status status = ProveChain(reader, tokens, n, sequence);
  if (status == TL_OK) status = sequence->blocks.Reserve(n_blocks);
  if (status == TL_OK) {
    status = pool_->Import(reader, ImportNames::kLeaveBare, sequence->blocks.data());
  }
  if (status != TL_OK) {
    table_.Remove(sequence);
    return status;
  }
  sequence->blocks.SetSize(n_blocks);
  sequence->length = n;
  for (uint32_t i = 0; i < n_blocks; ++i) {
    const BlockId id = sequence->blocks[i];
    KeepTokens(id, 0, tokens + size_t{i} * shape.block_tokens, ledger_->Fill(id));
    if (i < sequence->hashes.size()) NameBlock(*sequence, i);
  }
  return TL_OK;
}

// Whether the records are those of n tokens. Leaves the hashes of these in the sequence.
tl_status Sequences::ProveChain(const EnvelopeReader& reader, const uint32_t* tokens, uint64_t n,
                                Sequence* sequence) const {
  const uint32_t block_tokens = ledger_->block_tokens();
  const uint32_t n_blocks = reader.header().n_blocks;
  if (n_blocks != BlocksFor(n)) {
    return Fail(TL_EINVAL, n, " tokens fill ", BlocksFor(n), " blocks of ", block_tokens,
                ", but the envelope has ", n_blocks);
  }
  if (const tl_status s = HashFullBlocks(tokens, n, sequence); s != TL_OK) return s;
  for (uint32_t i = 0; i < n_blocks; ++i) {
    const EnvelopeRecord record = reader.Record(i);
    const uint64_t left = n - uint64_t{i} * block_tokens;
    const uint64_t expected = left < block_tokens ? left : block_tokens;
    if (record.n_tokens != expected) {
      return Fail(TL_EINVAL, "block ", i, " of the envelope has ", record.n_tokens,
                  " tokens; of the tokens given ", expected, " stand there");
    }
    if (record.hash != 0 && record.hash != sequence->hashes[i]) {
      return Fail(TL_EINVAL, "block ", i, " of the envelope has hash ", Hex{record.hash},
                  ", but the tokens give ", Hex{sequence->hashes[i]});
    }
  }
  return TL_OK;
}

}  // namespace tlkv
