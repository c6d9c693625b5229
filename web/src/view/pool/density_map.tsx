/** All blocks of a long pool at a glance, in the order of their ids. Choosing a place brings its tiles into view. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { blockOf } from '../../model/block.ts';
import { grouped } from '../../model/number.ts';
import type { Frame } from '../../model/session.ts';
import { dark, forced } from '../preferences.ts';
import { useWidth } from '../use_width.ts';

const ROW = 128;
/** More rows than this would push the tiles off the page: then a cell stands for several blocks. */
const MOST_ROWS = 32;
/** Pixels of a cell on the canvas. */
const CELL = 8;

interface Props {
  frame: Frame;
  /** The first block in view, and how many. */
  first: number;
  shown: number;
  onChoose: (id: number) => void;
}

export function DensityMap({ frame, first, shown, onChoose }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const palette = useRef<{ scheme: string; colours: Colours }>();
  const width = useWidth(box, 0);
  const { nBlocks } = frame.after.snapshot;
  const each = Math.ceil(nBlocks / (ROW * MOST_ROWS));
  const cells = Math.ceil(nBlocks / each);
  const rows = Math.ceil(cells / ROW);

  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    // The style sheet is asked once for each theme, not at each step.
    const scheme = `${dark.value} ${forced.value}`;
    if (palette.current?.scheme !== scheme) palette.current = { scheme, colours: coloursOf(context.canvas) };
    draw(context, frame, each, palette.current.colours);
  }, [frame, each, dark.value, forced.value]);

  const [top, bottom] = [first, first + shown - 1].map((id) => Math.floor(id / each / ROW)) as [
    number,
    number,
  ];
  const column = (id: number) => Math.floor(id / each) % ROW;
  const oneRow = top === bottom;
  /** Of a cell, in rem. */
  const side = width / ROW;
  const span = oneRow ? Math.max(1, column(first + shown - 1) - column(first) + 1) : ROW;
  return (
    <div class="density" ref={box}>
      <div
        class="density-box"
        // Whole rows, so that a cell is never less than a pixel of the page.
        style={{ height: `${rows * side}rem` }}
        onPointerDown={(event) => {
          const area = event.currentTarget.getBoundingClientRect();
          const x = Math.floor(((event.clientX - area.left) / area.width) * ROW);
          const y = Math.floor(((event.clientY - area.top) / area.height) * rows);
          onChoose(Math.min(nBlocks - 1, Math.max(0, (y * ROW + x) * each)));
        }}
      >
        <canvas
          ref={canvas}
          width={ROW * CELL}
          height={rows * CELL}
          role="img"
          aria-label={`Map of ${grouped(nBlocks)} blocks: ${grouped(frame.balance.used)} used, ${grouped(frame.balance.cached)} cached, ${grouped(frame.balance.free)} free`}
        />
        <span
          class="density-frame"
          style={{
            width: `${span * side}rem`,
            height: `${(bottom - top + 1) * side}rem`,
            transform: `translate(${oneRow ? column(first) * side : 0}rem, ${top * side}rem)`,
          }}
        />
      </div>
      <p class="density-key">
        <span>■ used</span> <span>◢ cached</span> <span>– free</span>{' '}
        <span class="density-ink">■ shared</span>{' '}
        <span>{each === 1 ? `${ROW} blocks a row` : `${each} blocks a cell, ${ROW} cells a row`}</span>
      </p>
    </div>
  );
}

type Colours = Record<'used' | 'cached' | 'line' | 'ink' | 'accent', string>;

/** Names of the style sheet as colours that a canvas takes. */
function coloursOf(canvas: HTMLCanvasElement): Colours {
  const resolve = (name: string) => {
    canvas.style.color = `var(--${name})`;
    return getComputedStyle(canvas).color;
  };
  return {
    used: resolve('used-edge'),
    cached: resolve('cached'),
    line: resolve('line'),
    ink: resolve('ink'),
    accent: resolve('accent'),
  };
}

function draw(context: CanvasRenderingContext2D, frame: Frame, each: number, colours: Colours): void {
  const { snapshot } = frame.after;
  const { used, cached, line, ink, accent } = colours;
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  const changed = new Set(frame.changes.map(({ id }) => Math.floor(id / each)));
  const cells = Math.ceil(snapshot.nBlocks / each);
  for (let cell = 0; cell < cells; cell++) {
    const x = (cell % ROW) * CELL;
    const y = Math.floor(cell / ROW) * CELL;
    const counts = { used: 0, cached: 0, free: 0, shared: 0 };
    const end = Math.min(snapshot.nBlocks, (cell + 1) * each);
    for (let id = cell * each; id < end; id++) {
      const { state, ref } = blockOf(snapshot, id);
      counts[state]++;
      if (ref > 1) counts.shared++;
    }
    // A cell of several blocks is filled from the left, each state by its share.
    const size = CELL - 1;
    const of = end - cell * each;
    const usedWidth = (counts.used / of) * size;
    context.fillStyle = counts.shared > 0 ? ink : used;
    if (counts.used > 0) context.fillRect(x, y, Math.max(1, usedWidth), size);
    if (counts.cached > 0) {
      context.fillStyle = cached;
      context.beginPath();
      context.moveTo(x + usedWidth, y + size);
      context.lineTo(x + usedWidth + (counts.cached / of) * size, y + size);
      context.lineTo(x + usedWidth + (counts.cached / of) * size, y);
      context.fill();
    }
    if (counts.free === of) {
      context.fillStyle = line;
      context.fillRect(x + 1, y + size / 2, size - 2, 1);
    }
    if (changed.has(cell)) {
      context.strokeStyle = accent;
      context.lineWidth = 2;
      context.strokeRect(x, y, size, size);
    }
  }
}
