/** Statistics and picture of a slab of any size, read in pieces. */
import { f16ToF32 } from 'tlkv';
import { f16Bits } from './f16_text.ts';
import { type HeatDots, HeatPlotter } from './heat_dots.ts';
import { SlabCounter, type SlabStats } from './slab_stats.ts';

export interface SlabSummary {
  readonly stats: SlabStats;
  readonly dots: HeatDots;
}

/** Where a slab stands: the values [position][dim] of one head from byte `begin` on, two bytes each. */
export interface SlabPlace {
  readonly begin: number;
  readonly positions: number;
  readonly dims: number;
}

export const slabBytes = ({ positions, dims }: SlabPlace): number => positions * dims * 2;

/** Of the bytes of a whole slab. */
export function summarize({ positions, dims }: SlabPlace, bytes: Uint8Array): SlabSummary {
  const summarizer = new Summarizer(positions, dims);
  summarizer.add(bytes);
  return summarizer.summary;
}

const PIECE_BYTES = 1024 * 1024;

/** Reads a slab from its file. Undefined when `wanted` said no between two pieces. */
export async function summarizeBlob(
  place: SlabPlace,
  blob: Blob,
  wanted: () => boolean,
): Promise<SlabSummary | undefined> {
  const summarizer = new Summarizer(place.positions, place.dims);
  const end = place.begin + slabBytes(place);
  for (let at = place.begin; at < end; at += PIECE_BYTES) {
    const piece = await blob.slice(at, Math.min(at + PIECE_BYTES, end)).arrayBuffer();
    if (!wanted()) return undefined;
    if (at + piece.byteLength < Math.min(at + PIECE_BYTES, end))
      throw new Error(`the file ends before ${end}`);
    summarizer.add(new Uint8Array(piece));
  }
  return summarizer.summary;
}

class Summarizer {
  readonly #counter = new SlabCounter();
  readonly #plotter: HeatPlotter;

  constructor(positions: number, dims: number) {
    this.#plotter = new HeatPlotter(positions, dims);
  }

  /** An even number of bytes. */
  add(bytes: Uint8Array): void {
    const values = f16ToF32(f16Bits(bytes));
    this.#counter.add(values);
    this.#plotter.add(values);
  }

  get summary(): SlabSummary {
    return { stats: this.#counter.stats, dots: this.#plotter.dots };
  }
}
