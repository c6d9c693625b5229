// The numbers that kernels ask for, as the library and as the model give them.
#ifndef TESTS_CORE_SEQUENCES_KERNELS_H_
#define TESTS_CORE_SEQUENCES_KERNELS_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "sequences_model.h"
#include "support/choices.h"
#include "tlkv/sequences.h"

namespace tlkv_test {

inline constexpr size_t kAmple = 4096;  // numbers, for any answer of a small test

// Asks all three for a list of sequences, some of which may not exist.
inline void CompareKernelNumbers(const tlkv::Sequences& real, const SequencesModel& model,
                                 const std::vector<uint64_t>& seqs,
                                 const std::vector<uint64_t>& from, uint32_t width, size_t cap) {
  using Numbers = std::vector<int32_t>;
  const uint32_t block_tokens = real.ledger().block_tokens();
  Numbers tables, slots, lengths;
  bool all_known = true, all_fit = true, all_inside = true;
  for (size_t k = 0; k < seqs.size(); ++k) {
    const auto found = model.sequences().find(seqs[k]);
    if (found == model.sequences().end()) {
      all_known = false;
      continue;
    }
    const std::vector<uint32_t>& blocks = found->second.blocks;
    const size_t length = found->second.tokens.size();
    lengths.push_back(static_cast<int32_t>(length));
    for (size_t i = 0; i < width; ++i) {
      tables.push_back(i < blocks.size() ? static_cast<int32_t>(blocks[i]) : -1);
    }
    for (auto i = static_cast<size_t>(from[k]); i < length; ++i) {
      slots.push_back(
          static_cast<int32_t>(blocks[i / block_tokens] * block_tokens + i % block_tokens));
    }
    all_fit = all_fit && blocks.size() <= width;
    all_inside = all_inside && from[k] <= length;
  }

  const auto n = static_cast<uint32_t>(seqs.size());
  Numbers out(kAmple, -7);
  const auto expect_written = [&](const Numbers& expected) {
    Numbers all = expected;
    all.resize(out.size(), -7);
    ASSERT_EQ(out, all);
    out.assign(out.size(), -7);
  };

  ASSERT_EQ(real.Lengths(seqs.data(), n, out.data()), all_known ? TL_OK : TL_ENOTFOUND);
  expect_written(all_known ? lengths : Numbers{});

  // With two reasons to refuse, whichever comes first in the list is given.
  const tl_status status = real.BlockTables(seqs.data(), n, width, out.data());
  ASSERT_EQ(status == TL_OK, all_known && all_fit);
  ASSERT_TRUE(status == TL_OK || (status == TL_ENOTFOUND && !all_known) ||
              (status == TL_EINVAL && !all_fit));
  expect_written(status == TL_OK ? tables : Numbers{});

  size_t written = kUntouched;
  const tl_status mapped = real.SlotMapping(seqs.data(), from.data(), n, out.data(), cap, &written);
  if (all_known && all_inside) {
    ASSERT_EQ(mapped, slots.size() <= cap ? TL_OK : TL_EFULL);
    ASSERT_EQ(written, slots.size());
  } else {
    ASSERT_TRUE((mapped == TL_ENOTFOUND && !all_known) || (mapped == TL_EINVAL && !all_inside));
    ASSERT_EQ(written, kUntouched);
  }
  expect_written(mapped == TL_OK ? slots : Numbers{});
}

}  // namespace tlkv_test

#endif  // TESTS_CORE_SEQUENCES_KERNELS_H_
