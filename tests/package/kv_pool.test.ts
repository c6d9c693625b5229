import { blockHash, init, KvPool, OutOfBlocksError, TlkvError } from 'tlkv';
import { beforeAll, describe, expect, test } from 'vitest';
import { caught, H0, H1, refused, registered, SMALL, smallPool, stats } from './support/pools';

beforeAll(() => init());

describe('blocks and references', () => {
  test('a new pool gives ids 0, 1, 2 and takes the last freed first', () => {
    const pool = smallPool(3);
    expect([...pool.alloc(3)]).toEqual([0, 1, 2]);
    pool.unref(0);
    pool.unref(2);
    expect([...pool.alloc(2)]).toEqual([2, 0]);
    expect([...pool.alloc(0)]).toEqual([]);
  });

  test('all or nothing', () => {
    const pool = smallPool(2);
    pool.alloc(1);
    const error = refused(pool, 'TL_EFULL', () => pool.alloc(2));
    expect(error).toBeInstanceOf(OutOfBlocksError);
    expect(error.name).toBe('OutOfBlocksError');
    expect(error.status).toBe(5);
    expect(error.message).toMatch(/^KvPool\.alloc: needs 2 blocks/);
    expect(stats(pool)).toBe('1/1/0/0');
  });

  test('unref frees a block, or caches a registered one', () => {
    const pool = smallPool(2);
    const a = registered(pool, H0);
    pool.ref(a);
    pool.unref(a);
    expect(stats(pool)).toBe('1/1/0/0');
    pool.unref(a);
    expect(stats(pool)).toBe('1/0/1/0');
    expect(pool.snapshot().lru).toEqual(Uint32Array.of(a));
  });

  test('a second unref, a bad id and a ref of a free block are refused', () => {
    const pool = smallPool(2);
    const [a = -1] = pool.alloc(1);
    pool.unref(a);
    expect(refused(pool, 'TL_EINVAL', () => pool.unref(a)).message).toMatch(/^KvPool\.unref: block 0/);
    expect(refused(pool, 'TL_EINVAL', () => pool.ref(a)).message).toMatch(/^KvPool\.ref: block 0/);
    for (const id of [2, 4294967295]) {
      for (const call of [pool.unref, pool.ref, pool.cow, pool.fill]) {
        expect(refused(pool, 'TL_EINVAL', () => call.call(pool, id)).message).toContain(`block ${id}`);
      }
    }
  });

  test('cow copies only what is shared', () => {
    const pool = smallPool(2);
    const [a = -1] = pool.alloc(1);
    pool.setFill(a, 1);
    pool.writeBlock(a, 0, 'k', Uint16Array.of(1, 2, 3, 4));
    pool.writeBlock(a, 0, 'v', Uint16Array.of(5, 6, 7, 8));
    expect(pool.cow(a)).toBe(a);
    pool.ref(a);
    const copy = pool.cow(a);
    expect(copy).not.toBe(a);
    expect([...pool.readBlock(copy, 0, 'k')]).toEqual([1, 2, 3, 4]);
    expect([...pool.readBlock(copy, 0, 'v')]).toEqual([5, 6, 7, 8]);
    expect([pool.fill(copy), pool.fill(a)]).toEqual([1, 1]);
    expect([...pool.snapshot().ref]).toEqual([1, 1]);
    pool.ref(a);
    expect(refused(pool, 'TL_EFULL', () => pool.cow(a))).toBeInstanceOf(OutOfBlocksError);
  });

  test('fill: up to block_tokens, not on a registered block', () => {
    const pool = smallPool(2);
    const a = registered(pool, H0);
    refused(pool, 'TL_EINVAL', () => pool.setFill(a, 1));
    const [b = -1] = pool.alloc(1);
    refused(pool, 'TL_EINVAL', () => pool.setFill(b, 3));
    pool.setFill(b, 1);
    expect(pool.fill(b)).toBe(1);
    pool.unref(b);
    refused(pool, 'TL_EINVAL', () => pool.setFill(b, 1));
    expect(pool.fill(b)).toBe(0);
  });
});

describe('the prefix index', () => {
  test('a hit adds a reference, a miss is undefined', () => {
    const pool = smallPool(2);
    const a = registered(pool, H0);
    expect(pool.lookup(H0)).toBe(a);
    expect(pool.snapshot().ref[a]).toBe(2);
    expect(pool.lookup(H1)).toBeUndefined();
    expect(pool.lookup(0n)).toBeUndefined();
  });

  test('only full, used blocks under a hash of their own', () => {
    const pool = smallPool(3);
    const a = registered(pool, H0);
    pool.register(a, H0); // the same again is no error
    refused(pool, 'TL_EINVAL', () => pool.register(a, H1));
    const [b = -1] = pool.alloc(1);
    refused(pool, 'TL_EINVAL', () => pool.register(b, H1)); // empty
    pool.setFill(b, 2);
    refused(pool, 'TL_EINVAL', () => pool.register(b, 0n));
    refused(pool, 'TL_EINVAL', () => pool.register(2, H1)); // free
    expect(refused(pool, 'TL_EBUSY', () => pool.register(b, H0)).status).toBe(8);
  });

  test('hashes above 2^63 keep their value', () => {
    const pool = smallPool(1);
    const hash = 0xffff_ffff_ffff_ffffn;
    const a = registered(pool, hash);
    expect(pool.snapshot().hash[a]).toBe(hash);
    expect(pool.lookup(hash)).toBe(a);
  });

  test('eviction takes the least recently used; a revived block stays', () => {
    const pool = smallPool(3);
    const hashes = [H0, H1, 7n];
    const [a, b, c] = hashes.map((hash) => registered(pool, hash)) as [number, number, number];
    for (const id of [a, b, c]) pool.unref(id);
    expect(pool.lookup(H0)).toBe(a);
    expect([...pool.snapshot().lru]).toEqual([b, c]);
    expect([...pool.alloc(1)]).toEqual([b]);
    expect(pool.lookup(H1)).toBeUndefined();
    expect(stats(pool)).toBe('0/2/1/1');
  });
});

test('the fork of three blocks shows these counts at every step', () => {
  const pool = smallPool(3);
  const h0 = blockHash(0n, [1, 2]);
  const [block0 = -1, block1 = -1] = pool.alloc(2);
  pool.setFill(block0, 2);
  pool.setFill(block1, 1);
  expect(stats(pool)).toBe('1/2/0/0');
  pool.register(block0, h0);
  pool.ref(block0); // fork
  pool.ref(block1);
  expect([...pool.snapshot().ref]).toEqual([2, 2, 0]);
  const copy = pool.cow(block1); // the child is about to write position 3
  expect(stats(pool)).toBe('0/3/0/0');
  pool.unref(block1); // the parent finishes
  pool.unref(block0);
  expect(stats(pool)).toBe('1/2/0/0');
  pool.unref(copy); // the child finishes
  pool.unref(block0);
  expect(stats(pool)).toBe('2/0/1/0');
  expect(pool.lookup(h0)).toBe(block0); // a new prompt that begins 1 2
  expect(stats(pool)).toBe('2/1/0/0');
});

describe('payloads', () => {
  const config = { nBlocks: 2, blockTokens: 2, nLayers: 2, nKvHeads: 3, headDim: 2 };

  test('every block, layer, K and V has elements of its own', () => {
    const pool = new KvPool(config);
    expect(pool.blockBytes).toBe(96);
    const ids = pool.alloc(2);
    let n = 0;
    for (const id of ids)
      for (const layer of [0, 1])
        for (const which of ['k', 'v'] as const)
          pool.writeBlock(id, layer, which, new Uint16Array(12).fill(++n));
    n = 0;
    for (const id of ids)
      for (const layer of [0, 1])
        for (const which of ['k', 'v'] as const)
          expect([...pool.readBlock(id, layer, which)]).toEqual(Array(12).fill(++n));
  });

  test('writeBlock writes from an element on and refuses what does not fit', () => {
    const pool = new KvPool(config);
    const [a = -1] = pool.alloc(1);
    pool.writeBlock(a, 1, 'v', new Uint16Array(12));
    pool.writeBlock(a, 1, 'v', Uint16Array.of(7, 8), 10);
    pool.writeBlock(a, 1, 'v', Uint16Array.of(), 12);
    expect([...pool.readBlock(a, 1, 'v')]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 8]);
    expect(caught(() => pool.writeBlock(a, 1, 'v', Uint16Array.of(7, 8), 11))).toBeInstanceOf(RangeError);
    expect(caught(() => pool.writeBlock(a, 1, 'v', Uint16Array.of(), 13))).toBeInstanceOf(RangeError);
    expect(caught(() => pool.writeBlock(a, 1, 'v', [7, 8] as never))).toBeInstanceOf(TypeError);
    expect(caught(() => pool.writeBlock(a, 1, 'V' as never, Uint16Array.of(7)))).toBeInstanceOf(TypeError);
    refused(pool, 'TL_EINVAL', () => pool.writeBlock(a, 2, 'v', Uint16Array.of(7)));
    refused(pool, 'TL_EINVAL', () => pool.readBlock(2, 0, 'k'));
    expect([...pool.readBlock(a, 1, 'v')]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 8]);
  });

  test('a copy is a copy, a view is in place', () => {
    const pool = new KvPool(config);
    const [a = -1] = pool.alloc(1);
    pool.writeBlock(a, 0, 'k', new Uint16Array(12));
    const copy = pool.readBlock(a, 0, 'k');
    const view = pool.block(a, 0, 'k');
    view.array[3] = 0x3c00;
    expect(copy[3]).toBe(0);
    expect(pool.readBlock(a, 0, 'k')[3]).toBe(0x3c00);
    expect(view.array.length).toBe(12);
  });
});

describe('sizes', () => {
  test('bytesFor needs no pool', () => {
    expect(KvPool.bytesFor({ nBlocks: 3, ...SMALL })).toBe(48);
    expect(KvPool.bytesFor({ nBlocks: 65536, blockTokens: 16, nLayers: 32, nKvHeads: 8, headDim: 128 })).toBe(
      2 ** 37,
    );
  });

  test.each([
    // K15: the first is 0 modulo 2^32, the second 2^31.
    [{ nBlocks: 65536, blockTokens: 16, nLayers: 32, nKvHeads: 8, headDim: 128 }, '137438953472'],
    [{ nBlocks: 2048, blockTokens: 16, nLayers: 80, nKvHeads: 8, headDim: 128 }, '10737418240'],
    [{ nBlocks: 1536, blockTokens: 16, nLayers: 32, nKvHeads: 8, headDim: 128 }, '3221225472'], // 3 GiB
    [{ nBlocks: 2 ** 27, blockTokens: 2, nLayers: 1, nKvHeads: 1, headDim: 2 }, '2147483648'],
    [
      { nBlocks: 2 ** 32 - 1, blockTokens: 2 ** 32 - 1, nLayers: 2 ** 32 - 1, nKvHeads: 1, headDim: 1 },
      '316912649835696421541200789500',
    ],
  ])('%o is refused with the bytes it asks for', (config, bytes) => {
    const error = caught(() => new KvPool(config)) as TlkvError;
    expect(error).toBeInstanceOf(TlkvError);
    expect(error.code).toBe('TL_ENOMEM');
    expect(error.message).toContain(bytes);
    expect(stats(smallPool(1))).toBe('1/0/0/0');
  });
});
