/**
 * A pool played step by step. The session records each call once, as data; going back makes a new pool
 * and runs the recorded calls again, so every state shown is one that the real pool was in.
 */
import { formatHash, type PoolSnapshot } from 'tlkv';
import { type Counts, countStates } from './block.ts';
import { accepted, type Call, fullC, type Outcome, shortC } from './call.ts';
import { type Change, changesOf } from './changes.ts';
import type { Command } from './command.ts';
import { type Calls, expand } from './engine.ts';
import { Machine, type Release, type Tables } from './machine.ts';
import type { PoolSize } from './pool_size.ts';
import type { Question } from './question.ts';
import { type Mark, markOf, noteOf, resultOf } from './result.ts';

/** A call that was made. Step 0, before the first call, is the pool as created. */
export interface Step extends Remarks {
  readonly index: number;
  /** Which command, counted from 0, made the call. */
  readonly command: number;
  readonly call: Call;
  readonly outcome: Outcome;
  /** `cow(1, &b[1])` and `tl_kv_cow(p, 1, &b[1]);` */
  readonly short: string;
  readonly full: string;
  /** `b[1] = 2`; "" where the call answers nothing. */
  readonly result: string;
  /** A word or two for the log: "ref 2", "cached". */
  readonly note: string;
  readonly mark?: Mark;
  /** Blocks that the call evicted. */
  readonly evicted: number;
}

/** What a scenario says about a command. The chapter and the question belong to its first call. */
export interface Remarks {
  readonly chapter?: string;
  readonly why?: string;
  readonly ask?: Question;
}

export interface Moment {
  /** The variable of the pool: p, or what the scenario calls another. */
  readonly pool: string;
  readonly snapshot: PoolSnapshot;
  readonly tables: Tables;
}

/** Everything a view shows of one position. */
export interface Frame {
  readonly position: number;
  readonly step?: Step;
  readonly before: Moment;
  readonly after: Moment;
  readonly changes: readonly Change[];
  readonly balance: Balance;
}

/** The pool's own counts, held against its snapshot. */
export interface Balance extends Counts {
  readonly blocks: number;
  readonly evictions: number;
  /** Empty when every count and every invariant of the pool holds. */
  readonly violations: readonly string[];
}

export class Session {
  readonly steps: Step[] = [];
  /** The position after each command: a command is some calls, or none. */
  readonly ends: number[] = [];
  private machine: Machine;
  private at = 0;
  /** The moments on both sides of the last call. */
  private before: Moment;
  private after: Moment;
  private shown: Frame | undefined;

  constructor(
    readonly size: PoolSize,
    readonly release: Release = 'tail first',
  ) {
    this.machine = new Machine(size, release);
    this.before = this.after = this.moment();
  }

  get position(): number {
    return this.at;
  }

  get frame(): Frame {
    this.shown ??= this.look();
    return this.shown;
  }

  /** How many commands have begun at the current position. */
  get commandsBegun(): number {
    const begun = this.ends.findIndex((end) => end >= this.at);
    return this.at === 0 ? 0 : begun < 0 ? this.ends.length : begun + 1;
  }

  /**
   * Runs a command after the first `kept` commands, forgets those that followed them, and stays there.
   * Throws CommandError before any call; then everything is as it was.
   */
  record(command: Command, remarks: Remarks = {}, kept = this.ends.length): void {
    const from = this.at;
    this.goTo(this.ends[kept - 1] ?? 0);
    let calls: Calls;
    try {
      calls = expand(command, this.machine);
    } catch (error) {
      this.goTo(from);
      throw error;
    }
    this.truncate(kept);
    const { chapter, ask, ...lasting } = remarks;
    let said: Remarks = remarks;
    for (let next = calls.next(); !next.done; ) {
      const call = next.value;
      this.advance(call, (outcome) => this.steps.push(this.stepOf(call, outcome, kept, said)));
      said = lasting;
      next = calls.next((this.steps.at(-1) as Step).outcome);
    }
    this.ends.push(this.at);
  }

  /** Goes to the end of the first `kept` commands and forgets the rest. */
  truncate(kept: number): void {
    this.goTo(this.ends[kept - 1] ?? 0);
    this.ends.length = kept;
    this.steps.length = this.at;
  }

  /** Shows the pool after `position` calls, 0..steps.length; anything else goes to the nearer end. */
  goTo(position: number): void {
    const goal = Math.min(Math.max(0, Math.trunc(position)), this.steps.length);
    if (goal === this.at) return;
    if (goal < this.at) this.restart();
    if (goal - this.at > 1) {
      while (this.at < goal - 1) this.machine.run((this.steps[this.at++] as Step).call);
      this.after = this.moment();
    }
    if (this.at < goal) this.advance((this.steps[this.at] as Step).call);
  }

  /** Bytes of K and V that one position takes, over all layers and heads. */
  get positionBytes(): number {
    const { blockBytes, config } = this.machine.pool;
    return blockBytes / config.blockTokens;
  }

  tokensOf(id: number): (number | undefined)[] {
    return this.machine.tokensOf(id);
  }

  hashName(hash: bigint): string {
    return this.machine.hashNames.nameOf(hash) ?? formatHash(hash);
  }

  /** The hashes that calls have mentioned so far: h0, h1, ... */
  get hashes(): readonly bigint[] {
    return this.machine.hashNames.all;
  }

  /** An envelope of the blocks of a sequence. Throws TlkvError where the pool refuses. */
  exportOf(seq: string): Uint8Array {
    return this.machine.pool.exportBlocks(this.machine.tables.get(seq) ?? []);
  }

  dispose(): void {
    this.machine.dispose();
  }

  private restart(): void {
    this.machine.dispose();
    this.machine = new Machine(this.size, this.release);
    this.at = 0;
    this.before = this.after = this.moment();
    this.shown = undefined;
  }

  private advance(call: Call, record?: (outcome: Outcome) => void): void {
    this.before = this.after;
    const outcome = this.machine.run(call);
    this.after = this.moment();
    this.shown = undefined;
    record?.(outcome);
    this.at++;
  }

  private moment(): Moment {
    const { poolName: pool, tables } = this.machine;
    return { pool, snapshot: this.machine.snapshot(), tables };
  }

  private look(): Frame {
    const { before, after } = this;
    const step = this.steps[this.at - 1];
    const balance = this.balance(after.snapshot);
    const changes = step ? changesOf(before.snapshot, after.snapshot, step.call, step.outcome) : [];
    return { position: this.at, ...(step && { step }), before, after, changes, balance };
  }

  private balance(snapshot: PoolSnapshot): Balance {
    const { free, used, cached, evictions } = this.machine.pool.stats();
    const counted = countStates(snapshot);
    const violations = [...this.machine.pool.checkInvariants()];
    if (free + used + cached !== snapshot.nBlocks)
      violations.push(`free ${free} + used ${used} + cached ${cached} is not ${snapshot.nBlocks}`);
    if (free !== counted.free || used !== counted.used || cached !== counted.cached)
      violations.push(
        `counted free ${counted.free}, used ${counted.used}, cached ${counted.cached} block by block`,
      );
    return { free, used, cached, evictions, blocks: snapshot.nBlocks, violations };
  }

  private stepOf(call: Call, outcome: Outcome, command: number, remarks: Remarks): Step {
    const { before, after } = this;
    const naming = {
      tables: before.tables,
      pool: before.pool,
      hashName: (hash: bigint) => this.hashName(hash),
    };
    const mark = markOf(call, outcome, before.snapshot, after.snapshot);
    const bytes = this.machine.wire?.byteLength ?? 0;
    return {
      index: this.steps.length + 1,
      command,
      call,
      outcome,
      short: shortC(call, naming),
      full: fullC(call, naming),
      result: accepted(outcome)
        ? resultOf(call, outcome, naming, before.snapshot, after.snapshot, bytes)
        : '',
      note: noteOf(call, outcome, naming, after.snapshot),
      ...(mark && { mark }),
      evicted: after.snapshot.evictions - before.snapshot.evictions,
      ...remarks,
    };
  }
}
