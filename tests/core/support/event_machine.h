// What events tell, taken at their word: a ledger's state and counters made of its events alone.
#ifndef TESTS_CORE_SUPPORT_EVENT_MACHINE_H_
#define TESTS_CORE_SUPPORT_EVENT_MACHINE_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "support/ledger_state.h"
#include "tlkv/block_ledger.h"
#include "tlkv/events.h"

namespace tlkv_test {

class EventMachine {
 public:
  // Watches a new ledger, which must not outlive it, and passes all on to the observer that was
  // there.
  explicit EventMachine(tlkv::BlockLedger* ledger)
      : order_(ledger->free_order()), next_(ledger->observer()) {
    for (uint32_t id = 0; id < ledger->n_blocks(); ++id) state_.free.push_back(id);
    state_.ref.resize(ledger->n_blocks());
    state_.fill.resize(ledger->n_blocks());
    state_.hash.resize(ledger->n_blocks());
    ledger->SetObserver({.on_operation = OnOperation, .on_event = OnEvent, .user = this});
  }

  [[nodiscard]] const LedgerState& state() const { return state_; }

 private:
  static void OnOperation(void* user, const tlkv::Operation& operation) {
    auto* self = static_cast<EventMachine*>(user);
    self->free_before_ = self->state_.free.size();
    self->cached_before_ = self->state_.lru.size();
    if (self->next_.on_operation != nullptr) self->next_.on_operation(self->next_.user, operation);
  }
  static void OnEvent(void* user, const tlkv::Event& event) {
    auto* self = static_cast<EventMachine*>(user);
    self->Apply(event);
    if (self->next_.on_event != nullptr) self->next_.on_event(self->next_.user, event);
  }

  void Apply(const tlkv::Event& event) {
    using enum tlkv::EventKind;
    const uint32_t id = event.block;
    tlkv::LedgerCounters& counters = state_.counters;
    if (event.kind == kWritten) return;  // part of no call, and changes nothing
    EXPECT_EQ(event.free, free_before_);
    EXPECT_EQ(event.cached, cached_before_);
    if (event.kind == kMissed) {
      EXPECT_EQ(id, tlkv::kNoBlock);
      ++counters.misses;
      return;
    }
    switch (event.kind) {
      case kEvicted:
        ASSERT_FALSE(state_.lru.empty());
        EXPECT_EQ(state_.lru.front(), id) << "not the oldest";
        EXPECT_TRUE(state_.free.empty()) << "there were free blocks";
        EXPECT_EQ(event.hash, state_.hash[id]);
        state_.lru.erase(state_.lru.begin());
        state_.free.push_back(id);  // until it is allocated, next
        state_.hash[id] = 0;
        state_.fill[id] = 0;
        ++counters.evictions;
        ++state_.evictions;
        break;
      case kAllocated:
        ASSERT_FALSE(state_.free.empty());
        EXPECT_EQ(state_.free.front(), id) << "not the next one";
        state_.free.erase(state_.free.begin());
        state_.ref[id] = 1;
        counters.peak_used = std::max(counters.peak_used, Used());
        break;
      case kReferenced:
        ++state_.ref[id];
        CountHit(event);
        break;
      case kRevived:
        std::erase(state_.lru, id);
        state_.ref[id] = 1;
        counters.peak_used = std::max(counters.peak_used, Used());
        CountHit(event);
        break;
      case kReleased:
        --state_.ref[id];
        break;
      case kFreed:
        std::erase(state_.lru, id);
        state_.ref[id] = 0;
        state_.fill[id] = 0;
        state_.free.insert(
            order_ == tlkv::FreeOrder::kStack ? state_.free.begin() : state_.free.end(), id);
        break;
      case kCached:
        state_.ref[id] = 0;
        state_.lru.push_back(id);
        break;
      case kFilled:
        state_.fill[id] = event.fill;
        break;
      case kRegistered:
        EXPECT_EQ(state_.hash[id], 0u);
        state_.hash[id] = event.hash;
        ++counters.registrations;
        break;
      case kDuplicate:
        EXPECT_EQ(state_.hash[event.other], event.hash);
        ++counters.duplicates;
        break;
      case kUnregistered:
        EXPECT_EQ(event.hash, state_.hash[id]);
        state_.hash[id] = 0;
        break;
      case kCopied:
        EXPECT_EQ(event.tokens, state_.fill[id]);
        --state_.ref[id];
        state_.fill[event.other] = event.tokens;
        ++counters.copies;
        break;
      case kImported:
        state_.fill[id] = event.tokens;
        break;
      case kMissed:
      case kWritten:
        break;
    }
    EXPECT_EQ(event.ref, state_.ref[id]);
    EXPECT_EQ(event.fill, state_.fill[id]);
  }

  void CountHit(const tlkv::Event& event) {
    state_.counters.hits += event.tokens != 0;
    state_.counters.hit_tokens += event.tokens;
  }
  [[nodiscard]] uint32_t Used() const {
    return static_cast<uint32_t>(state_.ref.size() - state_.free.size() - state_.lru.size());
  }

  tlkv::FreeOrder order_;
  tlkv::Observer next_;
  LedgerState state_;
  size_t free_before_ = 0, cached_before_ = 0;  // as the call began
};

}  // namespace tlkv_test

#endif  // TESTS_CORE_SUPPORT_EVENT_MACHINE_H_
