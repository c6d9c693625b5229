// Sequences as attention kernels want them: int32 arrays for many sequences at once.
#include "tlkv/sequences.h"

namespace tlkv {

tl_status Sequences::CheckKernelNumbers() const {
  const uint64_t slots = uint64_t{ledger_->n_blocks()} * ledger_->block_tokens();
  if (slots <= INT32_MAX) return TL_OK;
  return Fail(TL_EINVAL, "n_blocks ", ledger_->n_blocks(), " * block_tokens ",
              ledger_->block_tokens(), " is ", slots, ", above 2147483647: slots do not fit int32");
}

tl_status Sequences::BlockTables(const uint64_t* seqs, uint32_t n, uint32_t width,
                                 int32_t* out) const {
  if (const tl_status s = CheckKernelNumbers(); s != TL_OK) return s;
  Sequence* sequence;
  for (uint32_t i = 0; i < n; ++i) {
    if (const tl_status s = table_.Get(seqs[i], &sequence); s != TL_OK) return s;
    if (sequence->blocks.size() > width) {
      return Fail(TL_EINVAL, "sequence ", seqs[i], " has ", sequence->blocks.size(),
                  " blocks, above width ", width);
    }
  }
  for (uint32_t i = 0; i < n; ++i) {
    const BlockTable& blocks = table_.Find(seqs[i])->blocks;
    for (uint32_t j = 0; j < width; ++j) {
      *out++ = j < blocks.size() ? static_cast<int32_t>(blocks[j]) : -1;
    }
  }
  return TL_OK;
}

tl_status Sequences::SlotMapping(const uint64_t* seqs, const uint64_t* from, uint32_t n,
                                 int32_t* out, size_t cap, size_t* written) const {
  if (const tl_status s = CheckKernelNumbers(); s != TL_OK) return s;
  uint64_t total = 0;
  Sequence* sequence;
  for (uint32_t i = 0; i < n; ++i) {
    if (const tl_status s = table_.Get(seqs[i], &sequence); s != TL_OK) return s;
    if (from[i] > sequence->length) {
      return Fail(TL_EINVAL, "from ", from[i], " is above the length ", sequence->length,
                  " of sequence ", seqs[i]);
    }
    total += sequence->length - from[i];
  }
  if (total > cap) {
    *written = total < SIZE_MAX ? static_cast<size_t>(total) : SIZE_MAX;
    return Fail(TL_EFULL, total, " slots do not fit an array of ", cap);
  }
  const uint32_t block_tokens = ledger_->block_tokens();
  for (uint32_t i = 0; i < n; ++i) {
    sequence = table_.Find(seqs[i]);
    size_t index = static_cast<size_t>(from[i] / block_tokens);
    uint32_t offset = static_cast<uint32_t>(from[i] % block_tokens);
    for (uint64_t left = sequence->length - from[i]; left != 0; ++index, offset = 0) {
      const uint32_t first = sequence->blocks[index] * block_tokens;  // all slots are below 2^31
      const uint32_t room = block_tokens - offset;
      const uint32_t end = offset + (left < room ? static_cast<uint32_t>(left) : room);
      left -= end - offset;
      for (; offset < end; ++offset) *out++ = static_cast<int32_t>(first + offset);
    }
  }
  *written = static_cast<size_t>(total);
  return TL_OK;
}

tl_status Sequences::Lengths(const uint64_t* seqs, uint32_t n, int32_t* out) const {
  if (const tl_status s = CheckKernelNumbers(); s != TL_OK) return s;
  Sequence* sequence;
  for (uint32_t i = 0; i < n; ++i) {
    if (const tl_status s = table_.Get(seqs[i], &sequence); s != TL_OK) return s;
  }
  for (uint32_t i = 0; i < n; ++i) out[i] = static_cast<int32_t>(table_.Find(seqs[i])->length);
  return TL_OK;
}

}  // namespace tlkv
