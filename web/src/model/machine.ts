/**
 * Real pools and what their caller keeps beside them: the block tables of the sequences. Runs calls; the
 * pool decides every answer, the tables only follow it. There is one pool, `p`, until a scenario names
 * another.
 */
import { KvPool, type PoolSnapshot, TlkvError } from 'tlkv';
import { accepted, type Call, OK, type Outcome } from './call.ts';
import { HashNames } from './hash_names.ts';
import { configOf, type PoolSize } from './pool_size.ts';
import { TokenValues } from './token_values.ts';

export type Tables = ReadonlyMap<string, readonly number[]>;

/** In which order a sequence that ends gives its blocks back. */
export type Release = 'tail first' | 'head first';

interface Side {
  readonly name: string;
  readonly pool: KvPool;
  tables: Tables;
}

/** The variable of the pool that a session begins with. */
export const FIRST_POOL = 'p';

export class Machine {
  readonly hashNames = new HashNames();
  readonly values: TokenValues;
  /** The envelope that was exported or brought along last. */
  wire: Uint8Array | undefined;
  private readonly sides = new Map<string, Side>();
  private side: Side;

  constructor(
    readonly size: PoolSize,
    readonly release: Release,
  ) {
    this.values = new TokenValues(configOf(size));
    this.side = this.open(FIRST_POOL);
  }

  get pool(): KvPool {
    return this.side.pool;
  }

  get poolName(): string {
    return this.side.name;
  }

  hasPool(name: string): boolean {
    return this.sides.has(name);
  }

  /** Sequence to block ids, as they stand; a later call does not change what was returned. */
  get tables(): Tables {
    return this.side.tables;
  }

  snapshot(): PoolSnapshot {
    return this.pool.snapshot();
  }

  /** The tokens of a block's filled positions, read from the pool's memory; undefined where another engine wrote. */
  tokensOf(id: number): (number | undefined)[] {
    return this.values.read(this.pool, id, this.pool.fill(id));
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
    for (const { pool } of this.sides.values()) pool.dispose();
  }

  private open(name: string): Side {
    const known = this.sides.get(name);
    if (known) return known;
    const side = { name, pool: new KvPool(configOf(this.size)), tables: new Map() };
    this.sides.set(name, side);
    return side;
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
        if (call.write) this.values.write(pool, call.id, call.write.at, call.write.tokens);
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
      case 'export':
        this.wire = pool.exportBlocks(call.ids);
        return [];
      case 'import':
        this.wire = call.bytes ?? this.wire ?? new Uint8Array(0);
        return this.nameHashes(Array.from(pool.importBlocks(this.wire)));
      case 'pool':
        this.side = this.open(call.name);
        return [];
    }
  }

  /** The hashes that blocks were imported with get short names, too. */
  private nameHashes(ids: number[]): number[] {
    const { hash } = this.snapshot();
    for (const id of ids) if (hash[id]) this.hashNames.add(hash[id]);
    return ids;
  }

  /** Brings the caller's tables up to an accepted call. */
  private follow(call: Call, outcome: Outcome): Outcome {
    if (call.fn === 'lookup' && outcome.ids.length === 0) return { ...outcome, status: 'TL_ENOTFOUND' };
    const seq = 'seq' in call ? call.seq : undefined;
    if (seq === undefined || !accepted(outcome)) return outcome;
    const next = tableAfter(call, this.tables.get(seq) ?? [], outcome.ids);
    const tables = new Map(this.tables);
    if (next.length === 0 && call.fn === 'unref') tables.delete(seq);
    else tables.set(seq, next);
    this.side.tables = tables;
    return outcome;
  }
}

function tableAfter(call: Call, old: readonly number[], ids: readonly number[]): readonly number[] {
  switch (call.fn) {
    case 'alloc':
    case 'lookup':
    case 'import':
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
