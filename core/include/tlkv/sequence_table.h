// tlkv/sequence_table.h: sequences by the ids that callers give them.
#ifndef TLKV_SEQUENCE_TABLE_H_
#define TLKV_SEQUENCE_TABLE_H_

#include <new>

#include "tlkv/hash_index.h"
#include "tlkv/memory.h"

namespace tlkv {

/// Owns entries of a type that has a `uint64_t id`. An entry stays at its address until it is
/// removed.
template <class Entry>
class SequenceTable {
 public:
  SequenceTable() = default;
  SequenceTable(SequenceTable&& other) noexcept { Swap(other); }
  SequenceTable& operator=(SequenceTable&& other) noexcept {
    Swap(other);
    return *this;
  }
  ~SequenceTable() {
    for (Entry* entry : entries_) Destroy(entry);
  }

  uint32_t size() const { return static_cast<uint32_t>(entries_.size()); }

  /// The entry of an id, or nullptr.
  Entry* Find(uint64_t id) const {
    if (entries_.empty()) return nullptr;
    const uint32_t at = index_.Find(id, [this](uint32_t i) { return entries_[i]->id; });
    return at == HashIndex::kNone ? nullptr : entries_[at];
  }

  /// Adds a new, empty entry. TL_EBUSY: the id is there already. TL_ENOMEM. Amortised O(1).
  [[nodiscard]] tl_status Add(uint64_t id, Entry** out) {
    if (Find(id) != nullptr) return Fail(TL_EBUSY, "sequence ", id, " exists already");
    if (const tl_status s = MakeRoom(); s != TL_OK) return s;
    void* memory = allocator_.alloc(allocator_.user, sizeof(Entry), alignof(Entry));
    if (memory == nullptr) return Fail(TL_ENOMEM, "the allocator has no ", sizeof(Entry), " bytes");
    Entry* entry = new (memory) Entry;
    entry->id = id;
    index_.Insert(id, size());
    entries_.Push(entry);
    *out = entry;
    return TL_OK;
  }

  /// The entry of an id, or TL_ENOTFOUND with a reason.
  [[nodiscard]] tl_status Get(uint64_t id, Entry** out) const {
    *out = Find(id);
    return *out != nullptr ? TL_OK : Fail(TL_ENOTFOUND, "there is no sequence ", id);
  }

  /// Removes and destroys an entry that is there.
  void Remove(Entry* entry) {
    const uint32_t at = index_.Find(entry->id, [this](uint32_t i) { return entries_[i]->id; });
    const uint32_t last = size() - 1;
    index_.Erase(entry->id, at);
    if (at != last) {
      index_.Erase(entries_[last]->id, last);
      index_.Insert(entries_[last]->id, at);
      entries_[at] = entries_[last];
    }
    entries_.Pop();
    Destroy(entry);
  }

  /// Every entry once, in no particular order.
  Entry* const* begin() const { return entries_.begin(); }
  Entry* const* end() const { return entries_.end(); }

 private:
  // Room for one more entry, in the array and in the index.
  [[nodiscard]] tl_status MakeRoom() {
    if (const tl_status s = entries_.ReserveMore(1); s != TL_OK) return s;
    if (size() < capacity_) return TL_OK;
    if (capacity_ > UINT32_MAX / 2) {
      return Fail(TL_ENOMEM, "a table has ", size(), " entries at most");
    }
    const uint32_t capacity = capacity_ == 0 ? 8 : capacity_ * 2;
    HashIndex bigger;
    if (const tl_status s = bigger.Create(capacity); s != TL_OK) return s;
    for (uint32_t i = 0; i < size(); ++i) bigger.Insert(entries_[i]->id, i);
    index_ = static_cast<HashIndex&&>(bigger);
    capacity_ = capacity;
    return TL_OK;
  }

  void Destroy(Entry* entry) {
    entry->~Entry();
    allocator_.free(allocator_.user, entry);
  }

  void Swap(SequenceTable& other) noexcept {
    std::swap(allocator_, other.allocator_);
    std::swap(index_, other.index_);
    std::swap(capacity_, other.capacity_);
    entries_.Swap(other.entries_);
  }

  tl_allocator allocator_ = CurrentAllocator();
  Array<Entry*> entries_;
  HashIndex index_;  // id -> position in entries_
  uint32_t capacity_ = 0;
};

}  // namespace tlkv

#endif  // TLKV_SEQUENCE_TABLE_H_
