import { expect, test } from 'vitest';
import { crc32c } from './crc32c';
import { collision } from './files';
import { blockHash, fnv1a64 } from './hash';

const ascii = (text: string) => new TextEncoder().encode(text);

test('FNV-1a 64 of published inputs', () => {
  expect(fnv1a64(ascii(''))).toBe(0xcbf29ce484222325n);
  expect(fnv1a64(ascii('a'))).toBe(0xaf63dc4c8601ec8cn);
  expect(fnv1a64(ascii('foobar'))).toBe(0x85944171f73967e8n);
  expect(fnv1a64([0x00])).toBe(0xaf63bd4c8601b7dfn);
  expect(fnv1a64([0x80])).toBe(0xaf643d4c8602915fn);
  expect(fnv1a64([0xff])).toBe(0xaf64724c8602eb6en);
});

test('the chain of the worked example', () => {
  const h0 = blockHash(0n, [1, 2]);
  const h1 = blockHash(h0, [3, 4]);
  expect(h0).toBe(0xa91ab0c1027b9366n);
  expect(h1).toBe(0x03df829571605c60n);
  expect(blockHash(h1, [5, 6])).toBe(0x80027b3f723b4730n);
});

test.each([
  [[2, 1], 0x261b01c320a83c16n],
  [[0, 0], 0x88201fb960ff6465n],
  [[65, 66], 0xebbdec68b939e6e6n],
  [[321, 322], 0x287c3cd1ad4ec8d2n],
  [[65537, 2], 0x85b114f3f06d599fn],
  [[128, 255], 0x264dbe23a410388an],
  [[127, 128], 0x30af968103957d7an],
  [[128256, 151643], 0x09e6e7704ac7324en],
  [[4294967295, 4294967295], 0x821e65573beff6ddn],
])('the first block %j', (tokens, hash) => {
  expect(blockHash(0n, tokens)).toBe(hash);
});

test('the collision of fixtures/fnv-collision.json is one', () => {
  expect(collision.a).not.toEqual(collision.b);
  for (const tokens of [collision.a, collision.b]) {
    expect(tokens).toHaveLength(16);
    expect(blockHash(BigInt(collision.parent), tokens)).toBe(BigInt(collision.hash));
  }
});

test.each([
  ['', 0],
  ['a', 0xc1d04330],
  ['123456789', 0xe3069283],
  ['The quick brown fox jumps over the lazy dog', 0x22620404],
])('CRC-32C of %j', (text, crc) => {
  expect(crc32c(ascii(text))).toBe(crc);
});

test('CRC-32C goes on from any result, 0 included', () => {
  const zero = Uint8Array.of(0xab, 0x9b, 0xe0, 0x9b);
  expect(crc32c(zero)).toBe(0);
  expect(crc32c(ascii('TLKV'), crc32c(zero))).toBe(0x310d1ef6);
  expect(crc32c(Uint8Array.of(...zero, ...ascii('TLKV')))).toBe(0x310d1ef6);
});
