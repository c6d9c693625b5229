import { readFileSync } from 'node:fs';
import { encodeEnvelope, f32ToF16, init } from 'tlkv';
import { beforeAll, expect, test } from 'vitest';
import { ByteMap } from '../../web/src/model/byte_map.ts';
import { checkBytes } from '../../web/src/model/check_blob.ts';
import { type Comparison, compare, type Side } from '../../web/src/model/compare.ts';
import { FileBytes } from '../../web/src/model/file_bytes.ts';

beforeAll(() => init());

function side(bytes: Uint8Array): Side {
  return { bytes: FileBytes.of(bytes), map: new ByteMap(checkBytes(bytes).header, bytes.length) };
}

async function result(a: Uint8Array, b: Uint8Array): Promise<Comparison> {
  let last: Comparison | undefined;
  for await (const word of compare(side(a), side(b))) if ('result' in word) last = word.result;
  return last as Comparison;
}

/** Blocks of 2 layers, 2 heads, 4 positions, 8 dims; the values count up from `first`. */
function envelope(blocks: number, alter: (payload: Float32Array, block: number) => void = () => {}) {
  const size = 2 * 2 * 2 * 4 * 8;
  return encodeEnvelope({
    blockTokens: 4,
    nLayers: 2,
    nKvHeads: 2,
    headDim: 8,
    blocks: Array.from({ length: blocks }, (_, block) => {
      const payload = Float32Array.from({ length: size }, (_, i) => i / 4);
      alter(payload, block);
      return { nTokens: 4, payload: f32ToF16(payload) };
    }),
  });
}

test('a file and itself differ nowhere', async () => {
  const file = envelope(3);
  expect(await result(file, file)).toEqual({
    differences: [],
    differingBytes: 0,
    blocks: [],
    differingBlocks: 0,
    commonBlocks: 3,
    sameShape: true,
    largest: undefined,
  });
});

test('one value: its block, its bytes, the CRC, and how far apart', async () => {
  const a = envelope(3);
  const b = envelope(3, (payload, block) => {
    if (block === 2) payload[17] = 0.1;
  });
  const at = 28 + 2 * (12 + 512) + 12 + 34;
  const { differences, blocks, largest, differingBytes } = await result(a, b);
  expect(blocks).toEqual([2]);
  expect(differences[0]?.begin).toBe(at);
  expect(differences.at(-1)?.begin).toBeGreaterThanOrEqual(a.length - 4);
  expect(differingBytes).toBe(differences.reduce((sum, { begin, end }) => sum + end - begin, 0));
  expect(largest).toEqual({ offset: at, from: 4.25, to: 0.0999755859375 });
});

test('NaN and infinity are no distance', async () => {
  const a = envelope(1);
  const b = envelope(1, (payload) => {
    payload[0] = Number.NaN;
    payload[1] = Infinity;
    payload[2] = 1;
  });
  expect((await result(a, b)).largest).toMatchObject({ from: 0.5, to: 1 });
});

test('a longer file: the blocks of both are compared, and the CRC where it stands', async () => {
  const a = envelope(2);
  const b = envelope(5);
  const { differences, blocks, commonBlocks } = await result(a, b);
  expect([commonBlocks, blocks]).toEqual([2, []]);
  expect(differences[0]).toMatchObject({ begin: 8, otherBegin: 8 });
  expect(differences.at(-1)).toMatchObject({ end: a.length, otherBegin: expect.any(Number) });
  expect(differences.at(-1)?.otherBegin).toBeGreaterThanOrEqual(b.length - 4);
});

test('other dimensions: bytes as they stand, without values', async () => {
  const worked = new Uint8Array(
    readFileSync(new URL('../../fixtures/golden/worked-example.tlkv', import.meta.url)),
  );
  const { sameShape, differences, largest } = await result(worked, envelope(1));
  expect(sameShape).toBe(false);
  expect(differences[0]?.begin).toBe(12);
  expect(largest).toBeUndefined();
});

test('runs are whole over the border of a slice, and the rest is counted', async () => {
  const size = 3 * 1024 * 1024;
  const a = new Uint8Array(size);
  const b = new Uint8Array(size);
  b.fill(1, 1024 * 1024 - 5, 1024 * 1024 + 5);
  const one = await result(a, b);
  expect(one.differences).toEqual([
    { begin: 1024 * 1024 - 5, end: 1024 * 1024 + 5, otherBegin: 1024 * 1024 - 5 },
  ]);
  for (let at = 0; at < 5000; at += 2) b[at] = 1;
  const many = await result(a, b);
  expect(many.differences).toHaveLength(1000);
  expect(many.differingBytes).toBe(2510);
});

test('empty and short files', async () => {
  const none = new Uint8Array(0);
  expect(await result(none, none)).toMatchObject({ differingBytes: 0, sameShape: false });
  expect(await result(none, envelope(1))).toMatchObject({ differingBytes: 0 });
});
