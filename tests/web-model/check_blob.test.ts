import { readFileSync } from 'node:fs';
import { decodeEnvelope, init } from 'tlkv';
import { beforeAll, expect, test } from 'vitest';
import { blobPieces, PIECE_BYTES } from '../../web/src/model/blob_pieces.ts';
import { type CheckProgress, checkBeginning, checkBlob, checkBytes } from '../../web/src/model/check_blob.ts';

beforeAll(() => init());

const fixture = (path: string) =>
  new Uint8Array(readFileSync(new URL(`../../fixtures/${path}`, import.meta.url)));

async function all(blob: Blob, wanted = () => true): Promise<CheckProgress[]> {
  const list: CheckProgress[] = [];
  for await (const progress of checkBlob(blob, wanted)) list.push(progress);
  return list;
}

/** 20 records of 512 KiB and 12 bytes: slices end inside records, values and heads of records. */
function large(): Uint8Array<ArrayBuffer> {
  const payload = 2 ** 19;
  const bytes = new Uint8Array(28 + 20 * (12 + payload) + 4);
  const data = new DataView(bytes.buffer);
  bytes.set([0x54, 0x4c, 0x4b, 0x56, 1, 0, 1, 0]);
  [20, 16, 8, 8, 128].forEach((word, i) => {
    data.setUint32(8 + i * 4, word, true);
  });
  for (let i = 0; i < 20; i++) {
    const at = 28 + i * (12 + payload);
    data.setUint32(at + 8, 16, true);
    bytes.fill(i + 1, at + 12, at + 12 + payload);
  }
  return bytes;
}

test('slices give the answer that the whole gives', async () => {
  const bytes = large();
  bytes[28 + 7 * (12 + 2 ** 19) + 8] = 17; // R8
  const list = await all(new Blob([bytes]));
  const { bytes: _, block, payload, ...whole } = decodeEnvelope(bytes);
  expect(list.at(-1)?.report).toEqual(whole);
  expect(whole.findings.map(({ rule }) => rule)).toEqual(['R6', 'R8']);
  expect(list.at(-1)).toMatchObject({ finished: true, done: bytes.length });
  const ends = list.map(({ done }) => done);
  expect(ends).toEqual(ends.toSorted((a, b) => a - b));
  expect(ends.length).toBeGreaterThan(10);
  expect(list[0]?.report.findings).toEqual([]);
  expect(list.at(-2)?.report.findings.map(({ rule }) => rule)).toEqual(['R8']);
});

test('without streams of bytes, slices give the same', async () => {
  const bytes = large();
  const whole = new Blob([bytes]);
  const poor = { size: whole.size, slice: (from: number, to: number) => whole.slice(from, to) } as Blob;
  const [rich, slices] = [await all(whole), await all(poor)];
  expect(slices.at(-1)).toEqual(rich.at(-1));
  expect(slices.map(({ done }) => done)).toEqual([
    ...Array.from({ length: 10 }, (_, i) => (i + 1) * 2 ** 20),
    bytes.length,
  ]);
});

test('the header is judged at the first piece, before the checksum is known', async () => {
  const bytes = large();
  bytes[8] = 21;
  const [first] = await all(new Blob([bytes]));
  expect(first?.finished).toBe(false);
  expect(first?.report.findings.map(({ rule }) => rule)).toEqual(['R5']);
  expect(first?.report.expectedByteLength).toBe(BigInt(bytes.length + 12 + 2 ** 19));
});

test('only wanted progress is reported, but always the first and the last', async () => {
  expect((await all(new Blob([large()]), () => false)).map(({ finished }) => finished)).toEqual([
    false,
    true,
  ]);
});

test('one slice is read ahead of what was taken, and none after the taker stops', async () => {
  const whole = new Blob([large()]);
  let slices = 0;
  const counted = {
    size: whole.size,
    slice: (from: number, to: number) => {
      slices++;
      return whole.slice(from, to);
    },
  } as Blob;
  const check = checkBlob(counted, () => true);
  await check.next();
  expect(slices).toBe(2);
  await check.return(undefined);
  expect(slices).toBe(2);
});

test('a file that fails while it is read ends the check with its error', async () => {
  const blob = {
    size: 2 ** 24,
    slice: (from: number) => ({
      arrayBuffer: async () => {
        if (from > 0) throw new Error('gone');
        return new ArrayBuffer(2 ** 20);
      },
    }),
  } as unknown as Blob;
  await expect(all(blob)).rejects.toThrow('gone');
});

test.each(['bad/R1-no-bytes.tlkv', 'bad/R1-27-bytes.tlkv', 'golden/worked-example.tlkv'])(
  '%s is answered in one go',
  async (path) => {
    const bytes = fixture(path);
    const list = await all(new Blob([bytes]));
    expect(list).toHaveLength(1);
    expect(list[0]?.report).toEqual(checkBytes(bytes));
  },
);

test('28 bytes tell whether a file of 2^32 + 60 bytes has the right length', () => {
  const header = fixture('golden/worked-example.tlkv').subarray(0, 28);
  const { findings, accepted } = checkBeginning(header, 2 ** 32 + 60);
  expect(accepted).toBe(false);
  expect(findings).toMatchObject([{ rule: 'R5', begin: 60, end: 2 ** 32 + 60 }]);
});

test.each([0, 1, PIECE_BYTES - 1, PIECE_BYTES, PIECE_BYTES + 1, 3 * PIECE_BYTES])(
  'the pieces of %i bytes are those bytes, each at most a piece',
  async (length) => {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 7) ^ (i >> 13));
    const sizes: number[] = [];
    let at = 0;
    for await (const piece of blobPieces(new Blob([bytes]))) {
      expect(Buffer.compare(piece, bytes.subarray(at, at + piece.length))).toBe(0);
      at += piece.length;
      sizes.push(piece.length);
    }
    expect(at).toBe(length);
    expect(sizes.every((size) => size > 0 && size <= PIECE_BYTES)).toBe(true);
  },
);
