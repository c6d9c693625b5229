/**
 * Rows of one height, of which only those in view exist. A browser's element has a greatest height (17
 * million pixels in Firefox); beyond a limit well below it the scroll bar stands for a share of the rows,
 * and wheel and keys move by rows.
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
  /** Rows that fit whole. */
  page: number;
}

/** `headRem` is the height of a sticky head inside the scroller. */
export function useVirtualRows(count: number, rowRem: number, headRem = 0): VirtualRows {
  const scroller = useRef<HTMLDivElement>(null);
  /** The row at the top edge; its fraction is how far it is scrolled out. */
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(0);
  const own = useRef<number | undefined>(undefined);

  const wanted = count * rowRem;
  const spacerRem = Math.min(wanted, LIMIT_REM);
  const capped = wanted > LIMIT_REM;
  const inView = Math.max(0, height - headRem) / rowRem;
  const lastTop = Math.max(0, count - inView);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => setHeight(element.clientHeight / rem());
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [count > 0]);

  function goTo(row: number): void {
    const to = Math.min(Math.max(0, row), lastTop);
    setTop(to);
    const element = scroller.current;
    if (!element) return;
    const share = capped ? to / Math.max(1, lastTop) : 0;
    const range = element.scrollHeight - element.clientHeight;
    const px = capped ? share * range : to * rowRem * rem();
    element.scrollTop = px;
    own.current = element.scrollTop;
  }

  function onScroll(): void {
    const element = scroller.current;
    if (!element) return;
    if (own.current !== undefined && Math.abs(own.current - element.scrollTop) < 1) return;
    own.current = undefined;
    const range = element.scrollHeight - element.clientHeight;
    setTop(capped ? (element.scrollTop / Math.max(1, range)) * lastTop : element.scrollTop / rem() / rowRem);
  }

  useEffect(() => {
    const element = scroller.current;
    if (!element || !capped) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? event.deltaY : event.deltaY / rem() / rowRem;
      goTo(top + lines);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  });

  const first = Math.max(0, Math.floor(Math.min(top, lastTop)));
  const last = Math.min(count, Math.ceil(first + inView + 1));
  const scrolled = capped
    ? (scroller.current?.scrollTop ?? 0) / rem() - (Math.min(top, lastTop) - first) * rowRem
    : first * rowRem;
  return {
    scroller,
    onScroll,
    spacerRem,
    offsetRem: Math.max(0, scrolled),
    visible: Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i),
    page: Math.max(1, Math.floor(inView)),
    reveal: (row) => {
      if (row < top) goTo(row);
      else if (row > top + inView - 1) goTo(row - inView + 1);
    },
  };
}
