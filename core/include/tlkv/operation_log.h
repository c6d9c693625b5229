// tlkv/operation_log.h: what was done to a ledger, so that it can be done again.
//
// A ledger is deterministic: its state is what its calls made of a new one. The log is an observer
// that keeps the calls; Replay repeats them.
#ifndef TLKV_OPERATION_LOG_H_
#define TLKV_OPERATION_LOG_H_

#include "tlkv/block_ledger.h"

namespace tlkv {

class OperationLog {
 public:
  /// An observer for BlockLedger::SetObserver that appends to this log, which must outlive it. If
  /// the log cannot grow it stops and is not complete() any more; the ledger goes on undisturbed.
  Observer AsObserver();

  const Array<Operation>& operations() const { return operations_; }
  bool complete() const { return complete_; }

 private:
  static void Add(void* log, const Operation& operation);

  Array<Operation> operations_;
  bool complete_ = true;
};

/// Repeats n operations on a ledger that is as the recorded one was when its log began; its state
/// and counters are then the same, and an observer of it is told the same. TL_EINVAL names the
/// first operation that cannot go as recorded, and nothing is done from there on. TL_ENOMEM. Cost
/// that of the calls.
[[nodiscard]] tl_status Replay(const Operation* operations, size_t n, BlockLedger* ledger);

}  // namespace tlkv

#endif  // TLKV_OPERATION_LOG_H_
