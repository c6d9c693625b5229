// A ledger's state and its counters, as plain data to compare.
#ifndef TESTS_CORE_SUPPORT_LEDGER_STATE_H_
#define TESTS_CORE_SUPPORT_LEDGER_STATE_H_

#include <ostream>

#include "support/pool_state.h"
#include "tlkv/block_ledger.h"

namespace tlkv_test {

struct LedgerState : PoolState {
  tlkv::LedgerCounters counters;

  bool operator==(const LedgerState&) const = default;
};

inline void PrintTo(const LedgerState& state, std::ostream* out) {
  PrintTo(static_cast<const PoolState&>(state), out);
  *out << "\n  " << ToString(state.counters);
}

// The state, and a look at all invariants on the way.
inline LedgerState ObserveAll(const tlkv::BlockLedger& ledger) {
  return {Observe(ledger), ledger.counters()};
}

}  // namespace tlkv_test

#endif  // TESTS_CORE_SUPPORT_LEDGER_STATE_H_
