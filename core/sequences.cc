#include "tlkv/sequences.h"

#include <string.h>

#include "tlkv/block_hash.h"

namespace tlkv {

tl_status Sequences::Create(BlockLedger* ledger, bool check_tokens) {
  if (table_.size() != 0) return Fail(TL_EBUSY, table_.size(), " sequences are open");
  const size_t n_blocks = ledger->n_blocks();
  if (n_blocks == 0) return Fail(TL_EINVAL, "the ledger has no blocks");
  size_t row_tokens;
  if (__builtin_mul_overflow(n_blocks, size_t{ledger->block_tokens()}, &row_tokens)) {
    return Fail(TL_EINVAL, n_blocks, " rows of ", ledger->block_tokens(),
                " tokens do not fit the address space");
  }
  Array<uint32_t> tokens;
  Array<Known> known;
  if (const tl_status s = tokens.Reserve(row_tokens); s != TL_OK) return s;
  if (const tl_status s = known.Reserve(n_blocks); s != TL_OK) return s;
  for (size_t i = 0; i < n_blocks; ++i) known.Push({});
  tokens_ = static_cast<Array<uint32_t>&&>(tokens);
  known_ = static_cast<Array<Known>&&>(known);
  ledger_ = ledger;
  pool_ = nullptr;
  check_tokens_ = check_tokens;
  return TL_OK;
}

tl_status Sequences::Create(KvPool* pool, bool check_tokens) {
  if (const tl_status s = Create(&pool->ledger(), check_tokens); s != TL_OK) return s;
  pool_ = pool;
  return TL_OK;
}

Sequences::~Sequences() {
  for (Sequence* sequence : table_) ReleaseFromTail(ledger_, &sequence->blocks, 0);
}

// -- Opening ------------------------------------------------------------------------------------

namespace {

// How many blocks of a prompt may be hits.
uint64_t ReusableBlocks(uint64_t n, const OpenOptions& options, uint32_t block_tokens) {
  return (options.may_reuse_all || n == 0 ? n : n - 1) / block_tokens;
}

}  // namespace

tl_status Sequences::CanOpen(const uint32_t* tokens, uint64_t n, const OpenOptions& options,
                             Admission* out) const {
  Sequence sequence;
  return PlanOpen(tokens, n, options, &sequence, out);
}

tl_status Sequences::Open(uint64_t seq, const uint32_t* tokens, uint64_t n,
                          const OpenOptions& options, Admission* out) {
  Sequence* sequence;
  if (const tl_status s = table_.Add(seq, &sequence); s != TL_OK) return s;
  Admission plan;
  tl_status status = PlanOpen(tokens, n, options, sequence, &plan);
  if (status == TL_OK && !plan.fits()) {
    status = Fail(TL_EFULL, n, " tokens, ", plan.cached_tokens, " of them cached, need ",
                  plan.new_blocks, " more blocks, but only ", plan.available, " can be taken");
  }
  if (status == TL_OK) status = sequence->blocks.Reserve(static_cast<size_t>(BlocksFor(n)));
  if (status != TL_OK) {
    table_.Remove(sequence);
    return status;
  }
  ShareHits(sequence, tokens, plan.hit_blocks);
  if (plan.hit_blocks < ReusableBlocks(n, options, ledger_->block_tokens())) {
    ledger_->CountMiss(sequence->hashes[plan.hit_blocks]);
  }
  TakeBlocks(sequence, plan.new_blocks);
  FillBlocks(sequence, plan.hit_blocks, 0, tokens + plan.cached_tokens, n - plan.cached_tokens);
  sequence->length = n;
  if (out != nullptr) *out = plan;
  return TL_OK;
}

// Hashes the full blocks of a prompt into an empty sequence and finds out which of them are hits.
tl_status Sequences::PlanOpen(const uint32_t* tokens, uint64_t n, const OpenOptions& options,
                              Sequence* sequence, Admission* plan) const {
  const uint32_t block_tokens = ledger_->block_tokens();
  Admission p;
  p.new_blocks = BlocksFor(n);
  p.available = ledger_->available();
  if (p.new_blocks <= ledger_->n_blocks()) {
    sequence->salt = options.salt;
    if (const tl_status s = HashFullBlocks(tokens, n, sequence); s != TL_OK) return s;
    const uint64_t reusable = ReusableBlocks(n, options, block_tokens);
    for (uint64_t before = kStart; p.hit_blocks < reusable; ++p.hit_blocks) {
      const BlockId id = ledger_->Find(sequence->hashes[p.hit_blocks]);
      if (!IsHit(id, before, tokens + p.cached_tokens)) break;
      before = ledger_->Registration(id);
      p.cached_tokens += block_tokens;
      p.revived_blocks += ledger_->State(id) == BlockState::kCached;
    }
    p.new_blocks -= p.hit_blocks;
    // A hit that is cached can be taken now, but not any more once it is held. (Where hashes
    // collide one block may be several hits.)
    p.available -= p.revived_blocks < p.available ? p.revived_blocks : p.available;
  }
  *plan = p;
  return TL_OK;
}

// Chains the hashes of the full blocks of n tokens from the sequence's salt.
tl_status Sequences::HashFullBlocks(const uint32_t* tokens, uint64_t n, Sequence* to) const {
  const uint32_t block_tokens = ledger_->block_tokens();
  const size_t full = static_cast<size_t>(n / block_tokens);
  if (const tl_status s = to->hashes.Reserve(full); s != TL_OK) return s;
  for (size_t i = 0; i < full; ++i) {
    to->hashes.Push(BlockHash(ParentHash(*to), tokens + i * block_tokens, block_tokens));
  }
  return TL_OK;
}

uint64_t Sequences::ParentHash(const Sequence& sequence) {
  return sequence.hashes.empty() ? sequence.salt : sequence.hashes.back();
}

// Whether a block that the index led to, or kNoBlock, can be shared for a block of these tokens.
bool Sequences::IsHit(BlockId id, uint64_t before, const uint32_t* tokens) const {
  if (id == kNoBlock) return false;
  // Nobody reaches this many holders; stopping here lets the references of Open never fail.
  if (ledger_->RefCount(id) > UINT32_MAX / 2) return false;
  return IsSamePrefix(id, before, tokens);
}

// Whether a registered block holds these tokens behind that prefix, as far as that is asked.
bool Sequences::IsSamePrefix(BlockId id, uint64_t before, const uint32_t* tokens) const {
  if (!check_tokens_) return true;
  const Known& known = known_[id];
  return known.prefix == ledger_->Registration(id) && known.before == before &&
         memcmp(Row(id), tokens, ledger_->block_tokens() * sizeof(uint32_t)) == 0;
}

void Sequences::ShareHits(Sequence* sequence, const uint32_t* tokens, uint32_t n_hits) {
  const uint32_t block_tokens = ledger_->block_tokens();
  for (uint32_t i = 0; i < n_hits; ++i, tokens += block_tokens) {
    BlockId id;
    (void)ledger_->Lookup(sequence->hashes[i], &id);
    sequence->blocks.Push(id);
    if (known_[id].prefix == ledger_->Registration(id)) continue;
    // Named by somebody else, who is believed.
    KeepTokens(id, 0, tokens, block_tokens);
    known_[id].prefix = ledger_->Registration(id);
  }
}

// -- Writing ------------------------------------------------------------------------------------

tl_status Sequences::Append(uint64_t seq, const uint32_t* tokens, uint64_t n, BlockCopy* copy) {
  Sequence* sequence;
  if (const tl_status s = table_.Get(seq, &sequence); s != TL_OK) return s;
  BlockCopy copied;
  if (n != 0) {
    BlockTable& blocks = sequence->blocks;
    const uint32_t block_tokens = ledger_->block_tokens();
    const uint32_t in_tail = InTail(*sequence);
    const uint64_t room = in_tail == 0 ? 0 : block_tokens - in_tail;
    const uint64_t fresh = n > room ? BlocksFor(n - room) : 0;
    const bool copies = in_tail != 0 && ledger_->RefCount(blocks.back()) > 1;
    if (fresh + copies > ledger_->available()) {
      return Fail(TL_EFULL, n, " more tokens need ", fresh + copies, " blocks, but only ",
                  ledger_->available(), " can be taken");
    }
    const size_t total = blocks.size() + static_cast<size_t>(fresh);
    if (const tl_status s = blocks.ReserveMore(total - blocks.size()); s != TL_OK) return s;
    Array<uint64_t>& hashes = sequence->hashes;
    if (const tl_status s = hashes.ReserveMore(total - hashes.size()); s != TL_OK) return s;
    Write(sequence, in_tail, tokens, n, fresh, &copied);
  }
  if (copy != nullptr) *copy = copied;
  return TL_OK;
}

// Appends what there is room for: `fresh` blocks can be taken, and one for a copy.
void Sequences::Write(Sequence* sequence, uint32_t in_tail, const uint32_t* tokens, uint64_t n,
                      uint64_t fresh, BlockCopy* copy) {
  const size_t index = sequence->hashes.size();
  if (in_tail != 0) MakeTailWritable(sequence, in_tail, copy);
  if (fresh != 0) TakeBlocks(sequence, fresh);
  FillBlocks(sequence, index, in_tail, tokens, n);
  sequence->length += n;
}

uint64_t Sequences::BlocksFor(uint64_t n_tokens) const {
  const uint32_t block_tokens = ledger_->block_tokens();
  // NOLINTNEXTLINE(clang-analyzer-core.DivideZero): at least 1 after Create
  return n_tokens / block_tokens + (n_tokens % block_tokens != 0);
}

// Blocks that are known to be there, at the end of a table that has room for them.
void Sequences::TakeBlocks(Sequence* sequence, uint64_t n) {
  BlockTable& blocks = sequence->blocks;
  blocks.SetSize(blocks.size() + static_cast<size_t>(n));
  (void)ledger_->Take(static_cast<uint32_t>(n), blocks.end() - n);
}

// Lets the sequence write into its last block from position `fill` on.
void Sequences::MakeTailWritable(Sequence* sequence, uint32_t fill, BlockCopy* copy) {
  const BlockId tail = sequence->blocks.back();
  BlockId writable = tail;
  if (ledger_->RefCount(tail) > 1) {
    (void)(pool_ != nullptr ? pool_->CopyOnWrite(tail, &writable)
                            : ledger_->CopyOnWrite(tail, &writable));
    KeepTokens(writable, 0, Row(tail), fill);
    sequence->blocks.back() = writable;
    *copy = {tail, writable, fill};
  }
  CutTail(writable, fill);
}

// Takes the name and the positions from `fill` on away from a block that one sequence holds alone.
void Sequences::CutTail(BlockId id, uint32_t fill) {
  if (ledger_->Hash(id) != 0) (void)ledger_->Unregister(id);
  if (ledger_->Fill(id) != fill) (void)ledger_->SetFill(id, fill);
}

void Sequences::KeepTokens(BlockId id, uint32_t at, const uint32_t* tokens, uint32_t n) {
  memcpy(Row(id) + at, tokens, n * sizeof(uint32_t));
}

// Puts n tokens into a sequence's blocks from a position of one of them on; names those that become
// full.
void Sequences::FillBlocks(Sequence* sequence, size_t index, uint32_t offset,
                           const uint32_t* tokens, uint64_t n) {
  const uint32_t block_tokens = ledger_->block_tokens();
  for (; n != 0; ++index, offset = 0) {
    const uint32_t room = block_tokens - offset;
    const uint32_t taken = n < room ? static_cast<uint32_t>(n) : room;
    const BlockId id = sequence->blocks[index];
    if (taken == 1) {
      Row(id)[offset] = *tokens;  // a step of decoding, which memcpy would take twice as long
    } else {
      KeepTokens(id, offset, tokens, taken);
    }
    (void)ledger_->SetFill(id, offset + taken);
    if (taken == room) {
      if (sequence->hashes.size() == index) {
        sequence->hashes.Push(BlockHash(ParentHash(*sequence), Row(id), block_tokens));
      }
      NameBlock(*sequence, index);
    }
    tokens += taken;
    n -= taken;
  }
}

// Registers a full block that has no name and whose tokens stand in its row, unless another block
// has the hash and a right to it.
void Sequences::NameBlock(const Sequence& sequence, size_t index) {
  const BlockId id = sequence.blocks[index];
  const uint64_t hash = sequence.hashes[index];
  const uint64_t before = index == 0 ? kStart : known_[sequence.blocks[index - 1]].prefix;
  known_[id] = {.prefix = 0, .before = before};
  // Behind a prefix without a number nobody would find it.
  if (sequence.bare || (check_tokens_ && before == 0)) return;
  const BlockId holder = ledger_->Find(hash);
  const bool same = holder != kNoBlock && IsSamePrefix(holder, before, Row(id));
  if (holder != kNoBlock && !same && ledger_->State(holder) == BlockState::kCached) {
    (void)ledger_->Unregister(holder);
  }
  if (ledger_->RegisterUnlessHeld(id, hash)) {
    known_[id].prefix = ledger_->Registration(id);
  } else if (same) {
    known_[id].prefix = ledger_->Registration(holder);
  }
}

// -- Forking and ending -------------------------------------------------------------------------

tl_status Sequences::Fork(uint64_t parent, uint64_t child) {
  Sequence* from;
  Sequence* to;
  if (const tl_status s = table_.Get(parent, &from); s != TL_OK) return s;
  if (const tl_status s = table_.Add(child, &to); s != TL_OK) return s;
  tl_status status = to->hashes.Reserve(from->hashes.size());
  if (status == TL_OK) status = ShareBlocks(ledger_, from->blocks, &to->blocks);
  if (status != TL_OK) {
    table_.Remove(to);
    return status;
  }
  to->hashes.Append(from->hashes.data(), from->hashes.size());
  to->length = from->length;
  to->salt = from->salt;
  to->bare = from->bare;
  return TL_OK;
}

tl_status Sequences::Truncate(uint64_t seq, uint64_t n) {
  Sequence* sequence;
  if (const tl_status s = table_.Get(seq, &sequence); s != TL_OK) return s;
  if (n > sequence->length) {
    return Fail(TL_EINVAL, "sequence ", seq, " has ", sequence->length, " tokens, asked to keep ",
                n);
  }
  ReleaseFromTail(ledger_, &sequence->blocks, static_cast<size_t>(BlocksFor(n)));
  sequence->hashes.SetSize(static_cast<size_t>(n / ledger_->block_tokens()));
  sequence->length = n;
  const uint32_t in_tail = InTail(*sequence);
  if (in_tail != 0 && ledger_->RefCount(sequence->blocks.back()) == 1) {
    CutTail(sequence->blocks.back(), in_tail);
  }
  return TL_OK;
}

tl_status Sequences::Close(uint64_t seq) {
  Sequence* sequence;
  if (const tl_status s = table_.Get(seq, &sequence); s != TL_OK) return s;
  ReleaseFromTail(ledger_, &sequence->blocks, 0);
  table_.Remove(sequence);
  return TL_OK;
}

uint32_t Sequences::Token(const Sequence& sequence, uint64_t position) const {
  const uint32_t block_tokens = ledger_->block_tokens();
  return Row(
      sequence.blocks[static_cast<size_t>(position / block_tokens)])[position % block_tokens];
}

}  // namespace tlkv
