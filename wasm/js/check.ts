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
  return list(value, Uint32Array, call, name, 'integers', u32);
}

/** A list of bigints in 0..2^64-1, as a BigUint64Array: the given one, or a copy of any other array-like. */
export function u64s(value: unknown, call: string, name: string): BigUint64Array {
  return list(value, BigUint64Array, call, name, 'bigints', u64);
}

/**
 * Bytes: any view (its own part of the buffer), ArrayBuffer or SharedArrayBuffer, as a view without a copy. A
 * plain Uint8Array also for Node's Buffer, whose `slice` is another.
 */
export function bytes(value: unknown, call: string, name: string): Uint8Array {
  if (ArrayBuffer.isView(value) || isBuffer(value)) {
    const here = present(value, call, name);
    return ArrayBuffer.isView(here)
      ? new Uint8Array(here.buffer, here.byteOffset, here.byteLength)
      : new Uint8Array(here);
  }
  throw new TypeError(
    `${call}: ${name} must be bytes (a view, ArrayBuffer or SharedArrayBuffer), got ${show(value)}`,
  );
}

/** f16 bit patterns. */
export function u16s(value: unknown, call: string, name: string): Uint16Array {
  if (value instanceof Uint16Array) return present(value, call, name);
  throw new TypeError(`${call}: ${name} must be a Uint16Array of f16 bits, got ${show(value)}`);
}

/** Numbers, as a Float32Array: the given one, or each number of any other array-like rounded to f32. */
export function f32s(value: unknown, call: string, name: string): Float32Array {
  return list(value, Float32Array, call, name, 'numbers', number);
}

/** An object whose fields are then checked one by one. */
export function record<T extends object>(value: T, call: string, name: string): T {
  if (typeof value === 'object' && value !== null) return value;
  throw new TypeError(`${call}: ${name} must be an object, got ${show(value)}`);
}

/** A function, or undefined. */
export function callable(value: unknown, call: string, name: string): void {
  if (value === undefined || typeof value === 'function') return;
  throw new TypeError(`${call}: ${name} must be a function, got ${show(value)}`);
}

function number(value: unknown, call: string, name: string): number {
  if (typeof value === 'number') return value;
  throw new TypeError(`${call}: ${name} must be a number, got ${show(value)}`);
}

/** An array as it is, or the items of an array-like, each read once and checked. */
function list<I, T extends ArrayBufferView>(
  value: unknown,
  Kind: new (items: I[]) => T,
  call: string,
  name: string,
  what: string,
  check: (item: unknown, call: string, name: string) => I,
): T {
  return value instanceof Kind ? present(value, call, name) : new Kind(items(value, call, name, what, check));
}

/** The items of an array-like. Memory is taken as they come: a length may be made up. */
export function items<I>(
  value: unknown,
  call: string,
  name: string,
  what: string,
  check: (item: unknown, call: string, name: string) => I,
): I[] {
  const length = lengthOf(value, call, name, what);
  const given = value as ArrayLike<unknown>;
  const checked: I[] = [];
  for (let i = 0; i < length; i++) checked.push(check(given[i], call, `${name}[${i}]`));
  return checked;
}

/** The length that an array-like of `what` says it has. */
export function lengthOf(value: unknown, call: string, name: string, what: string): number {
  if (typeof value === 'object' && value !== null && 'length' in value) {
    return u32(value.length, call, `${name}.length`);
  }
  throw new TypeError(`${call}: ${name} must be an array of ${what}, got ${show(value)}`);
}

const { keys } = Object.getPrototypeOf(Uint8Array.prototype) as Uint8Array;

/** A view or buffer that still has its bytes. One whose buffer was transferred or has shrunk claims to be empty. */
function present<T extends ArrayBufferView | ArrayBufferLike>(value: T, call: string, name: string): T {
  try {
    // A DataView without bytes throws by itself; an array is asked by a call that an array without bytes refuses.
    if (value.byteLength === 0 && !isDataView(value)) {
      keys.call(ArrayBuffer.isView(value) ? value : new Uint8Array(value));
    }
    return value;
  } catch {
    throw new TypeError(`${call}: ${name} has lost its bytes: its buffer was transferred or has shrunk`);
  }
}

const isDataView = (value: object) => Object.prototype.toString.call(value) === '[object DataView]';

/** By tag, so that buffers of another realm (an iframe, a vm context) count as well. */
function isBuffer(value: unknown): value is ArrayBuffer {
  const tag = Object.prototype.toString.call(value);
  return tag === '[object ArrayBuffer]' || tag === '[object SharedArrayBuffer]';
}
