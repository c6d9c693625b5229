import { encodeEnvelope, init } from 'tlkv';
import { describe, expect, test } from 'vitest';
import { ByteMap } from '../../web/src/model/byte_map.ts';
import { checkBytes } from '../../web/src/model/check_blob.ts';
import type { Side } from '../../web/src/model/compare.ts';
import { FileBytes } from '../../web/src/model/file_bytes.ts';
import { counterparts, nextDifference, previousDifference } from '../../web/src/model/find_difference.ts';

await init();

function side(bytes: Uint8Array): Side {
  return { bytes: FileBytes.of(bytes), map: new ByteMap(checkBytes(bytes).header, bytes.length) };
}

/** Full blocks of 1 layer, 1 head, 4 positions, 128 Ki dims: 2 MiB each, of zeros. */
const P = 2 * 4 * 128 * 1024 * 2;
const envelope = (blocks: number) =>
  encodeEnvelope({
    blockTokens: 4,
    nLayers: 1,
    nKvHeads: 1,
    headDim: 128 * 1024,
    blocks: Array.from({ length: blocks }, () => ({ nTokens: 4, payload: new Uint16Array(P / 2) })),
  });

async function found(search: typeof nextDifference, a: Side, b: Side, from: number) {
  for await (const word of search(a, b, from)) if ('offset' in word) return word.offset;
  return undefined;
}

const SLICE = 1024 * 1024;

describe('differences one after another', () => {
  const one = envelope(2);
  const two = one.slice();
  // A run over the border of a slice, one byte, and the CRC's last.
  const runs = [SLICE - 3, 2 * SLICE + 100, one.length - 1];
  two.fill(1, SLICE - 3, SLICE + 3);
  two[2 * SLICE + 100] = 1;
  two[one.length - 1] = (two[one.length - 1] as number) ^ 1;
  const [a, b] = [side(one), side(two)];

  test('forwards', async () => {
    const next = (from: number) => found(nextDifference, a, b, from);
    expect(await next(0)).toBe(runs[0]);
    expect(await next(SLICE - 3)).toBe(runs[1]);
    expect(await next(SLICE + 1)).toBe(runs[1]);
    expect(await next(2 * SLICE + 100)).toBe(runs[2]);
    expect(await next(one.length - 1)).toBeUndefined();
  });

  test('backwards', async () => {
    const previous = (from: number) => found(previousDifference, a, b, from);
    expect(await previous(one.length - 1)).toBe(runs[1]);
    expect(await previous(2 * SLICE + 100)).toBe(runs[0]);
    expect(await previous(SLICE + 1)).toBe(runs[0]);
    expect(await previous(SLICE - 3)).toBeUndefined();
    expect(await previous(0)).toBeUndefined();
  });
});

describe('files of different numbers of blocks', () => {
  const [a, b] = [side(envelope(1)), side(envelope(2))];
  const crc = a.map.bodyEnd;

  test('common blocks and the CRCs have counterparts; n_blocks and the CRCs differ', async () => {
    expect(await found(nextDifference, a, b, 0)).toBe(8);
    expect(await found(nextDifference, a, b, 8)).toBe(crc);
    expect(await found(previousDifference, a, b, crc)).toBe(8);
    const row = counterparts(a, b, crc - 12, crc + 4) as Int16Array;
    expect([...row.slice(0, 12)]).toEqual(Array(12).fill(0));
    expect([...row.slice(12)]).toEqual([...(b.bytes.peek(b.map.bodyEnd, b.map.byteLength) as Uint8Array)]);
    // What only the longer file has is compared with nothing.
    expect([...(counterparts(b, a, crc, crc + 16) as Int16Array)]).toEqual(Array(16).fill(-1));
  });
});

test('files of other dimensions are compared byte by byte, as far as both go', async () => {
  const a = side(Uint8Array.of(1, 2, 3, 4));
  const b = side(Uint8Array.of(1, 2, 9));
  expect(await found(nextDifference, a, b, 0)).toBe(2);
  expect(await found(nextDifference, a, b, 2)).toBeUndefined();
  expect([...(counterparts(a, b, 0, 4) as Int16Array)]).toEqual([1, 2, 9, -1]);
  expect(await found(nextDifference, side(new Uint8Array(0)), b, 0)).toBeUndefined();
});
