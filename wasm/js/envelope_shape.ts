import { integer, record, U32_MAX } from './check.ts';

/** The dimensions of blocks. */
export interface EnvelopeShape {
  /** Token positions of a block (B). */
  readonly blockTokens: number;
  /** Layers (L). */
  readonly nLayers: number;
  /** Key and value heads (H). */
  readonly nKvHeads: number;
  /** Elements of a head (D). */
  readonly headDim: number;
}

export const HEADER_BYTES = 28;
export const RECORD_HEADER_BYTES = 12;
export const CRC_BYTES = 4;

const FIELDS = ['blockTokens', 'nLayers', 'nKvHeads', 'headDim'] as const;

/** A checked copy; every dimension is at least 1. */
export function checkShape(shape: EnvelopeShape, call: string, name: string): EnvelopeShape {
  record(shape, call, name);
  const copy = {} as Record<(typeof FIELDS)[number], number>;
  for (const field of FIELDS) copy[field] = integer(shape[field], call, field, 1, U32_MAX);
  return copy;
}

/** A shape as the facade takes it. */
export function shapeWords(shape: EnvelopeShape): number[] {
  return FIELDS.map((field) => shape[field]);
}

/** The payload bytes of a block, P = L * 2 * H * B * D * 2, exactly. */
export function payloadBytes({ blockTokens, nLayers, nKvHeads, headDim }: EnvelopeShape): bigint {
  return BigInt(nLayers) * BigInt(nKvHeads) * BigInt(blockTokens) * BigInt(headDim) * 4n;
}

/** The bytes of an envelope of nBlocks, 28 + nBlocks * (12 + P) + 4, exactly. */
export function envelopeBytes(shape: EnvelopeShape, nBlocks: number): bigint {
  const perRecord = BigInt(RECORD_HEADER_BYTES) + payloadBytes(shape);
  return BigInt(HEADER_BYTES + CRC_BYTES) + BigInt(nBlocks) * perRecord;
}
