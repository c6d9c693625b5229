// The peer of Sequences: the class that one would write in JavaScript. Arrays for the blocks, a Map from block
// hash to block, a Map as LRU list (it keeps the order of insertion), and BigInt for the hashes, which are those
// of the format. It reuses prefixes, evicts and copies on write as Sequences does, and checks no arguments.

const PRIME = 0x100000001b3n;

/** The block hash of the format in BigInt. */
export function blockHash(parent, tokens) {
  let h = 0xcbf29ce484222325n;
  for (let shift = 0n; shift < 64n; shift += 8n)
    h = BigInt.asUintN(64, (h ^ ((parent >> shift) & 255n)) * PRIME);
  for (const token of tokens) {
    for (let shift = 0; shift < 32; shift += 8)
      h = BigInt.asUintN(64, (h ^ BigInt((token >>> shift) & 255)) * PRIME);
  }
  return h === 0n ? 1n : h;
}

export class PlainSequences {
  #blockTokens;
  #free;
  #ref;
  #hash;
  #byHash = new Map();
  #lru = new Map();
  #sequences = new Map();

  constructor(nBlocks, blockTokens) {
    this.#blockTokens = blockTokens;
    this.#free = Array.from({ length: nBlocks }, (_, i) => nBlocks - 1 - i);
    this.#ref = new Uint32Array(nBlocks);
    this.#hash = new Array(nBlocks).fill(undefined);
  }

  /** Shares the registered blocks that hold the beginning, takes others for the rest; the tokens shared. */
  open(id, tokens) {
    const size = this.#blockTokens;
    const hashes = [];
    for (let at = 0; at + size <= tokens.length; at += size)
      hashes.push(blockHash(hashes.at(-1) ?? 0n, tokens.subarray(at, at + size)));
    const blocks = [];
    // One token at least is left to compute.
    const reusable = Math.floor((tokens.length - 1) / size);
    while (blocks.length < reusable) {
      const block = this.#byHash.get(hashes[blocks.length]);
      if (block === undefined) break;
      if (this.#ref[block]++ === 0) this.#lru.delete(block);
      blocks.push(block);
    }
    const cached = blocks.length * size;
    while (blocks.length * size < tokens.length) {
      const block = this.#take();
      const hash = hashes[blocks.length];
      blocks.push(block);
      if (hash !== undefined) this.#register(block, hash);
    }
    const tail = Array.from(tokens.subarray(hashes.length * size));
    this.#sequences.set(id, { blocks, tail, hash: hashes.at(-1) ?? 0n });
    return cached;
  }

  /** One more token; the block that was copied, if any. */
  append(id, token) {
    const sequence = this.#sequences.get(id);
    const { blocks, tail } = sequence;
    let copied;
    if (tail.length === 0) {
      blocks.push(this.#take());
    } else if (this.#ref[blocks.at(-1)] > 1) {
      copied = blocks.at(-1);
      blocks[blocks.length - 1] = this.#take();
      this.#ref[copied]--;
    }
    tail.push(token);
    if (tail.length === this.#blockTokens) {
      sequence.hash = blockHash(sequence.hash, tail);
      this.#register(blocks.at(-1), sequence.hash);
      sequence.tail = [];
    }
    return copied;
  }

  /** Releases the blocks from the last to the first. */
  close(id) {
    const { blocks } = this.#sequences.get(id);
    for (let i = blocks.length - 1; i >= 0; i--) {
      const block = blocks[i];
      if (--this.#ref[block] > 0) continue;
      if (this.#hash[block] === undefined) this.#free.push(block);
      else this.#lru.set(block, true);
    }
    this.#sequences.delete(id);
  }

  #take() {
    let block = this.#free.pop();
    if (block === undefined) {
      block = this.#lru.keys().next().value;
      if (block === undefined) throw new Error('out of blocks');
      this.#lru.delete(block);
      this.#byHash.delete(this.#hash[block]);
      this.#hash[block] = undefined;
    }
    this.#ref[block] = 1;
    return block;
  }

  #register(block, hash) {
    if (this.#byHash.has(hash)) return;
    this.#byHash.set(hash, block);
    this.#hash[block] = hash;
  }
}
