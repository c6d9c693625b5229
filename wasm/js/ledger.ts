/** The books of a pool or of sequences, seen from outside. `ledger` is the address of a C++ BlockLedger. */
import type { Memory } from './memory.ts';
import { check, memory, module } from './runtime.ts';

/** Blocks in each state, and how many cached ones were taken for new contents (modulo 2^32). */
export interface PoolStats {
  readonly free: number;
  readonly used: number;
  readonly cached: number;
  readonly evictions: number;
}

/** What was counted since the beginning. */
export interface PoolCounters {
  /** Look-ups that found a block, and the tokens of those blocks. */
  readonly hits: number;
  readonly hitTokens: number;
  /** Look-ups that found none. */
  readonly misses: number;
  /** Cached blocks taken for new contents. */
  readonly evictions: number;
  /** Copies on write. */
  readonly copies: number;
  /** Blocks that got a name. */
  readonly registrations: number;
  /** Registrations refused because another block held the hash. */
  readonly duplicates: number;
  /** The most blocks that were used at once. */
  readonly peakUsed: number;
}

/** How well the used blocks are used. */
export interface PoolUsage {
  /** Positions of used blocks that hold data. */
  readonly tokensHeld: number;
  /** All of their positions. */
  readonly slotsReserved: number;
}

/** A block that `lookup` finds. */
export interface Registration {
  readonly block: number;
  readonly hash: bigint;
  /** Which registration it was, the first being 1. A block that lost its name and got it again has another. */
  readonly number: number;
  /** Its references; 0 while it is cached. */
  readonly ref: number;
}

/**
 * The whole state at one moment, as plain data. A block is used if its ref is above 0, else cached if it has a
 * hash, else free.
 */
export interface PoolSnapshot {
  readonly nBlocks: number;
  readonly blockTokens: number;
  readonly evictions: number;
  /** References of each block. */
  readonly ref: Uint32Array;
  /** Positions of each block that hold data. */
  readonly fill: Uint32Array;
  /** The hash each block is registered under; 0n for none. */
  readonly hash: BigUint64Array;
  /** Free blocks, the one to be taken next first. */
  readonly free: Uint32Array;
  /** Cached blocks, the oldest (evicted next) first. */
  readonly lru: Uint32Array;
}

export function readStats(ledger: number): PoolStats {
  module.ledgerStats(ledger, memory.cell);
  return statsIn(memory);
}

/** The four words that a call has put into the cell. */
export function statsIn(memory: Memory): PoolStats {
  const at = memory.cell >>> 2;
  const words = memory.u32;
  return {
    free: words[at] as number,
    used: words[at + 1] as number,
    cached: words[at + 2] as number,
    evictions: words[at + 3] as number,
  };
}

export function readCounters(ledger: number): PoolCounters {
  module.ledgerCounters(ledger, memory.cell);
  const at = memory.cell >>> 3;
  const count = (i: number) => Number(memory.u64[at + i]);
  return {
    hits: count(0),
    hitTokens: count(1),
    misses: count(2),
    evictions: count(3),
    copies: count(4),
    registrations: count(5),
    duplicates: count(6),
    peakUsed: count(7),
  };
}

export function readUsage(ledger: number): PoolUsage {
  module.ledgerUsage(ledger, memory.cell);
  const at = memory.cell >>> 3;
  return { tokensHeld: Number(memory.u64[at]), slotsReserved: Number(memory.u64[at + 1]) };
}

export function readRegistrations(
  ledger: number,
  { nBlocks, hash, ref }: PoolSnapshot,
  call: string,
): Registration[] {
  const pointer = memory.borrow(nBlocks * 8, call);
  try {
    module.ledgerRegistrations(ledger, pointer);
    return Array.from(memory.u64.subarray(pointer >>> 3, (pointer >>> 3) + nBlocks), (number, block) => ({
      block,
      hash: hash[block] as bigint,
      number: Number(number),
      ref: ref[block] as number,
    }))
      .filter(({ number }) => number !== 0)
      .sort((a, b) => a.number - b.number);
  } finally {
    memory.release(pointer);
  }
}

/** Cost O(nBlocks). */
export function takeSnapshot(
  ledger: number,
  { nBlocks, blockTokens }: { nBlocks: number; blockTokens: number },
  call: string,
): PoolSnapshot {
  const { free, cached, evictions } = readStats(ledger);
  const pointer = memory.borrow(nBlocks * 16 + (free + cached) * 4, call);
  try {
    module.ledgerState(ledger, pointer);
    const hash = memory.u64.slice(pointer >>> 3, (pointer >>> 3) + nBlocks);
    let at = (pointer >>> 2) + nBlocks * 2;
    const next = (length: number) => {
      at += length;
      return memory.u32.slice(at - length, at);
    };
    const ref = next(nBlocks);
    const fill = next(nBlocks);
    return { nBlocks, blockTokens, evictions, ref, fill, hash, free: next(free), lru: next(cached) };
  } finally {
    memory.release(pointer);
  }
}

const VIOLATIONS_BYTES = 32 * 1024;

/** What is wrong inside, a sentence each; empty unless the library has a bug. Cost O(nBlocks). */
export function findViolations(ledger: number, call: string): string[] {
  const text = memory.borrow(VIOLATIONS_BYTES, call);
  try {
    check(module.ledgerCheckInvariants(ledger, text, VIOLATIONS_BYTES), call);
    return memory.text(text).split('\n').slice(0, -1);
  } finally {
    memory.release(text);
  }
}
