import { integer, lengthOf, U32_MAX } from './check.ts';

/** Sequence ids, or numbers of tokens, on their way to the core: uint64_t as two words each, the low one first. */
export interface SequenceIds {
  readonly length: number;
  readonly words: Uint32Array;
}

/** The words of a list that was stored, for the next: to make an array takes longer than to fill it. */
let idle: Uint32Array | undefined;

/** A sequence id, or a number of tokens: a safe integer >= 0. */
export function sequenceId(value: unknown, call: string, name: string): number {
  return integer(value, call, name, 0, Number.MAX_SAFE_INTEGER);
}

/** A list of them, each read once and checked. */
export function sequenceIds(value: ArrayLike<number>, call: string, name: string): SequenceIds {
  const length = lengthOf(value, call, name, 'integers');
  let words = idle ?? new Uint32Array(128);
  idle = undefined; // reading an item may run code of the caller's, which may call again
  for (let i = 0; i < length; i++) {
    const id = value[i] as number;
    // Most are small, and known at a glance.
    if (id >>> 0 !== id && (!Number.isSafeInteger(id) || id < 0)) sequenceId(id, call, `${name}[${i}]`);
    if (i * 2 === words.length) {
      // They grow as they come: a length may be made up.
      const more = new Uint32Array(words.length * 2);
      more.set(words);
      words = more;
    }
    words[i * 2] = id;
    words[i * 2 + 1] = id > U32_MAX ? id / 2 ** 32 : 0;
  }
  return { length, words };
}

/** The i-th of a list. */
export function idAt({ words }: SequenceIds, i: number): number {
  return (words[i * 2] as number) + (words[i * 2 + 1] as number) * 2 ** 32;
}

/** Stores a list as the core takes it, at the index `at` of a memory's words. The list is of no use then. */
export function storeIds({ length, words }: SequenceIds, memory: Uint32Array, at: number): void {
  for (let i = 0; i < length * 2; i++) memory[at + i] = words[i] as number;
  if (words.length <= MAX_IDLE) idle = words;
}

/** What is kept for good is no more than that: 64 KiB, 8,192 ids. */
const MAX_IDLE = 16 * 1024;
