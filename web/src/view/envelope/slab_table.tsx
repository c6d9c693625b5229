/** The values [position][dim] of one slab: an overview in colour where it is large, and numbers around the cursor. */
import { f16ToF32 } from 'tlkv';
import { f16Bits, f16Hex, f16Value, shortText } from '../../model/f16_text.ts';
import { type SlabStats, slabStats } from '../../model/slab_stats.ts';
import { dark } from '../preferences.ts';
import { Roving } from '../roving.tsx';
import { heatOf } from './heat.ts';
import { HeatMap } from './heat_map.tsx';
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
  return (
    <section class="slab" aria-label={name}>
      <header class="slab-head">
        <h3>{name}</h3>
        <span class="heat-key" aria-hidden="true" />
        <span class="heat-scale">±{numberText(scale)}</span>
      </header>
      {large && known && (
        <HeatMap
          dots={known.dots}
          dims={headDim}
          positions={blockTokens}
          scale={scale}
          at={at}
          onChoose={go}
          name={name}
        />
      )}
      <Roving
        class="numbers"
        role="group"
        aria-label={`${name} by position and dim`}
        style={{ '--dims': dims.length }}
      >
        <span class="numbers-corner" />
        {dims.map((dim) => (
          <span class="numbers-dim" key={dim}>
            dim {dim}
          </span>
        ))}
        {positions.map((position, row) => (
          <>
            <span class="numbers-position" key={`p${position}`} data-past={position >= filled}>
              pos {position}
            </span>
            {dims.map((dim, column) => {
              const bits = rows[row]?.[column];
              if (bits === undefined) return <span class="number" key={`${position}.${dim}`} />;
              const value = f16Value(bits);
              const { background, color } = heatOf(value, scale, dark.value);
              return (
                <button
                  type="button"
                  class="number"
                  data-item
                  key={`${position}.${dim}`}
                  style={{ background, color }}
                  data-odd={!Number.isFinite(value)}
                  data-here={at?.position === position && at.dim === dim}
                  onClick={() => go(position, dim)}
                >
                  <span class="unseen">
                    {name} position {position} dim {dim}:{' '}
                  </span>
                  <b>{shortText(value)}</b> <code>{f16Hex(bits)}</code>
                </button>
              );
            })}
          </>
        ))}
      </Roving>
      {known ? (
        <Stats stats={known.stats} />
      ) : (
        <p class="caption">
          {summary === 'failed' ? 'The file can no longer be read.' : `Summing up ${name} …`}
        </p>
      )}
    </section>
  );
}

function Stats({ stats }: { stats: SlabStats }) {
  const rows: [string, string][] = [
    ['min', numberText(stats.min)],
    ['max', numberText(stats.max)],
    ['mean', numberText(stats.mean)],
    ['zeros', stats.zeros.toLocaleString('en-US')],
    ['NaN', stats.nans.toLocaleString('en-US')],
    ['inf', stats.infinities.toLocaleString('en-US')],
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
