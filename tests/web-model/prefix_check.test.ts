import { init } from 'tlkv';
import { beforeAll, describe, expect, test } from 'vitest';
import { chain, parseParent, parseTokens, TOKENS_LIMIT } from '../../web/src/model/prefix_check.ts';

beforeAll(() => init());

const H0 = 0xa91ab0c1027b9366n;
const H1 = 0x03df829571605c60n;
const H2 = 0x80027b3f723b4730n;

test('a chain names its blocks, wherever they stand', () => {
  const links = chain(Uint32Array.of(1, 2, 3, 4, 5, 6, 7), 2, 0n, BigUint64Array.of(H1, 5n, H0, H1));
  expect(links.map(({ hash, records }) => [hash, records])).toEqual([
    [H0, [2]],
    [H1, [0, 3]],
    [H2, []],
  ]);
  expect(Buffer.from(links[1]?.hashed as Uint8Array).toString('hex')).toBe(
    '66937b02c1b01aa9' + '0300000004000000',
  );
});

test('a chain may begin at a parent', () => {
  expect(chain(Uint32Array.of(3, 4), 2, H0, new BigUint64Array(0))[0]?.hash).toBe(H1);
});

describe('token ids', () => {
  test.each([
    ['1 2 3', [1, 2, 3]],
    ['[1, 2,\n3]', [1, 2, 3]],
    ['0x10 4294967295', [16, 4294967295]],
    ['', []],
  ])('%s', (text, tokens) => {
    expect(parseTokens(text)).toEqual({ tokens: Uint32Array.from(tokens) });
  });
  test.each(['-1', '1.5', '4294967296', '99999999999', 'x', '1e3'])('%s is none', (text) => {
    expect(parseTokens(text)).toHaveProperty('error');
  });
  test('too many', () => {
    expect(parseTokens('1 '.repeat(TOKENS_LIMIT + 1))).toHaveProperty('error');
  });
});

test('a parent is a hash of 64 bits', () => {
  expect(['', '0', '0xa91ab0c1027b9366', '18446744073709551615'].map(parseParent)).toEqual([
    0n,
    0n,
    H0,
    2n ** 64n - 1n,
  ]);
  expect(['x', '-1', '18446744073709551616', '0x10000000000000000'].map(parseParent)).toEqual(
    Array(4).fill(undefined),
  );
});
