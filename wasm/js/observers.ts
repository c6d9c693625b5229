import { callable, record, U32_MAX } from './check.ts';
import { TlkvError } from './errors.ts';
import { EVENT_KINDS, OPERATION_KINDS, type PoolObserver } from './ledger_events.ts';
import { memory, module } from './runtime.ts';

/** struct Event of core/include/tlkv/events.h: its size, and word offsets. */
const EVENT_BYTES = 48;
const HASH = 40;
/** Kinds from here on are operations. */
const OPERATION = 256;

/**
 * The observers of one ledger. What it does is collected in WebAssembly memory while a call runs, and told when
 * the call is over (`tell`), so that an observer may call whatever it likes.
 */
export class Observers {
  readonly #set = new Set<{ readonly observer: PoolObserver }>();
  #ledger = 0;
  /** The collector; 0 while nobody observes. */
  #collector = 0;
  #telling = false;

  /** Adds an observer to a ledger, always the same one. The answer ends it. */
  add(ledger: number, observer: PoolObserver, call: string): () => void {
    const { onEvent, onOperation } = record(observer, call, 'observer');
    callable(onEvent, call, 'onEvent');
    callable(onOperation, call, 'onOperation');
    if (onEvent === undefined && onOperation === undefined) {
      throw new TypeError(`${call}: observer must have onEvent or onOperation, got neither`);
    }
    if (this.#collector === 0) {
      this.#collector = module.observerCreate(ledger);
      this.#ledger = ledger;
      if (this.#collector === 0) throw new TlkvError('TL_ENOMEM', `${call}: WebAssembly memory is used up`);
    }
    const entry = { observer };
    this.#set.add(entry);
    return () => {
      if (this.#set.delete(entry) && this.#set.size === 0 && !this.#telling) this.end();
    };
  }

  get active(): boolean {
    return this.#collector !== 0;
  }

  written(block: number, tokens: number): void {
    module.ledgerTellWritten(this.#ledger, block, tokens);
  }

  /** Tells what was collected. What is done meanwhile is told after it, in order. */
  tell(): void {
    if (this.#collector === 0 || this.#telling) return;
    this.#telling = true;
    try {
      while (this.#collector !== 0 && this.#tellSome()) {}
    } finally {
      this.#telling = false;
    }
    if (this.#set.size === 0) this.end();
  }

  /** Ends all of them; the ledger must still be there. */
  end(): void {
    if (this.#collector !== 0) module.observerDestroy(this.#ledger, this.#collector);
    this.#collector = 0;
    this.#set.clear();
  }

  #tellSome(): boolean {
    module.observerTake(this.#collector, memory.cell);
    const [count = 0, address = 0, lost] = memory.u32.subarray(memory.cell >>> 2);
    const view = new DataView(memory.u8.slice(address, address + count * EVENT_BYTES).buffer);
    for (let at = 0; at < view.byteLength; at += EVENT_BYTES) this.#tellOne(view, at);
    if (lost) {
      this.end();
      later(new TlkvError('TL_ENOMEM', 'observe: WebAssembly memory is used up; observers are told no more'));
    }
    return count > 0;
  }

  #tellOne(view: DataView, at: number): void {
    const word = (i: number) => view.getUint32(at + i * 4, true);
    const id = (i: number) => (word(i) === U32_MAX ? undefined : word(i));
    const kind = word(0);
    const [block, hash] = [id(1), view.getBigUint64(at + HASH, true)];
    const operation = kind < OPERATION ? undefined : OPERATION_KINDS[kind - OPERATION];
    const event = EVENT_KINDS[kind];
    for (const { observer } of [...this.#set]) {
      try {
        if (operation) observer.onOperation?.({ kind: operation, block, n: word(4), hash });
        if (event) {
          observer.onEvent?.({
            kind: event,
            block,
            other: id(2),
            ref: word(3),
            fill: word(4),
            free: word(5),
            cached: word(6),
            needed: word(7),
            tokens: word(8),
            hash,
          });
        }
      } catch (error) {
        later(error);
      }
    }
  }
}

/** An error that is nobody's: the host reports it, as for a listener of an event target. */
function later(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
