/** The difference of two files next to a place, whichever and however many there are; and the bytes that differ. */
import { type Region, regionsOf, type Side } from './compare.ts';

const SLICE_BYTES = 1024 * 1024;

/** What the second file has in the place of bytes [begin, end) of the first: -1 where nothing is to be compared. */
export function counterparts(
  { map: a }: Side,
  { map: b, bytes }: Side,
  begin: number,
  end: number,
): Int16Array | undefined {
  const list = new Int16Array(end - begin).fill(-1);
  for (const region of regionsOf(a, b)) {
    const from = Math.max(begin, region.begin);
    const to = Math.min(end, region.end);
    if (from >= to) continue;
    const at = region.otherBegin + (from - region.begin);
    const part = bytes.peek(at, at + (to - from));
    if (!part) return undefined;
    list.set(part, from - begin);
  }
  return list;
}

/** `offset` is where a run of differing bytes begins; without one in the last word there is none. */
export type Word = { readonly offset: number } | { readonly share: number };

/** The first run of differing bytes that begins after `from`. One that `from` stands in is passed. */
export async function* nextDifference(a: Side, b: Side, from: number): AsyncGenerator<Word> {
  for (const region of regionsOf(a.map, b.map)) {
    let passing = from >= region.begin;
    for (let at = Math.max(from, region.begin); at < region.end; at += SLICE_BYTES) {
      const [left, right] = await both(a, b, region, at, Math.min(at + SLICE_BYTES, region.end));
      for (let i = 0; i < left.length; i++) {
        if (left[i] === right[i]) passing = false;
        else if (!passing) {
          yield { offset: at + i };
          return;
        }
      }
      yield { share: at / a.map.byteLength };
    }
  }
}

/** The last run of differing bytes that begins before `from`. */
export async function* previousDifference(a: Side, b: Side, from: number): AsyncGenerator<Word> {
  for (const region of regionsOf(a.map, b.map).reverse()) {
    let begin: number | undefined;
    for (let end = Math.min(from, region.end); end > region.begin; end -= SLICE_BYTES) {
      const at = Math.max(region.begin, end - SLICE_BYTES);
      const [left, right] = await both(a, b, region, at, end);
      for (let i = left.length - 1; i >= 0; i--) {
        if (left[i] !== right[i]) begin = at + i;
        else if (begin !== undefined) {
          yield { offset: begin };
          return;
        }
      }
      yield { share: 1 - at / a.map.byteLength };
    }
    if (begin !== undefined) {
      yield { offset: begin };
      return;
    }
  }
}

function both(
  a: Side,
  b: Side,
  region: Region,
  begin: number,
  end: number,
): Promise<[Uint8Array, Uint8Array]> {
  const other = region.otherBegin + (begin - region.begin);
  return Promise.all([a.bytes.read(begin, end), b.bytes.read(other, other + (end - begin))]);
}
