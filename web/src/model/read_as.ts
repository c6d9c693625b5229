/** The bytes from an offset on, read as each of the usual types, least significant byte first. */
import { exactText, f16Value } from './f16_text.ts';

export interface Reading {
  readonly type: string;
  readonly value: string;
}

const TYPES: readonly (readonly [
  type: string,
  bytes: number,
  read: (data: DataView, at: number) => string,
])[] = [
  ['u8', 1, (data, at) => text(data.getUint8(at))],
  ['i8', 1, (data, at) => text(data.getInt8(at))],
  ['u16', 2, (data, at) => text(data.getUint16(at, true))],
  ['i16', 2, (data, at) => text(data.getInt16(at, true))],
  ['u32', 4, (data, at) => text(data.getUint32(at, true))],
  ['i32', 4, (data, at) => text(data.getInt32(at, true))],
  ['u64', 8, (data, at) => text(data.getBigUint64(at, true))],
  ['f16', 2, (data, at) => exactText(f16Value(data.getUint16(at, true)))],
  ['f32', 4, (data, at) => minus(String(Number(data.getFloat32(at, true).toPrecision(9))))],
];

export function readAs(bytes: Uint8Array, offset: number): Reading[] {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return TYPES.filter(([, size]) => offset + size <= bytes.byteLength).map(([type, , read]) => ({
    type,
    value: read(data, offset),
  }));
}

function text(value: number | bigint): string {
  return minus(value.toLocaleString('en-US'));
}

function minus(digits: string): string {
  return digits.replace(/^-/, '−').replace('Infinity', '∞');
}
