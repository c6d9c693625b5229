/** What the page and its worker say to each other. Each answer carries the number of the job it belongs to. */
import type { CheckProgress } from '../model/check_blob.ts';
import type { SlabPlace, SlabSummary } from '../model/slab_summary.ts';

/** A check takes the place of the one before it; without a blob it only ends that one. */
export interface CheckOrder {
  readonly what: 'check';
  readonly job: number;
  readonly blob?: Blob;
}

/** A slab takes the place of the one before it on the same side. */
export interface SlabOrder {
  readonly what: 'k' | 'v';
  readonly job: number;
  readonly blob: Blob;
  readonly place: SlabPlace;
}

export type Order = CheckOrder | SlabOrder;

export type Answer =
  | { readonly what: 'check'; readonly job: number; readonly progress: CheckProgress }
  | { readonly what: 'k' | 'v'; readonly job: number; readonly summary: SlabSummary }
  | { readonly what: Order['what']; readonly job: number; readonly error: string };
