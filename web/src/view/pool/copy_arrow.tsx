/** The arrow of a copy: out of the source, through the gaps between the tiles, up into the target. */
import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { blockOf } from '../../model/block.ts';
import { copyOf } from '../../model/changes.ts';
import type { Frame } from '../../model/session.ts';
import { count } from '../../model/why.ts';
import { rem } from '../use_width.ts';

interface Drawn {
  readonly path: string;
  readonly tip: string;
  readonly label: { readonly x: number; readonly y: number } | undefined;
}

const GUTTER = 16;
const LABEL_WIDTH = 100;

export function CopyArrow({ frame, map }: { frame: Frame; map: RefObject<HTMLElement> }) {
  const [drawn, setDrawn] = useState<Drawn>();
  const copy = frame.step && copyOf(frame.step.call, frame.step.outcome);

  useLayoutEffect(() => {
    const element = map.current;
    if (!element || !copy) return setDrawn(undefined);
    const draw = () => setDrawn(route(element, copy.source, copy.target));
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    draw();
    return () => observer.disconnect();
  }, [frame, map]);

  if (!drawn || !copy) return null;
  const { fill } = blockOf(frame.before.snapshot, copy.source);
  return (
    <svg class="copy-arrow" aria-hidden="true">
      <path class="copy-line" d={drawn.path} />
      <path class="copy-tip" d={drawn.tip} />
      {drawn.label && (
        <text class="copy-label" x={drawn.label.x} y={drawn.label.y}>
          {count(fill, 'token')} copied
        </text>
      )}
    </svg>
  );
}

interface Box {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

function route(map: HTMLElement, source: number, target: number): Drawn | undefined {
  const from = boxOf(map, source);
  const to = boxOf(map, target);
  if (!from || !to) return undefined;
  const unit = rem() / 16;
  const gutter = GUTTER * unit;
  const rightwards = to.left > from.left;
  // Out of the half that faces the target; the note of the tile keeps the left end.
  const start = rightwards
    ? from.left + Math.min(88 * unit, (from.right - from.left) * 0.8)
    : from.left + 12 * unit;
  const end = rightwards ? to.left + 12 * unit : to.right - 16 * unit;
  const low = from.bottom + gutter;
  const path = [`M${start} ${from.bottom + 5 * unit}V${low}`];
  let [a, b] = [start, end];
  if (Math.abs(from.top - to.top) > 2) {
    const gap = rightwards ? to.left - 12 * unit : to.right + 12 * unit;
    path.push(`H${gap}V${to.bottom + gutter}`);
    [a, b] = [start, gap];
  }
  const tip = to.bottom + 7 * unit;
  path.push(`H${end}V${tip}`);
  const room = Math.abs(b - a) >= LABEL_WIDTH * unit;
  return {
    path: path.join(''),
    tip: `M${end - 5 * unit} ${tip + 6 * unit}L${end} ${tip - 2 * unit}L${end + 5 * unit} ${tip + 6 * unit}z`,
    label: room ? { x: (a + b) / 2, y: low + 4 * unit } : undefined,
  };
}

function boxOf(map: HTMLElement, id: number): Box | undefined {
  const tile = map.querySelector(`.tile[data-id="${id}"]`);
  if (!tile) return undefined;
  const box = tile.getBoundingClientRect();
  const origin = map.getBoundingClientRect();
  return {
    left: box.left - origin.left,
    right: box.right - origin.left,
    top: box.top - origin.top,
    bottom: box.bottom - origin.top,
  };
}
