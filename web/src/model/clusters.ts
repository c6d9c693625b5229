/** The marks of a long log, gathered so that they can stand beside one another on a line. */
import type { Mark } from './result.ts';

export interface Cluster {
  /** The step to go to: the first of the strongest mark in it. */
  readonly index: number;
  readonly mark: Mark;
  /** Marks that stand here, this one included. */
  readonly count: number;
}

/** From what is looked for most to what is looked for least. */
const STRENGTH: readonly Mark[] = ['refused', 'evicted', 'copied', 'revived', 'to-cache', 'missed'];

/** At most one cluster for each of `places` stretches of equal length over `total` steps. */
export function clusters(
  steps: readonly { readonly index: number; readonly mark?: Mark }[],
  total: number,
  places: number,
): Cluster[] {
  const found = new Map<number, Cluster>();
  for (const { index, mark } of steps) {
    if (!mark) continue;
    const place = Math.min(places - 1, Math.floor((index / Math.max(1, total)) * places));
    const old = found.get(place);
    const stronger = !old || STRENGTH.indexOf(mark) < STRENGTH.indexOf(old.mark);
    found.set(place, { ...(stronger ? { index, mark } : old), count: (old?.count ?? 0) + 1 });
  }
  return [...found.values()];
}
