import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { COPY_FORMATS, copyAs, hexdump } from '../../web/src/model/copy_as.ts';
import { FileBytes } from '../../web/src/model/file_bytes.ts';
import { type Found, findBytes, parseNeedle } from '../../web/src/model/find_bytes.ts';
import { parseHex } from '../../web/src/model/paste.ts';

const worked = new Uint8Array(
  readFileSync(new URL('../../fixtures/golden/worked-example.tlkv', import.meta.url)),
);

describe('bytes as text', () => {
  const four = worked.subarray(56);
  test.each([
    ['hex', '1c 54 0b 4f'],
    ['c', 'const uint8_t bytes[4] = {\n  0x1c, 0x54, 0x0b, 0x4f\n};\n'],
    ['javascript', 'const bytes = Uint8Array.of(\n  0x1c, 0x54, 0x0b, 0x4f\n);\n'],
    ['python', "data = bytes.fromhex('1c 54 0b 4f')\n"],
    ['json', '[28,84,11,79]'],
    ['text', '·T·O'],
    ['hexdump', '00000038: 1c54 0b4f                                .T.O\n'],
  ] as const)('as %s', (format, text) => {
    expect(copyAs(format, four, 56)).toBe(text);
  });

  test('a JavaScript copy runs, JSON parses, and no format is forgotten', () => {
    const made = new Function(`${copyAs('javascript', worked, 0)}return bytes;`)() as Uint8Array;
    expect(made).toEqual(worked);
    expect(JSON.parse(copyAs('json', worked, 0))).toEqual([...worked]);
    expect(COPY_FORMATS.map(([format]) => format)).toHaveLength(7);
  });

  test('a hexdump gives the bytes back, here and where xxd is installed', () => {
    const dump = hexdump(worked, 0);
    expect(dump.split('\n')[0]).toBe('00000000: 544c 4b56 0100 0100 0100 0000 0200 0000  TLKV............');
    expect(parseHex(dump)).toEqual({ bytes: worked });
    let back: Buffer;
    try {
      back = execFileSync('xxd', ['-r'], { input: dump });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      throw error;
    }
    expect(new Uint8Array(back)).toEqual(worked);
  });

  test('offsets past 2^32 have nine digits', () => {
    expect(hexdump(Uint8Array.of(1), 2 ** 32)).toMatch(/^100000000: 01 /);
  });
});

describe('what is looked for', () => {
  test.each([
    ['54 4c', 'hex', [0x54, 0x4c]],
    ['0x54,0x4c', 'hex', [0x54, 0x4c]],
    ['544c4b', 'hex', [0x54, 0x4c, 0x4b]],
    ['TLKV', 'text', [0x54, 0x4c, 0x4b, 0x56]],
    ['"54"', 'text', [0x35, 0x34]],
    ['abc', 'text', [0x61, 0x62, 0x63]],
    ['ä', 'text', [0xc3, 0xa4]],
  ] as const)('%s', (words, as, bytes) => {
    expect(parseNeedle(words)).toEqual({ as, bytes: Uint8Array.from(bytes) });
  });
  test('nothing', () => {
    expect(parseNeedle('')).toBeUndefined();
    expect(parseNeedle('""')).toBeUndefined();
  });
});

async function find(file: FileBytes, bytes: number[], from: number, backwards = false) {
  let last: Found | undefined;
  for await (const word of findBytes(file, Uint8Array.from(bytes), from, backwards)) last = word;
  return last && 'offset' in last ? [last.offset, last.wrapped] : undefined;
}

describe('finding', () => {
  const size = 3 * 1024 * 1024 + 100;
  const slice = 1024 * 1024;
  const bytes = new Uint8Array(size);
  const places = [0, slice - 3, slice - 1, 2 * slice, size - 4];
  for (const at of places) bytes.set([1, 2, 3, 4], at);
  bytes.set([1, 2, 3, 4], slice - 3); // overwritten in part: [1 2 1 2 3 4] stands at slice - 3
  bytes.set([1, 2, 3, 4], slice - 1);
  const file = FileBytes.of(bytes);
  const real = [0, slice - 1, 2 * slice, size - 4];

  test('forwards over every border of a slice, and round the end', async () => {
    const met: number[] = [];
    let from = 0;
    for (let i = 0; i < 5; i++) {
      const [offset, wrapped] = (await find(file, [1, 2, 3, 4], from)) as [number, boolean];
      met.push(offset);
      expect(wrapped).toBe(i === 4);
      from = offset + 1;
    }
    expect(met).toEqual([...real, 0]);
  });

  test('backwards, and round the beginning', async () => {
    const met: number[] = [];
    let from = size;
    for (let i = 0; i < 5; i++) {
      const [offset] = (await find(file, [1, 2, 3, 4], from, true)) as [number, boolean];
      met.push(offset);
      from = offset;
    }
    expect(met).toEqual([...real.toReversed(), size - 4]);
  });

  test('what is nowhere, or longer than the file, is not found', async () => {
    expect(await find(file, [9], 5)).toBeUndefined();
    expect(await find(FileBytes.of(Uint8Array.of(1, 2)), [1, 2, 3], 0)).toBeUndefined();
    expect(await find(FileBytes.of(new Uint8Array(0)), [1], 0)).toBeUndefined();
  });
});
