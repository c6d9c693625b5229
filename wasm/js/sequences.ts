import { bytes, integer, record, show, U32_MAX, u32s, u64 } from './check.ts';
import { TlkvError } from './errors.ts';
import { addressOf, dependentsOf, KvPool } from './kv_pool.ts';
import { LedgerView, observersOf, tell } from './ledger_view.ts';
import { check, memory, module, needInit } from './runtime.ts';
import { idAt, type SequenceIds, sequenceId, sequenceIds, storeIds } from './sequence_ids.ts';
import type { Admission, BlockCopy, OpenOptions } from './sequence_types.ts';

const NO_BLOCK = U32_MAX;

/**
 * Token sequences with prefix reuse, over a pool (its slab then gets the copies) or over block ids alone, for
 * keys and values that live elsewhere. Opening a prompt shares the registered blocks that hold its beginning;
 * appending registers every block that becomes full; a shared block is copied before it is written; closing
 * releases from the tail. Sequence ids are the caller's, safe integers >= 0.
 *
 * A refused call throws and changes nothing: OutOfBlocksError, or a TlkvError with TL_ENOTFOUND for an unknown
 * sequence and TL_EBUSY for a known one where a new one is asked.
 */
export class Sequences extends LedgerView {
  readonly #pool: KvPool | undefined;
  #handle: number;

  readonly nBlocks: number;
  readonly blockTokens: number;

  /**
   * Over a pool, whose disposal ends the sequences too, or over nBlocks block ids. With checkTokens the tokens
   * of a block are compared on every hit, because a hash is no defence against prompts made to collide.
   */
  constructor(
    over: KvPool | { readonly nBlocks: number; readonly blockTokens: number },
    options: { readonly checkTokens?: boolean } = {},
  ) {
    const call = 'Sequences';
    record(over, call, 'over');
    record(options, call, 'options');
    const pool = over instanceof KvPool ? over : undefined;
    const size = over instanceof KvPool ? over.config : over;
    const nBlocks = integer(size.nBlocks, call, 'nBlocks', 1, U32_MAX);
    const blockTokens = integer(size.blockTokens, call, 'blockTokens', 1, U32_MAX);
    const checkTokens = flag(options.checkTokens, call, 'checkTokens');
    needInit(call);
    const address = pool === undefined ? 0 : addressOf(pool, call);
    check(module.sequencesCreate(address, nBlocks, blockTokens, checkTokens, memory.cell), call);
    const ledger = (call: string) => module.sequencesLedger(this.#live(call));
    super(call, { nBlocks, blockTokens }, ledger, pool && observersOf(pool));
    this.nBlocks = nBlocks;
    this.blockTokens = blockTokens;
    this.#pool = pool;
    this.#handle = memory.u32[memory.cell >>> 2] as number;
    if (pool !== undefined) dependentsOf(pool).add(this);
  }

  /** What `open` would take, and whether it fits. Moves nothing. */
  canOpen(tokens: ArrayLike<number>, options: OpenOptions = {}): Admission {
    const call = 'Sequences.canOpen';
    return this.#open(call, tokens, options, (handle, pointer, n, salt, reuseAll, out) =>
      module.sequencesCanOpen(handle, pointer, n, salt, reuseAll, out),
    );
  }

  /** A new sequence that holds these tokens. Cost O(tokens). */
  open(seq: number, tokens: ArrayLike<number>, options: OpenOptions = {}): Admission {
    const call = 'Sequences.open';
    sequenceId(seq, call, 'seq');
    return this.#open(call, tokens, options, (handle, pointer, n, salt, reuseAll, out) =>
      module.sequencesOpen(handle, seq, pointer, n, salt, reuseAll, out),
    );
  }

  /**
   * More tokens, all or none. The answer is the copy on write that it took, if any: done over a pool; over ids
   * alone it is for the caller to do before the new tokens are written.
   */
  append(seq: number, tokens: ArrayLike<number>): BlockCopy | undefined {
    const call = 'Sequences.append';
    sequenceId(seq, call, 'seq');
    const list = memory.keep(u32s(tokens, call, 'tokens'));
    const handle = this.#live(call);
    const pointer = memory.borrow(list.byteLength, call);
    try {
      memory.u32.set(list, pointer >>> 2);
      check(module.sequencesAppend(handle, seq, pointer, list.length, memory.cell), call);
    } finally {
      memory.release(pointer);
    }
    const at = memory.cell >>> 2;
    const words = memory.u32;
    const target = words[at + 1] as number;
    const copy =
      target === NO_BLOCK
        ? undefined
        : { source: words[at] as number, target, tokens: words[at + 2] as number };
    tell(this);
    return copy;
  }

  /**
   * One more token for each of many sequences, tokens[i] for seqs[i], all or none: a step of decoding. The answer
   * lists the copies on write, [source, target, tokens] each, as `append` gives them. A sequence given twice is
   * TL_EINVAL.
   */
  appendEach(seqs: ArrayLike<number>, tokens: ArrayLike<number>): Int32Array {
    const call = 'Sequences.appendEach';
    const ids = sequenceIds(seqs, call, 'seqs');
    const list = memory.keep(u32s(tokens, call, 'tokens'));
    const n = ids.length;
    if (list.length !== n) throw new RangeError(`${call}: ${n} seqs, but ${list.length} tokens`);
    const handle = this.#live(call);
    const pointer = memory.borrow(n * 24 + 4, call);
    try {
      storeIds(ids, memory.u32, pointer >>> 2);
      memory.u32.set(list, (pointer >>> 2) + n * 2);
      const out = pointer + n * 12;
      check(module.sequencesAppendEach(handle, pointer, n, out), call);
      return signed((out >>> 2) + 1, (memory.u32[out >>> 2] as number) * 3);
    } finally {
      memory.release(pointer);
      tell(this);
    }
  }

  /** A new sequence that shares every block of another. Takes no block. */
  fork(parent: number, child: number): void {
    const call = 'Sequences.fork';
    sequenceId(parent, call, 'parent');
    sequenceId(child, call, 'child');
    check(module.sequencesFork(this.#live(call), parent, child), call);
    tell(this);
  }

  /**
   * Keeps the first n tokens and gives back the blocks behind them. A registered block that is cut loses its
   * name, unless others hold it: then it is left to them and copied before the next write.
   */
  truncate(seq: number, n: number): void {
    const call = 'Sequences.truncate';
    sequenceId(seq, call, 'seq');
    integer(n, call, 'n', 0, Number.MAX_SAFE_INTEGER);
    check(module.sequencesTruncate(this.#live(call), seq, n), call);
    tell(this);
  }

  /** Ends a sequence. Its blocks are released from the last to the first. */
  close(seq: number): void {
    const call = 'Sequences.close';
    sequenceId(seq, call, 'seq');
    check(module.sequencesClose(this.#live(call), seq), call);
    tell(this);
  }

  /** The ids of all sequences, ascending. */
  ids(): number[] {
    const handle = this.#live('Sequences.ids');
    const n = module.sequencesIds(handle, 0);
    const pointer = memory.borrow(n * 8, 'Sequences.ids');
    try {
      module.sequencesIds(handle, pointer);
      const ids = memory.u64.subarray(pointer >>> 3, (pointer >>> 3) + n);
      return Array.from(ids, Number).sort((a, b) => a - b);
    } finally {
      memory.release(pointer);
    }
  }

  /** The length of a sequence in tokens. */
  length(seq: number): number {
    this.#find('Sequences.length', seq);
    return foundLength();
  }

  /** The blocks of a sequence, all full but perhaps the last. A copy. */
  table(seq: number): Uint32Array {
    this.#find('Sequences.table', seq);
    const begin = (memory.u32[(memory.cell >>> 2) + 3] as number) >>> 2;
    return memory.u32.slice(begin, begin + foundBlocks());
  }

  /**
   * For kernels: the block tables of many sequences, row by row, each padded with -1 to `width` (by default the
   * length of the longest). TL_EINVAL where nBlocks * blockTokens is above 2^31 - 1, here and in the next two.
   */
  blockTables(seqs: ArrayLike<number>, width?: number): Int32Array {
    const call = 'Sequences.blockTables';
    const ids = sequenceIds(seqs, call, 'seqs');
    const columns =
      width === undefined ? this.#longest(call, ids) : integer(width, call, 'width', 0, U32_MAX);
    const handle = this.#live(call);
    return this.#ints(call, [ids], ids.length * columns, (list, out) =>
      module.sequencesBlockTables(handle, list, ids.length, columns, out),
    );
  }

  /**
   * For kernels: where the tokens of each sequence stand, block * blockTokens + offset, from position from[i]
   * (by default 0) to its end, one sequence after another.
   */
  slotMapping(seqs: ArrayLike<number>, from?: ArrayLike<number>): Int32Array {
    const call = 'Sequences.slotMapping';
    const ids = sequenceIds(seqs, call, 'seqs');
    const begin = sequenceIds(from === undefined ? new Uint8Array(ids.length) : from, call, 'from');
    const handle = this.#live(call);
    if (begin.length !== ids.length) {
      throw new RangeError(`${call}: from has ${begin.length} entries, seqs has ${ids.length}`);
    }
    let total = 0;
    for (let i = 0; i < ids.length; i++) {
      this.#find(call, idAt(ids, i));
      total += Math.max(0, foundLength() - idAt(begin, i));
    }
    return this.#ints(call, [ids, begin], total, (list, out) => {
      const starts = list + ids.length * 8;
      return module.sequencesSlotMapping(handle, list, starts, ids.length, out, total, memory.cell);
    });
  }

  /** For kernels: the length of each sequence. */
  lengths(seqs: ArrayLike<number>): Int32Array {
    const call = 'Sequences.lengths';
    const ids = sequenceIds(seqs, call, 'seqs');
    const handle = this.#live(call);
    return this.#ints(call, [ids], ids.length, (list, out) =>
      module.sequencesLengths(handle, list, ids.length, out),
    );
  }

  /** A sequence of a pool as an envelope: full blocks under their hashes, and the tail. */
  exportSequence(seq: number): Uint8Array {
    const call = 'Sequences.exportSequence';
    this.#find(call, seq);
    const handle = this.#live(call);
    const perBlock = 12 + (this.#pool?.blockBytes ?? 0);
    const size = 32 + foundBlocks() * perBlock;
    const pointer = memory.alloc(size, call);
    try {
      check(module.sequencesExport(handle, seq, pointer, size, memory.cell), call);
      return memory.u8.slice(pointer, pointer + size);
    } finally {
      memory.free(pointer);
    }
  }

  /**
   * A new sequence of a pool from an envelope and the tokens that it holds, which prove its hashes: TL_EINVAL
   * where they do not. Full blocks are registered unless `register` is false.
   */
  importSequence(
    seq: number,
    envelope: ArrayBufferView | ArrayBufferLike,
    tokens: ArrayLike<number>,
    options: { readonly salt?: bigint; readonly register?: boolean } = {},
  ): void {
    const call = 'Sequences.importSequence';
    sequenceId(seq, call, 'seq');
    const input = memory.keep(bytes(envelope, call, 'envelope'));
    const list = memory.keep(u32s(tokens, call, 'tokens'));
    const { salt = 0n, register = true } = record(options, call, 'options');
    u64(salt, call, 'salt');
    flag(register, call, 'register');
    const handle = this.#live(call);
    const tokensPointer = memory.borrow(list.byteLength, call);
    let data = 0;
    try {
      data = memory.alloc(Math.max(input.length, 1), call);
      memory.u32.set(list, tokensPointer >>> 2);
      memory.u8.set(input, data);
      const n = list.length;
      const status = module.sequencesImport(
        handle,
        seq,
        data,
        input.length,
        tokensPointer,
        n,
        salt,
        register,
      );
      check(status, call);
    } finally {
      if (data !== 0) memory.free(data);
      memory.release(tokensPointer);
      tell(this);
    }
  }

  /** Ends all sequences, releasing their blocks; every later use is a TlkvError. More than once is harmless. */
  override dispose(): void {
    const handle = this.#handle;
    this.#handle = 0;
    if (this.#pool === undefined) observersOf(this).end(); // the ledger goes too
    module.sequencesDestroy(handle);
    if (this.#pool !== undefined) dependentsOf(this.#pool).delete(this);
    super.dispose();
    tell(this);
  }

  #live(call: string): number {
    if (this.#handle === 0) throw new TlkvError('TL_EINVAL', `${call}: these sequences are disposed`);
    return this.#handle;
  }

  #open(
    call: string,
    tokens: ArrayLike<number>,
    options: OpenOptions,
    ask: (handle: number, pointer: number, n: number, salt: bigint, reuseAll: boolean, out: number) => number,
  ): Admission {
    const list = memory.keep(u32s(tokens, call, 'tokens'));
    record(options, call, 'options');
    const salt = u64(options.salt === undefined ? 0n : options.salt, call, 'salt');
    const reuseAll = flag(options.reuseAll, call, 'reuseAll');
    const handle = this.#live(call);
    const pointer = memory.borrow(list.byteLength, call);
    try {
      memory.u32.set(list, pointer >>> 2);
      check(ask(handle, pointer, list.length, salt, reuseAll, memory.cell), call);
    } finally {
      memory.release(pointer);
    }
    const at = memory.cell >>> 2;
    const word = (i: number) => memory.u32[at + i] as number;
    const [hitBlocks, revivedBlocks, newBlocks, available] = [word(0), word(1), word(2), word(3)];
    const cachedTokens = Number(memory.u64[(memory.cell >>> 3) + 2]);
    tell(this);
    return { fits: newBlocks <= available, hitBlocks, revivedBlocks, newBlocks, available, cachedTokens };
  }

  /** Puts the length, the number of blocks and their address of a sequence into the cell. */
  #find(call: string, seq: number): void {
    sequenceId(seq, call, 'seq');
    check(module.sequencesFind(this.#live(call), seq, memory.cell), call);
  }

  #longest(call: string, ids: SequenceIds): number {
    let most = 0;
    for (let i = 0; i < ids.length; i++) {
      this.#find(call, idAt(ids, i));
      most = Math.max(most, foundBlocks());
    }
    return most;
  }

  /** Lends lists and room for int32_t results to a call; gives the results. */
  #ints(
    call: string,
    lists: SequenceIds[],
    length: number,
    fill: (list: number, out: number) => number,
  ): Int32Array {
    const listBytes = lists.reduce((sum, list) => sum + list.length * 8, 0);
    const pointer = memory.borrow(listBytes + length * 4, call);
    try {
      let at = pointer >>> 2;
      for (const list of lists) {
        storeIds(list, memory.u32, at);
        at += list.length * 2;
      }
      check(fill(pointer, at * 4), call);
      return signed(at, length);
    } finally {
      memory.release(pointer);
    }
  }
}

/** What #find has put into the cell. */
const foundLength = () => Number(memory.u64[memory.cell >>> 3]);
const foundBlocks = () => memory.u32[(memory.cell >>> 2) + 2] as number;

/** A copy of words of WebAssembly memory as int32_t: an array of the caller's own, also where it is empty. */
function signed(at: number, length: number): Int32Array {
  return length === 0 ? new Int32Array() : new Int32Array(memory.u32.subarray(at, at + length));
}

function flag(value: unknown, call: string, name: string): boolean {
  if (value === undefined || typeof value === 'boolean') return value === true;
  throw new TypeError(`${call}: ${name} must be true or false, got ${show(value)}`);
}
