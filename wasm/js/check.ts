/**
 * Arguments are checked here, before anything happens: a wrong type is a TypeError, a number out of range a
 * RangeError, and the message names the call, the argument, what it must be and what it was.
 */

export const U32_MAX = 0xffff_ffff;
const U64_MAX = 0xffff_ffff_ffff_ffffn;

/** A value as a message shows it. */
export function show(value: unknown): string {
  if (typeof value === 'string')
    return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}...` : value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'symbol') return 'a symbol';
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
  return `an object (${Object.prototype.toString.call(value).slice(8, -1)})`;
}

/** An integer in min..max. */
export function integer(value: unknown, call: string, name: string, min: number, max: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
  const message = `${call}: ${name} must be an integer in ${min}..${max}, got ${show(value)}`;
  throw typeof value === 'number' ? new RangeError(message) : new TypeError(message);
}

/** An integer in 0..2^32-1. */
export function u32(value: unknown, call: string, name: string): number {
  return integer(value, call, name, 0, U32_MAX);
}

/** A bigint in 0..2^64-1. */
export function u64(value: unknown, call: string, name: string): bigint {
  if (typeof value === 'bigint' && value >= 0n && value <= U64_MAX) return value;
  const message = `${call}: ${name} must be a bigint in 0n..${U64_MAX}n, got ${show(value)}`;
  throw typeof value === 'bigint' ? new RangeError(message) : new TypeError(message);
}

/** A list of integers in 0..2^32-1, as a Uint32Array: the given one, or a copy of any other array-like. */
export function u32s(value: unknown, call: string, name: string): Uint32Array {
  if (value instanceof Uint32Array) return value;
  if (typeof value !== 'object' || value === null || !('length' in value)) {
    throw new TypeError(`${call}: ${name} must be an array of integers, got ${show(value)}`);
  }
  const items = value as ArrayLike<unknown>;
  const copy = new Uint32Array(u32(items.length, call, `${name}.length`));
  for (let i = 0; i < copy.length; i++) copy[i] = u32(items[i], call, `${name}[${i}]`);
  return copy;
}

/**
 * Bytes: any view (its own part of the buffer), ArrayBuffer or SharedArrayBuffer, as a view without a copy. A
 * plain Uint8Array also for Node's Buffer, whose `slice` is another.
 */
export function bytes(value: unknown, call: string, name: string): Uint8Array {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (isBuffer(value)) return new Uint8Array(value);
  throw new TypeError(
    `${call}: ${name} must be bytes (a view, ArrayBuffer or SharedArrayBuffer), got ${show(value)}`,
  );
}

/** f16 bit patterns. */
export function u16s(value: unknown, call: string, name: string): Uint16Array {
  if (value instanceof Uint16Array) return value;
  throw new TypeError(`${call}: ${name} must be a Uint16Array of f16 bits, got ${show(value)}`);
}

/** Numbers, as a Float32Array: the given one, or each number of any other array-like rounded to f32. */
export function f32s(value: unknown, call: string, name: string): Float32Array {
  if (value instanceof Float32Array) return value;
  if (typeof value !== 'object' || value === null || !('length' in value)) {
    throw new TypeError(`${call}: ${name} must be an array of numbers, got ${show(value)}`);
  }
  const items = value as ArrayLike<unknown>;
  const copy = new Float32Array(u32(items.length, call, `${name}.length`));
  for (let i = 0; i < copy.length; i++) {
    const item = items[i];
    if (typeof item !== 'number') {
      throw new TypeError(`${call}: ${name}[${i}] must be a number, got ${show(item)}`);
    }
    copy[i] = item;
  }
  return copy;
}

/** An object whose fields are then checked one by one. */
export function record<T extends object>(value: T, call: string, name: string): T {
  if (typeof value === 'object' && value !== null) return value;
  throw new TypeError(`${call}: ${name} must be an object, got ${show(value)}`);
}

/** By tag, so that buffers of another realm (an iframe, a vm context) count as well. */
function isBuffer(value: unknown): value is ArrayBuffer {
  const tag = Object.prototype.toString.call(value);
  return tag === '[object ArrayBuffer]' || tag === '[object SharedArrayBuffer]';
}
