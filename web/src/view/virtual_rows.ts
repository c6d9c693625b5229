/**
 * Rows of one height, of which only those in view exist. A browser's element has a greatest height (17
 * million pixels in Firefox); beyond a limit well below it the scroll bar stands for a share of the rows,
 * and wheel and keys move by rows. Scrolling asks for no layout: sizes are measured when they change.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { rem } from './use_width.ts';

const LIMIT_REM = 250_000;

export interface VirtualRows {
  scroller: { current: HTMLDivElement | null };
  onScroll: () => void;
  /** Height of the scrolled content, and where in it the first row of `visible` stands. */
  spacerRem: number;
  offsetRem: number;
  visible: readonly number[];
  /** Brings a row into view, moving as little as possible. */
  reveal: (row: number) => void;
  /** Brings a row that is out of view to the middle. */
  centre: (row: number) => void;
  /** Rows that fit whole. */
  page: number;
}

/** `headRem` is the height of a sticky head inside the scroller. */
export function useVirtualRows(count: number, rowRem: number, headRem = 0): VirtualRows {
  const scroller = useRef<HTMLDivElement>(null);
  /** The row at the top edge, whose fraction is how far it is scrolled out; and the scroll bar's place for it. */
  const [at, setAt] = useState({ top: 0, scrolledRem: 0 });
  /** The height of the scroller, and pixels of a rem. */
  const [size, setSize] = useState({ height: 0, unit: 16 });
  /** Where the scroll bar was put by `goTo`: the event that follows tells nothing new. */
  const own = useRef<number | undefined>(undefined);

  const wanted = count * rowRem;
  const spacerRem = Math.min(wanted, LIMIT_REM);
  const capped = wanted > LIMIT_REM;
  const inView = Math.max(0, size.height - headRem) / rowRem;
  const lastTop = Math.max(0, count - inView);
  const rangeRem = Math.max(0, headRem + spacerRem - size.height);
  const top = Math.min(at.top, lastTop);

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

  /** Wheels turn faster than rows are drawn. */
  const now = useRef({ top, scrolledRem: at.scrolledRem, goTo });
  now.current = { top, scrolledRem: at.scrolledRem, goTo };

  function goTo(row: number): void {
    const to = Math.min(Math.max(0, row), lastTop);
    const element = scroller.current;
    if (!element) return;
    const wantedRem = capped ? (to / Math.max(1, lastTop)) * rangeRem : to * rowRem;
    // The scroll bar of a large file hardly moves: its rows are, instead. Nothing is read back: that asks for a layout.
    if (!capped || Math.abs(wantedRem - now.current.scrolledRem) * size.unit >= 1) {
      own.current = wantedRem * size.unit;
      element.scrollTop = own.current;
      now.current.scrolledRem = wantedRem;
    }
    now.current.top = to;
    setAt({ top: to, scrolledRem: now.current.scrolledRem });
  }

  function onScroll(): void {
    const px = scroller.current?.scrollTop;
    if (px === undefined || (own.current !== undefined && Math.abs(own.current - px) < 1)) return;
    own.current = undefined;
    const scrolledRem = px / size.unit;
    const share = scrolledRem / Math.max(1, rangeRem);
    setAt({ top: capped ? share * lastTop : scrolledRem / rowRem, scrolledRem });
  }

  useEffect(() => {
    const element = scroller.current;
    if (!element || !capped) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? event.deltaY : event.deltaY / size.unit / rowRem;
      now.current.goTo(now.current.top + lines);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [capped, count > 0, size.unit, rowRem]);

  const first = Math.max(0, Math.floor(top));
  const last = Math.min(count, Math.ceil(first + inView + 1));
  return {
    scroller,
    onScroll,
    spacerRem,
    offsetRem: Math.max(0, capped ? at.scrolledRem - (top - first) * rowRem : first * rowRem),
    visible: Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i),
    centre: (row) => {
      if (row < top || row > top + inView - 1) goTo(row - inView / 2);
    },
    page: Math.max(1, Math.floor(inView)),
    reveal: (row) => {
      if (row < top) goTo(row);
      else if (row > top + inView - 1) goTo(row - inView + 1);
    },
  };
}
