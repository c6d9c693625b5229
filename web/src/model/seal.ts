/** Changes of an envelope's bytes that have a name. */
import type { Change } from './edits.ts';

/** Writes a CRC into the last four bytes, which are given. */
export function sealChanges(byteLength: number, lastFour: Uint8Array, crc: number): Change[] {
  return Array.from(lastFour, (before, i) => ({
    offset: byteLength - 4 + i,
    before,
    after: (crc >>> (8 * i)) & 255,
  }));
}
