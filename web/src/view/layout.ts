/** How wide the page is, in its own units: what the style sheets ask by container queries, for scripts. */
import { signal } from '@preact/signals';
import { rem } from './use_width.ts';

const WIDE_REM = 68.75;
const HIGH_REM = 54;

/** Whether log, stage and rail stand side by side. */
export const wide = signal(true);
/** Whether tiles of full height would push what stands under them off the page. */
export const low = signal(false);

function measure(): void {
  wide.value = document.documentElement.clientWidth / rem() >= WIDE_REM;
  low.value = innerHeight / rem() < HIGH_REM;
}

export function watchLayout(): void {
  addEventListener('resize', measure);
  // The large mode changes the units without changing the window.
  new ResizeObserver(measure).observe(document.documentElement);
  new MutationObserver(measure).observe(document.documentElement, { attributeFilter: ['data-large'] });
  measure();
}
