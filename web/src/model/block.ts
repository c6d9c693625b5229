/** One block as a snapshot tells it. */
import type { PoolSnapshot } from 'tlkv';

export type BlockState = 'free' | 'used' | 'cached';

export interface Block {
  readonly id: number;
  readonly state: BlockState;
  readonly ref: number;
  readonly fill: number;
  /** 0n: not registered. */
  readonly hash: bigint;
}

export function blockOf(snapshot: PoolSnapshot, id: number): Block {
  const ref = snapshot.ref[id] ?? 0;
  const hash = snapshot.hash[id] ?? 0n;
  const state = ref > 0 ? 'used' : hash !== 0n ? 'cached' : 'free';
  return { id, state, ref, fill: snapshot.fill[id] ?? 0, hash };
}

export interface Counts {
  readonly free: number;
  readonly used: number;
  readonly cached: number;
}

/** Counts the states block by block: what the pool's own figures are held against. */
export function countStates(snapshot: PoolSnapshot): Counts {
  const counts = { free: 0, used: 0, cached: 0 };
  for (let id = 0; id < snapshot.nBlocks; id++) counts[blockOf(snapshot, id).state]++;
  return counts;
}
