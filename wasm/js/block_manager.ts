import { integer, U32_MAX } from './check.ts';
import { TlkvError } from './errors.ts';
import { unwatch, watch } from './leaks.ts';
import { check, memory, module, needInit } from './runtime.ts';
import { sequenceId } from './sequence_ids.ts';

/** Where a sequence's next token goes. */
export interface Slot {
  /** The block. */
  readonly block: number;
  /** The position in the block. */
  readonly offset: number;
  /** The block whose first `offset` positions are to be copied into `block` before writing, if any. */
  readonly cowSrc: number | undefined;
}

interface Sequence {
  readonly id: number;
  readonly length: number;
  readonly blocks: Uint32Array;
}

const NO_BLOCK = U32_MAX;

/**
 * Block tables for sequences, by ids and counts alone: no payload and no prefix cache. Blocks come from the
 * front of a first-in first-out list and return to its back. Sequence ids are the caller's, safe integers >= 0.
 *
 * A refused call throws and changes nothing: OutOfBlocksError, or a TlkvError with TL_ENOTFOUND for an unknown
 * sequence and TL_EBUSY for a known one where a new one is asked.
 */
export class BlockManager {
  #manager: number;

  readonly numBlocks: number;
  readonly blockSize: number;

  constructor(numBlocks: number, blockSize: number) {
    this.numBlocks = integer(numBlocks, 'BlockManager', 'numBlocks', 1, U32_MAX);
    this.blockSize = integer(blockSize, 'BlockManager', 'blockSize', 1, U32_MAX);
    needInit('BlockManager');
    check(module.blockManagerCreate(numBlocks, blockSize, memory.cell), 'BlockManager');
    this.#manager = memory.u32[memory.cell >>> 2] as number;
    watch(this, 'BlockManager');
  }

  /** A new sequence of nTokens, with as many blocks as they need; none for 0. */
  allocate(seq: number, nTokens: number): void {
    const call = 'BlockManager.allocate';
    sequenceId(seq, call, 'seq');
    integer(nTokens, call, 'nTokens', 0, Number.MAX_SAFE_INTEGER);
    const manager = this.#open(call);
    check(module.blockManagerAllocate(manager, seq, nTokens), call);
  }

  /**
   * Reserves the slot of one more token: in a fresh block where the last one is full, or partly full and
   * shared (then `cowSrc` says what to copy); else in place.
   */
  appendSlot(seq: number): Slot {
    const call = 'BlockManager.appendSlot';
    sequenceId(seq, call, 'seq');
    const manager = this.#open(call);
    check(module.blockManagerAppendSlot(manager, seq, memory.cell), call);
    const at = memory.cell >>> 2;
    const words = memory.u32;
    const cowSrc = words[at + 2] as number;
    return {
      block: words[at] as number,
      offset: words[at + 1] as number,
      cowSrc: cowSrc === NO_BLOCK ? undefined : cowSrc,
    };
  }

  /** A new sequence that shares every block of another. Takes no block. */
  fork(parent: number, child: number): void {
    const call = 'BlockManager.fork';
    sequenceId(parent, call, 'parent');
    sequenceId(child, call, 'child');
    const manager = this.#open(call);
    check(module.blockManagerFork(manager, parent, child), call);
  }

  /** Drops a sequence. Its blocks lose a reference, from the last to the first. */
  freeSeq(seq: number): void {
    const call = 'BlockManager.freeSeq';
    sequenceId(seq, call, 'seq');
    const manager = this.#open(call);
    check(module.blockManagerFreeSeq(manager, seq), call);
  }

  /** Free blocks, the front (taken next) first. A copy; cost O(numBlocks). */
  get free(): Uint32Array {
    const manager = this.#open('BlockManager.free');
    return this.#words('BlockManager.free', (out) => module.blockManagerFree(manager, out));
  }

  /** The reference count of every block. A copy; cost O(numBlocks). */
  get ref(): Uint32Array {
    const manager = this.#open('BlockManager.ref');
    return this.#words('BlockManager.ref', (out) => {
      if (out !== 0) module.blockManagerRefs(manager, out);
      return this.numBlocks;
    });
  }

  /** The blocks of every sequence, by ascending sequence id. A copy. */
  get tables(): Map<number, Uint32Array> {
    return new Map(this.#sequences('BlockManager.tables').map(({ id, blocks }) => [id, blocks]));
  }

  /** The length of every sequence in tokens, by ascending sequence id. A copy. */
  get lens(): Map<number, number> {
    return new Map(this.#sequences('BlockManager.lens').map(({ id, length }) => [id, length]));
  }

  /** Frees its memory; every later use is a TlkvError. More than once is harmless. */
  dispose(): void {
    const manager = this.#manager;
    this.#manager = 0;
    module.blockManagerDestroy(manager);
    unwatch(this);
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #open(call: string): number {
    if (this.#manager === 0) throw new TlkvError('TL_EINVAL', `${call}: this manager is disposed`);
    return this.#manager;
  }

  /** Asks how many words there are (write(0)), and then for the words. */
  #words(call: string, write: (out: number) => number): Uint32Array<ArrayBuffer> {
    const length = write(0);
    const out = memory.borrow(length * 4, call);
    try {
      write(out);
      return memory.u32.slice(out >>> 2, (out >>> 2) + length);
    } finally {
      memory.release(out);
    }
  }

  #sequences(call: string): Sequence[] {
    const manager = this.#open(call);
    const words = this.#words(call, (out) => module.blockManagerSequences(manager, out));
    const view = new DataView(words.buffer);
    const sequences: Sequence[] = [];
    for (let at = 0; at < words.length; ) {
      const begin = at + 5;
      const blocks = words.slice(begin, begin + (words[at + 4] as number));
      sequences.push({
        id: Number(view.getBigUint64(at * 4, true)),
        length: Number(view.getBigUint64(at * 4 + 8, true)),
        blocks,
      });
      at = begin + blocks.length;
    }
    return sequences.sort((a, b) => a.id - b.id);
  }
}
