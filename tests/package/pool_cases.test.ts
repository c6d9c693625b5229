/** Failures that comparable pools have had, with their numbers. */
import { blockHash, init, KvPool, TlkvError } from 'tlkv';
import { beforeAll, describe, expect, test } from 'vitest';
import { H0, H1, H2, refused, registered, SMALL, smallPool, stats } from './support/pools';

beforeAll(() => init());

test('K01: a block listed twice in one release goes free once', () => {
  const pool = smallPool(3);
  const [a = -1] = pool.alloc(1);
  pool.ref(a);
  for (const id of [a, a]) pool.unref(id);
  refused(pool, 'TL_EINVAL', () => pool.unref(a));
  expect(stats(pool)).toBe('3/0/0/0');
  expect(new Set(pool.alloc(3)).size).toBe(3);
  refused(pool, 'TL_EFULL', () => pool.alloc(1));
});

test('K03: a refused allocation evicts, marks and leaks nothing', () => {
  const pool = smallPool(4);
  const a = registered(pool, H0);
  pool.alloc(2);
  pool.unref(a);
  expect(stats(pool)).toBe('1/2/1/0');
  refused(pool, 'TL_EFULL', () => pool.alloc(3));
  refused(pool, 'TL_EFULL', () => pool.alloc(0xffff_ffff));
  const other = smallPool(2);
  const ids = other.alloc(2);
  for (const id of ids) other.setFill(id, 1);
  const envelope = other.exportBlocks(ids);
  pool.alloc(1);
  refused(pool, 'TL_EFULL', () => pool.importBlocks(envelope));
  expect(pool.lookup(H0)).toBe(a);
});

test('K05: a block taken for new contents loses its old hash', () => {
  const pool = smallPool(1);
  const a = registered(pool, H0);
  pool.unref(a);
  expect(stats(pool)).toBe('0/0/1/0');
  expect([...pool.alloc(1)]).toEqual([a]);
  expect(stats(pool)).toBe('0/1/0/1');
  expect(pool.lookup(H0)).toBeUndefined();
  const other = blockHash(0n, [9, 9]);
  expect(other).toBe(0x0120dcbe52124355n);
  pool.setFill(a, 2);
  pool.register(a, other);
  pool.unref(a);
  expect(pool.lookup(H0)).toBeUndefined();
  expect(pool.lookup(other)).toBe(a);
});

describe('K09: eviction follows the order of release', () => {
  const released = (order: (ids: number[]) => number[]) => {
    const pool = smallPool(3);
    const ids = [H0, H1, H2].map((hash) => registered(pool, hash));
    for (const id of order(ids)) pool.unref(id);
    pool.alloc(1);
    return [H0, H1, H2].map((hash) => pool.lookup(hash) !== undefined);
  };
  test('tail to head keeps the head', () => {
    expect(released((ids) => ids.reverse())).toEqual([true, true, false]);
  });
  test('head to tail keeps what can no longer be reached', () => {
    expect(released((ids) => ids)).toEqual([false, true, true]);
  });
});

test('K15: sizes that wrap at 2^32 never become a pool, and the module goes on', () => {
  // Below the limit of a slab, but with more bookkeeping than 32 bits can address.
  const config = { nBlocks: 2 ** 28, blockTokens: 1, nLayers: 1, nKvHeads: 1, headDim: 1 };
  let error: unknown;
  try {
    new KvPool(config);
  } catch (e) {
    error = e;
  }
  expect(error).toBeInstanceOf(TlkvError);
  expect((error as TlkvError).code).toBe('TL_EINVAL');
  expect(stats(smallPool(2))).toBe('2/0/0/0');
});

/** First six rows of a public trace of chat requests: tokens, and the trace's own block numbers. */
const requests: [number, number[]][] = [
  [6758, [0, ...range(1, 13)]],
  [7322, [0, ...range(14, 27)]],
  [7236, [0, ...range(28, 41)]],
  [2290, [0, ...range(42, 45)]],
  [6760, [0, ...range(46, 58)]],
  [4834, [0, ...range(59, 67)]],
];

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

describe('K17: six production chat requests', () => {
  const B = 512;
  const replay = (nBlocks: number) => {
    const pool = new KvPool({ nBlocks, blockTokens: B, nLayers: 1, nKvHeads: 1, headDim: 1 });
    const seen = { hits: [], fresh: [], evictions: [], free: [], cached: [], first: [], last: [] } as Record<
      string,
      (number | bigint)[]
    >;
    for (const [length, traceBlocks] of requests) {
      const tokens = traceBlocks.flatMap((k) => range(k * B + 1, k * B + B)).slice(0, length);
      const hashes: bigint[] = [];
      for (let i = 0; i + B <= length; i += B) {
        hashes.push(blockHash(hashes.at(-1) ?? 0n, tokens.slice(i, i + B)));
      }
      const held: number[] = [];
      for (const hash of hashes) {
        const id = pool.lookup(hash);
        if (id === undefined) break;
        held.push(id);
      }
      const hits = held.length;
      held.push(...pool.alloc(Math.ceil(length / B) - hits));
      for (let i = hits; i < held.length; i++) {
        pool.setFill(held[i] as number, Math.min(B, length - i * B));
        if (i < hashes.length) pool.register(held[i] as number, hashes[i] as bigint);
      }
      for (const id of held.slice().reverse()) pool.unref(id);
      const { free, used, cached, evictions } = pool.stats();
      expect(used).toBe(0);
      expect(pool.checkInvariants()).toEqual([]);
      seen.hits?.push(hits);
      seen.fresh?.push(held.length - hits);
      seen.evictions?.push(evictions);
      seen.free?.push(free);
      seen.cached?.push(cached);
      seen.first?.push(hashes[0] as bigint);
      seen.last?.push(hashes.at(-1) as bigint);
    }
    return seen;
  };

  test('with 32 blocks', () => {
    expect(replay(32)).toEqual({
      hits: [0, 1, 1, 1, 1, 1],
      fresh: [14, 14, 14, 4, 13, 9],
      evictions: [0, 0, 8, 11, 23, 31],
      free: [19, 6, 1, 1, 1, 1],
      cached: [13, 26, 31, 31, 31, 31],
      first: Array(6).fill(0x405d33f31188296fn),
      last: [
        0x3f42700efadc7c0fn,
        0x24b3506efbe3cbd3n,
        0x9cb2fa9b15d9fb25n,
        0xfb073310c4f38963n,
        0x77ae2d6ead92a979n,
        0xb95382faea2158e7n,
      ],
    });
  });

  test('with 16 blocks the hits are the same', () => {
    const seen = replay(16);
    expect(seen.hits).toEqual([0, 1, 1, 1, 1, 1]);
    expect(seen.evictions).toEqual([0, 11, 24, 27, 39, 47]);
  });
});

test('pools and their ids are independent', () => {
  const pool = smallPool(2);
  const other = new KvPool({ nBlocks: 5, ...SMALL });
  registered(pool, H0);
  expect(stats(other)).toBe('5/0/0/0');
  expect(other.lookup(H0)).toBeUndefined();
  refused(pool, 'TL_EINVAL', () => pool.unref(other.alloc(3)[2] as number));
});
