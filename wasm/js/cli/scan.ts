/** An envelope in a file, looked at piece by piece. */
import { type EnvelopeBlock, type EnvelopeReport, EnvelopeScanner, type Finding } from 'tlkv';
import type { Input } from './input.ts';

export const HEADER_BYTES = 28;
const RECORD_HEADER_BYTES = 12;
/** The dimensions of blocks, by the names of their fields. */
export const SHAPE = ['blockTokens', 'nLayers', 'nKvHeads', 'headDim'] as const;
/** Read at once where records are small. */
const WINDOW = 1024 * 1024;

/** Everything there is to say about an envelope. Cost one pass over the file. */
export function scan(input: Input): EnvelopeReport {
  using scanner = new EnvelopeScanner(input.size);
  for (const piece of input.pieces()) scanner.push(piece);
  return scanner.finish();
}

/** The first broken rule, as a reader answers; without reading on once the header has broken one. */
export function firstFinding(input: Input): { finding: Finding | undefined; blocks: number } {
  using scanner = new EnvelopeScanner(input.size);
  let isFirst = true;
  for (const piece of input.pieces()) {
    scanner.push(piece);
    // R1 to R5 are known with the header. Later rules come after R6, which is known at the end.
    const finding = isFirst ? scanner.soFar().findings[0] : undefined;
    if (finding !== undefined && finding.rule <= 'R5') return { finding, blocks: 0 };
    isFirst = false;
  }
  const report = scanner.finish();
  return { finding: report.findings[0], blocks: report.blockCount };
}

/** The records that lie wholly in the file, in order. */
export function* blocks(input: Input, report: EnvelopeReport): Generator<EnvelopeBlock> {
  const byteLength = RECORD_HEADER_BYTES + Number(report.blockBytes ?? 0n);
  const step = byteLength < WINDOW / 16 ? WINDOW : RECORD_HEADER_BYTES;
  let window = new Uint8Array(0);
  let begin = 0; // of the window
  for (let index = 0; index < report.blockCount; index++) {
    const offset = HEADER_BYTES + index * byteLength;
    if (offset < begin || offset + RECORD_HEADER_BYTES > begin + window.length) {
      begin = offset;
      window = input.read(begin, Math.min(begin + step, input.size)) as Uint8Array<ArrayBuffer>;
    }
    const view = new DataView(window.buffer, offset - begin);
    yield {
      index,
      offset,
      hash: view.getBigUint64(0, true),
      nTokens: view.getUint32(8, true),
      payloadOffset: offset + RECORD_HEADER_BYTES,
      byteLength,
    };
  }
}

/** The f16 bits of a part of a payload. */
export function halves(bytes: Uint8Array): Uint16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint16Array.from({ length: bytes.length / 2 }, (_, i) => view.getUint16(i * 2, true));
}
