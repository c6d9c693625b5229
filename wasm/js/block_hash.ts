import { u32s, u64 } from './check.ts';
import { runtime } from './runtime.ts';

/**
 * The chained hash of a full block: FNV-1a 64 over the parent's hash (0n for a sequence's first block), then
 * its token ids as 32-bit integers; in 1n..2^64-1. The same on every engine that follows the format.
 */
export function blockHash(parent: bigint, tokens: ArrayLike<number>): bigint {
  const parentHash = u64(parent, 'blockHash', 'parent');
  const ids = u32s(tokens, 'blockHash', 'tokens');
  const { module, memory } = runtime('blockHash');
  const pointer = memory.borrow(ids.byteLength, 'blockHash');
  try {
    memory.u32.set(ids, pointer >>> 2);
    return BigInt.asUintN(64, module._tl_kv_block_hash(parentHash, pointer, ids.length));
  } finally {
    memory.release(pointer);
  }
}

/** A hash as people read it: `0x` and 16 lower-case digits. */
export function formatHash(hash: bigint): string {
  return `0x${u64(hash, 'formatHash', 'hash').toString(16).padStart(16, '0')}`;
}
