#include "tlkv/operation_log.h"

namespace tlkv {

Observer OperationLog::AsObserver() { return {.on_operation = Add, .user = this}; }

void OperationLog::Add(void* log, const Operation& operation) {
  auto* self = static_cast<OperationLog*>(log);
  if (self->complete_ && self->operations_.ReserveMore(1) == TL_OK) {
    self->operations_.Push(operation);
  } else {
    self->complete_ = false;
  }
}

namespace {

tl_status Take(uint32_t n, BlockLedger* ledger) {
  if (n > ledger->available()) {
    return Fail(TL_EFULL, "needs ", n, " blocks, but only ", ledger->available(), " can be taken");
  }
  BlockId id;
  for (; n != 0; --n) {
    if (const tl_status s = ledger->Take(1, &id); s != TL_OK) return s;
  }
  return TL_OK;
}

// What a call of FillImported or RegisterUnlessHeld takes for granted.
bool CanName(BlockId id, const BlockLedger& ledger) {
  return ledger.Has(id) && ledger.RefCount(id) != 0 && ledger.Hash(id) == 0;
}

tl_status Repeat(const Operation& op, BlockLedger* ledger) {
  BlockId id;
  switch (op.kind) {
    case OperationKind::kTake:
      return Take(op.n, ledger);
    case OperationKind::kRef:
      return ledger->Ref(op.block);
    case OperationKind::kAcquire:
      return ledger->Acquire(op.block);
    case OperationKind::kUnref:
      return ledger->Unref(op.block);
    case OperationKind::kCopyOnWrite:
      if (const tl_status s = ledger->CopyOnWrite(op.block, &id); s != TL_OK) return s;
      if (id == op.block) break;
      return TL_OK;
    case OperationKind::kSetFill:
      return ledger->SetFill(op.block, op.n);
    case OperationKind::kUnregister:
      return ledger->Unregister(op.block);
    case OperationKind::kLookup:
      if (const tl_status s = ledger->Lookup(op.hash, &id); s != TL_ENOTFOUND) return s;
      return Fail(TL_EINVAL, "no block is registered under ", Hex{op.hash});
    case OperationKind::kFillImported:
      if (!CanName(op.block, *ledger) || op.n > ledger->block_tokens()) break;
      ledger->FillImported(op.block, op.n, op.n == ledger->block_tokens() ? op.hash : 0);
      return TL_OK;
    case OperationKind::kRegister:
      if (!CanName(op.block, *ledger) || op.hash == 0 ||
          ledger->Fill(op.block) != ledger->block_tokens()) {
        break;
      }
      (void)ledger->RegisterUnlessHeld(op.block, op.hash);
      return TL_OK;
    case OperationKind::kCountMiss:
      ledger->CountMiss(op.hash);
      return TL_OK;
  }
  return Fail(TL_EINVAL, "block ", op.block, " is not what it was");
}

}  // namespace

tl_status Replay(const Operation* operations, size_t n, BlockLedger* ledger) {
  for (size_t i = 0; i < n; ++i) {
    if (Repeat(operations[i], ledger) == TL_OK) continue;
    Text number;
    number.Append("operation ");
    number.Append(i);
    ErrorSlot().Prefix(number.c_str());
    return TL_EINVAL;
  }
  return TL_OK;
}

}  // namespace tlkv
