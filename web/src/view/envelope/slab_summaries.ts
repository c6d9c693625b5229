/** Statistics and pictures of slabs: small ones are made at once, larger ones by the worker. */
import { type Signal, signal } from '@preact/signals';
import type { FileBytes } from '../../model/file_bytes.ts';
import { type SlabPlace, type SlabSummary, slabBytes, summarize } from '../../model/slab_summary.ts';
import { bytesAt, file } from './state.ts';
import { order } from './worker.ts';

/** Larger slabs go to the worker. */
const AT_ONCE_BYTES = 64 * 1024;

export type Summing = SlabSummary | 'coming' | 'failed';

interface Slab {
  readonly bytes: FileBytes;
  readonly begin: number;
  readonly summary: Signal<Summing>;
}

/** The slab shown last on each side. */
const shown: { k?: Slab; v?: Slab } = {};

/** Of a slab that lies whole in the file in front. */
export function summaryOf(side: 'k' | 'v', place: SlabPlace): Summing {
  const bytes = file.value?.bytes;
  if (!bytes) return 'failed';
  let slab = shown[side];
  if (slab?.begin !== place.begin || slab.bytes !== bytes) {
    slab = { bytes, begin: place.begin, summary: signal<Summing>('coming') };
    if (!begin(side, place, slab)) return 'coming';
    shown[side] = slab;
  }
  return slab.summary.value;
}

/** False while the bytes of a small slab are on their way. */
function begin(side: 'k' | 'v', place: SlabPlace, { bytes, summary }: Slab): boolean {
  const size = slabBytes(place);
  if (size <= AT_ONCE_BYTES) {
    const whole = bytesAt(place.begin, place.begin + size);
    if (whole) summary.value = summarize(place, whole);
    return whole !== undefined;
  }
  order({ what: side, blob: bytes.blob, place }, (answer) => {
    summary.value = 'summary' in answer ? answer.summary : 'failed';
  });
  return true;
}
