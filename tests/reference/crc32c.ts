// CRC-32C, one byte at a time, written from formats/kv-block.md, section 3.

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let r = byte;
  for (let bit = 0; bit < 8; bit++) r = (r >>> 1) ^ (r & 1 ? 0x82f63b78 : 0);
  return r;
});

/** The checksum of `bytes`, or of what `crc` is the checksum of followed by `bytes`. */
export function crc32c(bytes: Uint8Array, crc = 0): number {
  let r = ~crc;
  for (const byte of bytes) r = (r >>> 8) ^ (table[(r ^ byte) & 0xff] as number);
  return ~r >>> 0;
}
