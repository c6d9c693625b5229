/**
 * A short animation per kind of change, each ending in exactly the still picture. Only for a step
 * forward, and not where the reader asked for less motion.
 */
import type { Change } from '../../model/changes.ts';
import type { Frame } from '../../model/session.ts';

const EASE_OUT = 'ease-out';
const EASE_COPY = 'cubic-bezier(.2, 0, 0, 1)';

export function animateChanges(map: HTMLElement, frame: Frame): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  for (const change of frame.changes) {
    const tile = map.querySelector<HTMLElement>(`.tile[data-id="${change.id}"]`);
    if (tile) animate(map, tile, change);
  }
}

function animate(map: HTMLElement, tile: HTMLElement, change: Change): void {
  const slot = tile.parentElement as HTMLElement;
  for (const mark of slot.querySelectorAll('.brackets, .note')) fade(mark, 160);
  switch (change.kind) {
    case 'copied':
      slideCells(map, tile, change.source as number);
      break;
    case 'to-cache':
      // The old solid colour is wiped away from the left, and the hatch appears under it.
      wipe(tile, 'used', 'inset(0 0 0 100%)');
      break;
    case 'revived':
      // The hatch shrinks to the strip at the left edge that stays.
      wipe(tile, 'cached', 'inset(0 100% 0 0)');
      break;
    case 'evicted':
      wipe(tile, 'cached', 'inset(100% 0 0 0)');
      break;
    default:
      fade(tile, 160, 0.55);
  }
}

function fade(element: Element, duration: number, from = 0): void {
  element.animate([{ opacity: from }, { opacity: 1 }], { duration, easing: EASE_OUT });
}

/** Lays how the tile looked before over it, and takes that away until only `rest` of it is left. */
function wipe(tile: HTMLElement, look: string, rest: string): void {
  const veil = document.createElement('span');
  veil.className = 'veil';
  veil.dataset.look = look;
  tile.append(veil);
  const run = veil.animate([{ clipPath: 'inset(0)' }, { clipPath: rest }], {
    duration: 240,
    easing: EASE_OUT,
    fill: 'forwards',
  });
  run.onfinish = () => veil.remove();
}

/** The filled cells travel from the source to the target. */
function slideCells(map: HTMLElement, tile: HTMLElement, source: number): void {
  const from = map.querySelector(`.tile[data-id="${source}"] .cells`);
  const cells = tile.querySelector('.cells');
  if (!from || !cells) return;
  const a = from.getBoundingClientRect();
  const b = cells.getBoundingClientRect();
  for (const cell of cells.querySelectorAll('[data-filled=true]'))
    cell.animate(
      [
        { transform: `translate(${a.left - b.left}px, ${a.top - b.top}px)`, zIndex: 2 },
        { transform: 'none', zIndex: 2 },
      ],
      { duration: 320, easing: EASE_COPY },
    );
}
