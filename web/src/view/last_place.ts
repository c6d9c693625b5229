/**
 * Where one was when the page went away. The address may not say so yet, and what is written into it while a browser
 * begins to load the page again comes too late: the browser has chosen the address by then. Kept for the tab alone.
 */
const KEY = 'tlkv.last-place';

interface LastPlace {
  /** What the address said last, and what it was to say. */
  readonly written: string;
  readonly wanted: string;
}

/** Asks for the place when the page goes away, or is hidden and may not come back. */
export function keepLastPlace(place: () => LastPlace): void {
  const keep = () => {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(place()));
    } catch {
      // A page without storage comes back to what the address says.
    }
  };
  addEventListener('pagehide', keep);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && keep());
}

/** The place to come back to, where the page is loaded again or gone back to; then forgotten. */
export function takeLastPlace(): string | undefined {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // The first look into the storage of a tab takes milliseconds of a page that starts.
  if (visit?.type !== 'back_forward' && visit?.type !== 'reload') return undefined;
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    if (!text) return undefined;
    const { written, wanted } = JSON.parse(text) as LastPlace;
    return visit.type === 'reload' || written === location.hash ? wanted : undefined;
  } catch {
    return undefined;
  }
}
