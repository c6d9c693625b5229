import { unwatch, watch } from './leaks.ts';
import {
  findViolations,
  type PoolCounters,
  type PoolSnapshot,
  type PoolStats,
  type PoolUsage,
  type Registration,
  readCounters,
  readRegistrations,
  readStats,
  readUsage,
  takeSnapshot,
} from './ledger.ts';
import type { PoolObserver } from './ledger_events.ts';
import { Observers } from './observers.ts';

/** For subclasses, after a call that may have changed something. */
export let tell: (view: LedgerView) => void;
export let observersOf: (view: LedgerView) => Observers;

/** What KvPool and Sequences show of their blocks. */
export abstract class LedgerView {
  readonly #name: string;
  readonly #size: { readonly nBlocks: number; readonly blockTokens: number };
  readonly #ledger: (call: string) => number;
  readonly #observers: Observers;

  /** @internal `ledger` gives the address of the BlockLedger, or throws in the name of the call. */
  constructor(
    name: string,
    size: { readonly nBlocks: number; readonly blockTokens: number },
    ledger: (call: string) => number,
    observers = new Observers(),
  ) {
    this.#name = name;
    this.#size = size;
    this.#ledger = ledger;
    this.#observers = observers;
    watch(this, name);
  }

  /** How many blocks are in each state. Cost O(1). */
  stats(): PoolStats {
    return readStats(this.#at('stats'));
  }

  /** What was counted since the beginning. Cost O(1). */
  counters(): PoolCounters {
    return readCounters(this.#at('counters'));
  }

  /** How well the used blocks are used. Cost O(nBlocks). */
  usage(): PoolUsage {
    return readUsage(this.#at('usage'));
  }

  /** The registered blocks, in the order in which they were registered. Cost O(nBlocks). */
  registrations(): Registration[] {
    const at = this.#at('registrations');
    return readRegistrations(at, this.snapshot(), `${this.#name}.registrations`);
  }

  /** The whole state as plain data. Cost O(nBlocks). */
  snapshot(): PoolSnapshot {
    return takeSnapshot(this.#at('snapshot'), this.#size, `${this.#name}.snapshot`);
  }

  /** What is wrong inside, a sentence each; empty unless the library has a bug. Cost O(nBlocks). */
  checkInvariants(): string[] {
    return findViolations(this.#at('checkInvariants'), `${this.#name}.checkInvariants`);
  }

  /**
   * Tells an observer of every call that changes something and of every change, in order, once the call is over.
   * The answer ends it. An observer may call anything; what it throws goes to the host's handler of errors.
   * Without one nothing is collected.
   */
  observe(observer: PoolObserver): () => void {
    return this.#observers.add(this.#at('observe'), observer, `${this.#name}.observe`);
  }

  /** Gives its memory back; every later use is a TlkvError. More than once is harmless. */
  dispose(): void {
    unwatch(this);
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  static {
    tell = (view) => view.#observers.tell();
    observersOf = (view) => view.#observers;
  }

  #at(method: string): number {
    return this.#ledger(`${this.#name}.${method}`);
  }
}
