/** What the caption of a heat map says of a slab: one layer's K or V of one head. */
export interface SlabStats {
  /** Over finite values; undefined when there is none. */
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly mean: number | undefined;
  /** The largest finite magnitude: the end of the colour scale on both sides. */
  readonly scale: number;
  readonly zeros: number;
  readonly nans: number;
  readonly infinities: number;
}

/** Counts values that come in any number of pieces. */
export class SlabCounter {
  #min = Infinity;
  #max = -Infinity;
  #sum = 0;
  #finite = 0;
  #zeros = 0;
  #nans = 0;
  #infinities = 0;

  add(values: Float32Array): void {
    for (const value of values) {
      if (Number.isNaN(value)) this.#nans++;
      else if (!Number.isFinite(value)) this.#infinities++;
      else {
        this.#finite++;
        this.#sum += value;
        if (value === 0) this.#zeros++;
        if (value < this.#min) this.#min = value;
        if (value > this.#max) this.#max = value;
      }
    }
  }

  get stats(): SlabStats {
    const none = this.#finite === 0;
    return {
      min: none ? undefined : this.#min,
      max: none ? undefined : this.#max,
      mean: none ? undefined : this.#sum / this.#finite,
      scale: none ? 0 : Math.max(Math.abs(this.#min), Math.abs(this.#max)),
      zeros: this.#zeros,
      nans: this.#nans,
      infinities: this.#infinities,
    };
  }
}

export function slabStats(values: Float32Array): SlabStats {
  const counter = new SlabCounter();
  counter.add(values);
  return counter.stats;
}
