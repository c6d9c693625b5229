/** The width of an element in rem, kept up to date; `start` until it is on the page. */
import { useLayoutEffect, useState } from 'preact/hooks';

export function useWidth(ref: { readonly current: HTMLElement | null }, start: number): number {
  const [width, setWidth] = useState(start);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth / rem());
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [ref]);
  return width;
}

/** The base font size in pixels; the large mode changes it. */
export function rem(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
