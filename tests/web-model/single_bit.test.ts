import { crc32c, init } from 'tlkv';
import { beforeAll, expect, test } from 'vitest';
import { bitsThatExplain, PERIOD_BITS } from '../../web/src/model/single_bit.ts';

beforeAll(() => init());

test('every bit of a message and of its CRC is found', () => {
  const message = Uint8Array.from({ length: 40 }, (_, i) => (i * 37) & 255);
  const stored = crc32c(message);
  for (let offset = 0; offset < 40; offset++)
    for (let bit = 0; bit < 8; bit++) {
      const flipped = message.slice();
      flipped[offset] = (flipped[offset] as number) ^ (1 << bit);
      expect(bitsThatExplain(crc32c(flipped), stored, 40)).toEqual([{ offset, bit }]);
    }
  for (let bit = 0; bit < 32; bit++)
    expect(bitsThatExplain(stored, (stored ^ (1 << bit)) >>> 0, 40)).toEqual([
      { offset: 40 + (bit >> 3), bit: bit & 7 },
    ]);
});

test('two flipped bits, or an equal CRC, are explained by none', () => {
  const message = new Uint8Array(1000);
  const stored = crc32c(message);
  message[3] = 1;
  message[900] = 0x10;
  expect(bitsThatExplain(crc32c(message), stored, 1000)).toEqual([]);
  expect(bitsThatExplain(stored, stored, 1000)).toEqual([]);
});

test('a megabyte, first and last byte', () => {
  const message = new Uint8Array(1_000_003).fill(0x5a);
  const stored = crc32c(message);
  for (const [offset, bit] of [
    [0, 0],
    [0, 7],
    [1_000_002, 7],
    [65_536, 3],
  ] as const) {
    const flipped = message.slice();
    flipped[offset] = (flipped[offset] as number) ^ (1 << bit);
    expect(bitsThatExplain(crc32c(flipped), stored, message.length)).toEqual([{ offset, bit }]);
  }
});

/** What flipping a bit `distance` steps from the end does to a CRC, by repeated squaring: independent of length. */
function effect(distance: number): number {
  let square = Array.from({ length: 32 }, (_, bit) => {
    const register = (1 << bit) >>> 0;
    return ((register >>> 1) ^ (register & 1 ? 0x82f63b78 : 0)) >>> 0;
  });
  const apply = (columns: number[], register: number) =>
    columns.reduce((sum, column, bit) => ((register >>> bit) & 1 ? sum ^ column : sum), 0) >>> 0;
  let register = 1;
  for (let rest = distance; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) register = apply(square, register);
    square = square.map((column) => apply(square, column));
  }
  return register;
}

test('the changes repeat after the period and not before', () => {
  expect(effect(PERIOD_BITS)).toBe(1);
  expect(effect(8)).not.toBe(1);
});

test.each([2 ** 31, 2 ** 32 + 60, 5 * 2 ** 30])(
  'in a file of %i bytes every bit in question is listed',
  (length) => {
    const offset = length - 123_456_789;
    const distance = 8 * (length - offset) - 5;
    const bits = bitsThatExplain(effect(distance), 0, length);
    expect(bits).toHaveLength(Math.floor((length * 8 - distance) / PERIOD_BITS) + 1);
    expect(bits.at(-1)).toEqual({ offset, bit: 5 });
    for (const one of bits) expect(effect(8 * (length - one.offset) - one.bit)).toBe(effect(distance));
  },
);
