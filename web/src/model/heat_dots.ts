/**
 * A slab as dots of a picture. One that has more values than a picture has dots is drawn with fewer: then a dot
 * shows, of its values, the one furthest from 0, and any NaN or infinity before that, so that nothing odd is lost.
 */
export interface HeatGrid {
  readonly columns: number;
  readonly rows: number;
  /** Values of a dot: this many dims by this many positions, fewer at the right and lower edge. */
  readonly dimsPerDot: number;
  readonly positionsPerDot: number;
}

export interface HeatDots extends HeatGrid {
  /** [row][column] */
  readonly values: Float32Array;
}

export const DOTS_WIDE = 512;
export const DOTS_HIGH = 256;

export function gridOf(positions: number, dims: number): HeatGrid {
  const dimsPerDot = Math.ceil(dims / DOTS_WIDE);
  const positionsPerDot = Math.ceil(positions / DOTS_HIGH);
  const columns = Math.ceil(dims / dimsPerDot);
  const rows = Math.ceil(positions / positionsPerDot);
  return { columns, rows, dimsPerDot, positionsPerDot };
}

/** Takes the values of a slab [position][dim] in order, in any number of pieces. */
export class HeatPlotter {
  readonly dots: HeatDots;
  #at = 0;

  constructor(
    positions: number,
    readonly dims: number,
  ) {
    const grid = gridOf(positions, dims);
    this.dots = { ...grid, values: new Float32Array(grid.columns * grid.rows) };
  }

  add(values: Float32Array): void {
    const { columns, dimsPerDot, positionsPerDot, values: dots } = this.dots;
    for (let i = 0; i < values.length; ) {
      const position = Math.floor(this.#at / this.dims);
      let dim = this.#at - position * this.dims;
      const row = Math.floor(position / positionsPerDot) * columns;
      const end = Math.min(values.length, i + this.dims - dim);
      this.#at += end - i;
      for (; i < end; i++, dim++) {
        const dot = row + Math.floor(dim / dimsPerDot);
        const value = values[i] as number;
        if (standsOut(value, dots[dot] as number)) dots[dot] = value;
      }
    }
  }
}

function standsOut(value: number, from: number): boolean {
  if (Number.isNaN(from)) return false;
  return !(Math.abs(value) <= Math.abs(from));
}
