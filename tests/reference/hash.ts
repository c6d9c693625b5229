// The block hash, written from formats/kv-block.md, section 2. Plain and slow on purpose: it is what the
// fast implementations are compared with, so it shares no code with them.

const mask64 = (1n << 64n) - 1n;

/** FNV-1a with 64 bits of a run of bytes. */
export function fnv1a64(bytes: Iterable<number>): bigint {
  let h = 0xcbf29ce484222325n;
  for (const byte of bytes) {
    h ^= BigInt(byte);
    h = (h * 0x100000001b3n) & mask64;
  }
  return h;
}

/** The hash of a full block: `parent` is the hash of the block before, 0n for the first of a sequence. */
export function blockHash(parent: bigint, tokens: Iterable<number>): bigint {
  const bytes: number[] = [];
  for (let i = 0n; i < 8n; i++) bytes.push(Number((parent >> (8n * i)) & 0xffn));
  for (const token of tokens) {
    for (let i = 0n; i < 4n; i++) bytes.push(Number((BigInt(token) >> (8n * i)) & 0xffn));
  }
  const h = fnv1a64(bytes);
  return h === 0n ? 1n : h;
}
