/** What is told of random calls agrees with the state that they leave. */
import { init, KvPool, type PoolEvent, type PoolOperation, replay, Sequences, TlkvError } from 'tlkv';
import { beforeAll, expect, test } from 'vitest';
import { smallPool } from './support/pools';
import { random } from './support/random';

beforeAll(() => init());

const nBlocks = 8;
type Pick = (n: number) => number;

/** What a pool looks like to somebody who has heard of it only through events. */
function heard(nBlocks: number, events: readonly PoolEvent[]) {
  const [ref, fill] = [new Uint32Array(nBlocks), new Uint32Array(nBlocks)];
  const hash = new BigUint64Array(nBlocks);
  for (const event of events) {
    const { block } = event;
    if (block === undefined) continue;
    ref[block] = event.ref;
    fill[block] = event.fill;
    if (event.kind === 'copied') fill[event.other as number] = event.tokens;
    if (event.kind === 'registered') hash[block] = event.hash;
    if (event.kind === 'evicted' || event.kind === 'unregistered') hash[block] = 0n;
  }
  return { ref, fill, hash };
}

/** One call of a pool, on blocks that are held as often as `held` lists them, or on any. */
function callPool(pool: KvPool, held: number[], pick: Pick): void {
  const at = pick(held.length + 1);
  const id = held[at] ?? pick(nBlocks);
  const hash = BigInt(1 + pick(20));
  const found = (ids: Iterable<number | undefined>) => {
    for (const one of ids) if (one !== undefined && one >= 0) held.push(one);
  };
  const unref = () => {
    pool.unref(id);
    if (at < held.length) held.splice(at, 1);
  };
  const calls = [
    () => found(pool.alloc(pick(5))),
    () => found(pool.alloc(1)),
    () => {
      pool.ref(id);
      held.push(id);
    },
    unref,
    () => {
      const copy = pool.cow(id);
      if (at < held.length) held[at] = copy;
    },
    () => pool.setFill(id, pick(3)),
    () => pool.setFill(id, 2),
    () => pool.register(id, hash),
    () => pool.register(id, hash),
    () => found([pool.lookup(hash)]),
    () => found(pool.lookupPrefix([hash, hash + 1n])),
  ];
  // The more is held, the more is given back.
  if (held.length > pick(40)) unref();
  else calls[pick(calls.length)]?.();
}

function callSequences(sequences: Sequences, pick: Pick): void {
  const id = pick(5);
  const tokens = (n: number) => Array.from({ length: pick(n) }, () => 1 + pick(2));
  const calls = [
    () => sequences.open(id, tokens(7)),
    () => sequences.append(id, tokens(4)),
    () => sequences.appendEach([id, (id + 1) % 5], [1, 2]),
    () => sequences.fork(id, pick(5)),
    () => sequences.truncate(id, pick(4)),
    () => sequences.close(id),
  ];
  calls[pick(calls.length)]?.();
}

test.each(['a pool', 'sequences over a pool', 'sequences over ids'])('%s', (what) => {
  const pool = smallPool(nBlocks);
  const held: number[] = [];
  const sequences = new Sequences(what === 'sequences over a pool' ? pool : { nBlocks, blockTokens: 2 });
  const books = what === 'a pool' ? pool : sequences;
  const events: PoolEvent[] = [];
  const operations: PoolOperation[] = [];
  books.observe({ onEvent: (event) => events.push(event), onOperation: (one) => operations.push(one) });
  const pick = random(20251129);
  let refusals = 0;
  for (let i = 0; i < 2000; i++) {
    const before = books.snapshot();
    try {
      if (books instanceof KvPool) callPool(books, held, pick);
      else callSequences(books, pick);
    } catch (error) {
      expect(error).toBeInstanceOf(TlkvError);
      expect(books.snapshot()).toEqual(before);
      refusals++;
    }
    if (i % 20 !== 0) continue;
    const now = books.snapshot();
    expect(heard(nBlocks, events)).toEqual({ ref: now.ref, fill: now.fill, hash: now.hash });
    expect(replay({ nBlocks, blockTokens: 2 }, operations)).toEqual(now);
  }
  const { evictions, copies, registrations, misses } = books.counters();
  const often = { refusals, evictions, copies, registrations, misses };
  for (const [name, count] of Object.entries(often)) expect(count, name).toBeGreaterThan(10);
  expect(books.checkInvariants()).toEqual([]);
});
