/**
 * Which field a byte of an envelope belongs to (formats/kv-block.md, section 3). Pure arithmetic on
 * offsets: no bytes are needed, and any file length up to 2^53 works.
 *
 * Sizes are computed as JavaScript numbers. Where a hostile header makes a product pass 2^53 it loses
 * its last digits, but such a size exceeds every offset of the file, and only then is it compared.
 */

export interface Shape {
  readonly nBlocks: number;
  readonly blockTokens: number;
  readonly nLayers: number;
  readonly nKvHeads: number;
  readonly headDim: number;
}

export type FieldKind = 'header' | 'hash' | 'fill' | 'k' | 'v' | 'crc' | 'extra';

/** A run of bytes [begin, end) with one meaning. `whole` is false where the file ends inside it. */
export interface Field {
  readonly kind: FieldKind;
  readonly name: string;
  readonly begin: number;
  readonly end: number;
  readonly whole: boolean;
  readonly block?: number;
  readonly layer?: number;
}

/** One f16 of a K or V field. */
export interface Element {
  readonly begin: number;
  readonly end: number;
  readonly head: number;
  readonly position: number;
  readonly dim: number;
}

export const HEADER_BYTES = 28;
export const RECORD_HEAD_BYTES = 12;
export const CRC_BYTES = 4;

const HEADER_FIELDS: readonly (readonly [name: string, begin: number, end: number])[] = [
  ['magic', 0, 4],
  ['version', 4, 6],
  ['dtype', 6, 8],
  ['n_blocks', 8, 12],
  ['block_tokens', 12, 16],
  ['n_layers', 16, 20],
  ['n_kv_heads', 20, 24],
  ['head_dim', 24, 28],
];

export class ByteMap {
  /** Bytes of one layer's K (or V) in one block, of a block's payload, and of a record. */
  readonly slabBytes: number;
  readonly payloadBytes: number;
  readonly recordBytes: number;
  /** Where the space for records ends: the crc begins there. */
  readonly bodyEnd: number;

  /** `shape` is undefined for a file too short to have one (below 28 bytes). */
  constructor(
    readonly shape: Shape | undefined,
    readonly byteLength: number,
  ) {
    this.slabBytes = shape ? shape.nKvHeads * shape.blockTokens * shape.headDim * 2 : 0;
    this.payloadBytes = shape ? shape.nLayers * 2 * this.slabBytes : 0;
    this.recordBytes = RECORD_HEAD_BYTES + this.payloadBytes;
    this.bodyEnd = byteLength >= HEADER_BYTES + CRC_BYTES ? byteLength - CRC_BYTES : byteLength;
  }

  /** Records that begin inside the file, whole or not; 0 where a dimension is zero. */
  get blocksBegun(): number {
    if (!this.shape || this.payloadBytes === 0 || this.bodyEnd <= HEADER_BYTES) return 0;
    return Math.min(this.shape.nBlocks, Math.ceil((this.bodyEnd - HEADER_BYTES) / this.recordBytes));
  }

  recordOffset(block: number): number {
    return HEADER_BYTES + block * this.recordBytes;
  }

  slabOffset(block: number, layer: number, side: 'k' | 'v'): number {
    const slab = layer * 2 + (side === 'v' ? 1 : 0);
    return this.recordOffset(block) + RECORD_HEAD_BYTES + slab * this.slabBytes;
  }

  elementOffset(block: number, layer: number, side: 'k' | 'v', head: number, position: number, dim: number) {
    const { blockTokens, headDim } = this.shape as Shape;
    return this.slabOffset(block, layer, side) + ((head * blockTokens + position) * headDim + dim) * 2;
  }

  /** The field of a byte of the file; undefined outside it. */
  fieldAt(offset: number): Field | undefined {
    if (!(offset >= 0 && offset < this.byteLength)) return undefined;
    if (offset < HEADER_BYTES) return this.headerField(offset);
    if (offset >= this.bodyEnd) return this.field('crc', 'crc', this.bodyEnd, this.byteLength);
    if (!this.shape || this.payloadBytes === 0) return this.extraField(HEADER_BYTES);
    const block = Math.floor((offset - HEADER_BYTES) / this.recordBytes);
    if (block >= this.shape.nBlocks) return this.extraField(this.recordOffset(this.shape.nBlocks));
    return this.recordField(block, offset);
  }

  /** The f16 value a byte of a K or V field belongs to. */
  elementAt(field: Field, offset: number): Element {
    const { blockTokens, headDim } = this.shape as Shape;
    const index = Math.floor((offset - field.begin) / 2);
    const row = Math.floor(index / headDim);
    const begin = field.begin + index * 2;
    return {
      begin,
      end: Math.min(begin + 2, field.end),
      head: Math.floor(row / blockTokens),
      position: row % blockTokens,
      dim: index % headDim,
    };
  }

  private headerField(offset: number): Field {
    const entry = HEADER_FIELDS.find(([, , end]) => offset < end);
    const [name, begin, end] = entry as (typeof HEADER_FIELDS)[number];
    return this.field('header', name, begin, end);
  }

  private recordField(block: number, offset: number): Field {
    const begin = this.recordOffset(block);
    if (offset < begin + 8) return this.field('hash', 'block_hash', begin, begin + 8, block);
    const payload = begin + RECORD_HEAD_BYTES;
    if (offset < payload) return this.field('fill', 'n_tokens', begin + 8, payload, block);
    const slab = Math.floor((offset - payload) / this.slabBytes);
    const kind = slab % 2 === 0 ? 'k' : 'v';
    const slabBegin = payload + slab * this.slabBytes;
    const name = kind.toUpperCase();
    return this.field(kind, name, slabBegin, slabBegin + this.slabBytes, block, Math.floor(slab / 2));
  }

  private extraField(begin: number): Field {
    return this.field('extra', 'no field', begin, this.bodyEnd);
  }

  private field(kind: FieldKind, name: string, begin: number, end: number, block?: number, layer?: number) {
    const limit = kind === 'crc' || kind === 'header' ? this.byteLength : this.bodyEnd;
    return {
      kind,
      name,
      begin,
      end: Math.min(end, limit),
      whole: end <= limit,
      ...(block !== undefined && { block }),
      ...(layer !== undefined && { layer }),
    };
  }
}
