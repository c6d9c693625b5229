import { integer, record, show, U32_MAX, u32, u64 } from './check.ts';
import { type PoolSnapshot, takeSnapshot } from './ledger.ts';
import { OPERATION_KINDS, type PoolOperation } from './ledger_events.ts';
import { check, memory, module, needInit } from './runtime.ts';

/** struct Operation of core/include/tlkv/events.h. */
const OPERATION_BYTES = 24;

/**
 * The state that operations lead to from a new pool (or new sequences) of this size: what `snapshot` said when
 * the last of them had been done, if they were recorded from the beginning on. TL_EINVAL names the first that
 * cannot go as recorded.
 */
export function replay(
  size: { readonly nBlocks: number; readonly blockTokens: number },
  operations: readonly PoolOperation[],
): PoolSnapshot {
  const call = 'replay';
  record(size, call, 'size');
  const nBlocks = integer(size.nBlocks, call, 'nBlocks', 1, U32_MAX);
  const blockTokens = integer(size.blockTokens, call, 'blockTokens', 1, U32_MAX);
  const log = encode(operations, call);
  needInit(call);
  const pointer = memory.borrow(log.byteLength, call);
  try {
    memory.u8.set(log, pointer);
    const n = log.byteLength / OPERATION_BYTES;
    check(module.ledgerReplay(nBlocks, blockTokens, pointer, n, memory.cell), call);
  } finally {
    memory.release(pointer);
  }
  const ledger = memory.u32[memory.cell >>> 2] as number;
  try {
    return takeSnapshot(ledger, { nBlocks, blockTokens }, call);
  } finally {
    module.ledgerDestroy(ledger);
  }
}

function encode(operations: readonly PoolOperation[], call: string): Uint8Array {
  if (!Array.isArray(operations)) {
    throw new TypeError(`${call}: operations must be an array, got ${show(operations)}`);
  }
  const view = new DataView(new ArrayBuffer(operations.length * OPERATION_BYTES));
  for (const [i, operation] of operations.entries()) {
    const name = `operations[${i}]`;
    const { kind, block, n, hash } = record<PoolOperation>(operation, call, name);
    const number = OPERATION_KINDS.indexOf(kind);
    if (number < 0) throw new TypeError(`${call}: ${name}.kind is none of a pool's, got ${show(kind)}`);
    const at = i * OPERATION_BYTES;
    view.setUint32(at, number, true);
    view.setUint32(at + 4, block === undefined ? U32_MAX : u32(block, call, `${name}.block`), true);
    view.setUint32(at + 8, u32(n, call, `${name}.n`), true);
    view.setBigUint64(at + 16, u64(hash, call, `${name}.hash`), true);
  }
  return new Uint8Array(view.buffer);
}
