/** Finds bytes in a file of any size, slice by slice. */
import { parseHex } from './paste.ts';

export interface Needle {
  readonly bytes: Uint8Array;
  /** How the words were taken. */
  readonly as: 'hex' | 'text';
}

/** Hex where it can be, otherwise text; text in any case inside double quotes. */
export function parseNeedle(words: string): Needle | undefined {
  const quoted = /^"(.*)"$/s.exec(words.trim());
  const text = quoted ? (quoted[1] as string) : words;
  if (!quoted) {
    const parsed = parseHex(words);
    const whole = words.replace(/0x|[\s,]/gi, '').length % 2 === 0;
    if ('bytes' in parsed && whole) return { bytes: parsed.bytes, as: 'hex' };
  }
  return text === '' ? undefined : { bytes: new TextEncoder().encode(text), as: 'text' };
}

/** The first place at or after `from`; -1 for none. */
export function indexOf(bytes: Uint8Array, needle: Uint8Array, from = 0): number {
  const first = needle[0] as number;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (at + needle.length > bytes.length) return -1;
    let same = 1;
    while (same < needle.length && bytes[at + same] === needle[same]) same++;
    if (same === needle.length) return at;
  }
  return -1;
}

/** The last place that begins before `end`; -1 for none. */
export function lastIndexOf(bytes: Uint8Array, needle: Uint8Array, end: number): number {
  let last = -1;
  for (let at = indexOf(bytes, needle); at >= 0 && at < end; at = indexOf(bytes, needle, at + 1)) last = at;
  return last;
}

export interface Haystack {
  readonly byteLength: number;
  read(begin: number, end: number): Promise<Uint8Array>;
}

export type Found =
  | { readonly offset: number; readonly wrapped: boolean }
  /** Bytes looked through so far. */
  | { readonly done: number };

const SLICE_BYTES = 1024 * 1024;

/**
 * Looks from `from` on (forwards: at or after it; backwards: before it), then round the end of the file. Says
 * after each slice how far it is; the last word is the place, or there is none.
 */
export async function* findBytes(
  file: Haystack,
  needle: Uint8Array,
  from: number,
  backwards = false,
): AsyncGenerator<Found> {
  const { byteLength } = file;
  const overlap = needle.length - 1;
  // Where a match may begin: first the rest of the file, then what lies on the other side of `from`.
  const ranges = backwards
    ? [
        [0, from],
        [from, byteLength],
      ]
    : [
        [from, byteLength],
        [0, from],
      ];
  let done = 0;
  for (const [index, [low, high]] of (ranges as [number, number][]).entries()) {
    for (let passed = 0; passed < high - low; passed += SLICE_BYTES) {
      const size = Math.min(SLICE_BYTES, high - low - passed);
      const begin = backwards ? high - passed - size : low + passed;
      const bytes = await file.read(begin, Math.min(begin + size + overlap, byteLength));
      const at = backwards ? lastIndexOf(bytes, needle, size) : indexOf(bytes, needle);
      if (at >= 0 && at < size) {
        yield { offset: begin + at, wrapped: index === 1 };
        return;
      }
      done += size;
      yield { done };
    }
  }
}
