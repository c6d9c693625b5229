import { bytes, u32 } from './check.ts';
import { memory, module, needInit } from './runtime.ts';

/** Copied and summed at a time: what fits the fastest cache with its source and the state of the sum. */
const PIECE_BYTES = 16 * 1024;

/**
 * CRC-32C (Castagnoli polynomial, as in iSCSI and ext4; not the CRC-32 of zip) of `data`, as a number in
 * 0..2^32-1. `crc` continues from an earlier result: `crc32c(b, crc32c(a))` is the CRC of a followed by b.
 */
export function crc32c(data: ArrayBufferView | ArrayBufferLike, crc = 0): number {
  const input = bytes(data, 'crc32c', 'data');
  const before = u32(crc, 'crc32c', 'crc');
  needInit('crc32c');
  const piece = memory.borrow(PIECE_BYTES, 'crc32c');
  try {
    if (input.length <= PIECE_BYTES) {
      memory.u8.set(input, piece);
      return module.tl_crc32c(piece, input.length, before) >>> 0;
    }
    module.tlkv_crc32c_start(before);
    for (let at = 0; at < input.length; at += PIECE_BYTES) {
      const part = input.subarray(at, at + PIECE_BYTES);
      memory.u8.set(part, piece);
      module.tlkv_crc32c_update(piece, part.length);
    }
    return module.tlkv_crc32c_end() >>> 0;
  } finally {
    memory.release(piece);
  }
}
