/** A slab at a glance; choosing a dot goes there. Keyboards have the numbers and the hexdump. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { gridOf, type HeatDots } from '../../model/heat_dots.ts';
import { count } from '../../model/why.ts';
import { dark } from '../preferences.ts';
import { heatRgb } from './heat.ts';

interface Props {
  /** Undefined while they are on their way. */
  dots: HeatDots | undefined;
  dims: number;
  positions: number;
  scale: number;
  at: { position: number; dim: number } | undefined;
  onChoose: (position: number, dim: number) => void;
  name: string;
}

export function HeatMap({ dots, dims, positions, scale, at, onChoose, name }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { columns, rows, dimsPerDot, positionsPerDot } = gridOf(positions, dims);
  const each = dimsPerDot * positionsPerDot > 1;

  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const image = context.createImageData(columns, rows);
    for (const [i, value] of (dots?.values ?? []).entries()) {
      const [red, green, blue] = heatRgb(value, scale, dark.value);
      image.data.set([red, green, blue, 255], i * 4);
    }
    context.putImageData(image, 0, 0);
  }, [dots, scale, dark.value]);

  function choose(event: PointerEvent): void {
    const box = canvas.current?.getBoundingClientRect();
    if (!box) return;
    const dim = Math.floor(((event.clientX - box.left) / box.width) * columns) * dimsPerDot;
    const position = Math.floor(((event.clientY - box.top) / box.height) * rows) * positionsPerDot;
    onChoose(Math.min(Math.max(0, position), positions - 1), Math.min(Math.max(0, dim), dims - 1));
  }

  return (
    <>
      <div
        class="heat-map"
        onPointerDown={choose}
        style={{ aspectRatio: `${columns} / ${Math.max(rows, columns / 6)}` }}
      >
        <canvas
          ref={canvas}
          width={columns}
          height={rows}
          role="img"
          aria-label={`Heat map of ${name}: ${positions} positions by ${dims} dims`}
        />
        {at && (
          <span
            class="heat-here"
            style={{
              left: `${(Math.floor(at.dim / dimsPerDot) / columns) * 100}%`,
              top: `${(Math.floor(at.position / positionsPerDot) / rows) * 100}%`,
              width: `${100 / columns}%`,
              height: `${100 / rows}%`,
            }}
          />
        )}
      </div>
      {each && (
        <p class="caption heat-caption">
          A dot is up to {count(positionsPerDot, 'position')} by {count(dimsPerDot, 'dim')}: its value
          furthest from 0, or a NaN or infinity among them.
        </p>
      )}
    </>
  );
}
