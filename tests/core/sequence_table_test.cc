// The table of sequences: adding, finding and removing at every place, growing, and not growing.
#include "tlkv/sequence_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "support/counting_allocator.h"

namespace tlkv_test {
namespace {

// Owns something, so that an entry that is not destroyed is a leak.
struct Entry {
  uint64_t id = 0;
  tlkv::Array<uint32_t> numbers;
};
using Table = tlkv::SequenceTable<Entry>;

Entry* Add(Table& table, uint64_t id) {
  Entry* entry = nullptr;
  EXPECT_EQ(table.Add(id, &entry), TL_OK);
  EXPECT_EQ(entry->numbers.Reserve(1), TL_OK);
  return entry;
}

void ExpectIds(const Table& table, const std::set<uint64_t>& ids) {
  std::vector<uint64_t> walked;
  for (const Entry* entry : table) walked.push_back(entry->id);
  std::sort(walked.begin(), walked.end());
  ASSERT_EQ(walked, std::vector<uint64_t>(ids.begin(), ids.end()));
  ASSERT_EQ(table.size(), ids.size());
  for (const uint64_t id : ids) {
    ASSERT_NE(table.Find(id), nullptr) << id;
    ASSERT_EQ(table.Find(id)->id, id);
  }
}

TEST(SequenceTable, an_empty_one_finds_nothing) {
  CountingAllocator allocator;
  Table table;
  EXPECT_EQ(table.Find(0), nullptr);
  Entry* entry = nullptr;
  EXPECT_EQ(table.Get(0, &entry), TL_ENOTFOUND);
  EXPECT_STREQ(tl_last_error(), "there is no sequence 0");
  EXPECT_EQ(table.begin(), table.end());
  EXPECT_EQ(allocator.calls(), 0u);
}

TEST(SequenceTable, removes_from_every_place) {
  CountingAllocator allocator;
  const auto id_of = [](size_t i) { return uint64_t{i} << 32; };
  for (size_t removed = 0; removed < 20; ++removed) {
    Table table;
    std::set<uint64_t> ids;
    std::vector<Entry*> entries;
    for (size_t i = 0; i < 20; ++i) {
      entries.push_back(Add(table, id_of(i)));
      ids.insert(id_of(i));
    }
    table.Remove(entries[removed]);
    ids.erase(id_of(removed));
    ExpectIds(table, ids);
    EXPECT_EQ(table.Find(id_of(removed)), nullptr);
    for (size_t i = 0; i < 20; ++i) {
      if (i == removed) continue;
      EXPECT_EQ(table.Find(id_of(i)), entries[i]) << "an entry moved";
    }
    entries[removed] = Add(table, id_of(removed));
    ids.insert(id_of(removed));
    ExpectIds(table, ids);
    for (Entry* entry : entries) table.Remove(entry);
    ExpectIds(table, {});
  }
}

TEST(SequenceTable, refuses_an_id_that_is_there) {
  Table table;
  Entry* entry = Add(table, UINT64_MAX);
  Entry* other = entry;
  EXPECT_EQ(table.Add(UINT64_MAX, &other), TL_EBUSY);
  EXPECT_STREQ(tl_last_error(), "sequence 18446744073709551615 exists already");
  EXPECT_EQ(other, entry);
  ExpectIds(table, {UINT64_MAX});
}

// Whatever allocation fails, the table is as it was, and the same call succeeds afterwards.
TEST(SequenceTable, growth_that_fails_changes_nothing) {
  CountingAllocator allocator;
  Table table;
  std::set<uint64_t> ids;
  size_t failures = 0;
  for (uint64_t id = 0; id < 40; ++id) {
    for (size_t n = 0;; ++n) {
      allocator.FailAfter(n);
      Entry* entry = nullptr;
      const tl_status status = table.Add(id, &entry);
      allocator.FailAfter(CountingAllocator::kNever);
      if (status == TL_OK) break;
      ++failures;
      ASSERT_EQ(status, TL_ENOMEM);
      ASSERT_EQ(entry, nullptr);
      ASSERT_EQ(table.Find(id), nullptr);
      ExpectIds(table, ids);
    }
    ids.insert(id);
    ExpectIds(table, ids);
  }
  EXPECT_GT(failures, 40u) << "an entry is one allocation, growth is two more";
}

TEST(SequenceTable, moves_with_its_entries) {
  CountingAllocator allocator;
  Table from;
  Entry* entry = Add(from, 5);
  Table to(static_cast<Table&&>(from));
  EXPECT_EQ(to.Find(5), entry);
  EXPECT_EQ(from.Find(5), nullptr);
  from = static_cast<Table&&>(to);
  EXPECT_EQ(from.Find(5), entry);
  Add(from, 6);
  ExpectIds(from, {5, 6});
}

}  // namespace
}  // namespace tlkv_test
