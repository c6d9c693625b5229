/** Checks an envelope of any size in slices, and says on the way what is known so far. */
import { type EnvelopeReport, EnvelopeScanner } from 'tlkv';

export interface CheckProgress {
  /** Bytes checked. */
  readonly done: number;
  /** Of the bytes so far; of the whole file at the end. */
  readonly report: EnvelopeReport;
  readonly finished: boolean;
}

/** Enough for the header and the first rows: the first answer comes after this. */
export const FIRST_BYTES = 64 * 1024;
const SLICE_BYTES = 4 * 1024 * 1024;

/**
 * The first progress comes after FIRST_BYTES, then one for each slice that `wanted` asks to hear of, then the
 * end. While a slice is checked the next one is fetched. Whoever stops taking stops the check.
 */
export async function* checkBlob(blob: Blob, wanted: () => boolean): AsyncGenerator<CheckProgress> {
  const read = (from: number, to: number) => blob.slice(from, to).arrayBuffer();
  const scanner = new EnvelopeScanner(blob.size);
  try {
    let next = Math.min(FIRST_BYTES, blob.size);
    let coming: Promise<ArrayBuffer> | undefined = read(0, next);
    let done = 0;
    while (coming) {
      const slice: ArrayBuffer = await coming;
      const end: number = Math.min(next + SLICE_BYTES, blob.size);
      coming = next < blob.size ? read(next, end) : undefined;
      // Only awaited after the push; a failure meanwhile must not count as unheard.
      coming?.catch(() => {});
      next = end;
      scanner.push(slice);
      const first = done === 0;
      done += slice.byteLength;
      if (coming && (first || wanted())) yield { done, report: scanner.soFar(), finished: false };
    }
    yield { done, report: scanner.finish(), finished: true };
  } finally {
    scanner.dispose();
  }
}

/** The answer at once, for bytes at hand. */
export function checkBytes(bytes: Uint8Array): EnvelopeReport {
  const scanner = new EnvelopeScanner(bytes.byteLength);
  scanner.push(bytes);
  return scanner.finish();
}

/** What the first bytes of a longer file tell. */
export function checkBeginning(bytes: Uint8Array, byteLength: number): EnvelopeReport {
  const scanner = new EnvelopeScanner(byteLength);
  try {
    scanner.push(bytes);
    return scanner.soFar();
  } finally {
    scanner.dispose();
  }
}
