import { f16ToF32, f32ToF16, init } from 'tlkv';
import { beforeAll, expect, test } from 'vitest';

beforeAll(() => init());

const all = Uint16Array.from({ length: 0x10000 }, (_, i) => i);
const isNaN16 = (h: number) => (h & 0x7fff) > 0x7c00;

test('E07: the odd ones', () => {
  const bits = [
    0x0000, 0x8000, 0x0001, 0x8001, 0x03ff, 0x83ff, 0x0400, 0x8400, 0x3bff, 0x3c00, 0x3c01, 0xbc00, 0x7bff,
    0xfbff, 0x7c00, 0xfc00, 0x7c01, 0xfc01, 0x7dff, 0x7e00, 0xfe00, 0x7fff, 0xffff, 0x3555, 0x2e66, 0x4248,
    0x5640, 0x6400, 0x6bff, 0x7800, 0x0002, 0x0200,
  ];
  const values = [...f16ToF32(Uint16Array.from(bits))];
  expect(values).toEqual([
    0,
    -0,
    2 ** -24,
    -(2 ** -24),
    6.097555160522461e-5,
    -6.097555160522461e-5,
    6.103515625e-5,
    -6.103515625e-5,
    0.99951171875,
    1,
    1.0009765625,
    -1,
    65504,
    -65504,
    Infinity,
    -Infinity,
    ...Array(7).fill(Number.NaN),
    0.333251953125,
    0.0999755859375,
    3.140625,
    100,
    1024,
    4094,
    32768,
    1.1920928955078125e-7,
    3.0517578125e-5,
  ]);
});

test('every value, by the definition, and back', () => {
  const values = f16ToF32(all);
  for (let h = 0; h < 0x10000; h++) {
    const exponent = (h >> 10) & 31;
    const fraction = (h & 1023) / 1024;
    const magnitude =
      exponent === 31
        ? fraction === 0
          ? Infinity
          : Number.NaN
        : exponent === 0
          ? fraction * 2 ** -14
          : (1 + fraction) * 2 ** (exponent - 15);
    if (!Object.is(values[h], h & 0x8000 ? -magnitude : magnitude)) throw new Error(`0x${h.toString(16)}`);
  }
  const back = f32ToF16(values);
  for (let h = 0; h < 0x10000; h++) {
    if (!(isNaN16(h) ? isNaN16(back[h] as number) : back[h] === h)) throw new Error(`0x${h.toString(16)}`);
  }
});

test('rounding: the nearest, ties to even, overflow to infinity', () => {
  const cases: [number, number][] = [
    [1 + 2 ** -11, 0x3c00],
    [1 + 2 ** -11 + 2 ** -23, 0x3c01],
    [1 + 3 * 2 ** -11, 0x3c02],
    [65519.99, 0x7bff],
    [65520, 0x7c00],
    [-1e30, 0xfc00],
    [2 ** -25, 0x0000],
    [2 ** -25 * 1.001, 0x0001],
    [-(2 ** -26), 0x8000],
    [Number.NaN, 0x7e00],
  ];
  expect([...f32ToF16(cases.map(([value]) => value))]).toEqual(cases.map(([, bits]) => bits));
});

test('lengths around what crosses at a time', () => {
  for (const n of [0, 1, 8191, 8192, 8193, 20_000]) {
    const bits = Uint16Array.from({ length: n }, (_, i) => (i * 7) % 0x7c00);
    expect(f32ToF16(f16ToF32(bits))).toEqual(bits);
  }
});

test('a plain array, any typed array, and what is no number', () => {
  expect([...f32ToF16([1, -2, 0.5])]).toEqual([0x3c00, 0xc000, 0x3800]);
  expect([...f32ToF16(Int8Array.of(1, -2))]).toEqual([0x3c00, 0xc000]);
  expect(() => f32ToF16([1, '2'] as never)).toThrow('f32ToF16: values[1] must be a number, got "2"');
  expect(() => f32ToF16(3 as never)).toThrow(TypeError);
  expect(() => f32ToF16([1n] as never)).toThrow(TypeError);
  expect(() => f16ToF32([1] as never)).toThrow(TypeError);
});
