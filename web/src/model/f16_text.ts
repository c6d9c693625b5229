/** f16 values as text. The package converts the bits; every value here is exactly an f16. */
import { f16ToF32 } from 'tlkv';

/** f16 bit patterns of a run of bytes, which need not begin at an even offset. An odd last byte is left out. */
export function f16Bits(bytes: Uint8Array): Uint16Array {
  return new Uint16Array(bytes.slice(0, bytes.length & ~1).buffer);
}

export function f16Value(bits: number): number {
  return f16ToF32(Uint16Array.of(bits))[0] as number;
}

/** All the digits, as JavaScript prints the value, with a minus sign that keeps -0 visible. */
export function exactText(value: number): string {
  return signed(value, Math.abs(value).toString());
}

/** At most four significant digits, for a cell of a table. */
export function shortText(value: number): string {
  const magnitude = Math.abs(value);
  if (!Number.isFinite(value) || value === 0) return signed(value, magnitude.toString());
  if (magnitude >= 10000) return signed(value, magnitude.toFixed(0));
  if (magnitude < 0.001) return signed(value, magnitude.toExponential(1).replace('e-', 'e−'));
  return signed(value, Number(magnitude.toPrecision(4)).toString());
}

export function f16Hex(bits: number): string {
  return bits.toString(16).toUpperCase().padStart(4, '0');
}

function signed(value: number, magnitude: string): string {
  if (Number.isNaN(value)) return 'NaN';
  const minus = value < 0 || Object.is(value, -0) ? '−' : '';
  return minus + (magnitude === 'Infinity' ? '∞' : magnitude);
}
