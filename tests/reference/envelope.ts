// The envelope, written from formats/kv-block.md, sections 3 and 4: what a .tlkv file is made of, and a writer.
// The reader is in read.ts.
import { crc32c } from './crc32c';

export interface Shape {
  blockTokens: number;
  nLayers: number;
  nKvHeads: number;
  headDim: number;
}

export interface Block {
  /** 0n: not registered. */
  hash: bigint;
  nTokens: number;
  /** f16 bit patterns, [L][2][H][B][D]. */
  payload: Uint16Array;
}

/** Payload bytes of a block. A BigInt, because four 32-bit numbers are multiplied. */
export function payloadBytes(s: Shape): bigint {
  return BigInt(s.nLayers) * 2n * BigInt(s.nKvHeads) * BigInt(s.blockTokens) * BigInt(s.headDim) * 2n;
}

/** Length of an envelope of n blocks. */
export function envelopeBytes(s: Shape, n: number): bigint {
  return 28n + BigInt(n) * (12n + payloadBytes(s)) + 4n;
}

/** The position that value `i` of a payload belongs to, counted from 0 in its block. */
export function positionOf(s: Shape, i: number): number {
  return Math.floor(i / s.headDim) % s.blockTokens;
}

/** The bytes of an envelope. What stands past a block's fill is written as zero. */
export function writeEnvelope(s: Shape, blocks: readonly Block[]): Uint8Array {
  const bytes = new Uint8Array(Number(envelopeBytes(s, blocks.length)));
  const view = new DataView(bytes.buffer);
  bytes.set([0x54, 0x4c, 0x4b, 0x56]);
  view.setUint16(4, 1, true);
  view.setUint16(6, 1, true);
  view.setUint32(8, blocks.length, true);
  view.setUint32(12, s.blockTokens, true);
  view.setUint32(16, s.nLayers, true);
  view.setUint32(20, s.nKvHeads, true);
  view.setUint32(24, s.headDim, true);
  let at = 28;
  for (const block of blocks) {
    view.setBigUint64(at, block.hash, true);
    view.setUint32(at + 8, block.nTokens, true);
    at += 12;
    for (const [i, value] of block.payload.entries()) {
      view.setUint16(at, positionOf(s, i) < block.nTokens ? value : 0, true);
      at += 2;
    }
  }
  view.setUint32(at, crc32c(bytes.subarray(0, at)), true);
  return bytes;
}
