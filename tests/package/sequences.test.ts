import { blockHash, init, KvPool, OutOfBlocksError, Sequences, TlkvError } from 'tlkv';
import { beforeAll, describe, expect, test } from 'vitest';
import { collision } from '../reference/files';
import { caught, H0, H1, hex, SMALL, smallPool } from './support/pools';

beforeAll(() => init());

const ids = (nBlocks: number, blockTokens = 2) => new Sequences({ nBlocks, blockTokens });
const counts = (s: Sequences) => {
  const { free, used, cached, evictions } = s.stats();
  return `${free}/${used}/${cached}/${evictions}`;
};

/** The error of a call that must be refused with this code and change nothing. */
function refused(s: Sequences, code: string, call: () => unknown): TlkvError {
  const state = () => [s.snapshot(), s.ids().map((id) => [id, s.length(id), s.table(id)])];
  const before = state();
  const error = caught(call) as TlkvError;
  expect(error).toBeInstanceOf(TlkvError);
  expect(error.code).toBe(code);
  expect(error instanceof OutOfBlocksError).toBe(code === 'TL_EFULL');
  expect(state()).toEqual(before);
  expect(s.checkInvariants()).toEqual([]);
  return error;
}

describe('the life of a sequence', () => {
  test('a second prompt shares the registered blocks of the first', () => {
    const s = ids(6);
    expect(s.open(1, [1, 2, 3, 4, 5])).toEqual({
      fits: true,
      hitBlocks: 0,
      revivedBlocks: 0,
      newBlocks: 3,
      available: 6,
      cachedTokens: 0,
    });
    expect(s.snapshot().hash.slice(0, 2)).toEqual(BigUint64Array.of(H0, H1));
    const plan = s.canOpen([1, 2, 3, 4, 6]);
    expect(plan).toEqual({
      fits: true,
      hitBlocks: 2,
      revivedBlocks: 0,
      newBlocks: 1,
      available: 3,
      cachedTokens: 4,
    });
    expect(s.open(2, [1, 2, 3, 4, 6])).toEqual(plan);
    expect([...s.table(2)]).toEqual([0, 1, 3]);
    expect([...s.snapshot().ref]).toEqual([2, 2, 1, 1, 0, 0]);
    expect(s.counters()).toMatchObject({ hits: 2, hitTokens: 4, copies: 0, peakUsed: 4 });
    s.close(1);
    s.close(2);
    expect(counts(s)).toBe('4/0/2/0');
    expect(s.ids()).toEqual([]);
  });

  test('a token is left to compute, unless all may be reused', () => {
    const s = ids(4);
    s.open(1, [1, 2, 3, 4]);
    expect(s.canOpen([1, 2, 3, 4]).cachedTokens).toBe(2);
    expect(s.canOpen([1, 2, 3, 4], { reuseAll: true }).cachedTokens).toBe(4);
    s.open(2, [1, 2, 3, 4], { reuseAll: true });
    expect([...s.table(2)]).toEqual([...s.table(1)]);
  });

  test('any split of the same tokens gives the same hashes', () => {
    const tokens = [1, 2, 3, 4, 5, 6, 7];
    const hashes = (split: number[]) => {
      const s = ids(4);
      let at = split[0] as number;
      s.open(1, tokens.slice(0, at));
      for (const n of split.slice(1)) {
        s.append(1, tokens.slice(at, at + n));
        at += n;
      }
      return [...s.table(1)].map((id) => s.snapshot().hash[id]);
    };
    const whole = hashes([7]);
    expect(whole).toEqual([H0, H1, blockHash(H1, [5, 6]), 0n]);
    for (const split of [
      [0, 7],
      [1, 6],
      [2, 2, 3],
      [1, 1, 1, 1, 1, 1, 1],
      [3, 0, 4],
    ]) {
      expect(hashes(split)).toEqual(whole);
    }
  });

  test('a shared tail is copied before it is written, and the copy is reported', () => {
    const s = ids(4);
    s.open(1, [1, 2, 3]);
    s.fork(1, 2);
    expect([...s.snapshot().ref]).toEqual([2, 2, 0, 0]);
    expect(s.append(2, [4])).toEqual({ source: 1, target: 2, tokens: 1 });
    expect(s.append(1, [5])).toBeUndefined();
    expect([...s.table(1), ...s.table(2)]).toEqual([0, 1, 0, 2]);
    expect([s.length(1), s.length(2)]).toEqual([4, 4]);
  });

  test('truncate gives back blocks and takes the name of a block it cuts', () => {
    const s = ids(4);
    s.open(1, [1, 2, 3, 4, 5]);
    s.truncate(1, 3);
    expect([...s.table(1)]).toEqual([0, 1]);
    expect([...s.snapshot().hash]).toEqual([H0, 0n, 0n, 0n]);
    s.append(1, [4]);
    expect(s.snapshot().hash[1]).toBe(H1);
    refused(s, 'TL_EINVAL', () => s.truncate(1, 5));
  });

  test('closing releases the tail first', () => {
    const s = ids(3);
    s.open(1, [1, 2, 3, 4, 5, 6]);
    s.close(1);
    expect([...s.snapshot().lru]).toEqual([2, 1, 0]);
  });

  test('K11: a prompt of no tokens', () => {
    const s = ids(1);
    s.open(1, []);
    expect([s.length(1), s.table(1).length]).toEqual([0, 0]);
    s.append(1, [1]);
    expect([...s.table(1)]).toEqual([0]);
  });
});

describe('refusals change nothing', () => {
  test('out of blocks, in open and in append and in a copy', () => {
    const s = ids(2);
    s.open(1, [1, 2, 3]);
    expect(s.canOpen([9]).fits).toBe(false);
    refused(s, 'TL_EFULL', () => s.open(2, [9]));
    expect(refused(s, 'TL_EFULL', () => s.append(1, [4, 5, 6])).message).toMatch(/^Sequences\.append: /);
    s.fork(1, 2);
    refused(s, 'TL_EFULL', () => s.append(2, [4]));
  });

  test('unknown and known sequences', () => {
    const s = ids(4);
    s.open(1, [1]);
    refused(s, 'TL_EBUSY', () => s.open(1, [1]));
    refused(s, 'TL_EBUSY', () => s.fork(1, 1));
    for (const call of [
      () => s.append(2, [1]),
      () => s.fork(2, 3),
      () => s.truncate(2, 0),
      () => s.close(2),
      () => s.length(2),
      () => s.table(2),
      () => s.lengths([1, 2]),
      () => s.blockTables([1, 2]),
      () => s.slotMapping([2]),
    ]) {
      refused(s, 'TL_ENOTFOUND', call);
    }
  });

  test('W05: wrong arguments', () => {
    const s = ids(4);
    s.open(1, [1]);
    const before = s.snapshot();
    for (const call of [
      () => s.open(-1, [1]),
      () => s.open(2, [1.5]),
      () => s.append(1, [2 ** 32]),
      () => s.truncate(1, -1),
      () => s.close(2 ** 53),
      () => s.open(2, [1], { salt: -1n }),
      () => s.lengths([1, -1]),
      () => s.blockTables([1], -1),
      () => s.slotMapping([1], [0, 0]),
      () => ids(0),
    ]) {
      expect(caught(call)).toBeInstanceOf(RangeError);
    }
    for (const call of [
      () => s.open('1' as never, [1]),
      () => s.open(2, '12' as never),
      () => s.open(2, [1], { salt: 1 as never }),
      () => s.open(2, [1], { reuseAll: 1 as never }),
      () => s.open(2, [1], null as never),
      () => s.lengths(1 as never),
      () => new Sequences(null as never),
      () => new Sequences({ nBlocks: 1, blockTokens: 1 }, { checkTokens: 'yes' as never }),
    ]) {
      expect(caught(call)).toBeInstanceOf(TypeError);
    }
    expect(s.snapshot()).toEqual(before);
    expect(s.ids()).toEqual([1]);
  });
});

describe('whose blocks', () => {
  test('prompts under different salts share nothing', () => {
    const s = ids(4);
    s.open(1, [1, 2, 3], { salt: 7n });
    expect(s.canOpen([1, 2, 3]).hitBlocks).toBe(0);
    expect(s.canOpen([1, 2, 3], { salt: 7n }).hitBlocks).toBe(1);
    expect(s.snapshot().hash[0]).toBe(blockHash(7n, [1, 2]));
  });

  test('with checkTokens, prompts made to collide share nothing', () => {
    for (const checkTokens of [false, true]) {
      const s = new Sequences({ nBlocks: 4, blockTokens: 16 }, { checkTokens });
      s.open(1, [...collision.a, 1]);
      expect(s.canOpen([...collision.b, 1]).hitBlocks).toBe(checkTokens ? 0 : 1);
      expect(s.canOpen([...collision.a, 1]).hitBlocks).toBe(1);
    }
  });
});

describe('for kernels', () => {
  const two = () => {
    const s = ids(8);
    s.open(10, [1, 2, 3, 4, 5]);
    s.open(20, [7]);
    return s;
  };

  test('block tables, padded', () => {
    const s = two();
    expect([...s.blockTables([10, 20])]).toEqual([0, 1, 2, 3, -1, -1]);
    expect([...s.blockTables([20, 10], 4)]).toEqual([3, -1, -1, -1, 0, 1, 2, -1]);
    expect([...s.blockTables([])]).toEqual([]);
    refused(s, 'TL_EINVAL', () => s.blockTables([10], 2));
  });

  test('slot mapping and lengths', () => {
    const s = two();
    expect([...s.slotMapping([10, 20])]).toEqual([0, 1, 2, 3, 4, 6]);
    const many = new Array<number>(200_000).fill(10);
    expect(s.blockTables(many).length).toBe(many.length * s.table(10).length);
    expect([...s.slotMapping([20, 10], [0, 3])]).toEqual([6, 3, 4]);
    expect([...s.slotMapping([10], [5])]).toEqual([]);
    expect([...s.lengths([10, 20, 10])]).toEqual([5, 1, 5]);
    refused(s, 'TL_EINVAL', () => s.slotMapping([10], [6]));
    for (const array of [s.slotMapping([10]), s.lengths([10]), s.blockTables([10])]) {
      expect(array).toBeInstanceOf(Int32Array);
    }
  });

  test('slots that do not fit int32 are refused', () => {
    const s = new Sequences({ nBlocks: 4, blockTokens: 2 ** 24 });
    s.open(1, [1]);
    expect([...s.lengths([1])]).toEqual([1]);
    const big = caught(() => new Sequences({ nBlocks: 2 ** 16, blockTokens: 2 ** 16 })) as TlkvError;
    expect(big).toBeInstanceOf(TlkvError);
  });
});

describe('over a pool', () => {
  const over = (nBlocks: number) => {
    const pool = smallPool(nBlocks);
    return { pool, s: new Sequences(pool) };
  };

  test('copies are done in the slab', () => {
    const { pool, s } = over(4);
    s.open(1, [1, 2, 3]);
    const tail = s.table(1)[1] as number;
    pool.writeBlock(tail, 0, 'k', Uint16Array.of(5, 6, 0, 0));
    s.fork(1, 2);
    const copy = s.append(2, [4]);
    expect(copy).toEqual({ source: tail, target: 2, tokens: 1 });
    expect([...pool.readBlock(2, 0, 'k').subarray(0, 2)]).toEqual([5, 6]);
    expect(pool.stats()).toEqual(s.stats());
    expect(pool.snapshot()).toEqual(s.snapshot());
  });

  test('a sequence travels as an envelope, proven by its tokens', () => {
    const { pool, s } = over(3);
    s.open(1, [1, 2, 3]);
    for (const id of s.table(1)) {
      pool.writeBlock(id, 0, 'k', Uint16Array.of(1, 2, 3, 4));
      pool.writeBlock(id, 0, 'v', Uint16Array.of(5, 6, 7, 8));
    }
    const envelope = s.exportSequence(1);
    expect(hex(envelope)).toBe(hex(pool.exportBlocks(s.table(1))));
    const other = over(3);
    refused(other.s, 'TL_EINVAL', () => other.s.importSequence(7, envelope, [1, 9, 3]));
    refused(other.s, 'TL_EINVAL', () => other.s.importSequence(7, envelope, [1, 2]));
    refused(other.s, 'TL_EFORMAT', () => other.s.importSequence(7, envelope.subarray(1), [1, 2, 3]));
    other.s.importSequence(7, envelope, [1, 2, 3]);
    expect(other.s.length(7)).toBe(3);
    expect(other.pool.snapshot().hash[other.s.table(7)[0] as number]).toBe(H0);
    expect(hex(other.s.exportSequence(7))).toBe(hex(envelope));
    const bare = over(3);
    bare.s.importSequence(7, envelope, [1, 2, 3], { register: false });
    expect([...bare.pool.snapshot().hash]).toEqual([0n, 0n, 0n]);
  });

  test('block ids alone have no payload', () => {
    const s = ids(4);
    s.open(1, [1]);
    refused(s, 'TL_EUNSUPPORTED', () => s.exportSequence(1));
    refused(s, 'TL_EUNSUPPORTED', () => s.importSequence(2, new Uint8Array(60), [1]));
  });

  test('the end of the pool is the end of its sequences, and theirs releases the blocks', () => {
    const { pool, s } = over(4);
    s.open(1, [1, 2, 3]);
    const more = new Sequences(pool);
    more.open(1, [1, 2, 9]);
    s.dispose();
    s.dispose();
    expect(pool.stats()).toEqual({ free: 2, used: 2, cached: 0, evictions: 0 });
    pool.dispose();
    for (const gone of [s, more]) {
      expect((caught(() => gone.ids()) as Error).message).toBe('Sequences.ids: these sequences are disposed');
      gone.dispose();
    }
    expect((caught(() => new Sequences(pool)) as Error).message).toBe('Sequences: this pool is disposed');
  });

  test('a thousand opened and closed leave memory as large as before', () => {
    const pool = new KvPool({ nBlocks: 1024, ...SMALL });
    const memoryBytes = () => pool.block(0, 0, 'k').array.buffer.byteLength;
    const round = () => {
      using s = new Sequences(pool);
      for (let seq = 0; seq < 100; seq++) s.open(seq, [seq, 1, 2, 3]);
      for (let seq = 0; seq < 100; seq++) s.fork(seq, 1000 + seq);
    };
    for (let i = 0; i < 5; i++) round();
    const before = memoryBytes();
    for (let i = 0; i < 50; i++) round();
    expect(memoryBytes()).toBe(before);
    expect(pool.stats().used).toBe(0);
    expect(pool.checkInvariants()).toEqual([]);
  });
});
