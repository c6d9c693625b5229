import { init } from 'tlkv';
import { beforeAll, expect, test } from 'vitest';
import { exactText, f16Bits, f16Hex, f16Value, shortText } from '../../web/src/model/f16_text.ts';

beforeAll(() => init());

test.each([
  [0x0000, '0', '0'],
  [0x8000, '−0', '−0'],
  [0x0001, '5.960464477539063e-8', '6.0e−8'],
  [0x8001, '−5.960464477539063e-8', '−6.0e−8'],
  [0x03ff, '0.00006097555160522461', '6.1e−5'],
  [0x3bff, '0.99951171875', '0.9995'],
  [0x3c00, '1', '1'],
  [0x3555, '0.333251953125', '0.3333'],
  [0xfbff, '−65504', '−65504'],
  [0x7c00, '∞', '∞'],
  [0xfc00, '−∞', '−∞'],
  [0xfe00, 'NaN', 'NaN'],
])('%i is %s, or %s in short', (bits, exact, short) => {
  expect(exactText(f16Value(bits))).toBe(exact);
  expect(shortText(f16Value(bits))).toBe(short);
});

test('bit patterns are read least significant byte first, from any offset', () => {
  const bytes = Uint8Array.of(9, 0x00, 0x3c, 0xff, 0x7b, 9);
  expect(Array.from(f16Bits(bytes.subarray(1, 5)), f16Hex)).toEqual(['3C00', '7BFF']);
  expect(f16Bits(bytes.subarray(1, 4))).toHaveLength(1);
});

/** Values whose conversion others got wrong: subnormals, both zeros, the ends of the range, NaNs with any bits. */
test.each([
  [0x83ff, '−0.00006097555160522461'],
  [0x0400, '0.00006103515625'],
  [0x8400, '−0.00006103515625'],
  [0x3c01, '1.0009765625'],
  [0xbc00, '−1'],
  [0x7bff, '65504'],
  ...[0x7c01, 0xfc01, 0x7dff, 0x7e00, 0x7fff, 0xffff].map((bits) => [bits, 'NaN'] as const),
  [0x2e66, '0.0999755859375'],
  [0x4248, '3.140625'],
  [0x5640, '100'],
  [0x6400, '1024'],
  [0x6bff, '4094'],
  [0x7800, '32768'],
  [0x0002, '1.1920928955078125e-7'],
  [0x0200, '0.000030517578125'],
] as const)('%i is %s', (bits, text) => expect(exactText(f16Value(bits))).toBe(text));
