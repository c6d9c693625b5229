#include "tlkv/sequences.h"

#include <string.h>

#include "tlkv/block_hash.h"

namespace tlkv {

tl_status Sequences::Create(BlockLedger* ledger, bool check_tokens) {
  if (table_.size() != 0) return Fail(TL_EBUSY, table_.size(), " sequences are open");
  const size_t n_blocks = ledger->n_blocks();
  size_t row_tokens;
  if (__builtin_mul_overflow(n_blocks, size_t{ledger->block_tokens()}, &row_tokens)) {
    return Fail(TL_EINVAL, n_blocks, " rows of ", ledger->block_tokens(),
                " tokens do not fit the address space");
  }
  Array<uint32_t> tokens;
  Array<uint64_t> named;
  if (const tl_status s = tokens.Reserve(row_tokens); s != TL_OK) return s;
  if (const tl_status s = named.Reserve(n_blocks); s != TL_OK) return s;
  for (size_t i = 0; i < n_blocks; ++i) named.Push(0);
  tokens_ = static_cast<Array<uint32_t>&&>(tokens);
  named_ = static_cast<Array<uint64_t>&&>(named);
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

bool Sequences::IsHit(BlockId id, uint64_t hash, const uint32_t* tokens) const {
  if (id == kNoBlock) return false;
  // Nobody reaches this many holders; stopping here lets the references of Open never fail.
  if (ledger_->RefCount(id) > UINT32_MAX / 2) return false;
  if (!check_tokens_) return true;
  return named_[id] == hash &&
         memcmp(Row(id), tokens, ledger_->block_tokens() * sizeof(uint32_t)) == 0;
}

Admission Sequences::Plan(const uint32_t* tokens, uint64_t n, const OpenOptions& options,
                          const Array<uint64_t>& hashes) const {
  const uint32_t block_tokens = ledger_->block_tokens();
  const uint64_t reusable = options.may_reuse_all || n == 0 ? n : n - 1;
  Admission plan;
  for (; plan.cached_tokens + block_tokens <= reusable; plan.cached_tokens += block_tokens) {
    const uint64_t hash = hashes[plan.hit_blocks];
    const BlockId id = ledger_->Find(hash);
    if (!IsHit(id, hash, tokens + plan.cached_tokens)) break;
    ++plan.hit_blocks;
    plan.revived_blocks += ledger_->State(id) == BlockState::kCached;
  }
  const uint64_t missing = BlocksFor(n) - plan.hit_blocks;
  plan.new_blocks = missing > UINT32_MAX ? UINT32_MAX : static_cast<uint32_t>(missing);
  // A hit that is cached can be taken now, but not any more once it is held.
  const uint32_t available = ledger_->available();
  plan.available = available - (plan.revived_blocks < available ? plan.revived_blocks : available);
  return plan;
}

tl_status Sequences::CanOpen(const uint32_t* tokens, uint64_t n, const OpenOptions& options,
                             Admission* out) const {
  Sequence sequence;
  sequence.salt = options.salt;
  if (const tl_status s = HashFullBlocks(tokens, n, &sequence); s != TL_OK) return s;
  *out = Plan(tokens, n, options, sequence.hashes);
  return TL_OK;
}

tl_status Sequences::Open(uint64_t seq, const uint32_t* tokens, uint64_t n,
                          const OpenOptions& options, Admission* out) {
  Sequence* sequence;
  if (const tl_status s = table_.Add(seq, &sequence); s != TL_OK) return s;
  sequence->salt = options.salt;
  Admission plan;
  const tl_status status = Admit(tokens, n, options, sequence, &plan);
  if (status != TL_OK) {
    table_.Remove(sequence);
    return status;
  }
  ShareHits(sequence, tokens, n, options, plan);
  TakeBlocks(sequence, plan.new_blocks);
  FillBlocks(sequence, plan.cached_tokens, tokens + plan.cached_tokens, n - plan.cached_tokens);
  sequence->length = n;
  if (out != nullptr) *out = plan;
  return TL_OK;
}

// Everything about Open that can fail; touches nothing but the new entry.
tl_status Sequences::Admit(const uint32_t* tokens, uint64_t n, const OpenOptions& options,
                           Sequence* sequence, Admission* plan) const {
  if (const tl_status s = HashFullBlocks(tokens, n, sequence); s != TL_OK) return s;
  *plan = Plan(tokens, n, options, sequence->hashes);
  if (!plan->fits()) {
    return Fail(TL_EFULL, n, " tokens, ", plan->cached_tokens, " of them cached, need ",
                plan->new_blocks, " more blocks, but only ", plan->available, " can be taken");
  }
  return sequence->blocks.Reserve(static_cast<size_t>(BlocksFor(n)));
}

void Sequences::ShareHits(Sequence* sequence, const uint32_t* tokens, uint64_t n,
                          const OpenOptions& options, const Admission& plan) {
  const uint32_t block_tokens = ledger_->block_tokens();
  for (uint32_t i = 0; i < plan.hit_blocks; ++i) {
    const uint64_t hash = sequence->hashes[i];
    BlockId id;
    (void)ledger_->Lookup(hash, &id);
    sequence->blocks.Push(id);
    if (named_[id] == hash) continue;
    KeepTokens(id, 0, tokens + size_t{i} * block_tokens, block_tokens);
    named_[id] = hash;
  }
  const uint64_t reusable = options.may_reuse_all || n == 0 ? n : n - 1;
  if (plan.cached_tokens + block_tokens <= reusable) {
    ledger_->CountMiss(sequence->hashes[plan.hit_blocks]);
  }
}

// -- Writing ------------------------------------------------------------------------------------

tl_status Sequences::Append(uint64_t seq, const uint32_t* tokens, uint64_t n, BlockCopy* copy) {
  Sequence* sequence;
  if (const tl_status s = table_.Get(seq, &sequence); s != TL_OK) return s;
  BlockCopy copied;
  if (n != 0) {
    const uint32_t in_tail = static_cast<uint32_t>(sequence->length % ledger_->block_tokens());
    const bool copies = in_tail != 0 && ledger_->RefCount(sequence->blocks.back()) > 1;
    const uint64_t fresh = BlocksFor(sequence->length + n) - sequence->blocks.size();
    if (fresh + copies > ledger_->available()) {
      return Fail(TL_EFULL, n, " more tokens need ", fresh + copies, " blocks, but only ",
                  ledger_->available(), " can be taken");
    }
    if (const tl_status s = ReserveFor(sequence, sequence->length + n); s != TL_OK) return s;
    if (in_tail != 0) MakeTailWritable(sequence, in_tail, &copied);
    TakeBlocks(sequence, static_cast<uint32_t>(fresh));
    FillBlocks(sequence, sequence->length, tokens, n);
    sequence->length += n;
  }
  if (copy != nullptr) *copy = copied;
  return TL_OK;
}

uint64_t Sequences::BlocksFor(uint64_t n_tokens) const {
  const uint32_t block_tokens = ledger_->block_tokens();
  // NOLINTNEXTLINE(clang-analyzer-core.DivideZero): at least 1 after Create
  return n_tokens / block_tokens + (n_tokens % block_tokens != 0);
}

tl_status Sequences::ReserveFor(Sequence* sequence, uint64_t n_tokens) {
  const size_t blocks = static_cast<size_t>(BlocksFor(n_tokens));
  if (const tl_status s = sequence->blocks.ReserveMore(blocks - sequence->blocks.size());
      s != TL_OK) {
    return s;
  }
  return sequence->hashes.ReserveMore(blocks - sequence->hashes.size());
}

// Blocks that are known to be there, at the end of a table that has room for them.
void Sequences::TakeBlocks(Sequence* sequence, uint32_t n) {
  BlockTable& blocks = sequence->blocks;
  blocks.SetSize(blocks.size() + n);
  (void)ledger_->Take(n, blocks.end() - n);
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
  named_[id] = 0;
  memcpy(Row(id) + at, tokens, n * sizeof(uint32_t));
}

// Puts n tokens into a sequence's blocks from position `from` on; names those that become full.
void Sequences::FillBlocks(Sequence* sequence, uint64_t from, const uint32_t* tokens, uint64_t n) {
  const uint32_t block_tokens = ledger_->block_tokens();
  while (n != 0) {
    const size_t index = static_cast<size_t>(from / block_tokens);
    const uint32_t offset = static_cast<uint32_t>(from % block_tokens);
    const uint32_t room = block_tokens - offset;
    const uint32_t taken = n < room ? static_cast<uint32_t>(n) : room;
    const BlockId id = sequence->blocks[index];
    KeepTokens(id, offset, tokens, taken);
    (void)ledger_->SetFill(id, offset + taken);
    if (taken == room) {
      if (sequence->hashes.size() == index) {
        sequence->hashes.Push(BlockHash(ParentHash(*sequence), Row(id), block_tokens));
      }
      NameBlock(id, sequence->hashes[index]);
    }
    from += taken;
    tokens += taken;
    n -= taken;
  }
}

// Registers a full block whose tokens stand in its row, unless another block has the hash.
void Sequences::NameBlock(BlockId id, uint64_t hash) {
  if (ledger_->RegisterUnlessHeld(id, hash)) named_[id] = hash;
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
  for (const uint64_t hash : from->hashes) to->hashes.Push(hash);
  to->length = from->length;
  to->salt = from->salt;
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
  const uint32_t block_tokens = ledger_->block_tokens();
  sequence->hashes.SetSize(static_cast<size_t>(n / block_tokens));
  sequence->length = n;
  const uint32_t in_tail = static_cast<uint32_t>(n % block_tokens);
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
