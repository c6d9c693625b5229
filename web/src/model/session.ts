/**
 * A pool played step by step. The session records each call once, as data; going back makes a new pool
 * and runs the recorded calls again, so every state shown is one that the real pool was in.
 */
import type { PoolSnapshot } from 'tlkv';
import { formatHash } from 'tlkv';
import { type Counts, countStates } from './block.ts';
import { accepted, type Call, fullC, type Outcome, shortC } from './call.ts';
import { type Change, changesOf } from './changes.ts';
import type { Command } from './command.ts';
import { expand } from './engine.ts';
import { Machine, type PoolSize, type Tables } from './machine.ts';
import { type Mark, markOf, noteOf, resultOf } from './result.ts';

/** A call that was made. Step 0, before the first call, is the pool as created. */
export interface Step {
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
  readonly chapter?: string;
  readonly why?: string;
}

/** What a scenario says about a command. */
export interface Remarks {
  readonly chapter?: string;
  readonly why?: string;
}

export interface Moment {
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
  private machine: Machine;
  private at = 0;
  private commands = 0;
  private current: Frame;

  constructor(readonly size: PoolSize) {
    this.machine = new Machine(size);
    this.current = this.look(this.moment());
  }

  get position(): number {
    return this.at;
  }

  get frame(): Frame {
    return this.current;
  }

  /** Runs a command after the last step and stays there. Throws CommandError before any call. */
  record(command: Command, remarks: Remarks = {}): void {
    this.goTo(this.steps.length);
    const calls = expand(command, this.machine);
    let before = this.moment();
    let chapter = remarks.chapter;
    for (let next = calls.next(); !next.done; ) {
      const call = next.value;
      const outcome = this.machine.run(call);
      const after = this.moment();
      this.steps.push(
        this.stepOf(call, outcome, before, after, { ...remarks, ...(chapter !== undefined && { chapter }) }),
      );
      this.at = this.steps.length;
      this.current = this.look(before);
      chapter = undefined;
      before = after;
      next = calls.next(outcome);
    }
    this.commands++;
  }

  /** Shows the pool after `position` calls, 0..steps.length; anything else goes to the nearer end. */
  goTo(position: number): void {
    const goal = Math.min(Math.max(0, Math.trunc(position)), this.steps.length);
    if (goal === this.at) return;
    if (goal < this.at) {
      this.machine.dispose();
      this.machine = new Machine(this.size);
      this.at = 0;
    }
    let before = this.moment();
    while (this.at < goal) {
      if (this.at === goal - 1) before = this.moment();
      this.machine.run((this.steps[this.at] as Step).call);
      this.at++;
    }
    this.current = this.look(before);
  }

  tokensOf(id: number): number[] {
    return this.machine.tokensOf(id);
  }

  hashName(hash: bigint): string {
    return this.machine.hashNames.nameOf(hash) ?? formatHash(hash);
  }

  dispose(): void {
    this.machine.dispose();
  }

  private moment(): Moment {
    return { snapshot: this.machine.snapshot(), tables: this.machine.tables };
  }

  private look(before: Moment): Frame {
    const after = this.moment();
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

  private stepOf(call: Call, outcome: Outcome, before: Moment, after: Moment, remarks: Remarks): Step {
    const naming = { tables: before.tables, hashName: (hash: bigint) => this.hashName(hash) };
    const mark = markOf(call, outcome, before.snapshot, after.snapshot);
    return {
      index: this.steps.length + 1,
      command: this.commands,
      call,
      outcome,
      short: shortC(call, naming),
      full: fullC(call, naming),
      result: accepted(outcome) ? resultOf(call, outcome, naming, before.snapshot, after.snapshot) : '',
      note: noteOf(call, outcome, naming, after.snapshot),
      ...(mark && { mark }),
      ...remarks,
    };
  }
}
