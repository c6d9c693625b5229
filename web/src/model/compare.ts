/** Two envelopes held against each other field by field. Any size: slice by slice. */
import { f16ToF32 } from 'tlkv';
import { type ByteMap, HEADER_BYTES } from './byte_map.ts';
import type { FileBytes } from './file_bytes.ts';

export interface Side {
  readonly bytes: FileBytes;
  readonly map: ByteMap;
}

/** Bytes [begin, end) of the first file, and where their counterparts begin in the second. */
export interface Region {
  readonly begin: number;
  readonly end: number;
  readonly otherBegin: number;
}

export interface ValueDifference {
  readonly offset: number;
  readonly from: number;
  readonly to: number;
}

export interface Comparison {
  /** Runs of bytes that differ, in file order; above DIFFERENCES_LISTED only counted. */
  readonly differences: readonly Region[];
  readonly differingBytes: number;
  /** Blocks of both files that differ, in order; above DIFFERENCES_LISTED only counted. */
  readonly blocks: readonly number[];
  readonly differingBlocks: number;
  /** Blocks that both files have. */
  readonly commonBlocks: number;
  /** Whether B, L, H and D are equal, so that blocks stand beside blocks. Else the bytes are compared as they are. */
  readonly sameShape: boolean;
  /** The two values of one place that lie furthest apart, both finite. */
  readonly largest: ValueDifference | undefined;
}

export const DIFFERENCES_LISTED = 1000;
const SLICE_BYTES = 1024 * 1024;

/** What is compared, in order: what both files have, or, of the same shape, their common blocks and their CRCs. */
export function regionsOf(a: ByteMap, b: ByteMap): Region[] {
  if (!haveSameShape(a, b)) {
    const both = Math.min(a.byteLength, b.byteLength);
    return both === 0 ? [] : [{ begin: 0, end: both, otherBegin: 0 }];
  }
  const body = HEADER_BYTES + commonBlocks(a, b) * a.recordBytes;
  const crcs = a.bodyEnd < a.byteLength && b.bodyEnd < b.byteLength;
  if (crcs && a.bodyEnd === body && b.bodyEnd === body)
    return [{ begin: 0, end: a.byteLength, otherBegin: 0 }];
  return [
    { begin: 0, end: body, otherBegin: 0 },
    ...(crcs ? [{ begin: a.bodyEnd, end: a.byteLength, otherBegin: b.bodyEnd }] : []),
  ];
}

/** Says after each slice which share is done, and at the end what came out. */
export async function* compare(a: Side, b: Side): AsyncGenerator<{ share: number } | { result: Comparison }> {
  const sameShape = haveSameShape(a.map, b.map);
  const found = new Collector(a.map, sameShape);
  for (const { begin, end, otherBegin } of regionsOf(a.map, b.map))
    for (let at = begin; at < end; at += SLICE_BYTES) {
      const to = Math.min(at + SLICE_BYTES, end);
      const other = otherBegin + (at - begin);
      const [left, right] = await Promise.all([a.bytes.read(at, to), b.bytes.read(other, other + (to - at))]);
      found.add(left, right, at, other);
      yield { share: to / a.map.byteLength };
    }
  yield { result: { ...found.result(), commonBlocks: commonBlocks(a.map, b.map), sameShape } };
}

class Collector {
  private readonly differences: Region[] = [];
  private readonly blocks: number[] = [];
  private bytes = 0;
  private blocksCount = 0;
  private lastBlock = -1;
  private largest: ValueDifference | undefined;
  private widest = 0;

  constructor(
    private readonly map: ByteMap,
    private readonly values: boolean,
  ) {}

  add(a: Uint8Array, b: Uint8Array, offset: number, otherOffset: number): void {
    for (let at = 0; at < a.length; at++) {
      if (a[at] === b[at]) continue;
      let end = at + 1;
      while (end < a.length && a[end] !== b[end]) end++;
      this.note(offset + at, offset + end, otherOffset + at);
      if (this.values) this.noteValues(a, b, offset, at, end);
      at = end;
    }
  }

  private note(begin: number, end: number, otherBegin: number): void {
    this.bytes += end - begin;
    const last = this.differences.at(-1);
    // A run cut by a slice is one run.
    if (last?.end === begin && last.otherBegin + (begin - last.begin) === otherBegin)
      this.differences[this.differences.length - 1] = { ...last, end };
    else if (this.differences.length < DIFFERENCES_LISTED) this.differences.push({ begin, end, otherBegin });
    for (let at = begin; at < end; ) {
      const field = this.map.fieldAt(at);
      if (!field) return;
      if (field.block !== undefined && field.block !== this.lastBlock) {
        this.lastBlock = field.block;
        this.blocksCount++;
        if (this.blocks.length < DIFFERENCES_LISTED) this.blocks.push(field.block);
      }
      at = field.end;
    }
  }

  /** The values in [begin, end) of a slice. One that a slice cuts in two is left out of the largest. */
  private noteValues(a: Uint8Array, b: Uint8Array, offset: number, begin: number, end: number): void {
    for (let at = begin; at < end; ) {
      const field = this.map.fieldAt(offset + at);
      if (!field) return;
      const fieldEnd = Math.min(end, field.end - offset);
      if (field.kind === 'k' || field.kind === 'v') {
        const odd = (offset + at - field.begin) % 2;
        for (let i = at - odd; i < fieldEnd; i += 2)
          if (i >= 0 && i + 1 < a.length) this.noteValue(a, b, offset, i);
      }
      at = fieldEnd;
    }
  }

  private noteValue(a: Uint8Array, b: Uint8Array, offset: number, i: number): void {
    const from = VALUES()[(a[i] as number) | ((a[i + 1] as number) << 8)] as number;
    const to = VALUES()[(b[i] as number) | ((b[i + 1] as number) << 8)] as number;
    const distance = Math.abs(from - to);
    if (!(distance > this.widest) || distance === Infinity) return;
    this.widest = distance;
    this.largest = { offset: offset + i, from, to };
  }

  result() {
    return {
      differences: this.differences,
      differingBytes: this.bytes,
      blocks: this.blocks,
      differingBlocks: this.blocksCount,
      largest: this.largest,
    };
  }
}

let values: Float32Array | undefined;

/** The value of each of the 65,536 bit patterns. */
function VALUES(): Float32Array {
  values ??= f16ToF32(Uint16Array.from({ length: 65_536 }, (_, bits) => bits));
  return values;
}

/** Whether B, L, H and D are equal, and none of them 0. */
function haveSameShape(a: ByteMap, b: ByteMap): boolean {
  const [left, right] = [a.shape, b.shape];
  if (!left || !right || a.payloadBytes === 0) return false;
  return (['blockTokens', 'nLayers', 'nKvHeads', 'headDim'] as const).every(
    (name) => left[name] === right[name],
  );
}

function commonBlocks(a: ByteMap, b: ByteMap): number {
  return haveSameShape(a, b) ? Math.min(wholeBlocks(a), wholeBlocks(b)) : 0;
}

function wholeBlocks({ shape, bodyEnd, recordBytes }: ByteMap): number {
  if (!shape || bodyEnd <= HEADER_BYTES) return 0;
  return Math.min(shape.nBlocks, Math.floor((bodyEnd - HEADER_BYTES) / recordBytes));
}
