/** IEEE 754 binary16 ("half", f16), always given as its 16 bits. Pure. */

/** The exact value of 16 bits; -0, infinities and NaN included. */
export function f16ToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 0x3ff;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/** The nearest f16, ties to even; too large becomes infinity. */
export function numberToF16(value: number): number {
  if (Number.isNaN(value)) return 0x7e00;
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const magnitude = Math.abs(value);
  if (magnitude >= 65520) return sign | 0x7c00;
  // Below 2^-14 lie the subnormals, which keep the spacing of the smallest normal numbers.
  const exponent = magnitude < 2 ** -14 ? -14 : Math.floor(Math.log2(magnitude));
  const steps = magnitude / 2 ** (exponent - 10);
  const below = Math.floor(steps);
  const rest = steps - below;
  const up = rest > 0.5 || (rest === 0.5 && below % 2 === 1);
  // A mantissa that rounds up to 2048 carries into the exponent, which is what the sum does.
  return sign | (((exponent + 14) << 10) + below + (up ? 1 : 0));
}

/** All the digits, as JavaScript prints the value, with a minus sign that keeps -0 visible. */
export function exactText(bits: number): string {
  return signed(bits, magnitudeOf(bits).toString());
}

/** At most four significant digits, for a cell of a table. */
export function shortText(bits: number): string {
  const value = magnitudeOf(bits);
  if (!Number.isFinite(value) || value === 0) return signed(bits, value.toString());
  if (value >= 10000) return signed(bits, value.toFixed(0));
  if (value < 0.001) return signed(bits, value.toExponential(1).replace('e-', 'e−'));
  return signed(bits, Number(value.toPrecision(4)).toString());
}

export function f16Hex(bits: number): string {
  return bits.toString(16).toUpperCase().padStart(4, '0');
}

function magnitudeOf(bits: number): number {
  return f16ToNumber(bits & 0x7fff);
}

function signed(bits: number, magnitude: string): string {
  if (magnitude === 'NaN') return 'NaN';
  return `${bits & 0x8000 ? '−' : ''}${magnitude === 'Infinity' ? '∞' : magnitude}`;
}
