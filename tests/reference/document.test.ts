// The numbers and bytes in formats/kv-block.md are those that it defines.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { crc32c } from './crc32c';
import { readFixture } from './files';
import { blockHash, fnv1a64 } from './hash';

const text = readFileSync(resolve(import.meta.dirname, '../../formats/kv-block.md'), 'utf8');
const fromHex = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');

test('the two blocks of the worked chain', () => {
  const lines = [...text.matchAll(/^ {4}((?:[0-9a-f]{2} +)+)-> +(0x[0-9A-F]{16})$/gm)];
  expect(lines).toHaveLength(2);
  for (const [, bytes = '', hash = ''] of lines) {
    expect(fromHex(bytes)).toHaveLength(16);
    expect(fnv1a64(fromHex(bytes))).toBe(BigInt(hash));
  }
});

test('the table of hashes', () => {
  const rows = [...text.matchAll(/^\| (\d+), (\d+) \| `([0-9A-F]{16})` \|/gm)];
  expect(rows).toHaveLength(9);
  for (const [, first, second, hash] of rows) {
    expect(blockHash(0n, [Number(first), Number(second)])).toBe(BigInt(`0x${hash}`));
  }
});

test('the worked envelope, byte by byte', () => {
  const rows = [...text.matchAll(/^\| (\d+)-(\d+) \| `([0-9a-f ]+)` \|/gm)];
  let end = 0;
  for (const [, from, to, bytes = ''] of rows) {
    expect(Number(from)).toBe(end);
    end = Number(to) + 1;
    expect(fromHex(bytes)).toHaveLength(end - Number(from));
  }
  const envelope = Buffer.concat(rows.map((row) => fromHex(row[3] as string)));
  expect(new Uint8Array(envelope)).toEqual(readFixture('golden/worked-example.tlkv'));
  expect(text).toContain(
    `crc 0x${crc32c(envelope.subarray(0, 56)).toString(16).toUpperCase()} of bytes 0-55`,
  );
});
