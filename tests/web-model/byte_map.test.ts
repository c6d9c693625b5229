import { expect, test } from 'vitest';
import { ByteMap, type Field } from '../../web/src/model/byte_map.ts';
import { pathOf, placeAt } from '../../web/src/model/inspect.ts';

const shape = (nBlocks: number, blockTokens: number, nLayers: number, nKvHeads: number, headDim: number) => ({
  nBlocks,
  blockTokens,
  nLayers,
  nKvHeads,
  headDim,
});

/** Every field of a file, by walking from end to end. */
function fields(map: ByteMap): Field[] {
  const list: Field[] = [];
  for (let at = 0; at < map.byteLength; ) {
    const field = map.fieldAt(at) as Field;
    expect(field.begin).toBe(at);
    expect(field.end).toBeGreaterThan(at);
    list.push(field);
    at = field.end;
  }
  return list;
}

test('the worked example has these fields', () => {
  const list = fields(new ByteMap(shape(1, 2, 1, 1, 2), 60));
  expect(list.map(({ name, begin, end }) => `${name} ${begin}-${end}`)).toEqual([
    'magic 0-4',
    'version 4-6',
    'dtype 6-8',
    'n_blocks 8-12',
    'block_tokens 12-16',
    'n_layers 16-20',
    'n_kv_heads 20-24',
    'head_dim 24-28',
    'block_hash 28-36',
    'n_tokens 36-40',
    'K 40-48',
    'V 48-56',
    'crc 56-60',
  ]);
});

test('a byte of a payload knows block, layer, K or V, head, position and dim', () => {
  const map = new ByteMap(shape(3, 4, 2, 2, 3), 644);
  for (let block = 0; block < 3; block++)
    for (let layer = 0; layer < 2; layer++)
      for (const side of ['k', 'v'] as const)
        for (let head = 0; head < 2; head++)
          for (let position = 0; position < 4; position++)
            for (let dim = 0; dim < 3; dim++) {
              const s = side === 'v' ? 1 : 0;
              const at =
                28 + block * 204 + 12 + 2 * ((((layer * 2 + s) * 2 + head) * 4 + position) * 3 + dim);
              expect(map.elementOffset(block, layer, side, head, position, dim)).toBe(at);
              for (const offset of [at, at + 1]) {
                const field = map.fieldAt(offset) as Field;
                expect(field).toMatchObject({ kind: side, block, layer, whole: true });
                expect(map.elementAt(field, offset)).toEqual({ begin: at, end: at + 2, head, position, dim });
              }
            }
});

test('the path of a byte reads from the outside in', () => {
  const place = placeAt(new ByteMap(shape(1, 2, 1, 1, 2), 60), 51);
  expect(place && pathOf(place)).toEqual(['block 0', 'layer 0', 'V', 'head 0', 'position 0', 'dim 1']);
  expect(place).toMatchObject({ begin: 50, end: 52 });
});

test('fields follow each other without a gap, whatever the length', () => {
  for (let length = 0; length <= 80; length++) {
    const list = fields(new ByteMap(length < 28 ? undefined : shape(1, 2, 1, 1, 2), length));
    expect(list.at(-1)?.end ?? 0).toBe(length);
    if (length >= 32) expect(list.at(-1)).toMatchObject({ kind: 'crc', begin: length - 4 });
  }
});

test('a cut record says that it is not whole, and bytes past the last record belong to no field', () => {
  const cut = new ByteMap(shape(1, 2, 1, 1, 2), 47);
  expect(cut.fieldAt(41)).toMatchObject({ kind: 'k', end: 43, whole: false });
  const long = new ByteMap(shape(1, 2, 1, 1, 2), 70);
  expect(long.fieldAt(60)).toMatchObject({ kind: 'extra', begin: 56, end: 66 });
  expect(long.blocksBegun).toBe(1);
});

test('a zero dimension leaves no records', () => {
  const map = new ByteMap(shape(1, 0, 1, 1, 2), 44);
  expect(map.blocksBegun).toBe(0);
  expect(map.fieldAt(30)).toMatchObject({ kind: 'extra', begin: 28, end: 40 });
});

const BILLIONS = 0xffffffff;

test('the largest header there is maps a small file', () => {
  const map = new ByteMap(shape(BILLIONS, BILLIONS, BILLIONS, BILLIONS, BILLIONS), 60);
  expect(map.blocksBegun).toBe(1);
  expect(map.fieldAt(28)).toMatchObject({ kind: 'hash', block: 0 });
  expect(map.fieldAt(55)).toMatchObject({ kind: 'k', block: 0, layer: 0, begin: 40, end: 56, whole: false });
});

test.each([2 ** 31, 2 ** 32, 2 ** 52])('offsets round %i are exact', (edge) => {
  // Records of 12 + 4 bytes: B, L, H and D are 1.
  const length = edge + 4096;
  const n = Math.floor((length - 32) / 16);
  const map = new ByteMap(shape(n, 1, 1, 1, 1), length);
  for (let offset = edge - 40; offset < edge + 40; offset++) {
    const record = Number((BigInt(offset) - 28n) / 16n);
    const inside = Number((BigInt(offset) - 28n) % 16n);
    const kind = inside < 8 ? 'hash' : inside < 12 ? 'fill' : inside < 14 ? 'k' : 'v';
    expect(map.fieldAt(offset)).toMatchObject({ kind, block: record });
  }
});

test('a value in block 2,047 of a file of 4 GiB is found', () => {
  // 32 layers, 8 heads, 128 dims, 16 positions: P is 2 MiB.
  const map = new ByteMap(shape(2048, 16, 32, 8, 128), 32 + 2048 * (12 + 2 ** 21));
  const offset = 2 ** 32;
  const field = map.fieldAt(offset) as Field;
  const element = map.elementAt(field, offset);
  expect(field).toMatchObject({ block: 2047, layer: 31, kind: 'v' });
  expect(map.elementOffset(2047, 31, 'v', element.head, element.position, element.dim)).toBe(offset);
});
