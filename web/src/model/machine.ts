/**
 * A real pool and what its caller keeps beside it: the block tables of the sequences. Runs calls; the
 * pool decides every answer, the tables only follow it.
 */
import { KvPool, type PoolSnapshot, TlkvError } from 'tlkv';
import { accepted, type Call, OK, type Outcome } from './call.ts';
import { HashNames } from './hash_names.ts';
import { keysOf, TOKEN_DIMS, tokensOf, valuesOf } from './token_values.ts';

/** The pool of a scenario: blocks of `tokens` positions. */
export interface PoolSize {
  readonly blocks: number;
  readonly tokens: number;
}

export type Tables = ReadonlyMap<string, readonly number[]>;

export class Machine {
  readonly pool: KvPool;
  readonly hashNames = new HashNames();
  private table = new Map<string, readonly number[]>();

  constructor(readonly size: PoolSize) {
    this.pool = new KvPool({
      nBlocks: size.blocks,
      blockTokens: size.tokens,
      nLayers: 1,
      nKvHeads: 1,
      headDim: TOKEN_DIMS,
    });
  }

  /** Sequence to block ids, as they stand; a later call does not change what was returned. */
  get tables(): Tables {
    return this.table;
  }

  snapshot(): PoolSnapshot {
    return this.pool.snapshot();
  }

  /** The tokens of a block's filled positions, read from the pool's memory. */
  tokensOf(id: number): number[] {
    const fill = this.pool.fill(id);
    if (fill === 0) return [];
    return tokensOf(this.pool.readBlock(id, 0, 'k').subarray(0, fill * TOKEN_DIMS));
  }

  run(call: Call): Outcome {
    try {
      const ids = this.perform(call);
      return this.follow(call, { ...OK, ids });
    } catch (error) {
      if (!(error instanceof TlkvError)) throw error;
      return { status: error.code, message: error.message, ids: [] };
    }
  }

  dispose(): void {
    this.pool.dispose();
  }

  private perform(call: Call): number[] {
    const { pool } = this;
    switch (call.fn) {
      case 'alloc':
        return Array.from(pool.alloc(call.n));
      case 'ref':
        pool.ref(call.id);
        return [];
      case 'unref':
        pool.unref(call.id);
        return [];
      case 'cow':
        return [pool.cow(call.id)];
      case 'set_fill':
        pool.setFill(call.id, call.n);
        if (call.write) {
          const { at, tokens } = call.write;
          pool.writeBlock(call.id, 0, 'k', keysOf(tokens), at * TOKEN_DIMS);
          pool.writeBlock(call.id, 0, 'v', valuesOf(tokens), at * TOKEN_DIMS);
        }
        return [];
      case 'register':
        this.hashNames.add(call.hash);
        pool.register(call.id, call.hash);
        return [];
      case 'lookup': {
        this.hashNames.add(call.hash);
        const id = pool.lookup(call.hash);
        return id === undefined ? [] : [id];
      }
    }
  }

  /** Brings the caller's tables up to an accepted call. */
  private follow(call: Call, outcome: Outcome): Outcome {
    if (call.fn === 'lookup' && outcome.ids.length === 0) return { ...outcome, status: 'TL_ENOTFOUND' };
    const seq = 'seq' in call ? call.seq : undefined;
    if (seq === undefined || !accepted(outcome)) return outcome;
    const old = this.table.get(seq) ?? [];
    const next = tableAfter(call, old, outcome.ids);
    this.table = new Map(this.table);
    if (next.length === 0 && call.fn === 'unref') this.table.delete(seq);
    else this.table.set(seq, next);
    return outcome;
  }
}

function tableAfter(call: Call, old: readonly number[], ids: readonly number[]): readonly number[] {
  switch (call.fn) {
    case 'alloc':
    case 'lookup':
      return [...old, ...ids];
    case 'ref':
      return [...old, call.id];
    case 'unref': {
      const at = old.lastIndexOf(call.id);
      return old.filter((_, i) => i !== at);
    }
    case 'cow': {
      const at = old.lastIndexOf(call.id);
      return old.map((id, i) => (i === at ? (ids[0] as number) : id));
    }
    default:
      return old;
  }
}
