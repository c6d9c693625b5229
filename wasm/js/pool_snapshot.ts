import { check, type Runtime } from './runtime.ts';

/**
 * The whole state of a pool at one moment, as plain data. A block is used if its ref is above 0, else cached if
 * it has a hash, else free.
 */
export interface PoolSnapshot {
  readonly nBlocks: number;
  readonly blockTokens: number;
  readonly evictions: number;
  /** References of each block. */
  readonly ref: Uint32Array;
  /** Positions of each block that hold data. */
  readonly fill: Uint32Array;
  /** The hash each block is registered under; 0n for none. */
  readonly hash: BigUint64Array;
  /** Free blocks, the one to be taken next first. */
  readonly free: Uint32Array;
  /** Cached blocks, the oldest (evicted next) first. */
  readonly lru: Uint32Array;
}

/** Of a pool with these dimensions and counts. Cost O(nBlocks). */
export function takeSnapshot(
  { module, memory }: Runtime,
  pool: number,
  { nBlocks, blockTokens }: { nBlocks: number; blockTokens: number },
  { free, cached, evictions }: { free: number; cached: number; evictions: number },
): PoolSnapshot {
  const pointer = memory.borrow(nBlocks * 16 + (free + cached) * 4, 'KvPool.snapshot');
  try {
    module.poolSnapshot(pool, pointer);
    const hash = memory.u64.slice(pointer >>> 3, (pointer >>> 3) + nBlocks);
    let at = (pointer >>> 2) + nBlocks * 2;
    const next = (length: number) => {
      at += length;
      return memory.u32.slice(at - length, at);
    };
    const ref = next(nBlocks);
    const fill = next(nBlocks);
    return { nBlocks, blockTokens, evictions, ref, fill, hash, free: next(free), lru: next(cached) };
  } finally {
    memory.release(pointer);
  }
}

const VIOLATIONS_BYTES = 32 * 1024;

/** What is wrong inside a pool, a sentence each; empty unless the library has a bug. Cost O(nBlocks). */
export function findViolations(runtime: Runtime, pool: number): string[] {
  const { module, memory } = runtime;
  const text = memory.borrow(VIOLATIONS_BYTES, 'KvPool.checkInvariants');
  try {
    check(runtime, module.poolCheckInvariants(pool, text, VIOLATIONS_BYTES), 'KvPool.checkInvariants');
    return memory.text(text).split('\n').slice(0, -1);
  } finally {
    memory.release(text);
  }
}
