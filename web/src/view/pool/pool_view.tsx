import { effect } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Balance } from './balance.tsx';
import { CallHeading } from './call_heading.tsx';
import { Legend } from './legend.tsx';
import { Log } from './log.tsx';
import { BlockMap } from './map.tsx';
import { ChangeList, FreeStack, LruList, PrefixIndex } from './rail.tsx';
import { Sequences } from './sequences.tsx';
import { frame, lit, stage } from './state.ts';
import { StepBar } from './step_bar.tsx';

export function PoolView() {
  const root = useRef<HTMLElement>(null);

  useEffect(() => effect(() => lightUp(root.current, lit.value)), []);
  useLayoutEffect(() => lightUp(root.current, lit.peek()), [frame.value]);

  if (!stage.value || !frame.value) return null;
  return (
    <main class="pool" ref={root} id="main">
      <Log />
      <div class="stage">
        <CallHeading />
        <BlockMap />
        <Balance />
        <Sequences />
      </div>
      <aside class="rail" aria-label="The structures of the pool">
        <FreeStack />
        <LruList />
        <PrefixIndex />
        <ChangeList />
        <Legend />
      </aside>
      <StepBar />
    </main>
  );
}

/** Lights the same block wherever it stands, without drawing anything again. */
function lightUp(root: HTMLElement | null, id: number | undefined): void {
  for (const old of root?.querySelectorAll('[data-lit]') ?? []) old.removeAttribute('data-lit');
  if (id === undefined) return;
  for (const one of root?.querySelectorAll(`[data-block="${id}"]`) ?? []) one.setAttribute('data-lit', '');
}
