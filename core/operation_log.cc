#include "tlkv/operation_log.h"

namespace tlkv {

Observer OperationLog::AsObserver() { return {.on_operation = Add, .user = this}; }

void OperationLog::Add(void* log, const Operation& operation) {
  auto* self = static_cast<OperationLog*>(log);
  if (!self->complete_) return;
  const Text reason = ErrorSlot();  // the ledger's call goes on as if nobody watched
  if (self->operations_.ReserveMore(1) == TL_OK) {
    self->operations_.Push(operation);
  } else {
    self->complete_ = false;
    ErrorSlot() = reason;
  }
}

namespace {

// What a call of FillImported or RegisterUnlessHeld takes for granted of the block.
bool IsUsedWithoutName(BlockId id, const BlockLedger& ledger) {
  return ledger.Has(id) && ledger.RefCount(id) != 0 && ledger.Hash(id) == 0;
}

// Does one operation, or fails before anything changed. ids is where Take may write.
tl_status Repeat(const Operation& op, BlockLedger* ledger, Array<BlockId>* ids) {
  BlockId id;
  switch (op.kind) {
    case OperationKind::kTake:
      if (op.n <= ledger->available()) {
        if (const tl_status s = ids->Reserve(op.n); s != TL_OK) return s;
      }
      return ledger->Take(op.n, ids->data());
    case OperationKind::kRef:
      return ledger->Ref(op.block);
    case OperationKind::kAcquire:
      if (!ledger->Has(op.block) || ledger->State(op.block) != BlockState::kCached) break;
      return ledger->Acquire(op.block);
    case OperationKind::kUnref:
      return ledger->Unref(op.block);
    case OperationKind::kCopyOnWrite:
      if (ledger->Has(op.block) && ledger->RefCount(op.block) == 1) break;
      return ledger->CopyOnWrite(op.block, &id);
    case OperationKind::kSetFill:
      return ledger->SetFill(op.block, op.n);
    case OperationKind::kFillImported:
      if (!IsUsedWithoutName(op.block, *ledger) || op.n > ledger->block_tokens()) break;
      if (op.hash != 0 && op.n != ledger->block_tokens()) break;
      ledger->FillImported(op.block, op.n, op.hash);
      return TL_OK;
    case OperationKind::kRegister:
      if (!IsUsedWithoutName(op.block, *ledger) || op.hash == 0) break;
      if (ledger->Fill(op.block) != ledger->block_tokens()) break;
      (void)ledger->RegisterUnlessHeld(op.block, op.hash);
      return TL_OK;
    case OperationKind::kUnregister:
      return ledger->Unregister(op.block);
    case OperationKind::kLookup:
      if (ledger->Find(op.hash) == kNoBlock) {
        return Fail(TL_EINVAL, "no block is registered under ", Hex{op.hash});
      }
      return ledger->Lookup(op.hash, &id);
    case OperationKind::kCountMiss:
      ledger->CountMiss(op.hash);
      return TL_OK;
  }
  return Fail(TL_EINVAL, "block ", op.block, " is not what it was");
}

}  // namespace

tl_status Replay(const Operation* operations, size_t n, BlockLedger* ledger) {
  Array<BlockId> ids;
  for (size_t i = 0; i < n; ++i) {
    const tl_status s = Repeat(operations[i], ledger, &ids);
    if (s == TL_OK) continue;
    Text number;
    number.Append("operation ");
    number.Append(i);
    ErrorSlot().Prefix(number.c_str());
    return s == TL_ENOMEM ? s : TL_EINVAL;
  }
  return TL_OK;
}

}  // namespace tlkv
