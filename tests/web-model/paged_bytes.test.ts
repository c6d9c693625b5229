import { expect, test } from 'vitest';
import { Edits } from '../../web/src/model/edits.ts';
import { FileBytes } from '../../web/src/model/file_bytes.ts';
import { PAGE_BYTES, PAGES_KEPT, PagedBytes, PEEK_LIMIT } from '../../web/src/model/paged_bytes.ts';

/** A blob that is never held: its byte at an offset is a function of the offset, and each read is noted. */
class Measured {
  readonly reads: [begin: number, end: number][] = [];
  fails = false;
  constructor(readonly size: number) {}
  slice(begin: number, end: number) {
    const to = Math.min(end, this.size);
    return {
      arrayBuffer: async () => {
        if (this.fails) throw new Error('moved');
        this.reads.push([begin, to]);
        return Uint8Array.from({ length: to - begin }, (_, i) => byteOf(begin + i)).buffer;
      },
    };
  }
}

const byteOf = (offset: number) => offset % 251;

function open(size: number) {
  const blob = new Measured(size);
  const pages = new PagedBytes(blob as unknown as Blob);
  const next = () =>
    new Promise<void>((done) => {
      pages.onArrival = done;
    });
  return { blob, pages, next };
}

test.each([2 ** 31, 2 ** 32, 2 ** 40, Number.MAX_SAFE_INTEGER - 100])(
  'bytes round %i come from the right place',
  async (edge) => {
    const { blob, pages, next } = open(edge + 100);
    const arrival = next();
    expect(pages.peek(edge - 20, edge + 20)).toBeUndefined();
    await arrival;
    const bytes = pages.peek(edge - 20, edge + 20);
    expect([...(bytes as Uint8Array)]).toEqual(Array.from({ length: 40 }, (_, i) => byteOf(edge - 20 + i)));
    expect(blob.reads).toHaveLength(1);
    for (const [begin, end] of blob.reads) expect(end - begin).toBeLessThanOrEqual(2 * PAGE_BYTES);
  },
);

test('every border of a page joins without a gap', async () => {
  const { pages, next } = open(5 * PAGE_BYTES + 7);
  const arrival = next();
  pages.peek(0, 5 * PAGE_BYTES + 7);
  await arrival;
  for (let border = PAGE_BYTES; border <= 5 * PAGE_BYTES; border += PAGE_BYTES)
    for (const [begin, end] of [
      [border - 1, border],
      [border - 3, border + 3],
      [border, border + 1],
    ] as const)
      expect([...(pages.peek(begin, end) as Uint8Array)]).toEqual(
        Array.from({ length: end - begin }, (_, i) => byteOf(begin + i)),
      );
  expect(pages.peek(5 * PAGE_BYTES, 6 * PAGE_BYTES)?.length).toBe(7);
  expect(pages.peek(6 * PAGE_BYTES, 7 * PAGE_BYTES)).toEqual(new Uint8Array(0));
});

test('a page that is on its way is fetched once, and only the pages last used are kept', async () => {
  const { blob, pages, next } = open((PAGES_KEPT + 10) * PAGE_BYTES);
  let arrival = next();
  pages.peek(0, 1);
  pages.peek(5, 9);
  await arrival;
  expect(blob.reads).toEqual([[0, PAGE_BYTES]]);
  for (let index = 4; index < PAGES_KEPT + 4; index++) {
    arrival = next();
    pages.peek(index * PAGE_BYTES, index * PAGE_BYTES + 1);
    await arrival;
  }
  expect(pages.peek((PAGES_KEPT + 3) * PAGE_BYTES, (PAGES_KEPT + 3) * PAGE_BYTES + 1)).toBeDefined();
  expect(pages.peek(0, 1)).toBeDefined(); // the header stays
  expect(pages.peek(4 * PAGE_BYTES, 4 * PAGE_BYTES + 1)).toBeUndefined();
});

test('nothing larger than the limit is asked for at once', () => {
  const { pages } = open(2 ** 40);
  expect(() => pages.peek(0, PEEK_LIMIT + 1)).toThrow(RangeError);
});

test('a file that cannot be read any more says so', async () => {
  const { blob, pages } = open(2 ** 20);
  blob.fails = true;
  const said = new Promise<Error>((done) => {
    pages.onFailure = done;
  });
  pages.peek(0, 1);
  expect((await said).message).toBe('moved');
});

const change = (offset: number, before: number, after: number) => ({ offset, before, after });

test('edits lie over the file, in memory and in the blob, and are undone step by step', async () => {
  const bytes = Uint8Array.from({ length: 3 * PAGE_BYTES }, (_, i) => i & 255);
  const file = FileBytes.of(bytes);
  const last = bytes.length - 1;
  const first = Edits.NONE.with([change(0, 0, 9), change(PAGE_BYTES, 0, 7), change(last, 255, 1)]);
  const second = first.with([change(0, 9, 8)]);
  const edited = file.withEdits(second);
  const expected = bytes.slice();
  expected[0] = 8;
  expected[PAGE_BYTES] = 7;
  expected[last] = 1;
  expect(edited.peek(0, bytes.length)).toEqual(expected);
  expect(await edited.read(PAGE_BYTES - 1, PAGE_BYTES + 2)).toEqual(Uint8Array.of(255, 7, 1));
  expect(new Uint8Array(await edited.blob.arrayBuffer())).toEqual(expected);
  expect(second.undo().bytes.get(0)).toBe(9);
  expect(second.undo().undo().bytes.size).toBe(0);
  expect(file.peek(0, 1)).toEqual(Uint8Array.of(0));
});

test('a byte that is changed back is no edit, though its steps remain', () => {
  const there = Edits.NONE.with([change(5, 1, 2)]);
  const back = there.with([change(5, 2, 1)]);
  expect(back.bytes.size).toBe(0);
  expect(back.undo().bytes.get(5)).toBe(2);
  expect(there.with([change(9, 4, 4)])).toBe(there);
});
