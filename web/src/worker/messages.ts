/** What the page and its worker say to each other. Each answer carries the number of the job it belongs to. */
import type { CheckProgress } from '../model/check_blob.ts';

/** A check takes the place of the one before it; without a blob it only ends that one. */
export interface CheckOrder {
  readonly job: number;
  readonly blob?: Blob;
}

export type CheckAnswer =
  | { readonly job: number; readonly progress: CheckProgress }
  | { readonly job: number; readonly error: string };
