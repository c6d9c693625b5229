/** What a call changed, block by block: the difference of two snapshots, in words. */
import type { PoolSnapshot } from 'tlkv';
import { type Block, blockOf } from './block.ts';
import type { Call, Outcome } from './call.ts';

/** The strongest thing that happened to the block; the page draws each in its own way. */
export type ChangeKind =
  | 'copied'
  | 'evicted'
  | 'revived'
  | 'taken'
  | 'to-cache'
  | 'freed'
  | 'counted'
  | 'written';

export interface Change {
  readonly id: number;
  readonly kind: ChangeKind;
  readonly before: Block;
  readonly after: Block;
  /** "ref 2 → 1": the note under the tile. */
  readonly note: string;
  /** The block this one was copied from. */
  readonly source?: number;
}

export function changesOf(before: PoolSnapshot, after: PoolSnapshot, call: Call, outcome: Outcome): Change[] {
  if (call.fn === 'pool') return [];
  const copy = copyOf(call, outcome);
  const changes: Change[] = [];
  for (let id = 0; id < after.nBlocks; id++) {
    const from = blockOf(before, id);
    const to = blockOf(after, id);
    if (same(from, to)) continue;
    const source = copy?.target === id ? copy.source : undefined;
    const kind = kindOf(from, to, source);
    const note = noteOf(kind, from, to, source);
    changes.push({ id, kind, before: from, after: to, note, ...(source !== undefined && { source }) });
  }
  return changes;
}

/** The copy that a call made: a cow that answered with another block. */
export function copyOf(call: Call, outcome: Outcome): { source: number; target: number } | undefined {
  const target = outcome.ids[0];
  if (call.fn !== 'cow' || target === undefined || target === call.id) return undefined;
  return { source: call.id, target };
}

/** Every property of a block that changed, one entry each: the list beside the map. */
export function details(change: Change): { what: string; from: string; to: string }[] {
  const { before, after } = change;
  const list: { what: string; from: string; to: string }[] = [];
  if (before.state !== after.state) list.push({ what: '', from: before.state, to: after.state });
  if (before.ref !== after.ref) list.push({ what: 'ref', from: String(before.ref), to: String(after.ref) });
  if (before.fill !== after.fill)
    list.push({ what: 'fill', from: String(before.fill), to: String(after.fill) });
  if (before.hash !== after.hash)
    list.push({ what: 'hash', from: hashWord(before.hash), to: hashWord(after.hash) });
  return list;
}

function hashWord(hash: bigint): string {
  return hash === 0n ? 'none' : hash.toString(16).toUpperCase().padStart(16, '0').slice(0, 4);
}

function same(a: Block, b: Block): boolean {
  return a.ref === b.ref && a.fill === b.fill && a.hash === b.hash;
}

function kindOf(from: Block, to: Block, source: number | undefined): ChangeKind {
  if (source !== undefined) return 'copied';
  if (from.state === 'cached' && to.hash !== from.hash) return 'evicted';
  if (from.state === 'cached') return 'revived';
  if (from.state === 'free') return 'taken';
  if (to.state === 'cached') return 'to-cache';
  if (to.state === 'free') return 'freed';
  return from.ref !== to.ref ? 'counted' : 'written';
}

function noteOf(kind: ChangeKind, from: Block, to: Block, source: number | undefined): string {
  switch (kind) {
    case 'copied':
      return `copy of ${source}`;
    case 'evicted':
      return to.state === 'used' ? 'evicted, then used' : 'evicted';
    case 'revived':
      return 'revived by lookup';
    case 'taken':
    case 'to-cache':
    case 'freed':
      return `${from.state} → ${to.state}`;
    case 'counted':
      return `ref ${from.ref} → ${to.ref}`;
    case 'written':
      return from.hash !== to.hash ? 'registered' : `fill ${from.fill} → ${to.fill}`;
  }
}
