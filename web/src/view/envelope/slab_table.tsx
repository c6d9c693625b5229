/** The values [position][dim] of one slab: an overview in colour where it is large, and numbers around the cursor. */
import { useRef } from 'preact/hooks';
import { f16ToF32 } from 'tlkv';
import type { ByteMap } from '../../model/byte_map.ts';
import { f16Bits } from '../../model/f16_text.ts';
import { type SlabStats, slabStats } from '../../model/slab_stats.ts';
import { HeatMap } from './heat_map.tsx';
import { Numbers } from './numbers.tsx';
import { summaryOf } from './slab_summaries.ts';
import { bytesAt, file, moveTo, place, report, slab } from './state.ts';

/** A slab of up to this size is shown whole; of a larger one, a window of numbers. */
const DIMS = 8;
const POSITIONS = 8;
/** What a number and the names of the positions take. */
const NUMBER_REM = 4.25;
const NAMES_REM = 3;

/** `room` is the width there is, in rem. */
export function SlabTable({ side, room }: { side: 'k' | 'v'; room: number }) {
  const drawn = useRef<{ map: ByteMap; grid: preact.JSX.Element }>();
  const opened = file.value;
  const shape = report.value?.header;
  if (!opened || !shape) return null;
  const { block, layer, head } = slab.value;
  const { map } = opened;
  const { blockTokens, headDim } = shape;
  const begin = map.elementOffset(block, layer, side, head, 0, 0);
  const summary = summaryOf(side, { begin, positions: blockTokens, dims: headDim });
  const known = typeof summary === 'string' ? undefined : summary;
  const here = place.value;
  const at = here?.field.kind === side && here.element?.head === head ? here.element : undefined;
  const columns = Math.min(DIMS, Math.max(2, Math.floor((room - NAMES_REM) / NUMBER_REM)));
  const firstDim = windowStart(at?.dim ?? 0, headDim, columns);
  const firstPosition = windowStart(at?.position ?? 0, blockTokens, POSITIONS);
  const dims = range(firstDim, Math.min(headDim, firstDim + columns));
  const positions = range(firstPosition, Math.min(blockTokens, firstPosition + POSITIONS));
  const large = headDim > columns || blockTokens > POSITIONS;
  const fillAt = map.recordOffset(block) + 8;
  const fill = bytesAt(fillAt, fillAt + 4);
  const filled = fill ? new DataView(fill.buffer).getUint32(0, true) : blockTokens;
  const rows = positions.map((position) => {
    const from = begin + (position * headDim + firstDim) * 2;
    const row = bytesAt(from, from + dims.length * 2);
    return row && f16Bits(row);
  });
  const scale =
    known?.stats.scale ??
    slabStats(f16ToF32(Uint16Array.from(rows.flatMap((row) => [...(row ?? [])])))).scale;
  const go = (position: number, dim: number) => moveTo(begin + (position * headDim + dim) * 2);
  const name = side.toUpperCase();
  // While values are on their way those before them stay, and are not drawn twice.
  const coming = !rows.every((row): row is Uint16Array => row !== undefined);
  if (!coming || drawn.current?.map !== map) {
    const grid = (
      <Numbers
        name={name}
        rows={rows}
        firstPosition={firstPosition}
        dims={dims}
        scale={scale}
        filled={filled}
        at={at}
        onChoose={go}
      />
    );
    drawn.current = { map, grid };
  }
  return (
    <section class="slab" aria-label={name} aria-busy={coming}>
      <header class="slab-head">
        <h3>{name}</h3>
        <span class="heat-key" aria-hidden="true" />
        <span class="heat-scale">±{numberText(scale)}</span>
      </header>
      {large && (
        <HeatMap
          dots={known?.dots}
          dims={headDim}
          positions={blockTokens}
          scale={scale}
          at={at}
          onChoose={go}
          name={name}
        />
      )}
      {drawn.current.grid}
      {summary === 'failed' ? (
        <p class="caption">The file can no longer be read.</p>
      ) : (
        <Stats stats={known?.stats} />
      )}
    </section>
  );
}

/** Of a slab that is being summed up, only the names. */
function Stats({ stats }: { stats: SlabStats | undefined }) {
  const text = (of: (known: SlabStats) => string) => (stats ? of(stats) : '…');
  const rows: [string, string][] = [
    ['min', text(({ min }) => numberText(min))],
    ['max', text(({ max }) => numberText(max))],
    ['mean', text(({ mean }) => numberText(mean))],
    ['zeros', text(({ zeros }) => zeros.toLocaleString('en-US'))],
    ['NaN', text(({ nans }) => nans.toLocaleString('en-US'))],
    ['inf', text(({ infinities }) => infinities.toLocaleString('en-US'))],
  ];
  return (
    <dl class="stats">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function numberText(value: number | undefined): string {
  if (value === undefined) return 'none';
  const short =
    Number.isInteger(value) && Math.abs(value) < 1e6 ? String(value) : String(Number(value.toPrecision(4)));
  return Object.is(value, -0) ? '−0' : short.replaceAll('-', '−');
}

/** Keeps the cursor in the middle of a window, and the window inside the slab. */
function windowStart(at: number, count: number, size: number): number {
  if (count <= size) return 0;
  return Math.min(Math.max(0, at - Math.floor(size / 2)), count - size);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}
