import { expect, test } from 'vitest';
import { exactText, f16ToNumber, numberToF16, shortText } from '../../web/src/model/f16.ts';

const SPECIALS: readonly [bits: number, value: number][] = [
  [0x0000, 0],
  [0x8000, -0],
  [0x0001, 2 ** -24],
  [0x8001, -(2 ** -24)],
  [0x03ff, 6.097555160522461e-5],
  [0x0400, 6.103515625e-5],
  [0x3bff, 0.99951171875],
  [0x3c00, 1],
  [0x3c01, 1.0009765625],
  [0xbc00, -1],
  [0x7bff, 65504],
  [0xfbff, -65504],
  [0x7c00, Number.POSITIVE_INFINITY],
  [0xfc00, Number.NEGATIVE_INFINITY],
  [0x3555, 0.333251953125],
  [0x2e66, 0.0999755859375],
  [0x4248, 3.140625],
  [0x6bff, 4094],
  [0x0002, 1.1920928955078125e-7],
];

test.each(SPECIALS)('%s is %s', (bits, value) => {
  expect(f16ToNumber(bits)).toBe(value);
  expect(numberToF16(value)).toBe(bits);
});

test('every NaN is NaN', () => {
  for (const bits of [0x7c01, 0xfc01, 0x7dff, 0x7e00, 0xfe00, 0x7fff, 0xffff])
    expect(f16ToNumber(bits)).toBeNaN();
});

test('every finite value comes back as its own bits', () => {
  for (let bits = 0; bits < 0x10000; bits++) {
    const value = f16ToNumber(bits);
    if (!Number.isNaN(value)) expect(numberToF16(value)).toBe(bits);
  }
});

test('a value between two rounds to the nearer one, and a tie to the even one', () => {
  expect(numberToF16(1 + 2 ** -11)).toBe(0x3c00);
  expect(numberToF16(1 + 3 * 2 ** -11)).toBe(0x3c02);
  expect(numberToF16(1 + 2 ** -11 + 2 ** -30)).toBe(0x3c01);
  expect(numberToF16(2 ** -25)).toBe(0);
  expect(numberToF16(2 ** -25 + 2 ** -40)).toBe(1);
  expect(numberToF16(2047.75)).toBe(0x6800);
  expect(numberToF16(65519.99)).toBe(0x7bff);
  expect(numberToF16(65520)).toBe(0x7c00);
  expect(numberToF16(Number.NaN)).toBe(0x7e00);
});

test('texts keep the sign of zero and name what is no number', () => {
  expect(exactText(0x8000)).toBe('−0');
  expect(exactText(0x3555)).toBe('0.333251953125');
  expect(exactText(0x0001)).toBe('5.960464477539063e-8');
  expect(exactText(0xfe00)).toBe('NaN');
  expect(shortText(0xfc00)).toBe('−∞');
  expect(shortText(0x3555)).toBe('0.3333');
  expect(shortText(0xfbff)).toBe('−65504');
  expect(shortText(0x0001)).toBe('6.0e−8');
  expect(shortText(0x8000)).toBe('−0');
});
