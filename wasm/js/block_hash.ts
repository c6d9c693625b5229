import { integer, show, U32_MAX, u32s, u64, u64s } from './check.ts';
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

/** struct HashChain of core/include/tlkv/block_hash.h: parent (2), tokens, blocks, hashes, and no more. */
const CHAIN_WORDS = 6;

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
  if (typeof prompts !== 'object' || prompts === null || !('length' in prompts)) {
    throw new TypeError(`${call}: prompts must be an array of arrays, got ${show(prompts)}`);
  }
  const lists = Array.from(prompts, (prompt, i) => u32s(prompt, call, `prompts[${i}]`));
  integer(blockTokens, call, 'blockTokens', 1, U32_MAX);
  const parents =
    typeof parent === 'bigint'
      ? new BigUint64Array(lists.length).fill(u64(parent, call, 'parent'))
      : u64s(parent, call, 'parent');
  if (parents.length !== lists.length) {
    throw new RangeError(`${call}: ${lists.length} prompts, but ${parents.length} parents`);
  }
  const { module, memory } = runtime(call);
  const kept = lists.map((list) => memory.keep(list));

  // In scratch memory: the chains, the hashes of all, the tokens of all.
  const blocks = lists.map((list) => Math.floor(list.length / blockTokens));
  const total = blocks.reduce((sum, n) => sum + n, 0);
  const hashesAt = lists.length * CHAIN_WORDS * 4;
  const tokensAt = hashesAt + total * 8;
  const pointer = memory.borrow(tokensAt + total * blockTokens * 4, call);
  try {
    let hashes = pointer + hashesAt;
    let tokens = pointer + tokensAt;
    for (const [i, list] of kept.entries()) {
      const n = blocks[i] as number;
      const at = (pointer >>> 2) + i * CHAIN_WORDS;
      memory.u64[at >>> 1] = parents[i] as bigint;
      memory.u32.set([tokens, n, hashes], at + 2);
      memory.u32.set(list.subarray(0, n * blockTokens), tokens >>> 2);
      hashes += n * 8;
      tokens += n * blockTokens * 4;
    }
    module.blockHashes(pointer, lists.length, blockTokens);
    let end = (pointer + hashesAt) >>> 3;
    return blocks.map((n) => {
      end += n;
      return memory.u64.slice(end - n, end);
    });
  } finally {
    memory.release(pointer);
  }
}

/** A hash as people read it: `0x` and 16 lower-case digits. */
export function formatHash(hash: bigint): string {
  return `0x${u64(hash, 'formatHash', 'hash').toString(16).padStart(16, '0')}`;
}
