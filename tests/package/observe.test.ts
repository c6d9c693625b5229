/** Events, the log of operations and what else a pool and sequences show of their blocks. */
import { init, KvPool, type PoolEvent, type PoolOperation, replay, Sequences, TlkvError } from 'tlkv';
import { beforeAll, describe, expect, test } from 'vitest';
import { caught, H0, H1, refused, registered, SMALL, smallPool } from './support/pools';

beforeAll(() => init());

type Books = KvPool | Sequences;

function watched<T extends Books>(books: T) {
  const events: PoolEvent[] = [];
  const operations: PoolOperation[] = [];
  const stop = books.observe({
    onEvent: (event) => events.push(event),
    onOperation: (operation) => operations.push(operation),
  });
  return { books, events, operations, stop };
}

describe('events', () => {
  test('say what happened and why, in numbers', () => {
    using pool = smallPool(3);
    const [a, b, c] = [registered(pool, H0), registered(pool, H1), pool.alloc(1)[0] as number];
    for (const id of [b, a]) pool.unref(id);
    const { events } = watched(pool);
    pool.unref(c);
    pool.alloc(2);
    const common = { other: undefined, fill: 0, tokens: 0 };
    const freed = { ...common, kind: 'freed', block: c, ref: 0, free: 0, cached: 2, needed: 0, hash: 0n };
    const request = { ...common, free: 1, cached: 2, needed: 2 };
    expect(events).toEqual([
      freed,
      { ...request, kind: 'allocated', block: c, ref: 1, hash: 0n },
      { ...request, kind: 'evicted', block: b, ref: 0, hash: H1 },
      { ...request, kind: 'allocated', block: b, ref: 1, hash: 0n },
    ]);
  });

  test('of hits, misses, copies, duplicates, fills and writes', () => {
    using pool = smallPool(4);
    const { events, stop } = watched(pool);
    const kinds = () =>
      events.splice(0).map(({ kind, block, other, tokens }) => [kind, block, other, tokens]);
    const none = undefined;
    const a = registered(pool, H0);
    expect(kinds()).toEqual([
      ['allocated', a, none, 0],
      ['filled', a, none, 0],
      ['registered', a, none, 0],
    ]);
    expect(pool.lookup(H1)).toBeUndefined();
    pool.lookup(H0);
    const b = pool.cow(a);
    expect(kinds()).toEqual([
      ['missed', none, none, 0],
      ['referenced', a, none, 2],
      ['allocated', b, none, 0],
      ['copied', a, b, 2],
    ]);
    expect(caught(() => pool.register(b, H0))).toMatchObject({ code: 'TL_EBUSY' });
    expect(kinds()).toEqual([['duplicate', b, a, 0]]);
    pool.writeBlock(b, 0, 'k', Uint16Array.of(1), 1);
    pool.writeBlock(b, 0, 'v', Uint16Array.of(1, 2, 3, 4));
    pool.writeBlock(b, 0, 'v', new Uint16Array(0));
    expect(kinds()).toEqual([
      ['written', b, none, 1],
      ['written', b, none, 2],
    ]);
    pool.unref(a);
    pool.lookupPrefix([H0, H1]);
    expect(kinds()).toEqual([
      ['cached', a, none, 0],
      ['revived', a, none, 2],
      ['missed', none, none, 0],
    ]);
    pool.importBlocks(pool.exportBlocks([a]));
    expect(events.map(({ kind }) => kind)).toEqual(['allocated', 'imported', 'duplicate']);
    stop();
    pool.unref(a);
    expect(events.length).toBe(3);
  });

  test('what a refused call did not do is not told', () => {
    using pool = smallPool(1);
    const { events, operations } = watched(pool);
    refused(pool, 'TL_EFULL', () => pool.alloc(2));
    refused(pool, 'TL_EINVAL', () => pool.unref(0));
    expect([events, operations]).toEqual([[], []]);
  });

  test('several observers, each ended alone; an observer may do anything', async () => {
    using pool = smallPool(4);
    const told: string[] = [];
    const stopOne = pool.observe({ onEvent: ({ kind, block }) => told.push(`one ${kind} ${block}`) });
    const stopTwo = pool.observe({
      onEvent({ kind, block }) {
        told.push(`two ${kind} ${block}`);
        if (kind === 'allocated' && block === 0) pool.ref(pool.alloc(1)[0] as number); // told afterwards
        if (kind === 'referenced') stopTwo();
      },
    });
    expect([...pool.alloc(1)]).toEqual([0]);
    expect(pool.snapshot().ref).toEqual(Uint32Array.of(1, 2, 0, 0));
    expect(told).toEqual([
      'one allocated 0',
      'two allocated 0',
      'one allocated 1',
      'two allocated 1',
      'one referenced 1',
      'two referenced 1',
    ]);
    pool.unref(0);
    stopOne();
    stopOne();
    pool.unref(1);
    expect(told.slice(6)).toEqual(['one freed 0']);
  });

  test('what an observer throws is not the call that it heard of', async () => {
    using pool = smallPool(2);
    const errors: unknown[] = [];
    const listeners = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    process.once('uncaughtException', (error) => errors.push(error));
    const wrong = new Error('the observer is wrong');
    pool.observe({
      onEvent: () => {
        throw wrong;
      },
    });
    const { events } = watched(pool);
    expect(pool.alloc(1).length).toBe(1);
    expect(events.length).toBe(1);
    await expect.poll(() => errors).toEqual([wrong]);
    for (const listener of listeners) process.on('uncaughtException', listener);
  });

  test('where memory does not suffice for what happens, the call goes on and observers are ended', async () => {
    using pool = new KvPool({ nBlocks: 30_000, blockTokens: 1, nLayers: 1, nKvHeads: 1, headDim: 1 });
    const errors: unknown[] = [];
    const listeners = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    process.once('uncaughtException', (error) => errors.push(error));
    const { events } = watched(pool);
    const others: KvPool[] = [];
    for (let bytes = 2 ** 30; bytes >= 2 ** 14; bytes /= 4) {
      const config = { nBlocks: 1, blockTokens: 1, nLayers: 1, nKvHeads: 1, headDim: bytes / 4 };
      try {
        for (;;) others.push(new KvPool(config));
      } catch (error) {
        expect(error).toMatchObject({ code: 'TL_ENOMEM' });
      }
    }
    for (let freed = 0; freed < 2 ** 18; ) {
      const smallest = others.pop() as KvPool; // room for the ids, but not for the events
      freed += smallest.blockBytes;
      smallest.dispose();
    }
    expect(pool.alloc(30_000).length).toBe(30_000);
    expect(events.length).toBeLessThan(30_000);
    await expect.poll(() => errors).toMatchObject([{ name: 'TlkvError', code: 'TL_ENOMEM' }]);
    for (const other of others) other.dispose();
    events.length = 0;
    pool.ref(0);
    expect(events).toEqual([]);
    expect(pool.checkInvariants()).toEqual([]);
    for (const listener of listeners) process.on('uncaughtException', listener);
  });

  test('an observer that is none', () => {
    using pool = smallPool(1);
    for (const observer of [undefined, null, 1, 'onEvent'] as never[]) {
      expect(caught(() => pool.observe(observer))).toBeInstanceOf(TypeError);
    }
    expect((caught(() => pool.observe({ onEvent: 1 as never })) as Error).message).toBe(
      'KvPool.observe: onEvent must be a function, got 1',
    );
    for (const listener of [{}, { onEvent: undefined }, { onevent: () => {} } as never]) {
      const error = caught(() => pool.observe(listener)) as Error;
      expect(error).toBeInstanceOf(TypeError);
      expect(error.message).toBe('KvPool.observe: observer must have onEvent or onOperation, got neither');
    }
    const ended = smallPool(1);
    ended.dispose();
    expect(caught(() => ended.observe({}))).toBeInstanceOf(TlkvError);
  });

  test('a pool hears of the sequences on it, to their end', () => {
    using pool = smallPool(4);
    const { events } = watched(pool);
    const sequences = new Sequences(pool);
    const own = watched(sequences);
    sequences.open(1, [1, 2, 3]);
    expect(events.map(({ kind }) => kind)).toEqual([
      'missed',
      'allocated',
      'allocated',
      'filled',
      'registered',
      'filled',
    ]);
    sequences.dispose();
    expect(events.slice(6).map(({ kind }) => kind)).toEqual(['freed', 'cached']);
    expect(own.events).toEqual(events);
  });
});

describe('replay', () => {
  const log: PoolOperation[] = [
    { kind: 'take', block: undefined, n: 2, hash: 0n },
    { kind: 'unref', block: 1, n: 0, hash: 0n },
  ];

  test('gives the state after every prefix of the log', () => {
    expect(replay({ nBlocks: 3, blockTokens: 2 }, [])).toEqual(smallPool(3).snapshot());
    expect([...replay({ nBlocks: 3, blockTokens: 2 }, log.slice(0, 1)).ref]).toEqual([1, 1, 0]);
    expect([...replay({ nBlocks: 3, blockTokens: 2 }, log).free]).toEqual([1, 2]);
  });

  test('names the operation that cannot go as recorded', () => {
    const error = caught(() => replay({ nBlocks: 3, blockTokens: 2 }, [...log, log[1] as PoolOperation]));
    expect(error).toMatchObject({ code: 'TL_EINVAL' });
    expect((error as Error).message).toMatch(/^replay: operation 2: block 1 is free/);
    expect(caught(() => replay({ nBlocks: 1, blockTokens: 2 }, log))).toBeInstanceOf(TlkvError);
  });

  test.each([
    [undefined, 'replay: operations must be an array, got undefined'],
    [[null], 'replay: operations[0] must be an object, got null'],
    [[{ ...log[0], kind: 'toString' }], 'replay: operations[0].kind is none of a pool\'s, got "toString"'],
    [[{ ...log[0], n: -1 }], 'replay: operations[0].n must be an integer in 0..4294967295, got -1'],
    [[{ ...log[0], block: 1.5 }], 'replay: operations[0].block must be an integer in 0..4294967295, got 1.5'],
    [
      [{ ...log[0], hash: 1 }],
      'replay: operations[0].hash must be a bigint in 0n..18446744073709551615n, got 1',
    ],
  ])('refuses what is no log (%#)', (operations, message) => {
    expect((caught(() => replay({ nBlocks: 3, blockTokens: 2 }, operations as never)) as Error).message).toBe(
      message,
    );
  });
});

describe('counters, usage and registrations', () => {
  test('usage', () => {
    using pool = smallPool(4);
    expect(pool.usage()).toEqual({ tokensHeld: 0, slotsReserved: 0 });
    const [a = -1] = pool.alloc(3);
    pool.setFill(a, 1);
    expect(pool.usage()).toEqual({ tokensHeld: 1, slotsReserved: 6 });
  });

  test('registrations, the oldest first, with the holders of each', () => {
    using pool = smallPool(4);
    const [b, a] = [registered(pool, H1), registered(pool, H0)];
    pool.ref(a);
    pool.unref(b);
    expect(pool.registrations()).toEqual([
      { block: b, hash: H1, number: 1, ref: 0 },
      { block: a, hash: H0, number: 2, ref: 2 },
    ]);
    expect(pool.counters()).toMatchObject({ registrations: 2, duplicates: 0, peakUsed: 2 });
    using sequences = new Sequences({ nBlocks: 4, blockTokens: 2 });
    sequences.open(1, [1, 2, 3, 4, 5]);
    expect(sequences.registrations().map(({ hash }) => hash)).toEqual([H0, H1]);
    expect(sequences.usage()).toEqual({ tokensHeld: 5, slotsReserved: 6 });
  });

  test('of a disposed object are errors by its name', () => {
    const pool = new KvPool({ nBlocks: 1, ...SMALL });
    pool.dispose();
    for (const name of [
      'stats',
      'counters',
      'usage',
      'registrations',
      'snapshot',
      'checkInvariants',
    ] as const) {
      expect((caught(() => pool[name]()) as Error).message).toBe(`KvPool.${name}: this pool is disposed`);
    }
  });
});
