/** What a heat map and its caption need to know of a slab: one layer's K or V of one head. */
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

export function slabStats(values: Float32Array): SlabStats {
  let min = Infinity;
  let max = -Infinity;
  let sum = 0;
  let finite = 0;
  let zeros = 0;
  let nans = 0;
  let infinities = 0;
  for (const value of values) {
    if (Number.isNaN(value)) nans++;
    else if (!Number.isFinite(value)) infinities++;
    else {
      finite++;
      sum += value;
      if (value === 0) zeros++;
      if (value < min) min = value;
      if (value > max) max = value;
    }
  }
  const none = finite === 0;
  return {
    min: none ? undefined : min,
    max: none ? undefined : max,
    mean: none ? undefined : sum / finite,
    scale: none ? 0 : Math.max(Math.abs(min), Math.abs(max)),
    zeros,
    nans,
    infinities,
  };
}
