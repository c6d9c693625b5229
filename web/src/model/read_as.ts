/** Eight bytes (fewer at the end of a file) read as each of the usual types, least significant byte first. */
import { exactText, f16Value } from './f16_text.ts';

export interface Reading {
  readonly type: string;
  readonly value: string;
}

const TYPES: readonly (readonly [type: string, bytes: number, read: (data: DataView) => string])[] = [
  ['u8', 1, (data) => text(data.getUint8(0))],
  ['i8', 1, (data) => text(data.getInt8(0))],
  ['u16', 2, (data) => text(data.getUint16(0, true))],
  ['i16', 2, (data) => text(data.getInt16(0, true))],
  ['u32', 4, (data) => text(data.getUint32(0, true))],
  ['i32', 4, (data) => text(data.getInt32(0, true))],
  ['u64', 8, (data) => text(data.getBigUint64(0, true))],
  ['i64', 8, (data) => text(data.getBigInt64(0, true))],
  ['f16', 2, (data) => exactText(f16Value(data.getUint16(0, true)))],
  ['f32', 4, (data) => minus(String(Number(data.getFloat32(0, true).toPrecision(9))))],
];

export function readAs(bytes: Uint8Array): Reading[] {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return TYPES.filter(([, size]) => size <= bytes.byteLength).map(([type, , read]) => ({
    type,
    value: read(data),
  }));
}

function text(value: number | bigint): string {
  return minus(value.toLocaleString('en-US'));
}

function minus(digits: string): string {
  return digits.replace(/^-/, '−').replace('Infinity', '∞');
}
