import { crc32c, init } from 'tlkv';
import { beforeAll, describe, expect, test } from 'vitest';
import { crc32c as reference } from '../reference/crc32c';
import { readFixture } from '../reference/files';

beforeAll(() => init());

const ascii = (text: string) => new TextEncoder().encode(text);
const counting = (n: number) => Uint8Array.from({ length: n }, (_, i) => i & 255);

test.each([
  // C01: the zip CRC-32 would give others for all but "" and FF.
  ['', 0x00000000],
  ['a', 0xc1d04330],
  ['123456789', 0xe3069283],
  ['hello-world', 0xf45721db],
  ['The quick brown fox jumps over the lazy dog', 0x22620404],
])('C01: %j', (text, value) => expect(crc32c(ascii(text))).toBe(value));

test('C01: one byte', () => {
  expect(crc32c(Uint8Array.of(0))).toBe(0x527d5351);
  expect(crc32c(Uint8Array.of(255))).toBe(0xff000000);
});

test('C03: a checksum of 0 so far is no exception', () => {
  const zero = Uint8Array.of(0xab, 0x9b, 0xe0, 0x9b);
  expect(crc32c(zero)).toBe(0);
  expect(crc32c(ascii('TLKV'), crc32c(zero))).toBe(0x310d1ef6);
  expect(crc32c(Uint8Array.of(...zero, ...ascii('TLKV')))).toBe(0x310d1ef6);
  expect(crc32c(ascii('TLKV'))).toBe(0x310d1ef6);
  expect(crc32c(ascii('TLKV'), undefined)).toBe(0x310d1ef6);
});

describe('C05: every alignment and the short tails', () => {
  test.each([
    [1, 0x527d5351],
    [2, 0x030af4d1],
    [3, 0x92fd4bfa],
    [4, 0xd9331aa3],
    [5, 0x2425b106],
    [6, 0x41098514],
    [7, 0xa359ed4c],
    [8, 0x8a2cbc3b],
    [9, 0x7144c5a8],
    [15, 0x68ef03f6],
    [16, 0xd9c908eb],
    [17, 0x38435e17],
    [31, 0xe95cabcb],
    [33, 0x9f85a26d],
    [63, 0x7a873004],
    [64, 0xfb6d36eb],
    [65, 0x694420fa],
    [1023, 0x0c8f24d0],
    [1024, 0x2cdf6e8f],
    [1025, 0x8eb48b63],
  ])('%i bytes', (n, value) => {
    for (let offset = 0; offset < 16; offset++) {
      const buffer = new Uint8Array(n + 16);
      buffer.set(counting(n), offset);
      expect(crc32c(buffer.subarray(offset, offset + n))).toBe(value);
    }
  });

  test.each([
    [1, 0xc3389d4f],
    [2, 0xbfbdc957],
    [3, 0x36162057],
    [4, 0xc4f408bd],
    [5, 0x981e0e5c],
    [7, 0x35dcdb49],
    [8, 0xbf4b2d11],
    [9, 0x3a2e04df],
    [15, 0xe4022739],
    [16, 0x44dbff2f],
    [17, 0x3cc9fd3b],
  ])('%i bytes after E3069283', (n, value) => {
    expect(crc32c(counting(n), 0xe3069283)).toBe(value);
  });
});

test('C07: never negative', () => {
  expect(crc32c(counting(101).subarray(1))).toBe(2724179556);
  expect(crc32c(readFixture('golden/worked-example.tlkv').subarray(0, 56))).toBe(1326142492);
  expect(crc32c(ascii('123456789'))).toBe(3808858755);
});

test('lengths around the pieces that cross into WebAssembly, whole and in two parts', () => {
  const bytes = Uint8Array.from({ length: 200_000 }, (_, i) => (i * 2654435761) >>> 24);
  for (const n of [255, 256, 4095, 16383, 16384, 16385, 28671, 28672, 32767, 32768, 32769, 65537, 200_000]) {
    const value = reference(bytes.subarray(0, n));
    expect(crc32c(bytes.subarray(0, n))).toBe(value);
    expect(crc32c(bytes.subarray(100, n), crc32c(bytes.subarray(0, 100)))).toBe(value);
  }
});
