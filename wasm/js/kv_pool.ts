import { BlockView } from './block_view.ts';
import { bytes, integer, show, u16s, u32, u32s, u64, u64s } from './check.ts';
import { payloadBytes } from './envelope_shape.ts';
import { TL_EINVAL, TL_ENOTFOUND, TlkvError } from './errors.ts';
import { LedgerView, observersOf, tell } from './ledger_view.ts';
import { checkConfig, configWords, type KvPoolConfig, poolBytes } from './pool_config.ts';
import { check, checkRefusal, clearRefusal, memory, module, needInit } from './runtime.ts';

/** Keys or values. */
export type Which = 'k' | 'v';

/** For Sequences, which stand on a pool: the C++ pool, and whom to end before it. */
export let addressOf: (pool: KvPool, call: string) => number;
export let dependentsOf: (pool: KvPool) => Set<{ dispose(): void }>;

const SLAB_LIMIT = 2 ** 31;
/** The smallest record of an envelope: hash, token count, and a payload of two elements. */
const MIN_RECORD_BYTES = 16;

/**
 * A pool of KV-cache blocks in WebAssembly memory: reference counts, copy on write, a prefix index with LRU
 * eviction, and .tlkv envelopes. Block ids are integers 0..nBlocks-1. A block is free, used (references >= 1)
 * or cached (no references, but registered under a hash); free + used + cached is always nBlocks.
 *
 * A refused call throws a TlkvError and changes nothing. Give the memory back with `dispose()` or `using`.
 */
export class KvPool extends LedgerView {
  readonly #dependents = new Set<{ dispose(): void }>();
  #pool: number;

  /** The dimensions it was made with. */
  readonly config: KvPoolConfig;
  /** Payload bytes of one block (P). */
  readonly blockBytes: number;
  /** Elements of the keys or the values of one block in one layer: H * B * D. */
  readonly #slabLength: number;

  /**
   * Makes a pool, all blocks free. TL_ENOMEM when the payloads would take 2 GiB or more, or memory is out.
   */
  constructor(config: KvPoolConfig) {
    const checked = checkConfig(config, 'KvPool');
    const total = poolBytes(checked);
    if (total >= SLAB_LIMIT) {
      throw new TlkvError(
        'TL_ENOMEM',
        `KvPool: ${checked.nBlocks} blocks of ${payloadBytes(checked)} bytes are ${total} bytes; ` +
          `a pool in WebAssembly memory stays below ${SLAB_LIMIT}`,
      );
    }
    needInit('KvPool');
    const words = configWords(checked);
    memory.u32.set(words, memory.cell >>> 2);
    const out = memory.cell + words.length * 4;
    check(module.tl_kv_pool_create(memory.cell, out), 'KvPool');
    super('KvPool', checked, (call) => module.poolLedger(this.#open(call)));
    this.config = checked;
    this.blockBytes = Number(payloadBytes(checked));
    this.#slabLength = this.blockBytes / checked.nLayers / 4;
    this.#pool = memory.u32[out >>> 2] as number;
  }

  /** The payload bytes of a pool before it is made: nBlocks * L * 2 * H * B * D * 2. Needs no `init()`. */
  static bytesFor(config: KvPoolConfig): number {
    return Number(poolBytes(checkConfig(config, 'KvPool.bytesFor')));
  }

  /**
   * Takes n blocks, each with one reference and fill 0: free ones first (the last freed comes out first), then
   * cached ones, least recently used first, which lose their hash. All or none: OutOfBlocksError.
   */
  alloc(n: number): Uint32Array {
    const call = 'KvPool.alloc';
    u32(n, call, 'n');
    const pool = this.#open(call);
    const ids = memory.borrow(Math.min(n, this.config.nBlocks) * 4, call);
    try {
      check(module.tl_kv_alloc(pool, n, ids), call);
      return memory.u32.slice(ids >>> 2, (ids >>> 2) + n);
    } finally {
      memory.release(ids);
      tell(this);
    }
  }

  /** Adds a reference to a used block. */
  ref(id: number): void {
    u32(id, 'KvPool.ref', 'id');
    const pool = this.#open('KvPool.ref');
    clearRefusal();
    module.tl_kv_ref(pool, id);
    checkRefusal('KvPool.ref');
    tell(this);
  }

  /**
   * Drops a reference. At none a registered block becomes cached, any other free. Release a sequence from its
   * last block to its first: the cache then loses its tail before its head.
   */
  unref(id: number): void {
    u32(id, 'KvPool.unref', 'id');
    const pool = this.#open('KvPool.unref');
    check(module.tl_kv_unref(pool, id), 'KvPool.unref');
    tell(this);
  }

  /**
   * Asks to write into a block. Held alone, the answer is the block itself. Shared, it is a copy (payload and
   * fill, not registered) that takes over one reference. OutOfBlocksError when there is no block to copy into.
   */
  cow(id: number): number {
    u32(id, 'KvPool.cow', 'id');
    const pool = this.#open('KvPool.cow');
    check(module.tl_kv_cow(pool, id, memory.cell), 'KvPool.cow');
    const writable = memory.u32[memory.cell >>> 2] as number;
    tell(this);
    return writable;
  }

  /** Says that the first n positions of a used, unregistered block hold data. */
  setFill(id: number, n: number): void {
    u32(id, 'KvPool.setFill', 'id');
    u32(n, 'KvPool.setFill', 'n');
    const pool = this.#open('KvPool.setFill');
    check(module.tl_kv_set_fill(pool, id, n), 'KvPool.setFill');
    tell(this);
  }

  /** The positions of a block that hold data. */
  fill(id: number): number {
    u32(id, 'KvPool.fill', 'id');
    const pool = this.#open('KvPool.fill');
    clearRefusal();
    const n = module.tl_kv_fill(pool, id) >>> 0;
    if (n === 0) checkRefusal('KvPool.fill');
    return n;
  }

  /**
   * Names a used, full block, so that `lookup` finds it. TL_EBUSY when another block holds the hash: this one
   * then stays private to its holders.
   */
  register(id: number, hash: bigint): void {
    u32(id, 'KvPool.register', 'id');
    u64(hash, 'KvPool.register', 'hash');
    const pool = this.#open('KvPool.register');
    try {
      check(module.tl_kv_register(pool, id, hash), 'KvPool.register');
    } finally {
      tell(this); // also of a duplicate
    }
  }

  /** Finds the block of a hash and adds a reference; a cached one becomes used. A miss is undefined. */
  lookup(hash: bigint): number | undefined {
    u64(hash, 'KvPool.lookup', 'hash');
    const pool = this.#open('KvPool.lookup');
    const status = module.tl_kv_lookup(pool, hash, memory.cell);
    if (status !== TL_ENOTFOUND) check(status, 'KvPool.lookup');
    const id = status === TL_ENOTFOUND ? undefined : memory.u32[memory.cell >>> 2];
    tell(this);
    return id;
  }

  /** Looks up the hashes of a prompt in one call: the blocks, up to the first hash that is not there. */
  lookupPrefix(hashes: ArrayLike<bigint>): Uint32Array {
    const call = 'KvPool.lookupPrefix';
    const list = memory.keep(u64s(hashes, call, 'hashes'));
    const ledger = module.poolLedger(this.#open(call));
    const pointer = memory.borrow(list.length * 12 + 4, call);
    try {
      memory.u64.set(list, pointer >>> 3);
      const out = pointer + list.length * 8;
      module.ledgerLookupPrefix(ledger, pointer, list.length, out);
      const begin = (out >>> 2) + 1;
      return memory.u32.slice(begin, begin + (memory.u32[begin - 1] as number));
    } finally {
      memory.release(pointer);
      tell(this);
    }
  }

  /** A copy of a block's keys or values in one layer: [H][B][D] f16 bits. */
  readBlock(id: number, layer: number, which: Which): Uint16Array {
    return this.#slab('KvPool.readBlock', id, layer, which).slice();
  }

  /** Writes f16 bits over a block's keys or values in one layer, from element `at` of [H][B][D] on. */
  writeBlock(id: number, layer: number, which: Which, bits: Uint16Array, at = 0): void {
    const call = 'KvPool.writeBlock';
    u16s(bits, call, 'bits');
    integer(at, call, 'at', 0, this.#slabLength);
    if (bits.length > this.#slabLength - at) {
      throw new RangeError(
        `${call}: bits has ${bits.length} elements, but from ${at} on there is room for ${this.#slabLength - at}`,
      );
    }
    this.#slab(call, id, layer, which).set(bits, at);
    if (observersOf(this).active && bits.length > 0) {
      // Rows of headDim elements, one for each position of each head.
      const { headDim, blockTokens } = this.config;
      const rows = Math.floor((at + bits.length - 1) / headDim) - Math.floor(at / headDim) + 1;
      observersOf(this).written(id, Math.min(rows, blockTokens));
      tell(this);
    }
  }

  /** A block's keys or values in one layer, in place. */
  block(id: number, layer: number, which: Which): BlockView {
    return new BlockView(() => this.#slab('KvPool.block', id, layer, which));
  }

  /** Used blocks (ids may repeat) as a .tlkv envelope. */
  exportBlocks(ids: ArrayLike<number>): Uint8Array {
    const call = 'KvPool.exportBlocks';
    const list = memory.keep(u32s(ids, call, 'ids'));
    const pool = this.#open(call);
    const size = module.tl_kv_export_bytes(pool, list.length) >>> 0;
    const idsPointer = memory.borrow(list.byteLength, call);
    let envelope = 0;
    try {
      memory.u32.set(list, idsPointer >>> 2);
      envelope = memory.alloc(size, call);
      const status = module.tl_kv_export(pool, idsPointer, list.length, envelope, size, memory.cell);
      check(status, call);
      return memory.u8.slice(envelope, envelope + size);
    } finally {
      if (envelope !== 0) memory.free(envelope);
      memory.release(idsPointer);
    }
  }

  /**
   * Reads an envelope into newly taken blocks, one a record, each with one reference; the ids in record order.
   * A full block with a hash is registered, unless the hash is held already. Refused by the first broken
   * reader rule (TL_EFORMAT, or TL_ESHAPE for other dimensions than the pool's), then for want of blocks.
   */
  importBlocks(envelope: ArrayBufferView | ArrayBufferLike): Uint32Array {
    const call = 'KvPool.importBlocks';
    const input = memory.keep(bytes(envelope, call, 'envelope'));
    const pool = this.#open(call);
    const pointer = memory.alloc(Math.max(input.length, 1), call);
    let ids = 0;
    try {
      memory.u8.set(input, pointer);
      // The count is a claim of the header; no more ids come out than records can be there.
      const claimed = input.length < 12 ? 0 : new DataView(memory.u8.buffer).getUint32(pointer + 8, true);
      const count = Math.min(claimed, Math.floor(input.length / MIN_RECORD_BYTES));
      ids = memory.borrow(count * 4, call);
      check(module.tl_kv_import(pool, pointer, input.length, ids), call);
      return memory.u32.slice(ids >>> 2, (ids >>> 2) + count);
    } finally {
      if (ids !== 0) memory.release(ids);
      memory.free(pointer);
      tell(this);
    }
  }

  /**
   * Frees the pool's memory for other pools and ends the Sequences on it; every later use is a TlkvError. More
   * than once is harmless.
   */
  override dispose(): void {
    for (const dependent of this.#dependents) dependent.dispose();
    observersOf(this).end();
    const pool = this.#pool;
    this.#pool = 0;
    module.tl_kv_pool_destroy(pool);
    super.dispose();
  }

  static {
    addressOf = (pool, call) => pool.#open(call);
    dependentsOf = (pool) => pool.#dependents;
  }

  /** The C++ pool. Taken last, when all arguments are read: what a caller's getters do comes before. */
  #open(call: string): number {
    if (this.#pool === 0) throw new TlkvError('TL_EINVAL', `${call}: this pool is disposed`);
    return this.#pool;
  }

  #slab(call: string, id: number, layer: number, which: Which): Uint16Array<ArrayBuffer> {
    u32(id, call, 'id');
    u32(layer, call, 'layer');
    if (which !== 'k' && which !== 'v') {
      throw new TypeError(`${call}: which must be 'k' or 'v', got ${show(which)}`);
    }
    const pool = this.#open(call);
    const pointer = module.tl_kv_block_ptr(pool, id, layer, which === 'v' ? 1 : 0) >>> 0;
    if (pointer === 0) check(TL_EINVAL, call);
    return memory.u16.subarray(pointer >>> 1, (pointer >>> 1) + this.#slabLength);
  }
}
