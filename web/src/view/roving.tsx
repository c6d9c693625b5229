/**
 * A group of items that is one stop of the Tab key: arrow keys move inside it, Home and End to its ends.
 * Its items carry `data-item`.
 */
import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface Props extends JSX.HTMLAttributes<HTMLElement> {
  as?: 'div' | 'ul' | 'ol';
  children: ComponentChildren;
}

export function Roving({ as: Tag = 'div', children, ...rest }: Props) {
  const group = useRef<HTMLElement>(null);
  const index = useRef(0);

  useLayoutEffect(() => {
    const list = items(group.current);
    index.current = Math.min(index.current, Math.max(0, list.length - 1));
    list.forEach((item, at) => {
      const stop = at === index.current ? 0 : -1;
      if (item.tabIndex !== stop) item.tabIndex = stop;
    });
  });

  function choose(at: number, focus: boolean): void {
    const list = items(group.current);
    const item = list[at];
    if (!item) return;
    for (const other of list) other.tabIndex = -1;
    item.tabIndex = 0;
    index.current = at;
    if (focus) item.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const list = items(group.current);
    const at = list.indexOf((event.target as HTMLElement).closest<HTMLElement>('[data-item]') as HTMLElement);
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = next(event.key, list, at);
    if (to === undefined) return;
    event.preventDefault();
    choose(to, true);
  }

  function onFocusIn(event: FocusEvent): void {
    choose(items(group.current).indexOf(event.target as HTMLElement), false);
  }

  const props = { ...rest, ref: group, onKeyDown, onFocusIn } as JSX.HTMLAttributes<HTMLElement>;
  return <Tag {...(props as object)}>{children}</Tag>;
}

function items(group: HTMLElement | null): HTMLElement[] {
  return group ? [...group.querySelectorAll<HTMLElement>('[data-item]')] : [];
}

function next(key: string, list: readonly HTMLElement[], at: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return Math.min(at + 1, list.length - 1);
    case 'ArrowLeft':
      return Math.max(at - 1, 0);
    case 'ArrowDown':
      return inNextRow(list, at, 1);
    case 'ArrowUp':
      return inNextRow(list, at, -1);
    case 'Home':
      return 0;
    case 'End':
      return list.length - 1;
    default:
      return undefined;
  }
}

/** The item of the row below or above that stands nearest to the same column. */
function inNextRow(list: readonly HTMLElement[], at: number, direction: 1 | -1): number {
  const boxes = list.map((item) => item.getBoundingClientRect());
  const from = boxes[at] as DOMRect;
  let best = at;
  for (let i = at + direction; i >= 0 && i < list.length; i += direction) {
    const box = boxes[i] as DOMRect;
    if (Math.abs(box.top - from.top) < 2) continue;
    const row = boxes[best] as DOMRect;
    if (best !== at && Math.abs(box.top - row.top) > 2) break;
    if (best === at || Math.abs(box.left - from.left) < Math.abs(row.left - from.left)) best = i;
  }
  return best;
}
