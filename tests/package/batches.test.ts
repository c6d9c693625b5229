/** Calls that do many things in one crossing. */
import { blockHash, blockHashes, init, KvPool, Sequences, TlkvError } from 'tlkv';
import { beforeAll, describe, expect, test } from 'vitest';
import { caught, H0, H1, H2, refused, registered, smallPool } from './support/pools';
import { random } from './support/random';

beforeAll(() => init());

describe('blockHashes', () => {
  test('hashes the full blocks of every prompt', () => {
    expect(blockHashes([[1, 2, 3, 4, 5], [], [9], [1, 2]], 2)).toEqual([
      BigUint64Array.of(H0, H1),
      new BigUint64Array(0),
      new BigUint64Array(0),
      BigUint64Array.of(H0),
    ]);
    expect(blockHashes([], 16)).toEqual([]);
  });

  test.each([1, 2, 5, 16, 33])('is what blockHash says, for 40 prompts in blocks of %i', (blockTokens) => {
    const prompts = Array.from({ length: 40 }, (_, i) =>
      Uint32Array.from({ length: (i * 7919) % 300 }, (_, j) => Math.imul(i + 1, j + 77) >>> 0),
    );
    const parents = prompts.map((_, i) => BigInt.asUintN(64, BigInt(i) * 0x9e3779b97f4a7c15n));
    const wanted = (parentOf: (i: number) => bigint) =>
      prompts.map((tokens, i) => {
        let parent = parentOf(i);
        const hashes = Array.from({ length: Math.floor(tokens.length / blockTokens) }, (_, k) => {
          parent = blockHash(parent, tokens.subarray(k * blockTokens, (k + 1) * blockTokens));
          return parent;
        });
        return BigUint64Array.from(hashes);
      });
    expect(blockHashes(prompts, blockTokens)).toEqual(wanted(() => 0n));
    expect(blockHashes(prompts, blockTokens, 77n)).toEqual(wanted(() => 77n));
    expect(blockHashes(prompts, blockTokens, parents)).toEqual(wanted((i) => parents[i] as bigint));
  });

  test('a million tokens', () => {
    const tokens = Uint32Array.from({ length: 1 << 20 }, (_, i) => i);
    const [hashes] = blockHashes([tokens], 16) as [BigUint64Array];
    expect(hashes.length).toBe(1 << 16);
    expect(hashes.at(-1)).toBe(blockHash(hashes.at(-2) as bigint, tokens.subarray(-16)));
  });

  test.each([
    [[null, 2], 'prompts must be an array of arrays, got null'],
    [[[1, 2], 2], 'prompts[0] must be an array of integers, got 1'],
    [[[[-1]], 2], 'prompts[0][0] must be an integer in 0..4294967295, got -1'],
    [[[[1]], 0], 'blockTokens must be an integer in 1..4294967295, got 0'],
    [[[[1]], 2, -1n], 'parent must be a bigint in 0n..18446744073709551615n, got -1n'],
    [[[[1]], 2, 0], 'parent must be an array of bigints, got 0'],
    [[[[1]], 2, [0]], 'parent[0] must be a bigint in 0n..18446744073709551615n, got 0'],
    [[[[1]], 2, [1n, 2n]], '1 prompts, but 2 parents'],
  ])('refuses what is none (%#)', (args, message) => {
    const error = caught(() => blockHashes(...(args as [never, never, never]))) as Error;
    expect(error.message).toBe(`blockHashes: ${message}`);
  });
});

describe('lookupPrefix', () => {
  const prepared = () => {
    const pool = smallPool(4);
    const [a, c] = [registered(pool, H0), registered(pool, H2)];
    pool.unref(c);
    return { pool, a, c };
  };

  test('finds all up to the first miss, with a reference for each time', () => {
    const { pool, a, c } = prepared();
    expect(pool.lookupPrefix(BigUint64Array.of(H0, H0, H1, H2))).toEqual(Uint32Array.of(a, a));
    expect([pool.snapshot().ref[a], pool.snapshot().ref[c]]).toEqual([3, 0]);
    expect(pool.lookupPrefix([H2, H0])).toEqual(Uint32Array.of(c, a));
    expect(pool.lookupPrefix([H1])).toEqual(new Uint32Array(0));
    expect(pool.lookupPrefix([0n])).toEqual(new Uint32Array(0));
    expect(pool.lookupPrefix([])).toEqual(new Uint32Array(0));
    expect(pool.counters()).toMatchObject({ hits: 4, misses: 3 });
  });

  test('checks all of its hashes first', () => {
    const { pool } = prepared();
    const before = pool.snapshot();
    for (const [hashes, type] of [
      [[H0, -1n], RangeError],
      [[H0, 2n ** 64n], RangeError],
      [[H0, 1], TypeError],
      [[H0, null], TypeError],
      [H0, TypeError],
      [{ length: -1 }, RangeError],
    ] as const) {
      const error = caught(() => pool.lookupPrefix(hashes as never)) as Error;
      expect(error).toBeInstanceOf(type);
      expect(error.message).toMatch(/^KvPool\.lookupPrefix: hashes/);
    }
    expect(pool.snapshot()).toEqual(before);
    pool.dispose();
    expect(caught(() => pool.lookupPrefix([H0]))).toBeInstanceOf(TlkvError);
  });
});

describe('appendEach', () => {
  test('gives every sequence a token, and lists the copies', () => {
    const s = new Sequences({ nBlocks: 6, blockTokens: 2 });
    s.open(1, [1, 2, 3]);
    s.fork(1, 2);
    s.fork(1, 3);
    s.open(4, [7, 8]);
    const tail = s.table(1)[1] as number;
    const copies = s.appendEach([1, 2, 3, 4], Uint32Array.of(4, 5, 6, 9));
    const tails = [1, 2, 3].map((id) => s.table(id)[1] as number);
    expect(copies).toEqual(Int32Array.of(tail, tails[0] as number, 1, tail, tails[1] as number, 1));
    expect(tails[2]).toBe(tail); // the last holder writes in place
    expect([...s.lengths([1, 2, 3, 4])]).toEqual([4, 4, 4, 3]);
    expect(s.checkInvariants()).toEqual([]);
    expect(s.appendEach([], [])).toEqual(new Int32Array(0));
  });

  test('all or none: one block too few changes nothing, just enough is enough', () => {
    using pool = smallPool(5);
    using s = new Sequences(pool);
    s.open(1, [1, 2, 3]);
    s.fork(1, 2);
    s.open(3, [7, 8, 9, 9]);
    const state = () => [pool.snapshot(), s.ids().map((id) => [s.length(id), s.table(id)])];
    const before = state();
    refused(pool, 'TL_EFULL', () => s.appendEach([1, 2, 3], [4, 5, 6])); // a copy and a block; one is left
    refused(pool, 'TL_EINVAL', () => s.appendEach([1, 1], [4, 5]));
    refused(pool, 'TL_ENOTFOUND', () => s.appendEach([1, 9], [4, 5]));
    expect(state()).toEqual(before);
    expect(s.appendEach([1, 2], [4, 5]).length).toBe(3);
    expect(pool.stats().free).toBe(0);
  });

  test('is what append does one by one, whenever that goes', () => {
    const pick = random(7);
    let [went, refusals] = [0, 0];
    for (let round = 0; round < 300; round++) {
      const size = { nBlocks: 3 + pick(4), blockTokens: 3 };
      const [one, each] = [new Sequences(size), new Sequences(size)];
      const prompt = Array.from({ length: 1 + pick(7) }, () => pick(3));
      for (const s of [one, each]) s.open(0, prompt);
      const n = 1 + pick(4);
      for (let id = 1; id <= n; id++) {
        const parent = pick(id);
        for (const s of [one, each]) s.fork(parent, id);
        const length = pick(3) === 0 ? pick(one.length(id) + 1) : one.length(id);
        for (const s of [one, each]) s.truncate(id, length);
      }
      const seqs = Array.from({ length: n + 1 }, (_, i) => i).filter(() => pick(4) > 0);
      const tokens = seqs.map(() => pick(3));
      const copies: number[] = [];
      let full = false;
      for (const [i, id] of seqs.entries()) {
        try {
          const copy = one.append(id, [tokens[i] as number]);
          if (copy) copies.push(copy.source, copy.target, copy.tokens);
        } catch {
          full = true;
          break;
        }
      }
      const before = each.snapshot();
      if (full) {
        expect(caught(() => each.appendEach(seqs, tokens))).toMatchObject({ code: 'TL_EFULL' });
        expect(each.snapshot()).toEqual(before);
        refusals++;
      } else {
        expect([...each.appendEach(seqs, tokens)]).toEqual(copies);
        expect(each.snapshot()).toEqual(one.snapshot());
        went++;
      }
      expect(each.checkInvariants()).toEqual([]);
      one.dispose();
      each.dispose();
    }
    expect(went).toBeGreaterThan(50);
    expect(refusals).toBeGreaterThan(20);
  });

  test('checks its numbers first', () => {
    using s = new Sequences({ nBlocks: 4, blockTokens: 2 });
    s.open(1, [1]);
    for (const [seqs, tokens, message] of [
      [[1, 2], [1], '2 seqs, but 1 tokens'],
      [[-1], [1], 'seqs[0] must be an integer in 0..9007199254740991, got -1'],
      [[1], [1.5], 'tokens[0] must be an integer in 0..4294967295, got 1.5'],
      [[1], null, 'tokens must be an array of integers, got null'],
    ] as const) {
      const error = caught(() => s.appendEach(seqs, tokens as never)) as Error;
      expect(error.message).toBe(`Sequences.appendEach: ${message}`);
    }
    expect(s.length(1)).toBe(1);
  });
});

test('a list of ids whose reading makes other calls, fails, or is long disturbs no other list', () => {
  const sequences = new Sequences({ nBlocks: 4096, blockTokens: 1 });
  const far = 2 ** 40 + 1;
  for (const [seq, n] of [
    [1, 1],
    [2, 2],
    [far, 3],
  ] as const)
    sequences.open(seq, new Uint32Array(n));
  const lengths = (seqs: ArrayLike<number>) => Array.from(sequences.lengths(seqs));
  const inner: number[][] = [];
  const outer = {
    length: 3,
    get 0() {
      inner.push(lengths([far, far, far]));
      return 2;
    },
    1: far,
    get 2() {
      caught(() => sequences.lengths([1, -1]));
      return 1;
    },
  };
  expect(lengths(outer)).toEqual([2, 3, 1]);
  expect(inner).toEqual([[3, 3, 3]]);
  expect(lengths([1, 2])).toEqual([1, 2]); // the high word of a list before is not left behind
  const many = Array.from({ length: 20_000 }, (_, i) => [1, 2, far][i % 3] as number);
  expect(lengths(many)).toEqual(many.map((seq) => (seq === far ? 3 : seq)));
  expect(lengths([far])).toEqual([3]);
  sequences.dispose();
});

test('a pool of many blocks: a whole prefix in one call', () => {
  using pool = new KvPool({ nBlocks: 5000, blockTokens: 2, nLayers: 1, nKvHeads: 1, headDim: 2 });
  const [hashes] = blockHashes([Uint32Array.from({ length: 10_000 }, (_, i) => i)], 2) as [BigUint64Array];
  const ids = pool.alloc(5000);
  for (const [i, id] of ids.entries()) {
    pool.setFill(id, 2);
    pool.register(id, hashes[i] as bigint);
  }
  expect(pool.lookupPrefix(hashes)).toEqual(ids);
  expect(pool.counters().hits).toBe(5000);
});

test('an answer is the caller’s own, also an empty one: it can be given away to a worker, step after step', () => {
  const sequences = new Sequences({ nBlocks: 4, blockTokens: 4 });
  sequences.open(1, [1]);
  for (let step = 0; step < 2; step++) {
    for (const answer of [sequences.appendEach([1], [step]), sequences.lengths([]), sequences.lengths([1])]) {
      expect(structuredClone(answer, { transfer: [answer.buffer] })).toBeInstanceOf(Int32Array);
    }
  }
  sequences.dispose();
});
