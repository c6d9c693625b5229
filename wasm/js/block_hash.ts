import { integer, items, U32_MAX, u32s, u64, u64s } from './check.ts';
import { memory, module, needInit } from './runtime.ts';

/**
 * The chained hash of a full block: FNV-1a 64 over the parent's hash (0n for a sequence's first block), then
 * its token ids as 32-bit integers; in 1n..2^64-1. The same on every engine that follows the format.
 */
export function blockHash(parent: bigint, tokens: ArrayLike<number>): bigint {
  const parentHash = u64(parent, 'blockHash', 'parent');
  const list = u32s(tokens, 'blockHash', 'tokens');
  needInit('blockHash');
  const ids = memory.keep(list);
  const pointer = memory.borrow(ids.byteLength, 'blockHash');
  try {
    memory.u32.set(ids, pointer >>> 2);
    return BigInt.asUintN(64, module.tl_kv_block_hash(parentHash, pointer, ids.length));
  } finally {
    memory.release(pointer);
  }
}

/**
 * The chained hashes of the full blocks of many prompts in one call, which is faster than `blockHash` for each.
 * `parent` goes before the first block of every prompt; or there is one for each.
 */
export function blockHashes(
  prompts: ArrayLike<ArrayLike<number>>,
  blockTokens: number,
  parent: bigint | ArrayLike<bigint> = 0n,
): BigUint64Array[] {
  const call = 'blockHashes';
  const lists = items(prompts, call, 'prompts', 'arrays', u32s);
  integer(blockTokens, call, 'blockTokens', 1, U32_MAX);
  const parents =
    typeof parent === 'bigint'
      ? new BigUint64Array(lists.length).fill(u64(parent, call, 'parent'))
      : u64s(parent, call, 'parent');
  if (parents.length !== lists.length) {
    throw new RangeError(`${call}: ${lists.length} prompts, but ${parents.length} parents`);
  }
  needInit(call);
  const kept = lists.map((list) => memory.keep(list));

  // In scratch memory: the parents, the hashes of all, how many each has, the tokens of all.
  const n = lists.length;
  const counts = lists.map((list) => Math.floor(list.length / blockTokens));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const pointer = memory.borrow(n * 12 + total * (8 + blockTokens * 4), call);
  try {
    const hashes = (pointer >>> 3) + n;
    const countsAt = (hashes + total) * 2;
    let tokens = countsAt + n;
    memory.u64.set(parents, pointer >>> 3);
    memory.u32.set(counts, countsAt);
    for (const [i, list] of kept.entries()) {
      const full = list.subarray(0, (counts[i] as number) * blockTokens);
      memory.u32.set(full, tokens);
      tokens += full.length;
    }
    module.blockHashes(pointer, n, countsAt * 4, blockTokens);
    let end = hashes;
    return counts.map((count) => {
      end += count;
      return memory.u64.slice(end - count, end);
    });
  } finally {
    memory.release(pointer);
  }
}

/** A hash as people read it: `0x` and 16 lower-case digits. */
export function formatHash(hash: bigint): string {
  return `0x${u64(hash, 'formatHash', 'hash').toString(16).padStart(16, '0')}`;
}
