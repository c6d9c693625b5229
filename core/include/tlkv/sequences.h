// tlkv/sequences.h: token sequences over a ledger or a pool, with prefix reuse.
//
// A sequence is a list of blocks, all full but the last. Opening one with a prompt finds the
// longest run of registered blocks that hold its beginning and shares them; what is left gets
// blocks of its own. Appending tokens registers each block that becomes full under its chained hash
// (block_hash.h), so that any split of the same tokens into calls gives the same names. A block
// that is shared is copied before it is written. Closing releases from the tail, so that the head
// of a prefix, which every longer prompt needs, is evicted last.
//
// Over a pool, copies are carried out in its slab. Over a bare ledger they are reported, and the
// caller carries them out in buffers of its own before it writes the new tokens.
//
// The tokens of each block are kept beside it (4 * block_tokens + 16 bytes a block). The hash is no
// defence against prompts that were made to collide. With check_tokens a block is a hit only if it
// holds these very tokens, and was named behind the very block that was hit before it; one whose
// tokens are not known is none. Where such a block is cached and stands in the way of a name, it is
// given up; where somebody holds it, the sequence's blocks stay private from there on.
//
// Sequence ids are the caller's. Statuses: TL_ENOTFOUND for an unknown sequence, TL_EBUSY for a
// known one where a new is asked, TL_EFULL when blocks run out, TL_ENOMEM when a table cannot grow.
// A failed call changes nothing (the reason in the error slot aside). Create comes before any other
// call. The ledger or pool must outlive the object, and every block that a sequence holds is
// released when it goes. Not thread-safe.
#ifndef TLKV_SEQUENCES_H_
#define TLKV_SEQUENCES_H_

#include "tlkv/block_table.h"
#include "tlkv/envelope_reader.h"
#include "tlkv/kv_pool.h"
#include "tlkv/sequence_table.h"

namespace tlkv {

/// A copy on write: the first `tokens` positions of source are what target begins with.
struct BlockCopy {
  BlockId source = kNoBlock;
  BlockId target = kNoBlock;  // kNoBlock: nothing was copied
  uint32_t tokens = 0;
};

struct OpenOptions {
  uint64_t salt = 0;  // parent of the first block's hash: a namespace (salt.h); 0 is the common one
  bool may_reuse_all = false;  // else at least one token is left to compute, for its logits
};

/// What opening a prompt takes, decided before anything moves.
struct Admission {
  uint32_t hit_blocks = 0;      // registered blocks that will be shared
  uint32_t revived_blocks = 0;  // how many of them are cached, and then cannot be evicted any more
  uint64_t new_blocks = 0;      // blocks to be taken for the rest
  uint32_t available = 0;       // blocks that can be taken once the hits are held
  uint64_t cached_tokens = 0;   // tokens that need not be computed
  bool fits() const { return new_blocks <= available; }
};

class Sequences {
 public:
  struct Sequence {
    uint64_t id = 0;
    uint64_t length = 0;     // tokens
    uint64_t salt = 0;       // parent of the first block
    bool bare = false;       // blocks get no names: it began as an ImportNames::kLeaveBare
    BlockTable blocks;       // ceil(length / block_tokens)
    Array<uint64_t> hashes;  // of the full blocks, registered or not: length / block_tokens
    uint64_t batch = 0;      // the last call of AppendEach that it was given to
  };

  Sequences() = default;
  Sequences(Sequences&&) = default;
  Sequences& operator=(Sequences&&) = delete;
  ~Sequences();

  /// Sequences over block ids alone. TL_EINVAL: n_blocks is 0, or n_blocks * block_tokens tokens
  /// are more than an address space holds. TL_EBUSY: sequences are open. TL_ENOMEM. Cost
  /// O(n_blocks) time, 4 * block_tokens + 16 bytes a block.
  [[nodiscard]] tl_status Create(BlockLedger* ledger, bool check_tokens);
  /// Sequences over a pool.
  [[nodiscard]] tl_status Create(KvPool* pool, bool check_tokens);

  // -- The life of a sequence -----------------------------------------------------------------

  /// What Open would take and whether it fits; moves nothing. A prompt of more blocks than n_blocks
  /// does not, and nothing is looked up for it. TL_ENOMEM. Cost O(n).
  [[nodiscard]] tl_status CanOpen(const uint32_t* tokens, uint64_t n, const OpenOptions& options,
                                  Admission* out) const;

  /// A new sequence that holds n tokens. *out, if given, says what it took: the tokens before
  /// out->cached_tokens have their keys and values already, the others are to be computed. TL_EFULL
  /// exactly if CanOpen says that it does not fit. Cost O(n).
  [[nodiscard]] tl_status Open(uint64_t seq, const uint32_t* tokens, uint64_t n,
                               const OpenOptions& options, Admission* out);

  /// n more tokens, all or none. At most one block is copied, the last one before the call; *copy,
  /// if given, says so. Cost O(n).
  [[nodiscard]] tl_status Append(uint64_t seq, const uint32_t* tokens, uint64_t n, BlockCopy* copy);

  /// One more token for each of n sequences, all or none: tokens[i] for seqs[i], in this order.
  /// copies has room for n and gets the copies made, *n_copies of them. TL_EINVAL: a sequence is
  /// given twice. TL_EFULL exactly if n calls of Append could not all be done. Cost O(n), and O(n)
  /// more for each whose last block is partial and shared.
  [[nodiscard]] tl_status AppendEach(const uint64_t* seqs, const uint32_t* tokens, uint32_t n,
                                     BlockCopy* copies, uint32_t* n_copies);

  /// A new sequence that shares every block of another. Takes no block. Cost O(blocks).
  [[nodiscard]] tl_status Fork(uint64_t parent, uint64_t child);

  /// Keeps the first n tokens and gives back the blocks behind them, from the tail. A registered
  /// block that is cut loses its name if this sequence is its only holder; otherwise it is left to
  /// the others and copied before the next write. TL_EINVAL: n is above the length. Cost O(blocks
  /// given back).
  [[nodiscard]] tl_status Truncate(uint64_t seq, uint64_t n);

  /// Ends a sequence, releasing its blocks from the last to the first. Cost O(blocks).
  [[nodiscard]] tl_status Close(uint64_t seq);

  // -- Envelopes, over a pool (TL_EUNSUPPORTED without one) -----------------------------------

  /// The sequence as an envelope: its full blocks under their hashes, registered or not, and the
  /// tail. Size and TL_EFULL as KvPool::Export.
  [[nodiscard]] tl_status Export(uint64_t seq, uint8_t* buf, size_t cap, size_t* written) const;

  /// A new sequence from an envelope and the n tokens that it holds. The tokens prove the chain:
  /// TL_EINVAL if the records do not hold exactly n, if one but the last is not full, or if a hash
  /// is not that of its tokens. Full blocks, and those that become full later, are registered as
  /// names says, under the hash of their tokens.
  [[nodiscard]] tl_status Import(uint64_t seq, const void* data, size_t len, const uint32_t* tokens,
                                 uint64_t n, uint64_t salt, ImportNames names);

  // -- For kernels ----------------------------------------------------------------------------
  // Many sequences in one call, into int32 arrays. TL_EINVAL: n_blocks * block_tokens is above
  // 2147483647, or what a call says. All is checked before the first number is written.

  /// Row i of out, width numbers, is the block table of seqs[i], padded with -1. TL_EINVAL: a table
  /// is longer than width.
  [[nodiscard]] tl_status BlockTables(const uint64_t* seqs, uint32_t n, uint32_t width,
                                      int32_t* out) const;

  /// For the tokens of seqs[i] from position from[i] to its end, one sequence after another: where
  /// each stands, block * block_tokens + offset. *written numbers in all; TL_EFULL if that is above
  /// cap, TL_EINVAL if from[i] is above the length.
  [[nodiscard]] tl_status SlotMapping(const uint64_t* seqs, const uint64_t* from, uint32_t n,
                                      int32_t* out, size_t cap, size_t* written) const;

  /// The length of each sequence.
  [[nodiscard]] tl_status Lengths(const uint64_t* seqs, uint32_t n, int32_t* out) const;

  // -- Seeing inside --------------------------------------------------------------------------

  /// Every sequence; Find(id) gives one or nullptr.
  const SequenceTable<Sequence>& table() const { return table_; }
  /// The token at a position of a sequence. Both must exist.
  uint32_t Token(const Sequence& sequence, uint64_t position) const;
  const BlockLedger& ledger() const { return *ledger_; }

 private:
  // What is known of the block whose tokens a row holds. A prefix is all that a sequence holds up
  // to the end of a full block. Its number is that of a registration which named it.
  struct Known {
    uint64_t prefix = 0;  // which one ends with the block; 0: none that has a number
    uint64_t before = 0;  // which one ended before the block; kStart: it is a first block
  };
  static constexpr uint64_t kStart = UINT64_MAX;

  // Opening: plan, and then move what was planned.
  [[nodiscard]] tl_status PlanOpen(const uint32_t* tokens, uint64_t n, const OpenOptions& options,
                                   Sequence* sequence, Admission* plan) const;
  [[nodiscard]] tl_status HashFullBlocks(const uint32_t* tokens, uint64_t n, Sequence* to) const;
  bool IsHit(BlockId id, uint64_t before, const uint32_t* tokens) const;
  bool IsSamePrefix(BlockId id, uint64_t before, const uint32_t* tokens) const;
  void ShareHits(Sequence* sequence, const uint32_t* tokens, uint32_t n_hits);

  // Writing.
  [[nodiscard]] tl_status PlanAppendEach(const uint64_t* seqs, uint32_t n, uint64_t* blocks);
  bool Copies(uint32_t i) const;
  bool WriteInPlace(Sequence* sequence, uint32_t in_tail, uint32_t token);
  void Write(Sequence* sequence, uint32_t in_tail, const uint32_t* tokens, uint64_t n,
             uint64_t fresh, BlockCopy* copy);
  void TakeBlocks(Sequence* sequence, uint64_t n);
  void MakeTailWritable(Sequence* sequence, uint32_t fill, BlockCopy* copy);
  void CutTail(BlockId id, uint32_t fill);
  void KeepTokens(BlockId id, uint32_t at, const uint32_t* tokens, uint32_t n);
  void FillBlocks(Sequence* sequence, size_t index, uint32_t offset, const uint32_t* tokens,
                  uint64_t n);
  void NameBlock(const Sequence& sequence, size_t index);

  [[nodiscard]] tl_status CheckKernelNumbers() const;
  [[nodiscard]] tl_status ProveChain(const EnvelopeReader& reader, const uint32_t* tokens,
                                     uint64_t n, Sequence* sequence) const;

  uint64_t BlocksFor(uint64_t n_tokens) const;  // ceil(n_tokens / block_tokens)
  // The tokens in a last block that is not full, or 0. Without a division, which would take longer
  // than the rest of a step of decoding.
  [[gnu::always_inline]] uint32_t InTail(const Sequence& sequence) const {
    const uint64_t in_full = uint64_t{sequence.hashes.size()} * ledger_->block_tokens();
    return static_cast<uint32_t>(sequence.length - in_full);
  }
  static uint64_t ParentHash(const Sequence& sequence);
  uint32_t* Row(BlockId id) { return tokens_.data() + size_t{id} * ledger_->block_tokens(); }
  const uint32_t* Row(BlockId id) const {
    return tokens_.data() + size_t{id} * ledger_->block_tokens();
  }

  BlockLedger* ledger_ = nullptr;
  KvPool* pool_ = nullptr;  // or nullptr
  bool check_tokens_ = false;
  Array<uint32_t> tokens_;  // a row of block_tokens for each block
  Array<Known> known_;      // of each block
  SequenceTable<Sequence> table_;
  uint64_t batch_ = 0;        // calls of AppendEach
  Array<Sequence*> members_;  // the sequences of the last one
};

}  // namespace tlkv

#endif  // TLKV_SEQUENCES_H_
