/** Checks an envelope of any size piece by piece, and says on the way what is known so far. */
import { type EnvelopeReport, EnvelopeScanner } from 'tlkv';
import { blobPieces } from './blob_pieces.ts';

export interface CheckProgress {
  /** Bytes checked. */
  readonly done: number;
  /** Of the bytes so far; of the whole file at the end. */
  readonly report: EnvelopeReport;
  readonly finished: boolean;
}

/** Enough for the header and the first rows. */
export const FIRST_BYTES = 64 * 1024;

/**
 * Progress comes after the first piece, then after each one that `wanted` asks to hear of, then at the end. While
 * a piece is checked the next one is fetched. Whoever stops taking stops the check.
 */
export async function* checkBlob(blob: Blob, wanted: () => boolean): AsyncGenerator<CheckProgress> {
  const scanner = new EnvelopeScanner(blob.size);
  try {
    let done = 0;
    for await (const piece of blobPieces(blob)) {
      scanner.push(piece);
      const first = done === 0;
      done += piece.byteLength;
      if (done < blob.size && (first || wanted())) yield { done, report: scanner.soFar(), finished: false };
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
