/** The rows of a hexdump: 16 bytes each (8 on a narrow page), split where a field ends. Pure. */
import type { ByteMap, Field } from './byte_map.ts';

/** The bytes [begin, end) of a row that belong to one field. */
export interface Run {
  readonly field: Field;
  readonly begin: number;
  readonly end: number;
}

export interface HexRow {
  readonly offset: number;
  readonly end: number;
  readonly runs: readonly Run[];
}

export function rowCount(byteLength: number, width: number): number {
  return Math.ceil(byteLength / width);
}

export function hexRow(map: ByteMap, index: number, width: number): HexRow {
  const offset = index * width;
  const end = Math.min(offset + width, map.byteLength);
  const runs: Run[] = [];
  let at = offset;
  while (at < end) {
    const field = map.fieldAt(at) as Field;
    const runEnd = Math.min(field.end, end);
    runs.push({ field, begin: at, end: runEnd });
    at = runEnd;
  }
  return { offset, end, runs };
}

/** How many hex digits every offset of the file needs: at least 8, as in other hexdumps. */
export function offsetDigits(byteLength: number): number {
  return Math.max(8, Math.max(0, byteLength - 1).toString(16).length);
}

export function offsetText(offset: number, digits: number): string {
  return offset.toString(16).toUpperCase().padStart(digits, '0');
}

const BYTE_TEXTS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function byteText(byte: number): string {
  return BYTE_TEXTS[byte] as string;
}

export function hexText(bytes: ArrayLike<number>): string {
  return Array.from(bytes, byteText).join(' ');
}

/** Printable ASCII as itself, anything else as a middle dot. */
export function asciiText(byte: number): string {
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·';
}
