import { f32ToF16, init } from 'tlkv';
import { describe, expect, test } from 'vitest';
import { DOTS_HIGH, DOTS_WIDE, HeatPlotter } from '../../web/src/model/heat_dots.ts';
import { summarize, summarizeBlob } from '../../web/src/model/slab_summary.ts';

await init();

describe('dots', () => {
  test('a slab that fits has one for each value', () => {
    const plotter = new HeatPlotter(2, 3);
    plotter.add(Float32Array.of(1, -2, 3, -4, 5, -0));
    expect(plotter.dots).toMatchObject({ columns: 3, rows: 2, dimsPerDot: 1, positionsPerDot: 1 });
    expect([...plotter.dots.values]).toEqual([1, -2, 3, -4, 5, 0]);
  });

  test('a larger one shows of each dot the value furthest from 0, and what is odd before that', () => {
    const dims = DOTS_WIDE * 2 + 1;
    const positions = DOTS_HIGH + 2;
    const values = new Float32Array(dims * positions).fill(0.5);
    const at = (position: number, dim: number) => position * dims + dim;
    values[at(1, 4)] = -7;
    values[at(2, 2)] = 60000;
    values[at(3, 0)] = Number.NaN;
    values[at(2, 0)] = 65504;
    values[at(positions - 1, dims - 1)] = Number.NEGATIVE_INFINITY;
    const plotter = new HeatPlotter(positions, dims);
    // In pieces that end inside rows.
    for (let from = 0; from < values.length; from += 1000) plotter.add(values.subarray(from, from + 1000));
    const { columns, rows, dimsPerDot, positionsPerDot, values: dots } = plotter.dots;
    expect([columns, rows, dimsPerDot, positionsPerDot]).toEqual([342, 129, 3, 2]);
    expect(dots[1]).toBe(-7);
    expect(dots[columns]).toBe(Number.NaN);
    expect(dots[columns + 1]).toBe(0.5);
    expect(dots.at(-1)).toBe(Number.NEGATIVE_INFINITY);
    expect(dots.filter((value) => value === 0.5)).toHaveLength(columns * rows - 3);
  });
});

describe('a summary', () => {
  const place = { begin: 10, positions: 1024, dims: 1500 };
  const values = Float32Array.from({ length: 1024 * 1500 }, (_, i) => (i % 2000) - 1000);
  values[1_000_000] = Number.NaN;
  const bytes = new Uint8Array(f32ToF16(values).buffer as ArrayBuffer);

  test('read in pieces of a file is the one of its bytes', async () => {
    const blob = new Blob([new Uint8Array(place.begin), bytes, new Uint8Array(99).fill(0x7c)]);
    const read = await summarizeBlob(place, blob, () => true);
    expect(read).toEqual(summarize(place, bytes));
    expect(read?.stats).toMatchObject({ min: -1000, max: 999, scale: 1000, nans: 1, infinities: 0 });
    expect(read?.stats.zeros).toBe(values.filter((value) => value === 0).length);
    expect(read?.dots).toMatchObject({ dimsPerDot: 3, positionsPerDot: 4, columns: 500, rows: 256 });
  });

  test('nobody waits for ends early', async () => {
    let asked = 0;
    expect(await summarizeBlob(place, new Blob([bytes, bytes]), () => ++asked < 2)).toBeUndefined();
    expect(asked).toBe(2);
  });

  test('of a file that ends too soon is refused', async () => {
    await expect(summarizeBlob(place, new Blob([bytes]), () => true)).rejects.toThrow('the file ends');
  });
});
