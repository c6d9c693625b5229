// A run of operations on sequences and on the model side by side: after each the answers, the
// ledger, the sequences and every position's contents are the same. What is done next is the choice
// of a random generator (sequences_model_test.cc) or of a fuzzer.
//
// The contents of a position depend on all tokens up to it, as keys and values do. The run computes
// them itself, for the tokens that are not cached, and carries copies out where there is no pool.
#ifndef TESTS_CORE_SEQUENCES_RUN_H_
#define TESTS_CORE_SEQUENCES_RUN_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <vector>

#include "sequences_contents.h"
#include "sequences_kernels.h"
#include "sequences_model.h"
#include "sequences_prompts.h"
#include "support/choices.h"
#include "support/counting_allocator.h"
#include "support/event_machine.h"
#include "support/poison.h"
#include "support/test_pool.h"
#include "tlkv/operation_log.h"
#include "tlkv/sequences.h"

namespace tlkv_test {

class SequencesRun {
 public:
  SequencesRun(Choices& choices, CountingAllocator& allocator)
      : choices_(choices),
        allocator_(allocator),
        n_blocks_(OneOf({1, 2, 3, 5, 8, 17})),
        block_tokens_(OneOf({1, 2, 3, 4, 16})),
        check_tokens_(Below(2) == 0),
        model_(Config(n_blocks_, block_tokens_, 1, 1, 2), check_tokens_),
        pool_(Below(2) == 0 ? std::make_unique<tlkv::KvPool>() : nullptr),
        contents_(pool_.get(), n_blocks_, block_tokens_),
        prompts_(choices, block_tokens_, size_t{block_tokens_} * (n_blocks_ + 2), check_tokens_) {
    if (pool_ != nullptr) {
      EXPECT_EQ(pool_->Create(Config(n_blocks_, block_tokens_, 1, 1, 2)), TL_OK);
      ledger_ = &pool_->ledger();
    } else {
      EXPECT_EQ(own_ledger_.Create(n_blocks_, block_tokens_, tlkv::FreeOrder::kStack), TL_OK);
      ledger_ = &own_ledger_;
    }
    ledger_->SetObserver({.on_operation = OnOperation, .on_event = OnEvent, .user = this});
    machine_ = std::make_unique<EventMachine>(ledger_);
    sequences_ = std::make_unique<tlkv::Sequences>();
    EXPECT_EQ(pool_ != nullptr ? sequences_->Create(pool_.get(), check_tokens_)
                               : sequences_->Create(ledger_, check_tokens_),
              TL_OK);
  }

  void Step() {
    const uint32_t die = Below(16);
    if (die < 4) return Open();
    if (die < 8) return Append();
    if (die < 10) return Fork();
    if (die < 11) return Truncate();
    if (die < 13) return Close();
    if (die < 14) return Below(2) == 0 ? Export() : Import();
    if (die < 15) return AskForKernels();
    return ActAsStranger();
  }

  // Everything is the same.
  void Compare() {
    const LedgerState state = ObserveAll(*ledger_);
    ASSERT_EQ(state, model_.State());
    ASSERT_EQ(state, machine_->state());
    ASSERT_EQ(sequences_->table().size(), model_.sequences().size());
    for (const auto& [id, expected] : model_.sequences()) {
      SCOPED_TRACE("sequence " + std::to_string(id));
      const tlkv::Sequences::Sequence* sequence = sequences_->table().Find(id);
      ASSERT_NE(sequence, nullptr);
      ASSERT_EQ(sequence->id, id);
      ASSERT_EQ(sequence->length, expected.tokens.size());
      ASSERT_EQ(sequence->salt, expected.salt);
      ASSERT_EQ(sequence->bare, expected.bare);
      ASSERT_EQ(ToVector(sequence->blocks), expected.blocks);
      ASSERT_EQ(ToVector(sequence->hashes), model_.Hashes(expected.tokens, expected.salt));
      const std::vector<uint64_t> cells =
          SequenceContents::Of(expected.tokens, expected.salt, taints_.at(id));
      for (size_t i = 0; i < cells.size(); ++i) {
        ASSERT_EQ(sequences_->Token(*sequence, i), expected.tokens[i]) << "position " << i;
        ASSERT_EQ(contents_.Load(expected.blocks[i / block_tokens_], i % block_tokens_), cells[i])
            << "contents of position " << i;
      }
    }
  }

  // The sequences go, with all that they hold; the log makes the same ledger again.
  void Finish() {
    sequences_.reset();
    std::vector<uint32_t> ref(n_blocks_);
    for (const uint32_t id : held_) ++ref[id];
    const LedgerState state = ObserveAll(*ledger_);
    EXPECT_EQ(state.ref, ref);
    EXPECT_EQ(state, machine_->state());
    tlkv::BlockLedger again;
    ASSERT_EQ(again.Create(n_blocks_, block_tokens_, tlkv::FreeOrder::kStack), TL_OK);
    ASSERT_EQ(tlkv::Replay(log_.data(), log_.size(), &again), TL_OK) << tl_last_error();
    ASSERT_EQ(ObserveAll(again), state);
  }

 private:
  static void OnOperation(void* user, const tlkv::Operation& operation) {
    static_cast<SequencesRun*>(user)->log_.push_back(operation);
  }
  // What is free is spoilt, and under AddressSanitizer out of bounds.
  static void OnEvent(void* user, const tlkv::Event& event) {
    auto* self = static_cast<SequencesRun*>(user);
    if (self->pool_ == nullptr) return;
    if (event.kind == tlkv::EventKind::kFreed) {
      std::memset(self->pool_->Payload(event.block), 0xDB, self->pool_->block_bytes());
      Poison(self->pool_->Payload(event.block), self->pool_->block_bytes());
    } else if (event.kind == tlkv::EventKind::kAllocated) {
      Unpoison(self->pool_->Payload(event.block), self->pool_->block_bytes());
    }
  }

  // -- Choices ------------------------------------------------------------------------------------

  uint32_t Below(uint64_t n) { return choices_.Below(n); }
  uint32_t OneOf(const std::vector<uint32_t>& values) { return values[Below(values.size())]; }
  uint64_t AnySequence() {
    constexpr uint64_t kIds[] = {0, 1, 2, 3, uint64_t{1} << 40, UINT64_MAX};
    return kIds[Below(6)];
  }
  // Makes a call, now and then with an allocation that fails.
  template <class Call>
  tl_status Try(Call call) {
    if (Below(8) == 0) allocator_.FailAfter(Below(4));
    const tl_status status = call();
    allocator_.FailAfter(CountingAllocator::kNever);
    return status;
  }

  // -- Operations ---------------------------------------------------------------------------------

  // Computes the positions of a sequence from `from` on.
  void Compute(uint64_t seq, size_t from) {
    const SequencesModel::Sequence& sequence = model_.sequences().at(seq);
    const std::vector<uint64_t> cells =
        SequenceContents::Of(sequence.tokens, sequence.salt, taints_.at(seq));
    for (size_t i = from; i < cells.size(); ++i) {
      contents_.Store(sequence.blocks[i / block_tokens_], i % block_tokens_, cells[i]);
    }
  }

  void Open() {
    const uint64_t seq = AnySequence();
    const Tokens tokens = prompts_.Any();
    const tlkv::OpenOptions options{.salt = prompts_.AnySalt(), .may_reuse_all = Below(4) == 0};
    const uint32_t available = ledger_->available();
    tlkv::Admission promised, plan;
    promised.hit_blocks = plan.hit_blocks = kUntouched;
    const tl_status can =
        Try([&] { return sequences_->CanOpen(tokens.data(), tokens.size(), options, &promised); });
    const tl_status status =
        Try([&] { return sequences_->Open(seq, tokens.data(), tokens.size(), options, &plan); });
    ASSERT_TRUE(can == TL_OK || can == TL_ENOMEM);
    if (status != TL_OK) {
      ASSERT_EQ(plan.hit_blocks, kUntouched);
    }
    if (can != TL_OK) {
      ASSERT_EQ(promised.hit_blocks, kUntouched);
    }
    if (status == TL_ENOMEM) return;
    SequencesModel::Admission expected;
    ASSERT_EQ(status, model_.Open(seq, tokens, options.salt, options.may_reuse_all, &expected));
    if (status == TL_EBUSY) return;
    if (status == TL_OK) {
      ASSERT_EQ(plan.hit_blocks, expected.hits);
      ASSERT_EQ(plan.revived_blocks, expected.revived);
      ASSERT_EQ(plan.new_blocks, expected.fresh);
      ASSERT_EQ(plan.available, available - expected.revived);
      ASSERT_EQ(plan.cached_tokens, uint64_t{expected.hits} * block_tokens_);
      taints_[seq] = 0;
      Compute(seq, plan.cached_tokens);
    }
    if (can != TL_OK) return;
    ASSERT_EQ(promised.fits(), status == TL_OK);
    ASSERT_EQ(promised.hit_blocks, expected.hits);
    ASSERT_EQ(promised.revived_blocks, expected.revived);
    ASSERT_EQ(promised.new_blocks, expected.fresh);
    ASSERT_EQ(promised.available, available - expected.revived);
    ASSERT_EQ(promised.cached_tokens, uint64_t{expected.hits} * block_tokens_);
  }

  void Append() {
    const uint64_t seq = AnySequence();
    Tokens tokens;
    prompts_.AddTokens(&tokens,
                       Below(Below(4) == 0 ? block_tokens_ * (n_blocks_ + 1) : block_tokens_ + 2));
    tlkv::BlockCopy copy{kUntouched, kUntouched, kUntouched};
    const tl_status status =
        Try([&] { return sequences_->Append(seq, tokens.data(), tokens.size(), &copy); });
    if (status != TL_OK) {
      ASSERT_EQ(copy.target, kUntouched);
    }
    if (status == TL_ENOMEM) return;
    SequencesModel::Copy expected;
    ASSERT_EQ(status, model_.Append(seq, tokens, &expected));
    if (status != TL_OK) return;
    ASSERT_EQ(copy.source, expected.source);
    ASSERT_EQ(copy.target, expected.target);
    ASSERT_EQ(copy.tokens, expected.tokens);
    if (pool_ == nullptr) {
      for (uint32_t i = 0; i < copy.tokens; ++i)
        contents_.Store(copy.target, i, contents_.Load(copy.source, i));
    }
    Compute(seq, model_.sequences().at(seq).tokens.size() - tokens.size());
  }

  void Fork() {
    const uint64_t parent = AnySequence(), child = AnySequence();
    const tl_status status = Try([&] { return sequences_->Fork(parent, child); });
    if (status == TL_ENOMEM) return;
    ASSERT_EQ(status, model_.Fork(parent, child));
    if (status == TL_OK) taints_[child] = taints_.at(parent);
  }

  void Truncate() {
    const uint64_t seq = AnySequence();
    const auto found = model_.sequences().find(seq);
    const size_t length = found == model_.sequences().end() ? 0 : found->second.tokens.size();
    const uint64_t n =
        Below(16) == 0 ? length + 1 + Below(2) * (UINT64_MAX - length - 1) : Below(length + 1);
    ASSERT_EQ(sequences_->Truncate(seq, n), model_.Truncate(seq, n)) << n;
  }

  void Close() {
    const uint64_t seq = AnySequence();
    const tl_status status = sequences_->Close(seq);
    ASSERT_EQ(status, model_.Close(seq));
    if (status == TL_OK) taints_.erase(seq);
  }

  EnvelopeBuilder EnvelopeOf(const Tokens& tokens, uint64_t salt, uint64_t taint) const {
    return contents_.EnvelopeOf(model_.Hashes(tokens, salt),
                                SequenceContents::Of(tokens, salt, taint));
  }

  void Export() {
    const uint64_t seq = AnySequence();
    Bytes bytes(4096, 0xEE);
    const size_t cap = Below(8) == 0 ? Below(100) : bytes.size();
    size_t written = kUntouched;
    const tl_status status = sequences_->Export(seq, bytes.data(), cap, &written);
    if (pool_ == nullptr || model_.sequences().count(seq) == 0) {
      ASSERT_EQ(status, pool_ == nullptr ? TL_EUNSUPPORTED : TL_ENOTFOUND);
      ASSERT_EQ(written, kUntouched);
      return;
    }
    const SequencesModel::Sequence& sequence = model_.sequences().at(seq);
    const Bytes good = EnvelopeOf(sequence.tokens, sequence.salt, taints_.at(seq)).Build();
    ASSERT_EQ(written, good.size());
    ASSERT_EQ(status, cap < good.size() ? TL_EFULL : TL_OK);
    if (status == TL_OK) {
      ASSERT_EQ(ToHex(bytes.data(), written), ToHex(good));
    }
    bytes.erase(bytes.begin(),
                bytes.begin() + static_cast<std::ptrdiff_t>(status == TL_OK ? written : 0));
    ASSERT_EQ(bytes, Bytes(bytes.size(), 0xEE));
  }

  // A stranger's contents come in bare; only honest ones get names.
  void Import() {
    const uint64_t seq = AnySequence();
    Tokens tokens = prompts_.Any();
    const uint64_t salt = prompts_.AnySalt();
    const bool bare = Below(2) == 0;
    const uint64_t taint = bare ? 1 + Below(1000) : 0;
    EnvelopeBuilder envelope = EnvelopeOf(tokens, salt, taint);
    for (EnvelopeRecord& record : envelope.records) {
      if (Below(4) == 0) record.hash = 0;
    }
    Bytes bytes = envelope.Build();
    tl_status refusal = TL_OK;
    switch (Below(8)) {
      case 0:
        bytes[Below(bytes.size())] ^= static_cast<uint8_t>(1 + Below(255));
        refusal = TL_EFORMAT;
        break;
      case 1:
        if (tokens.empty()) break;
        tokens.pop_back();
        refusal = TL_EINVAL;
        break;
      case 2:
        if (envelope.records.empty() || envelope.records[0].hash == 0) break;
        ++tokens[Below(block_tokens_)];
        refusal = TL_EINVAL;
        break;
      default:
        break;
    }
    const tl_status status = Try([&] {
      return sequences_->Import(seq, bytes.data(), bytes.size(), tokens.data(), tokens.size(), salt,
                                bare ? tlkv::ImportNames::kLeaveBare  //
                                     : tlkv::ImportNames::kRegister);
    });
    if (status == TL_ENOMEM) return;
    if (pool_ == nullptr) {
      ASSERT_EQ(status, TL_EUNSUPPORTED);
    } else if (refusal == TL_EINVAL && model_.sequences().count(seq) != 0) {
      ASSERT_EQ(status, TL_EBUSY);
    } else if (refusal != TL_OK) {
      ASSERT_EQ(status, refusal);
    } else {
      ASSERT_EQ(status, model_.Import(seq, tokens, salt, bare));
      if (status == TL_OK) taints_[seq] = taint;
    }
  }

  void AskForKernels() {
    std::vector<uint64_t> seqs(Below(5)), from;
    for (uint64_t& seq : seqs) {
      seq = AnySequence();
      from.push_back(Below(block_tokens_ + 1));
    }
    const uint32_t width = Below(n_blocks_ + 1);
    const size_t cap = Below(4) == 0 ? Below(block_tokens_ * 3) : kAmple;
    CompareKernelNumbers(*sequences_, model_, seqs, from, width, cap);
  }

  // Somebody else uses the ledger too, and is honest unless tokens are compared.
  void ActAsStranger() {
    const Tokens tokens = prompts_.Any();
    const uint64_t salt = prompts_.AnySalt();
    const std::vector<uint64_t> hashes = model_.Hashes(tokens, salt);
    const size_t index = hashes.empty() ? 0 : Below(hashes.size());
    const uint64_t hash = hashes.empty() ? 0 : hashes[index];
    uint32_t id = kUntouched, expected = kUntouched;
    switch (Below(5)) {
      case 0:
        ASSERT_EQ(ledger_->Take(1, &id), model_.Take(&expected));
        break;
      case 1:
        ASSERT_EQ(ledger_->Lookup(hash, &id), model_.pool().Lookup(hash, &expected));
        break;
      case 2:
        id = Below(n_blocks_);
        ASSERT_EQ(ledger_->Unregister(id), model_.Unregister(id));
        return;
      default:
        if (!held_.empty()) UseHeld(Below(held_.size()), tokens, salt, index);
        return;
    }
    ASSERT_EQ(id, expected);
    if (id != kUntouched) held_.push_back(id);
  }

  // Gives back a block that the stranger holds, or puts the index-th block of a prompt into it.
  void UseHeld(size_t at, const Tokens& tokens, uint64_t salt, size_t index) {
    const uint32_t id = held_[at];
    if (Below(2) == 0) {
      ASSERT_EQ(ledger_->Unref(id), model_.pool().Unref(id));
      held_.erase(held_.begin() + static_cast<std::ptrdiff_t>(at));
      return;
    }
    const std::vector<uint64_t> hashes = model_.Hashes(tokens, salt);
    if (hashes.empty() || ledger_->RefCount(id) != 1 || ledger_->Hash(id) != 0) return;
    const std::vector<uint64_t> cells = SequenceContents::Of(tokens, salt, check_tokens_ ? 77 : 0);
    for (size_t i = 0; i < block_tokens_; ++i)
      contents_.Store(id, i, cells[index * block_tokens_ + i]);
    ASSERT_EQ(ledger_->SetFill(id, block_tokens_), model_.pool().SetFill(id, block_tokens_));
    ASSERT_EQ(ledger_->Register(id, hashes[index]), model_.Register(id, hashes[index]));
  }

  Choices& choices_;
  CountingAllocator& allocator_;
  uint32_t n_blocks_, block_tokens_;
  bool check_tokens_;
  SequencesModel model_;
  std::unique_ptr<tlkv::KvPool> pool_;  // or nullptr, and then
  tlkv::BlockLedger own_ledger_;        // a ledger alone
  SequenceContents contents_;
  Prompts prompts_;
  tlkv::BlockLedger* ledger_ = nullptr;
  std::vector<tlkv::Operation> log_;
  std::unique_ptr<EventMachine> machine_;
  std::unique_ptr<tlkv::Sequences> sequences_;
  std::map<uint64_t, uint64_t> taints_;  // of each sequence
  std::vector<uint32_t> held_;           // a reference each, by the stranger
};

}  // namespace tlkv_test

#endif  // TESTS_CORE_SEQUENCES_RUN_H_
