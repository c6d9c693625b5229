import { expect, test } from 'vitest';
import { ByteMap } from '../../web/src/model/byte_map.ts';
import { Mark, type Marks, marksOf, stretchesOf } from '../../web/src/model/hex_marks.ts';
import { hexRow } from '../../web/src/model/hex_rows.ts';

const worked = new ByteMap({ nBlocks: 1, blockTokens: 2, nLayers: 1, nKvHeads: 1, headDim: 2 }, 60);
const NOTHING: Marks = {
  cursor: -1,
  inside: undefined,
  selected: undefined,
  broken: [],
  edited: new Map(),
};

/** Row 2 of the worked example, bytes 32 to 47: the end of the hash, n_tokens, K. */
const row = hexRow(worked, 2, 16);
const stretches = (marks: Partial<Marks>) => {
  const list = marksOf(row, { ...NOTHING, ...marks });
  return row.runs.flatMap((run) =>
    stretchesOf(row, run, list).map(({ begin, end, marks: sum }) => [begin, end, sum]),
  );
};

test('where nothing stands out, each field is one stretch', () => {
  expect(stretches({})).toEqual([
    [32, 36, 0],
    [36, 40, 0],
    [40, 48, 0],
  ]);
});

test('the cursor cuts what it stands in', () => {
  expect(stretches({ cursor: 37, inside: { begin: 36, end: 40 } })).toEqual([
    [32, 36, 0],
    [36, 37, Mark.inside],
    [37, 38, Mark.inside | Mark.cursor],
    [38, 40, Mark.inside],
    [40, 48, 0],
  ]);
});

test('spans that reach over the row are cut to it; those beside it do not touch it', () => {
  expect(stretches({ broken: [{ begin: 0, end: 100 }], selected: { begin: 44, end: 60 } })).toEqual([
    [32, 36, Mark.broken],
    [36, 40, Mark.broken],
    [40, 44, Mark.broken],
    [44, 48, Mark.broken | Mark.selected],
  ]);
  expect(stretches({ broken: [{ begin: 0, end: 32 }], selected: { begin: 48, end: 60 } })).toEqual(
    stretches({}),
  );
  expect(stretches({ broken: [{ begin: 34, end: 34 }] })).toEqual(stretches({}));
});

test('edited bytes, and bytes that differ from those of another file', () => {
  expect(stretches({ edited: new Map([[33, 1]]) }).slice(0, 3)).toEqual([
    [32, 33, 0],
    [33, 34, Mark.edited],
    [34, 36, 0],
  ]);
  const bytes = Uint8Array.from({ length: 16 }, (_, i) => i);
  const other = Int16Array.from(bytes);
  other[4] = 0;
  other[5] = -1;
  const list = marksOf(row, NOTHING, bytes, other);
  expect([...list]).toEqual([0, 0, 0, 0, Mark.differs, ...Array(11).fill(0)]);
});

test('a row past 2^52 is marked as exactly as the first', () => {
  const length = Number.MAX_SAFE_INTEGER;
  const map = new ByteMap({ nBlocks: 1, blockTokens: 1, nLayers: 1, nKvHeads: 1, headDim: 1 }, length);
  const last = hexRow(map, Math.floor((length - 1) / 16), 16);
  const list = marksOf(last, { ...NOTHING, cursor: length - 1 });
  expect([...list]).toEqual([...Array(14).fill(0), Mark.cursor]);
});
