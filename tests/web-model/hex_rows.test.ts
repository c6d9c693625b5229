import { expect, test } from 'vitest';
import { ByteMap } from '../../web/src/model/byte_map.ts';
import {
  asciiText,
  hexRow,
  hexText,
  offsetDigits,
  offsetText,
  rowCount,
} from '../../web/src/model/hex_rows.ts';

const worked = new ByteMap({ nBlocks: 1, blockTokens: 2, nLayers: 1, nKvHeads: 1, headDim: 2 }, 60);

test('a row is split where a field ends', () => {
  const row = hexRow(worked, 2, 16);
  expect([row.offset, row.end]).toEqual([32, 48]);
  expect(row.runs.map(({ field, begin, end }) => [field.kind, begin, end])).toEqual([
    ['hash', 32, 36],
    ['fill', 36, 40],
    ['k', 40, 48],
  ]);
});

test('the last row ends with the file', () => {
  expect(rowCount(60, 16)).toBe(4);
  expect(hexRow(worked, 3, 16)).toMatchObject({ offset: 48, end: 60 });
  expect(rowCount(0, 16)).toBe(0);
});

test('rows of a map with 2^53 bytes are exact at the end', () => {
  const length = Number.MAX_SAFE_INTEGER;
  const map = new ByteMap(
    { nBlocks: 0xffffffff, blockTokens: 1, nLayers: 1, nKvHeads: 1, headDim: 2 ** 21 },
    length,
  );
  const last = rowCount(length, 16) - 1;
  const row = hexRow(map, last, 16);
  expect(row.end).toBe(length);
  expect(row.runs.at(-1)?.field).toMatchObject({ kind: 'crc', begin: length - 4 });
  expect(offsetText(row.offset, offsetDigits(length))).toBe('1FFFFFFFFFFFF0');
});

test('offsets have eight digits, and more where the file needs them', () => {
  expect(offsetDigits(60)).toBe(8);
  expect(offsetDigits(2 ** 32)).toBe(8);
  expect(offsetDigits(2 ** 32 + 1)).toBe(9);
  expect(offsetText(50, 8)).toBe('00000032');
});

test('bytes as text', () => {
  expect(hexText([0x54, 0x4c, 0, 255])).toBe('54 4c 00 ff');
  expect([0x41, 0x20, 0x7e, 0x7f, 0x1f, 0xff].map(asciiText).join('')).toBe('A ~···');
});
