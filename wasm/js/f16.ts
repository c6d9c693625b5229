import { f32s, u16s } from './check.ts';
import { memory, module, needInit } from './runtime.ts';

/** Converted at a time: 2 and 4 bytes each in scratch memory. */
const CHUNK = 8192;

/** The values of f16 bit patterns, exactly. */
export function f16ToF32(bits: Uint16Array): Float32Array {
  const halves = u16s(bits, 'f16ToF32', 'bits');
  needInit('f16ToF32');
  const values = new Float32Array(halves.length);
  const from = memory.borrow(CHUNK * 6, 'f16ToF32');
  const to = from + CHUNK * 2;
  try {
    for (let at = 0; at < halves.length; at += CHUNK) {
      const part = halves.subarray(at, at + CHUNK);
      memory.u16.set(part, from >>> 1);
      module.f16Decode(from, part.length, to);
      values.set(memory.f32.subarray(to >>> 2, (to >>> 2) + part.length), at);
    }
  } finally {
    memory.release(from);
  }
  return values;
}

/** The nearest f16 of each value, ties to even, as bit patterns; infinity from 65520 on, NaN stays NaN. */
export function f32ToF16(values: ArrayLike<number>): Uint16Array {
  const floats = f32s(values, 'f32ToF16', 'values');
  needInit('f32ToF16');
  const bits = new Uint16Array(floats.length);
  const from = memory.borrow(CHUNK * 6, 'f32ToF16');
  const to = from + CHUNK * 4;
  try {
    for (let at = 0; at < floats.length; at += CHUNK) {
      const part = floats.subarray(at, at + CHUNK);
      memory.f32.set(part, from >>> 2);
      module.f16Encode(from, part.length, to);
      bits.set(memory.u16.subarray(to >>> 1, (to >>> 1) + part.length), at);
    }
  } finally {
    memory.release(from);
  }
  return bits;
}
