/** A call's answer in few words: for the heading, for the log, and as a mark on the scrubber. */
import type { PoolSnapshot } from 'tlkv';
import { blockOf } from './block.ts';
import { accepted, type Call, type Naming, type Outcome, target } from './call.ts';
import { copyOf } from './changes.ts';
import { listed } from './number.ts';

export type Mark = 'copied' | 'evicted' | 'to-cache' | 'revived' | 'refused' | 'missed';

/** What makes a step worth finding on the scrubber. */
export function markOf(
  call: Call,
  outcome: Outcome,
  before: PoolSnapshot,
  after: PoolSnapshot,
): Mark | undefined {
  if (call.fn === 'pool') return undefined;
  if (outcome.status === 'TL_ENOTFOUND') return 'missed';
  if (!accepted(outcome)) return 'refused';
  if (after.evictions !== before.evictions) return 'evicted';
  if (copyOf(call, outcome)) return 'copied';
  if (after.lru.length > before.lru.length) return 'to-cache';
  if (after.lru.length < before.lru.length) return 'revived';
  return undefined;
}

/** `a = 0 1`, `ref 2 → 1`: what the call gave or moved. The call was accepted; `bytes` is the length of the last export. */
export function resultOf(
  call: Call,
  outcome: Outcome,
  naming: Naming,
  before: PoolSnapshot,
  after: PoolSnapshot,
  bytes: number,
): string {
  switch (call.fn) {
    case 'alloc':
    case 'cow':
    case 'lookup':
    case 'import':
      return outcome.ids.length === 0
        ? ''
        : `${target(call, naming).replace('&', '')} = ${listed(outcome.ids)}`;
    case 'ref':
    case 'unref':
      return `ref ${blockOf(before, call.id).ref} → ${blockOf(after, call.id).ref}`;
    case 'set_fill':
      return `fill ${blockOf(before, call.id).fill} → ${blockOf(after, call.id).fill}`;
    case 'export':
      return `len = ${bytes}`;
    case 'register':
    case 'pool':
      return '';
  }
}

export function noteOf(call: Call, outcome: Outcome, naming: Naming, after: PoolSnapshot): string {
  if (outcome.status === 'TL_ENOTFOUND') return 'miss';
  if (!accepted(outcome)) return outcome.status;
  switch (call.fn) {
    case 'alloc':
    case 'lookup':
    case 'import':
      return listed(outcome.ids);
    case 'export':
      return `${call.ids.length} blocks`;
    case 'pool':
      return '';
    case 'cow':
      return copyOf(call, outcome) ? String(outcome.ids[0]) : `${outcome.ids[0]} itself`;
    case 'ref':
    case 'unref': {
      const block = blockOf(after, call.id);
      return block.state === 'used' ? `ref ${block.ref}` : block.state;
    }
    case 'set_fill':
      return call.write ? listed(call.write.tokens) : '';
    case 'register':
      return naming.hashName(call.hash);
  }
}
