/** Which blocks of an envelope a list of token ids explains: the hashes of its full blocks, chained. */
import { blockHash } from 'tlkv';

export const TOKENS_LIMIT = 65_536;

export interface Link {
  /** The tokens of the block begin here in the list. */
  readonly first: number;
  readonly parent: bigint;
  readonly hash: bigint;
  /** What is hashed: the parent, then the tokens, each 32 bits, least significant byte first. */
  readonly hashed: Uint8Array;
  /** Records that carry this hash. */
  readonly records: readonly number[];
}

export type Tokens = { readonly tokens: Uint32Array } | { readonly error: string };

/** Whole numbers of 32 bits, parted by spaces, commas or brackets, decimal or 0x. */
export function parseTokens(text: string): Tokens {
  const words = text.split(/[\s,;[\]]+/).filter((word) => word !== '');
  if (words.length > TOKENS_LIMIT)
    return { error: `${words.length} tokens; this page chains up to ${TOKENS_LIMIT}.` };
  const tokens = new Uint32Array(words.length);
  for (const [i, word] of words.entries()) {
    const value = /^(\d{1,10}|0x[0-9a-f]{1,8})$/i.test(word) ? Number(word) : Number.NaN;
    if (!(value <= 0xffffffff))
      return { error: `"${word.slice(0, 20)}" is no token id: a whole number from 0 to 4294967295.` };
    tokens[i] = value;
  }
  return { tokens };
}

/** A hash to begin the chain with: 0x and hex digits, or decimal. Nothing is 0. */
export function parseParent(text: string): bigint | undefined {
  const word = text.trim();
  if (word === '') return 0n;
  if (!/^(\d{1,20}|0x[0-9a-f]{1,16})$/i.test(word)) return undefined;
  const value = BigInt(word);
  return value < 1n << 64n ? value : undefined;
}

/** One link for each full block of `blockTokens`; tokens of a block that is not full have no hash. */
export function chain(
  tokens: Uint32Array,
  blockTokens: number,
  parent: bigint,
  hashes: BigUint64Array,
): Link[] {
  const links: Link[] = [];
  let before = parent;
  for (let first = 0; first + blockTokens <= tokens.length; first += blockTokens) {
    const own = tokens.subarray(first, first + blockTokens);
    const hash = blockHash(before, own);
    const records: number[] = [];
    hashes.forEach((one, i) => {
      if (one === hash) records.push(i);
    });
    links.push({ first, parent: before, hash, hashed: hashedBytes(before, own), records });
    before = hash;
  }
  return links;
}

function hashedBytes(parent: bigint, tokens: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(8 + tokens.length * 4);
  const data = new DataView(bytes.buffer);
  data.setBigUint64(0, parent, true);
  tokens.forEach((token, i) => {
    data.setUint32(8 + i * 4, token, true);
  });
  return bytes;
}
