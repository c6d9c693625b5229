/** W05: numbers that are no uint32, and everything that is no number, are refused at the door. */
import {
  BlockManager,
  blockHash,
  crc32c,
  decodeEnvelope,
  EnvelopeScanner,
  encodeEnvelope,
  f32ToF16,
  formatHash,
  init,
  KvPool,
  Sequences,
} from 'tlkv';
import { beforeAll, describe, expect, test } from 'vitest';
import { caught, registered, SMALL, smallPool } from './support/pools';

beforeAll(() => init());

const outOfRange = [-1, Number.NaN, 1.5, 2 ** 32, 2 ** 32 + 1, Infinity, -Infinity, -0.5];
const wrongType = ['2', null, undefined, true, 2n, {}, [1], Symbol('x'), () => 1];

/** Every argument that is an integer, as a call that gets it. */
const integers: [string, (pool: KvPool, x: never) => unknown][] = [
  ['KvPool.alloc: n', (pool, x) => pool.alloc(x)],
  ['KvPool.ref: id', (pool, x) => pool.ref(x)],
  ['KvPool.unref: id', (pool, x) => pool.unref(x)],
  ['KvPool.cow: id', (pool, x) => pool.cow(x)],
  ['KvPool.fill: id', (pool, x) => pool.fill(x)],
  ['KvPool.setFill: id', (pool, x) => pool.setFill(x, 1)],
  ['KvPool.setFill: n', (pool, x) => pool.setFill(0, x)],
  ['KvPool.register: id', (pool, x) => pool.register(x, 1n)],
  ['KvPool.readBlock: id', (pool, x) => pool.readBlock(x, 0, 'k')],
  ['KvPool.readBlock: layer', (pool, x) => pool.readBlock(0, x, 'k')],
  ['KvPool.writeBlock: id', (pool, x) => pool.writeBlock(x, 0, 'k', Uint16Array.of(1))],
  ['KvPool.block: layer', (pool, x) => pool.block(0, x, 'k')],
  ['KvPool.exportBlocks: ids[1]', (pool, x) => pool.exportBlocks([0, x])],
  ['KvPool: nBlocks', (_, x) => new KvPool({ nBlocks: x, ...SMALL })],
  ['KvPool: headDim', (_, x) => new KvPool({ nBlocks: 1, ...SMALL, headDim: x })],
  ['KvPool.bytesFor: nLayers', (_, x) => KvPool.bytesFor({ nBlocks: 1, ...SMALL, nLayers: x })],
  ['BlockManager: numBlocks', (_, x) => new BlockManager(x, 1)],
  ['BlockManager: blockSize', (_, x) => new BlockManager(1, x)],
  ['blockHash: tokens[1]', (_, x) => blockHash(0n, [1, x])],
  ['encodeEnvelope: blockTokens', (_, x) => encodeEnvelope({ ...SMALL, blockTokens: x, blocks: [] })],
];

describe.each(integers)('%s', (name, call) => {
  test.each(outOfRange)('%d is a RangeError', (x) => {
    const pool = smallPool(2);
    registered(pool, 5n);
    const before = pool.snapshot();
    const error = caught(() => call(pool, x as never)) as Error;
    expect(error).toBeInstanceOf(RangeError);
    expect(error.message).toContain(`${name} must be an integer in`);
    expect(error.message).toMatch(/, got (-1|NaN|1\.5|4294967296|4294967297|-?Infinity|-0\.5)$/);
    expect(pool.snapshot()).toEqual(before);
  });

  test.each(wrongType.map((x) => [String(x), x] as const))('%s is a TypeError', (_, x) => {
    const pool = smallPool(2);
    registered(pool, 5n);
    const before = pool.snapshot();
    const error = caught(() => call(pool, x as never)) as Error;
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toContain(`${name} must be an integer in`);
    expect(pool.snapshot()).toEqual(before);
  });
});

test('-0 counts as 0', () => {
  expect([...smallPool(1).alloc(-0)]).toEqual([]);
});

test('writeBlock has a default for `at`, which is an integer like the others', () => {
  const pool = smallPool(1);
  pool.alloc(1);
  pool.writeBlock(0, 0, 'k', Uint16Array.of(1), undefined);
  for (const at of [-1, 1.5, Number.NaN]) {
    expect(caught(() => pool.writeBlock(0, 0, 'k', Uint16Array.of(1), at))).toBeInstanceOf(RangeError);
  }
  expect(caught(() => pool.writeBlock(0, 0, 'k', Uint16Array.of(1), null as never))).toBeInstanceOf(
    TypeError,
  );
});

describe('hashes are bigints in 0..2^64-1', () => {
  const calls: [string, (x: never) => unknown][] = [
    ['KvPool.register: hash', (x) => smallPool(1).register(0, x)],
    ['KvPool.lookup: hash', (x) => smallPool(1).lookup(x)],
    ['blockHash: parent', (x) => blockHash(x, [1])],
    ['formatHash: hash', (x) => formatHash(x)],
  ];
  test.each(calls)('%s', (name, call) => {
    for (const x of [-1n, 2n ** 64n]) {
      const error = caught(() => call(x as never)) as Error;
      expect(error).toBeInstanceOf(RangeError);
      expect(error.message).toContain(`${name} must be a bigint in 0n..18446744073709551615n, got ${x}n`);
    }
    for (const x of [1, '1', null, undefined, {}]) {
      expect(caught(() => call(x as never))).toBeInstanceOf(TypeError);
    }
  });
});

describe('sequence ids are safe integers', () => {
  test.each([-1, 1.5, 2 ** 53, Number.NaN])('%d is a RangeError', (x) => {
    const manager = new BlockManager(2, 2);
    for (const call of [
      () => manager.allocate(x, 1),
      () => manager.appendSlot(x),
      () => manager.fork(x, 1),
      () => manager.fork(1, x),
      () => manager.freeSeq(x),
    ]) {
      expect(caught(call)).toBeInstanceOf(RangeError);
    }
    expect(caught(() => manager.allocate(1, x))).toBeInstanceOf(RangeError);
    expect(manager.lens.size).toBe(0);
  });
});

describe('objects, lists and bytes', () => {
  test.each([undefined, null, 3, 'x', 1n])('%s is no configuration', (x) => {
    expect(caught(() => new KvPool(x as never))).toBeInstanceOf(TypeError);
    expect(caught(() => encodeEnvelope(x as never))).toBeInstanceOf(TypeError);
  });

  test.each([undefined, null, 3, '12', 1n, true])('%s is no list of integers', (x) => {
    const pool = smallPool(1);
    expect((caught(() => pool.exportBlocks(x as never)) as Error).message).toMatch(
      /^KvPool\.exportBlocks: ids /,
    );
    expect((caught(() => blockHash(0n, x as never)) as Error).message).toMatch(/^blockHash: tokens /);
  });

  test.each([undefined, null, 3, '12', [1, 2], {}])('%s are no bytes', (x) => {
    const pool = smallPool(1);
    for (const [name, call] of [
      ['KvPool.importBlocks: envelope', () => pool.importBlocks(x as never)],
      ['crc32c: data', () => crc32c(x as never)],
      ['decodeEnvelope: data', () => decodeEnvelope(x as never)],
      ['EnvelopeScanner.push: data', () => new EnvelopeScanner(2).push(x as never)],
    ] as const) {
      const error = caught(call) as Error;
      expect(error).toBeInstanceOf(TypeError);
      expect(error.message).toContain(name);
    }
  });

  test('an array-like that grows or lies is read once', () => {
    let reads = 0;
    const tokens = {
      length: 2,
      get 0() {
        return ++reads;
      },
      1: 2,
    };
    expect(blockHash(0n, tokens)).toBe(blockHash(0n, [1, 2]));
    expect(reads).toBe(1);
    expect(caught(() => blockHash(0n, { length: -1 }))).toBeInstanceOf(RangeError);
    expect(caught(() => blockHash(0n, { length: 2, 0: 1 }))).toBeInstanceOf(TypeError);
  });

  test('no memory is taken for a length without items', () => {
    const before = process.memoryUsage().arrayBuffers;
    expect((caught(() => blockHash(0n, { length: 2 ** 32 - 1 })) as Error).message).toMatch(/tokens\[0\]/);
    expect((caught(() => f32ToF16({ length: 2 ** 32 - 1, 0: 1 })) as Error).message).toMatch(/\[1\]/);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 20);
  });

  test('a list that disposes of its object while it is read comes too late', () => {
    const pool = smallPool(1);
    const disposing = (object: KvPool | Sequences) => ({
      length: 1,
      get 0() {
        object.dispose();
        return 0;
      },
    });
    const late = /^[\w.]+: (this pool is|these sequences are) disposed$/;
    expect((caught(() => pool.exportBlocks(disposing(pool))) as Error).message).toMatch(late);
    for (const call of ['blockTables', 'slotMapping', 'lengths'] as const) {
      const sequences = new Sequences({ nBlocks: 1, blockTokens: 2 });
      sequences.open(0, [1]);
      expect((caught(() => sequences[call](disposing(sequences))) as Error).message).toMatch(late);
    }
    for (const call of ['append', 'open'] as const) {
      const sequences = new Sequences({ nBlocks: 1, blockTokens: 2 });
      expect((caught(() => sequences[call](0, disposing(sequences))) as Error).message).toMatch(late);
    }
  });
});

describe('bytes that went away', () => {
  const transferred = () => {
    const buffer = new ArrayBuffer(8);
    const view = new Uint8Array(buffer, 2, 4);
    structuredClone(buffer, { transfer: [buffer] });
    return view;
  };
  /** Views of bytes 4 to 8 of a buffer that has only 4 left. */
  const shrunk = <T>(Kind: new (buffer: ArrayBuffer, begin: number, length: number) => T): T => {
    const buffer = Reflect.construct(ArrayBuffer, [8, { maxByteLength: 8 }]);
    const view = new Kind(buffer, 4, 2);
    buffer.resize(4);
    return view;
  };

  test.each([
    ['a transferred buffer', () => transferred().buffer],
    ['a view of it', transferred],
    ['a view that its buffer no longer holds', () => shrunk(Uint8Array)],
    ['a DataView that its buffer no longer holds', () => shrunk(DataView)],
  ])('%s is named', (_, make) => {
    const pool = smallPool(1);
    for (const [name, call] of [
      ['KvPool.importBlocks: envelope', (x: never) => pool.importBlocks(x)],
      ['crc32c: data', (x: never) => crc32c(x)],
      ['decodeEnvelope: data', (x: never) => decodeEnvelope(x)],
    ] as const) {
      const error = caught(() => call(make() as never)) as Error;
      expect(error).toBeInstanceOf(TypeError);
      expect(error.message).toBe(`${name} has lost its bytes: its buffer was transferred or has shrunk`);
    }
  });

  test('lists and halves as well', () => {
    const pool = smallPool(1);
    pool.alloc(1);
    const gone = shrunk(Uint16Array);
    expect((caught(() => pool.writeBlock(0, 0, 'k', gone)) as Error).message).toContain(
      'bits has lost its bytes',
    );
    const ids = Uint32Array.of(0);
    structuredClone(ids.buffer, { transfer: [ids.buffer] });
    expect((caught(() => pool.exportBlocks(ids)) as Error).message).toContain('ids has lost its bytes');
  });

  test('views that are empty by right are empty', () => {
    for (const empty of [new ArrayBuffer(0), new Uint8Array(0), new DataView(new ArrayBuffer(4), 4)]) {
      expect(crc32c(empty)).toBe(0);
    }
  });
});
