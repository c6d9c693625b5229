/**
 * Rows of one height, of which only those in view exist. A browser's element has a greatest height (17
 * million pixels in Firefox); beyond a limit well below it the scroll bar stands for a share of the rows,
 * and wheel and keys move by rows. Scrolling asks for no layout: sizes are measured when they change, and the
 * rows to come are drawn before the scroll bar is put where they stand.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { rem } from './use_width.ts';

const LIMIT_REM = 250_000;
/** Scrolling that has paused for so long is at rest. */
const REST_MS = 150;

/** A row that is brought into view, at the first drawing and whenever a value of `when` has changed. */
export interface Follow {
  readonly row: number | undefined;
  /** Moving as little as possible; or a row that is out of view goes to the middle. */
  readonly way: 'reveal' | 'centre';
  readonly when: readonly unknown[];
}

export interface VirtualRows {
  scroller: { current: HTMLDivElement | null };
  onScroll: () => void;
  /** Height of the scrolled content, and where in it the first row of `visible` stands. */
  spacerRem: number;
  offsetRem: number;
  visible: readonly number[];
  /** The last row of which something is seen; one more may exist. */
  lastSeen: number;
  /** Whether the reader is scrolling; drawn once more when that comes to rest. */
  moving: boolean;
  /** Brings a row into view, moving as little as possible. */
  reveal: (row: number) => void;
  /** Rows that fit whole. */
  page: number;
}

/** `headRem` is the height of a sticky head inside the scroller. */
export function useVirtualRows(count: number, rowRem: number, follow?: Follow, headRem = 0): VirtualRows {
  const scroller = useRef<HTMLDivElement>(null);
  /** The row at the top edge, whose fraction is how far it is scrolled out; and the scroll bar's place for it. */
  const at = useRef({ top: 0, scrolledRem: 0 }).current;
  const [, draw] = useState({});
  /** The height of the scroller, and pixels of a rem. */
  const [size, setSize] = useState({ height: 0, unit: 16 });
  /** Where `goTo` puts the scroll bar, and whether that is done: the event that follows tells nothing new. */
  const own = useRef<{ px: number; done: boolean }>();
  const followed = useRef<readonly unknown[]>([]);
  /** The timer that ends a move of the reader's. */
  const rest = useRef<ReturnType<typeof setTimeout>>();

  const wanted = count * rowRem;
  const spacerRem = Math.min(wanted, LIMIT_REM);
  const capped = wanted > LIMIT_REM;
  const inView = Math.max(0, size.height - headRem) / rowRem;
  const page = Math.max(1, Math.floor(inView));
  const lastTop = Math.max(0, count - inView);
  const rangeRem = Math.max(0, headRem + spacerRem - size.height);
  const topNow = () => Math.min(at.top, lastTop);

  if (follow?.row !== undefined && size.height > 0) {
    const when = [...follow.when, page];
    if (when.some((value, i) => value !== followed.current[i])) {
      followed.current = when;
      bring(follow.row, follow.way);
    }
  }

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => {
      const unit = rem();
      setSize({ height: element.clientHeight / unit, unit });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [count > 0]);

  // After the rows are drawn: putting the scroll bar somewhere asks for the layout that they need anyway.
  useLayoutEffect(() => {
    if (!own.current || own.current.done || !scroller.current) return;
    own.current.done = true;
    scroller.current.scrollTop = own.current.px;
  });

  function goTo(row: number): void {
    const to = Math.min(Math.max(0, row), lastTop);
    const wantedRem = capped ? (to / Math.max(1, lastTop)) * rangeRem : to * rowRem;
    // The scroll bar of a large file hardly moves: its rows are, instead.
    if (!capped || Math.abs(wantedRem - at.scrolledRem) * size.unit >= 1) {
      at.scrolledRem = wantedRem;
      own.current = { px: wantedRem * size.unit, done: false };
    }
    at.top = to;
  }

  function bring(row: number, way: Follow['way']): void {
    const top = topNow();
    const last = top + inView - 1;
    if (row >= top && row <= last) return;
    if (way === 'centre') goTo(row - inView / 2);
    else goTo(row < top ? row : row - inView + 1);
  }

  function onScroll(): void {
    const px = scroller.current?.scrollTop;
    if (px === undefined || (own.current && Math.abs(own.current.px - px) < 1)) return;
    own.current = undefined;
    at.scrolledRem = px / size.unit;
    const share = at.scrolledRem / Math.max(1, rangeRem);
    at.top = capped ? share * lastTop : at.scrolledRem / rowRem;
    move();
  }

  function move(): void {
    clearTimeout(rest.current);
    rest.current = setTimeout(() => {
      rest.current = undefined;
      draw({});
    }, REST_MS);
    draw({});
  }
  useEffect(() => () => clearTimeout(rest.current), []);

  /** Wheels turn faster than rows are drawn. */
  const turn = useRef<(rows: number) => void>();
  turn.current = (lines) => {
    goTo(topNow() + lines);
    move();
  };
  useEffect(() => {
    const element = scroller.current;
    if (!element || !capped) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      turn.current?.(event.deltaMode === 1 ? event.deltaY : event.deltaY / size.unit / rowRem);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [capped, count > 0, size.unit, rowRem]);

  const top = topNow();
  const first = Math.max(0, Math.floor(top));
  const last = Math.min(count, Math.ceil(first + inView + 1));
  return {
    scroller,
    onScroll,
    spacerRem,
    offsetRem: Math.max(0, capped ? at.scrolledRem - (top - first) * rowRem : first * rowRem),
    visible: Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i),
    lastSeen: Math.max(first, Math.min(count, Math.ceil(top + inView)) - 1),
    moving: rest.current !== undefined,
    page,
    reveal: (row) => {
      bring(row, 'reveal');
      draw({});
    },
  };
}
