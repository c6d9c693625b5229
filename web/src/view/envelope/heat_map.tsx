/** A slab at a glance, one dot a value; choosing a dot goes there. Keyboards have the numbers and the hexdump. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { dark } from '../preferences.ts';
import { heatRgb } from './heat.ts';

interface Props {
  values: Float32Array;
  dims: number;
  positions: number;
  scale: number;
  at: { position: number; dim: number } | undefined;
  onChoose: (position: number, dim: number) => void;
  name: string;
}

/** Canvases have a greatest side, too: a larger slab shows its beginning. */
const SIDE = 4096;

export function HeatMap({ values, dims, positions, scale, at, onChoose, name }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = Math.min(dims, SIDE);
  const height = Math.min(positions, SIDE);

  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const image = context.createImageData(width, height);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const rgb = heatRgb(values[y * dims + x] as number, scale, dark.value);
        image.data.set([...rgb, 255], (y * width + x) * 4);
      }
    context.putImageData(image, 0, 0);
  }, [values, dims, width, height, scale, dark.value]);

  function choose(event: PointerEvent): void {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const dim = Math.floor(((event.clientX - box.left) / box.width) * width);
    const position = Math.floor(((event.clientY - box.top) / box.height) * height);
    onChoose(Math.min(Math.max(0, position), height - 1), Math.min(Math.max(0, dim), width - 1));
  }

  return (
    <div
      class="heat-map"
      onPointerDown={choose}
      style={{ aspectRatio: `${width} / ${Math.max(height, width / 6)}` }}
    >
      <canvas
        ref={canvas}
        width={width}
        height={height}
        role="img"
        aria-label={`Heat map of ${name}: ${positions} positions by ${dims} dims`}
      />
      {at && (
        <span
          class="heat-here"
          style={{
            left: `${(at.dim / width) * 100}%`,
            top: `${(at.position / height) * 100}%`,
            width: `${100 / width}%`,
            height: `${100 / height}%`,
          }}
        />
      )}
    </div>
  );
}
