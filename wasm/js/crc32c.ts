import { bytes, u32 } from './check.ts';
import { runtime } from './runtime.ts';

/** Copied and summed at a time: short enough to stay in the processor's cache. */
const CHUNK_BYTES = 64 * 1024;

/**
 * CRC-32C (Castagnoli polynomial, as in iSCSI and ext4; not the CRC-32 of zip) of `data`, as a number in
 * 0..2^32-1. `crc` continues from an earlier result: `crc32c(b, crc32c(a))` is the CRC of a followed by b.
 */
export function crc32c(data: ArrayBufferView | ArrayBufferLike, crc = 0): number {
  const input = bytes(data, 'crc32c', 'data');
  let sum = u32(crc, 'crc32c', 'crc');
  const { module, memory } = runtime('crc32c');
  const chunk = memory.borrow(CHUNK_BYTES, 'crc32c');
  try {
    for (let at = 0; at < input.length; at += CHUNK_BYTES) {
      const part = input.subarray(at, at + CHUNK_BYTES);
      memory.u8.set(part, chunk);
      sum = module._tl_crc32c(chunk, part.length, sum) >>> 0;
    }
  } finally {
    memory.release(chunk);
  }
  return sum;
}
