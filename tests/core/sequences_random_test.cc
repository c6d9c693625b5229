// Random prompts, appends, forks, cuts and ends, on sequences and on the model side by side: after
// each the answers, the whole ledger and the tables are the same, and every position of every
// sequence still holds what was written for exactly its prefix.
//
// TLKV_MODEL_OPS and TLKV_MODEL_SEED as in kv_pool_random_test.cc; a tenth of those operations,
// each of which moves many blocks.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "sequences_model.h"
#include "support/counting_allocator.h"
#include "support/environment.h"
#include "support/test_pool.h"
#include "tlkv/sequences.h"

namespace tlkv_test {
namespace {

constexpr uint64_t kOpsPerRun = 200;
constexpr uint64_t kIds = 6;
using Admission = tlkv::Admission;
using BlockCopy = tlkv::BlockCopy;

using tlkv_test::ToString;  // of the counters

std::string ToString(const Admission& a) {
  return std::to_string(a.hit_blocks) + " hits, " + std::to_string(a.revived_blocks) +
         " revived, " + std::to_string(a.new_blocks) + " new of " + std::to_string(a.available) +
         ", " + std::to_string(a.cached_tokens) + " tokens cached";
}

std::string ToString(const BlockCopy& c) {
  return std::to_string(c.source) + " to " + std::to_string(c.target) + ", " +
         std::to_string(c.tokens) + " tokens";
}

// Over a pool, which carries copies out in its slab, or over the pool's ledger alone, with the
// values in a buffer here: a value of 32 bits for each slot.
class Run {
 public:
  explicit Run(uint64_t seed)
      : random_(seed), pool_(RandomConfig()), model_(pool_.cfg()), over_pool_(Below(2) == 0) {
    tlkv::KvPool& pool = tlkv::PoolOf(pool_);
    const bool check_tokens = Below(2) == 0;
    EXPECT_EQ(over_pool_ ? sequences_.Create(&pool, check_tokens)
                         : sequences_.Create(&pool.ledger(), check_tokens),
              TL_OK);
    buffer_.resize(size_t{n_blocks()} * block_tokens());
  }

  void Step() {
    switch (Below(12)) {
      case 0:
      case 1:
      case 2:
        return Open();
      case 3:
      case 4:
      case 5:
      case 6:
        return Append();
      case 7:
        return Fork();
      case 8:
        return Truncate();
      case 9:
        return ExportAndImport();
      default:
        return Close();
    }
  }

  void Compare() {
    const tlkv::BlockLedger& ledger = tlkv::PoolOf(pool_).ledger();
    PoolState expected = model_.pool.State();
    expected.payload.clear();
    ASSERT_EQ(Observe(ledger), expected);
    ASSERT_EQ(ToString(ledger.counters()), ToString(model_.pool.counters()));
    ASSERT_EQ(sequences_.table().size(), model_.sequences.size());
    for (const auto& [id, sequence] : model_.sequences) ComparePrefix(id, sequence);
    CompareKernelArrays();
  }

 private:
  uint32_t Below(uint64_t n) { return static_cast<uint32_t>(random_() % n); }
  tl_kv_cfg RandomConfig() { return Config(1 + Below(24), 1 + Below(4), 1, 1, 1); }
  uint32_t n_blocks() const { return pool_.cfg().n_blocks; }
  uint32_t block_tokens() const { return pool_.cfg().block_tokens; }

  uint32_t Offset(size_t at) const { return static_cast<uint32_t>(at % block_tokens()); }

  // Two tokens only, and often a prompt that was there before, so that prefixes meet.
  Tokens Prompt() {
    Tokens tokens;
    if (!prompts_.empty() && Below(4) != 0) {
      tokens = prompts_[Below(prompts_.size())];
      tokens.resize(Below(tokens.size() + 1));
    }
    Extend(&tokens);
    prompts_.push_back(tokens);
    return tokens;
  }
  void Extend(Tokens* tokens) {
    const uint32_t n =
        Below(10) == 0 ? Below(n_blocks() * block_tokens() + 2) : Below(2 * block_tokens() + 1);
    for (uint32_t i = 0; i < n; ++i) tokens->push_back(Below(8) == 0 ? 2 : 1);
  }

  // -- Values: what a position holds depends on its prefix and nothing else.

  static std::vector<uint32_t> Values(uint64_t salt, const Tokens& tokens) {
    std::vector<uint32_t> values;
    uint64_t state = salt + 1;
    for (const uint32_t token : tokens) {
      state = (state ^ token) * 6364136223846793005u + 1442695040888963407u;
      values.push_back(static_cast<uint32_t>(state >> 32));
    }
    return values;
  }
  void WriteSlot(uint32_t block, uint32_t offset, uint32_t value) {
    if (!over_pool_) {
      buffer_[size_t{block} * block_tokens() + offset] = value;
      return;
    }
    const uint16_t halves[] = {static_cast<uint16_t>(value), static_cast<uint16_t>(value >> 16)};
    std::memcpy(pool_.data(block) + 2 * offset, &halves[0], 2);                     // K
    std::memcpy(pool_.data(block) + 2 * (block_tokens() + offset), &halves[1], 2);  // V
  }
  uint32_t ReadSlot(uint32_t block, uint32_t offset) const {
    if (!over_pool_) return buffer_[size_t{block} * block_tokens() + offset];
    uint16_t halves[2] = {};
    std::memcpy(&halves[0], pool_.data(block) + 2 * offset, 2);
    std::memcpy(&halves[1], pool_.data(block) + 2 * (block_tokens() + offset), 2);
    return halves[0] | uint32_t{halves[1]} << 16;
  }
  // Computes the positions from `from` on, as an engine does after Open and Append.
  void Compute(uint64_t id, size_t from) {
    const SequenceModel& sequence = model_.sequences.at(id);
    const std::vector<uint32_t> values = Values(sequence.salt, sequence.tokens);
    for (size_t at = from; at < values.size(); ++at) {
      WriteSlot(sequence.blocks[at / block_tokens()], Offset(at), values[at]);
    }
  }

  void ComparePrefix(uint64_t id, const SequenceModel& expected) {
    const tlkv::Sequences::Sequence* const real = sequences_.table().Find(id);
    ASSERT_NE(real, nullptr) << id;
    ASSERT_EQ(real->id, id);
    ASSERT_EQ(real->salt, expected.salt);
    ASSERT_EQ(real->length, expected.tokens.size());
    ASSERT_EQ(ToVector(real->blocks), expected.blocks);
    ASSERT_EQ(ToVector(real->hashes), model_.Hashes(expected.salt, expected.tokens));
    const std::vector<uint32_t> values = Values(expected.salt, expected.tokens);
    for (size_t at = 0; at < values.size(); ++at) {
      ASSERT_EQ(sequences_.Token(*real, at), expected.tokens[at]) << id << " at " << at;
      ASSERT_EQ(ReadSlot(expected.blocks[at / block_tokens()], Offset(at)), values[at])
          << "sequence " << id << " at " << at;
    }
  }

  void CompareKernelArrays() {
    std::vector<uint64_t> ids;
    std::vector<uint64_t> from;
    std::vector<int32_t> tables, lengths, slots;
    const size_t width = n_blocks();
    for (const auto& [id, sequence] : model_.sequences) {
      ids.push_back(id);
      from.push_back(Below(sequence.tokens.size() + 1));
      lengths.push_back(static_cast<int32_t>(sequence.tokens.size()));
      for (size_t i = 0; i < width; ++i) {
        tables.push_back(i < sequence.blocks.size() ? static_cast<int32_t>(sequence.blocks[i])
                                                    : -1);
      }
      for (auto at = static_cast<size_t>(from.back()); at < sequence.tokens.size(); ++at) {
        slots.push_back(static_cast<int32_t>(sequence.blocks[at / block_tokens()] * block_tokens() +
                                             at % block_tokens()));
      }
    }
    const auto n = static_cast<uint32_t>(ids.size());
    std::vector<int32_t> got(tables.size(), -9);
    ASSERT_EQ(sequences_.BlockTables(ids.data(), n, n_blocks(), got.data()), TL_OK);
    ASSERT_EQ(got, tables);
    got.assign(lengths.size(), -9);
    ASSERT_EQ(sequences_.Lengths(ids.data(), n, got.data()), TL_OK);
    ASSERT_EQ(got, lengths);
    got.assign(slots.size(), -9);
    size_t written = 0;
    ASSERT_EQ(sequences_.SlotMapping(ids.data(), from.data(), n, got.data(), got.size(), &written),
              TL_OK);
    ASSERT_EQ(written, slots.size());
    ASSERT_EQ(got, slots);
  }

  // -- Operations.

  void Open() {
    const uint64_t id = Below(kIds);
    const Tokens tokens = Prompt();
    const tlkv::OpenOptions options = {.salt = Below(3), .may_reuse_all = Below(2) == 0};
    Admission can;
    ASSERT_EQ(sequences_.CanOpen(tokens.data(), tokens.size(), options, &can), TL_OK);
    ASSERT_EQ(ToString(can), ToString(model_.CanOpen(tokens, options)));
    ASSERT_NO_FATAL_FAILURE(Compare()) << "after CanOpen";

    Admission plan = {77, 77, 77, 77, 77};
    Admission expected = plan;
    const tl_status status = model_.Open(id, tokens, options, &expected);
    ASSERT_EQ(sequences_.Open(id, tokens.data(), tokens.size(), options, &plan), status);
    ASSERT_EQ(ToString(plan), ToString(expected));
    if (status == TL_OK) Compute(id, static_cast<size_t>(plan.cached_tokens));
    if (status != TL_EBUSY) {
      ASSERT_EQ(can.fits(), status == TL_OK);
    }
  }

  void Append() {
    const uint64_t id = Below(kIds);
    Tokens tokens;
    Extend(&tokens);
    BlockCopy copy = {77, 78, 79};
    BlockCopy expected = copy;
    const auto before = model_.sequences.find(id);
    const size_t length = before == model_.sequences.end() ? 0 : before->second.tokens.size();
    const tl_status status = model_.Append(id, tokens, &expected);
    ASSERT_EQ(sequences_.Append(id, tokens.data(), tokens.size(), &copy), status);
    ASSERT_EQ(ToString(copy), ToString(expected));
    if (status != TL_OK) return;
    if (!over_pool_ && copy.target != tlkv::kNoBlock) {
      for (uint32_t i = 0; i < copy.tokens; ++i) {
        WriteSlot(copy.target, i, ReadSlot(copy.source, i));
      }
    }
    Compute(id, length);
    prompts_.push_back(model_.sequences.at(id).tokens);
  }

  void Fork() {
    const uint64_t parent = Below(kIds);
    const uint64_t child = Below(kIds);
    ASSERT_EQ(sequences_.Fork(parent, child), model_.Fork(parent, child));
  }

  void Truncate() {
    const uint64_t id = Below(kIds);
    const auto found = model_.sequences.find(id);
    const size_t length = found == model_.sequences.end() ? 0 : found->second.tokens.size();
    const uint32_t n = Below(length + 2);
    ASSERT_EQ(sequences_.Truncate(id, n), model_.Truncate(id, n)) << n << " of " << length;
  }

  void Close() {
    const uint64_t id = Below(kIds);
    ASSERT_EQ(sequences_.Close(id), model_.Close(id));
  }

  // Sends one sequence to another id by way of an envelope.
  void ExportAndImport() {
    const uint64_t from = Below(kIds);
    const uint64_t to = Below(kIds);
    const auto found = model_.sequences.find(from);
    if (!over_pool_ || found == model_.sequences.end()) return;
    const SequenceModel source = found->second;
    Bytes bytes(tl_kv_export_bytes(pool_, static_cast<uint32_t>(source.blocks.size())));
    size_t written = 0;
    ASSERT_EQ(sequences_.Export(from, bytes.data(), bytes.size(), &written), TL_OK);
    ASSERT_EQ(written, bytes.size());

    const auto names = Below(2) == 0 ? tlkv::ImportNames::kRegister : tlkv::ImportNames::kLeaveBare;
    ASSERT_EQ(sequences_.Import(to, bytes.data(), bytes.size(), source.tokens.data(),
                                source.tokens.size(), source.salt, names),
              model_.Import(to, source.tokens, source.salt, names));
    if (model_.sequences.count(to) != 0) {
      Bytes again(bytes.size());
      const SequenceModel& target = model_.sequences.at(to);
      if (target.tokens != source.tokens || target.salt != source.salt) return;
      ASSERT_EQ(sequences_.Export(to, again.data(), again.size(), &written), TL_OK);
      ASSERT_EQ(ToHex(again), ToHex(bytes));
    }
  }

  std::mt19937_64 random_;
  TestPool pool_;
  SequencesModel model_;
  bool over_pool_;
  std::vector<uint32_t> buffer_;
  std::vector<Tokens> prompts_;
  tlkv::Sequences sequences_;  // before the pool goes, it gives its blocks back
};

void RunSeed(uint64_t seed) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  CountingAllocator allocator;
  Run run(seed);
  for (uint64_t i = 0; i < kOpsPerRun; ++i) {
    run.Step();
    if (!testing::Test::HasFailure()) run.Compare();
    ASSERT_FALSE(testing::Test::HasFailure()) << "in operation " << i;
  }
}

TEST(SequencesModel, random_operations_match_it) {
  const uint64_t ops = FromEnvironment("TLKV_MODEL_OPS", 200'000) / 10;
  const uint64_t first = FromEnvironment("TLKV_MODEL_SEED", 1000);
  std::printf("%llu operations from seed %llu on\n", static_cast<unsigned long long>(ops),
              static_cast<unsigned long long>(first));
  for (uint64_t i = 0; i * kOpsPerRun < ops && !HasFailure(); ++i) RunSeed(first + i);
}

}  // namespace
}  // namespace tlkv_test
