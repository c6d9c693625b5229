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
