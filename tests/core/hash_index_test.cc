// The open-addressing index: clusters around the end of the slots, erasing from every place in
// them, keys that only the record behind an entry tells apart, and no room.
#include "tlkv/hash_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include "support/counting_allocator.h"

namespace tlkv_test {
namespace {

using tlkv::HashIndex;

// The key whose mixed form is `mixed`: the upper half of that is the tag, whose low bits are the
// home slot. The index multiplies by an odd number, so that there is a way back.
uint64_t KeyOfMixed(uint64_t mixed) {
  uint64_t inverse = 1;
  for (int i = 0; i < 6; ++i) inverse *= 2 - 0x9E3779B97F4A7C15u * inverse;
  const uint64_t folded = mixed * inverse;
  return folded ^ folded >> 32;
}

uint64_t KeyOfTag(uint32_t tag, uint32_t which = 0) {
  return KeyOfMixed(uint64_t{tag} << 32 | which);
}

// An index with the keys of its values, compared with a map.
class Checked {
 public:
  explicit Checked(uint32_t max_entries) { EXPECT_EQ(index_.Create(max_entries), TL_OK); }

  void Insert(uint64_t key) {
    const auto value = static_cast<uint32_t>(keys_.size());
    keys_.push_back(key);
    index_.Insert(key, value);
    there_[key] = value;
  }
  void Erase(uint64_t key) {
    index_.Erase(key, there_.at(key));
    there_.erase(key);
  }
  uint32_t Find(uint64_t key) const {
    return index_.Find(key, [this](uint32_t value) { return keys_[value]; });
  }
  // Every key that was ever there is found, or not, as the map says; so are all entries walked.
  void Compare() const {
    for (const uint64_t key : keys_) {
      const auto at = there_.find(key);
      ASSERT_EQ(Find(key), at == there_.end() ? HashIndex::kNone : at->second) << key;
    }
    std::vector<uint32_t> walked, expected;
    index_.ForEach([&](uint32_t value) { walked.push_back(value); });
    for (const auto& [key, value] : there_) expected.push_back(value);
    std::sort(walked.begin(), walked.end());
    std::sort(expected.begin(), expected.end());
    ASSERT_EQ(walked, expected);
  }

 private:
  HashIndex index_;
  std::vector<uint64_t> keys_;          // of each value
  std::map<uint64_t, uint32_t> there_;  // key to value
};

TEST(HashIndex, every_cluster_of_five_stands_every_two_erasures) {
  // 5 entries have 8 slots. Homes within three neighbours, so that the cluster wraps around the end
  // from most of the starts; three homes to the power of five keys are 243 clusters.
  for (uint32_t start = 0; start < 8; ++start) {
    for (uint32_t pattern = 0; pattern < 243; ++pattern) {
      std::vector<uint64_t> keys;
      for (uint32_t i = 0, left = pattern; i < 5; ++i, left /= 3) {
        keys.push_back(KeyOfTag(8 * i + (start + left % 3) % 8));
      }
      for (size_t first = 0; first < 5; ++first) {
        for (size_t second = 0; second < 5; ++second) {
          Checked index(5);
          for (const uint64_t key : keys) index.Insert(key);
          index.Erase(keys[first]);
          if (second != first) index.Erase(keys[second]);
          index.Compare();
          index.Insert(KeyOfTag(800 + start));
          index.Compare();
          if (HasFatalFailure()) FAIL() << "start " << start << ", pattern " << pattern;
        }
      }
    }
  }
}

TEST(HashIndex, keys_of_one_tag_are_told_apart_by_their_records) {
  Checked index(6);
  for (uint32_t which = 0; which < 6; ++which) index.Insert(KeyOfTag(7, which));
  index.Compare();
  EXPECT_EQ(index.Find(KeyOfTag(7, 6)), HashIndex::kNone);
  index.Erase(KeyOfTag(7, 2));
  index.Erase(KeyOfTag(7, 0));
  index.Compare();
}

TEST(HashIndex, the_extreme_keys_are_keys_like_others) {
  Checked index(2);
  EXPECT_EQ(index.Find(0), HashIndex::kNone);
  EXPECT_EQ(index.Find(UINT64_MAX), HashIndex::kNone);
  index.Insert(0);
  index.Insert(UINT64_MAX);
  index.Compare();
  index.Erase(0);
  index.Compare();
}

TEST(HashIndex, random_operations_match_a_map) {
  std::mt19937_64 random(1);
  for (uint32_t capacity = 1; capacity <= 40; ++capacity) {
    Checked index(capacity);
    std::vector<uint64_t> there;
    for (int step = 0; step < 300; ++step) {
      if (there.size() < capacity && random() % 2 == 0) {
        // Few homes, so that clusters are long.
        there.push_back(KeyOfTag(static_cast<uint32_t>(random() % 4 + random() % 1000 * 64),
                                 static_cast<uint32_t>(step)));
        index.Insert(there.back());
      } else if (!there.empty()) {
        const auto at = static_cast<size_t>(random() % there.size());
        index.Erase(there[at]);
        there.erase(there.begin() + static_cast<std::ptrdiff_t>(at));
      }
      index.Compare();
      if (HasFatalFailure()) FAIL() << "capacity " << capacity << ", step " << step;
    }
  }
}

TEST(HashIndex, is_as_it_was_when_there_is_no_room_for_a_new_one) {
  CountingAllocator allocator;
  HashIndex index;
  ASSERT_EQ(index.Create(3), TL_OK);
  index.Insert(11, 0);
  allocator.FailAfter(0);
  EXPECT_EQ(index.Create(100), TL_ENOMEM);
  EXPECT_EQ(index.Find(11, [](uint32_t) { return 11u; }), 0u);
  allocator.RefuseAbove(1 << 20);
  EXPECT_NE(index.Create(UINT32_MAX), TL_OK);
  ASSERT_EQ(index.Create(3), TL_OK);
  EXPECT_EQ(index.Find(11, [](uint32_t) { return 11u; }), HashIndex::kNone);
}

}  // namespace
}  // namespace tlkv_test
