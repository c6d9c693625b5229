import { BlockManager, init, OutOfBlocksError, TlkvError } from 'tlkv';
import { beforeAll, describe, expect, test } from 'vitest';
import { caught } from './support/pools';

beforeAll(() => init());

const state = (m: BlockManager) => ({ free: [...m.free], ref: [...m.ref], tables: m.tables, lens: m.lens });

/** The error of a call that must be refused with this code and change nothing. */
function refused(manager: BlockManager, code: string, call: () => unknown): TlkvError {
  const before = state(manager);
  const error = caught(call) as TlkvError;
  expect(error).toBeInstanceOf(TlkvError);
  expect(error.code).toBe(code);
  expect(error instanceof OutOfBlocksError).toBe(code === 'TL_EFULL');
  expect(state(manager)).toEqual(before);
  return error;
}

test('K11: an append exactly at a block edge, and prompts of no tokens', () => {
  const m = new BlockManager(4, 4);
  const frees: number[] = [];
  const step = <T>(value: T): T => {
    frees.push(m.free.length);
    return value;
  };
  step(m.allocate(1, 4));
  expect(step(m.appendSlot(1))).toEqual({ block: 1, offset: 0, cowSrc: undefined });
  step(m.allocate(2, 3));
  expect(step(m.appendSlot(2))).toEqual({ block: 2, offset: 3, cowSrc: undefined });
  step(m.allocate(3, 0));
  expect(m.tables.get(3)).toEqual(Uint32Array.of());
  expect(step(m.appendSlot(3))).toEqual({ block: 3, offset: 0, cowSrc: undefined });
  step(refused(m, 'TL_EFULL', () => m.appendSlot(2)));
  expect(frees).toEqual([3, 2, 1, 1, 1, 0, 0]);
  expect(m.lens).toEqual(
    new Map([
      [1, 5],
      [2, 4],
      [3, 1],
    ]),
  );
});

describe('K13: forks freed in any order', () => {
  test.each([
    [1, 2, 3],
    [1, 3, 2],
    [2, 1, 3],
    [2, 3, 1],
    [3, 1, 2],
    [3, 2, 1],
  ])('%i, %i, %i', (...order) => {
    const m = new BlockManager(8, 4);
    m.allocate(1, 6);
    m.fork(1, 2);
    m.fork(2, 3);
    expect([...m.ref]).toEqual([3, 3, 0, 0, 0, 0, 0, 0]);
    expect(m.appendSlot(2)).toEqual({ block: 2, offset: 2, cowSrc: 1 });
    expect(m.free.length).toBe(5);
    refused(m, 'TL_EBUSY', () => m.fork(1, 3));
    refused(m, 'TL_EBUSY', () => m.allocate(3, 1));
    for (const seq of order) m.freeSeq(seq);
    expect([...m.free].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect([...m.ref]).toEqual(Array(8).fill(0));
    expect(m.tables.size).toBe(0);
    refused(m, 'TL_ENOTFOUND', () => m.freeSeq(9));
  });
});

test('free is first in, first out; a sequence gives back its tail first', () => {
  const m = new BlockManager(4, 1);
  m.allocate(7, 3);
  m.freeSeq(7);
  expect([...m.free]).toEqual([3, 2, 1, 0]);
  m.allocate(7, 2);
  expect([...(m.tables.get(7) ?? [])]).toEqual([3, 2]);
});

test('exhaustion in allocate, append and copy on write changes nothing', () => {
  const m = new BlockManager(2, 2);
  refused(m, 'TL_EFULL', () => m.allocate(1, 5));
  refused(m, 'TL_EFULL', () => m.allocate(1, Number.MAX_SAFE_INTEGER));
  m.allocate(1, 3);
  m.fork(1, 2);
  expect(refused(m, 'TL_EFULL', () => m.appendSlot(2)).message).toMatch(/^BlockManager\.appendSlot: /);
  m.freeSeq(1);
  expect(m.appendSlot(2)).toEqual({ block: 1, offset: 1, cowSrc: undefined });
  refused(m, 'TL_EFULL', () => m.appendSlot(2));
});

test('a fork at a full block copies nothing', () => {
  const m = new BlockManager(4, 2);
  m.allocate(1, 2);
  m.fork(1, 2);
  expect(m.appendSlot(1)).toEqual({ block: 1, offset: 0, cowSrc: undefined });
  expect(m.appendSlot(2)).toEqual({ block: 2, offset: 0, cowSrc: undefined });
  expect([...m.ref]).toEqual([2, 1, 1, 0]);
});

test('unknown and known sequences', () => {
  const m = new BlockManager(2, 2);
  refused(m, 'TL_ENOTFOUND', () => m.appendSlot(1));
  refused(m, 'TL_ENOTFOUND', () => m.fork(1, 2));
  m.allocate(1, 1);
  refused(m, 'TL_EBUSY', () => m.allocate(1, 1));
  refused(m, 'TL_EBUSY', () => m.fork(1, 1));
});

test('sequence ids up to 2^53 - 1, listed in ascending order', () => {
  const m = new BlockManager(8, 2);
  const ids = [Number.MAX_SAFE_INTEGER, 0, 2 ** 32, 5];
  for (const id of ids) m.allocate(id, 2);
  expect([...m.tables.keys()]).toEqual([0, 5, 2 ** 32, Number.MAX_SAFE_INTEGER]);
  expect([...(m.tables.get(Number.MAX_SAFE_INTEGER) ?? [])]).toEqual([0]);
  m.freeSeq(0);
  expect([...m.lens.keys()]).toEqual([5, 2 ** 32, Number.MAX_SAFE_INTEGER]);
});

test('a manager that can have no memory is refused, and the module goes on', () => {
  const error = caught(() => new BlockManager(2 ** 32 - 1, 16)) as TlkvError;
  expect(error).toBeInstanceOf(TlkvError);
  expect(error.code).toBe('TL_EINVAL');
  expect([...new BlockManager(2, 1).free]).toEqual([0, 1]);
});
