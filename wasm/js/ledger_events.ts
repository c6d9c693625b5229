/** What happens to blocks, as the core tells it (core/include/tlkv/events.h). */

/** By their numbers in the core. */
export const EVENT_KINDS = [
  'allocated',
  'evicted',
  'referenced',
  'revived',
  'missed',
  'released',
  'freed',
  'cached',
  'filled',
  'registered',
  'duplicate',
  'unregistered',
  'copied',
  'imported',
  'written',
] as const;

export const OPERATION_KINDS = [
  'take',
  'ref',
  'acquire',
  'unref',
  'copyOnWrite',
  'setFill',
  'fillImported',
  'register',
  'unregister',
  'lookup',
  'countMiss',
] as const;

/** A change of one block, with the numbers that explain it. */
export interface PoolEvent {
  readonly kind: (typeof EVENT_KINDS)[number];
  /** The block; undefined for a miss. */
  readonly block: number | undefined;
  /** copied: the copy. duplicate: the block that holds the hash. */
  readonly other: number | undefined;
  /** Of the block, after the change. */
  readonly ref: number;
  readonly fill: number;
  /** Blocks that were free and cached before the call. */
  readonly free: number;
  readonly cached: number;
  /** allocated, evicted: the blocks that the call asked for. */
  readonly needed: number;
  /** referenced, revived: what a look-up found. copied, imported: the fill. written: positions. */
  readonly tokens: number;
  /** The hash that the block has, just lost, or will get; that was missed. 0n: none. */
  readonly hash: bigint;
}

/** A call that changed something, in the core's terms; `replay` does it again. */
export interface PoolOperation {
  readonly kind: (typeof OPERATION_KINDS)[number];
  readonly block: number | undefined;
  /** take: blocks. setFill, fillImported: positions. */
  readonly n: number;
  readonly hash: bigint;
}

/** Whom to tell. */
export interface PoolObserver {
  readonly onEvent?: ((event: PoolEvent) => void) | undefined;
  readonly onOperation?: ((operation: PoolOperation) => void) | undefined;
}
