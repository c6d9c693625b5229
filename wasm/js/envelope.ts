import { bytes, integer } from './check.ts';
import type { EnvelopeReport } from './envelope_report.ts';
import { EnvelopeScanner } from './envelope_scanner.ts';
import { type EnvelopeShape, HEADER_BYTES, RECORD_HEADER_BYTES } from './envelope_shape.ts';
import { needInit } from './runtime.ts';

/** A block as it stands in an envelope. */
export interface EnvelopeBlock {
  readonly index: number;
  /** Where its record begins. */
  readonly offset: number;
  /** 0n if it is not registered. */
  readonly hash: bigint;
  /** Its fill. */
  readonly nTokens: number;
  readonly payloadOffset: number;
  /** Of the record: 12 + P. */
  readonly byteLength: number;
}

/** An envelope with its bytes: the report, and the blocks that are wholly there. */
export interface Envelope extends EnvelopeReport {
  /** The given bytes, not copied. */
  readonly bytes: Uint8Array;
  /** Block i, 0 <= i < blockCount. */
  block(i: number): EnvelopeBlock;
  /** The payload of block i as f16 bits, [L][2][H][B][D], K before V. A copy. */
  payload(i: number): Uint16Array;
}

/**
 * Reads an envelope and lists every broken rule. Wrong content is never an exception: look at `accepted` and
 * `findings`. With a pool's dimensions, rule R7 is looked at too.
 */
export function decodeEnvelope(data: ArrayBufferView | ArrayBufferLike, pool?: EnvelopeShape): Envelope {
  const input = bytes(data, 'decodeEnvelope', 'data');
  needInit('decodeEnvelope');
  const scanner = new EnvelopeScanner(input.length, pool);
  scanner.push(input);
  const report = scanner.finish();

  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  const recordBytes = RECORD_HEADER_BYTES + Number(report.blockBytes ?? 0n);
  const offsetOf = (i: number, call: string) => {
    integer(i, call, 'i', 0, report.blockCount - 1);
    return HEADER_BYTES + i * recordBytes;
  };
  return {
    ...report,
    bytes: input,
    block(i) {
      const offset = offsetOf(i, 'Envelope.block');
      return {
        index: i,
        offset,
        hash: view.getBigUint64(offset, true),
        nTokens: view.getUint32(offset + 8, true),
        payloadOffset: offset + RECORD_HEADER_BYTES,
        byteLength: recordBytes,
      };
    },
    payload(i) {
      const offset = offsetOf(i, 'Envelope.payload');
      return new Uint16Array(input.slice(offset + RECORD_HEADER_BYTES, offset + recordBytes).buffer);
    },
  };
}
