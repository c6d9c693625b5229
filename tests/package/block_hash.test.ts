import { blockHash, formatHash, init } from 'tlkv';
import { beforeAll, expect, test } from 'vitest';
import { collision } from '../reference/files';
import { blockHash as reference } from '../reference/hash';

beforeAll(() => init());

test.each<[number[], bigint]>([
  // K07: no id is cut to 8 or 16 bits; C09: no byte is sign-extended.
  [[65, 66], 0xebbdec68b939e6e6n],
  [[321, 322], 0x287c3cd1ad4ec8d2n],
  [[1, 2], 0xa91ab0c1027b9366n],
  [[65537, 2], 0x85b114f3f06d599fn],
  [[2, 1], 0x261b01c320a83c16n],
  [[0, 0], 0x88201fb960ff6465n],
  [[128256, 151643], 0x09e6e7704ac7324en],
  [[4294967295, 4294967295], 0x821e65573beff6ddn],
  [[128, 255], 0x264dbe23a410388an],
  [[127, 128], 0x30af968103957d7an],
])('tokens %j', (tokens, hash) => {
  expect(blockHash(0n, tokens)).toBe(hash);
  expect(blockHash(0n, Uint32Array.from(tokens))).toBe(hash);
  expect(reference(0n, tokens)).toBe(hash);
});

test('K07: the parent is part of the hash, lowest byte first', () => {
  expect(blockHash(0xa91ab0c1027b9366n, [3, 4])).toBe(0x03df829571605c60n);
  expect(blockHash(0n, [3, 4])).toBe(0x273036a11317bc42n);
});

test('typed arrays of every kind, and what they may not hold', () => {
  for (const type of [Uint8Array, Int16Array, Int32Array, Float64Array]) {
    expect(blockHash(0n, type.from([1, 2]))).toBe(0xa91ab0c1027b9366n);
  }
  expect(() => blockHash(0n, Int32Array.of(1, -1))).toThrow(RangeError);
  expect(() => blockHash(0n, Float64Array.of(1, 1.5))).toThrow(RangeError);
  expect(() => blockHash(0n, BigInt64Array.of(1n) as never)).toThrow(TypeError);
});

test('a part of a larger buffer is that part', () => {
  expect(blockHash(0n, Uint32Array.of(9, 1, 2, 9).subarray(1, 3))).toBe(0xa91ab0c1027b9366n);
});

test('many tokens, and none', () => {
  const tokens = Uint32Array.from({ length: 100_000 }, (_, i) => Math.imul(i, 2654435761));
  expect(blockHash(5n, tokens.subarray(0, 30_000))).toBe(reference(5n, tokens.subarray(0, 30_000)));
  expect(blockHash(1n, tokens)).not.toBe(blockHash(2n, tokens));
  expect(blockHash(7n, [])).toBe(reference(7n, []));
});

test('two different blocks can have one hash', () => {
  expect(formatHash(blockHash(0n, collision.a))).toBe(collision.hash);
  expect(formatHash(blockHash(0n, collision.b))).toBe(collision.hash);
});

test('formatHash writes 16 digits', () => {
  expect(formatHash(0xa91ab0c1027b9366n)).toBe('0xa91ab0c1027b9366');
  expect(formatHash(1n)).toBe('0x0000000000000001');
  expect(formatHash(2n ** 64n - 1n)).toBe('0xffffffffffffffff');
});
