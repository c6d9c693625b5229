// tlkv/hash_index.h: from 64-bit keys to 32-bit values; the prefix index (block hash to block id)
// and the table of sequences (sequence id to slot) are made of it.
//
// Open addressing with linear probing over {tag, value} slots of 8 bytes. The key itself is not
// stored: it stands in the record that the value names, and the caller hands a function that reads
// it there. The tag is 32 bits mixed from the key, and its low bits are the slot where probing
// starts (the home). So most foreign entries are passed over without touching their records, and an
// erase can shift later entries back to where they belong from tags alone: no tombstones, however
// long the index lives. Between a third and two thirds of the slots are in use when it is full.
//
// Mixing is no defence against keys that were chosen to collide: such keys cost O(entries) a
// look-up.
#ifndef TLKV_HASH_INDEX_H_
#define TLKV_HASH_INDEX_H_

#include <stdint.h>

#include "tlkv/memory.h"

namespace tlkv {

class HashIndex {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  /// Empties the index and makes room for max_entries of them; the only call that allocates.
  /// TL_EINVAL: more than an address space holds. TL_ENOMEM. Both change nothing. Cost
  /// O(max_entries).
  [[nodiscard]] tl_status Create(uint32_t max_entries) {
    const uint64_t wanted = static_cast<uint64_t>(max_entries) + max_entries / 2 + 1;
    uint64_t n = 2;
    while (n < wanted) n *= 2;
    if (n > SIZE_MAX / sizeof(Slot)) {
      return Fail(TL_EINVAL, "an index of ", n, " slots does not fit the address space");
    }
    Array<Slot> slots;
    if (const tl_status s = slots.Reserve(static_cast<size_t>(n)); s != TL_OK) return s;
    slots.SetSize(static_cast<size_t>(n));
    for (Slot& slot : slots) slot = {0, kNone};
    slots_.Swap(slots);
    return TL_OK;
  }

  /// The value of `key`, kNone if it is not there. key_of(value) gives the key of a value.
  template <class KeyOf>
  uint32_t Find(uint64_t key, KeyOf key_of) const {
    const uint32_t tag = Tag(key);
    for (size_t i = Home(tag); slots_[i].value != kNone; i = Next(i)) {
      if (slots_[i].tag == tag && key_of(slots_[i].value) == key) return slots_[i].value;
    }
    return kNone;
  }

  /// Asks memory for what Find(key) reads first, and the value that it will most likely find there,
  /// or kNone: for a caller with many keys, which need not wait for one after another.
  void Prefetch(uint64_t key) const { __builtin_prefetch(&slots_[Home(Tag(key))]); }
  uint32_t FirstTried(uint64_t key) const { return slots_[Home(Tag(key))].value; }

  /// Adds a key that is not there. There must be room.
  void Insert(uint64_t key, uint32_t value) {
    const uint32_t tag = Tag(key);
    size_t i = Home(tag);
    while (slots_[i].value != kNone) i = Next(i);
    slots_[i] = {tag, value};
  }

  /// Removes a pair that is there.
  void Erase(uint64_t key, uint32_t value) {
    size_t hole = Home(Tag(key));
    while (slots_[hole].value != value) hole = Next(hole);
    for (size_t i = Next(hole); slots_[i].value != kNone; i = Next(i)) {
      // The entry at i may fill the hole unless its home lies behind the hole, cyclically.
      if (Distance(Home(slots_[i].tag), i) < Distance(hole, i)) continue;
      slots_[hole] = slots_[i];
      hole = i;
    }
    slots_[hole].value = kNone;
  }

  /// Calls visit(value) for every entry, in no particular order. Cost O(max_entries).
  template <class Visit>
  void ForEach(Visit visit) const {
    for (const Slot& slot : slots_) {
      if (slot.value != kNone) visit(slot.value);
    }
  }

 private:
  struct Slot {
    uint32_t tag;
    uint32_t value;
  };

  [[gnu::always_inline]] static uint32_t Tag(uint64_t key) {
    return static_cast<uint32_t>(((key ^ key >> 32) * 0x9E3779B97F4A7C15u) >> 32);
  }
  [[gnu::always_inline]] size_t Home(uint32_t tag) const { return tag & (slots_.size() - 1); }
  [[gnu::always_inline]] size_t Next(size_t i) const { return (i + 1) & (slots_.size() - 1); }
  size_t Distance(size_t from, size_t to) const { return (to - from) & (slots_.size() - 1); }

  Array<Slot> slots_;
};

}  // namespace tlkv

#endif  // TLKV_HASH_INDEX_H_
