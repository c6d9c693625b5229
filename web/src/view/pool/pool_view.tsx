import { effect } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { low, wide } from '../layout.ts';
import { large } from '../preferences.ts';
import { Balance } from './balance.tsx';
import { BesidePanel, ProjectedFigures } from './beside.tsx';
import { BlockPanel } from './block_panel.tsx';
import { CallHeading } from './call_heading.tsx';
import { ImportOffer } from './import_offer.tsx';
import { Legend } from './legend.tsx';
import { lightUp } from './lighting.ts';
import { Log } from './log.tsx';
import { BlockMap } from './map.tsx';
import { upcoming } from './predict.ts';
import { Prompt } from './prompt.tsx';
import { QuestionCard, QuestionVerdict } from './question_card.tsx';
import { ChangeList, FreeStack, LruList, PrefixIndex } from './rail.tsx';
import { SequenceChips, Sequences } from './sequences.tsx';
import { beside, frame, lit, stage, trouble } from './state.ts';
import { StepBar } from './step_bar.tsx';
import { Tour, touring } from './tour.tsx';

export function PoolView() {
  const root = useRef<HTMLElement>(null);

  useEffect(
    () =>
      effect(() => {
        void lit.value;
        lightUp(root.current);
      }),
    [],
  );
  useLayoutEffect(() => lightUp(root.current), [frame.value]);

  if (!stage.value || !frame.value) return null;
  const asking = upcoming.value !== undefined;
  // A question stands beside the blocks that it is about, where there is room beside them: nothing moves for it.
  const asksBelow = asking && !wide.value;
  const { blocks } = stage.value.session.size;
  // Many tiles, a question, or what stands beside leave the stage no room for the tables.
  const inShort = asksBelow || beside.value !== undefined || (large.value === 'on' && blocks > 4);
  const question = (
    <>
      <QuestionCard />
      <QuestionVerdict />
    </>
  );
  return (
    <main
      class="pool"
      ref={root}
      id="main"
      data-own={stage.value.name === undefined}
      data-fresh={stage.value.session.steps.length === 0}
      data-beside={beside.value !== undefined}
      data-low={beside.value !== undefined || (asksBelow && (low.value || blocks > 4))}
    >
      <Log />
      <div class="stage">
        {trouble.value && (
          <p class="trouble" role="alert">
            ✕ {trouble.value}
          </p>
        )}
        {!wide.value && <Tour />}
        <CallHeading />
        <ImportOffer />
        <BlockMap />
        <Balance />
        {!wide.value && <BlockPanel />}
        {!wide.value && question}
        {!inShort && <Sequences />}
        {!asksBelow && <BesidePanel />}
        <Prompt />
      </div>
      <aside class="rail" aria-label="The structures of the pool">
        {wide.value && question}
        {!asking && <ProjectedFigures />}
        {wide.value && <BlockPanel />}
        {inShort && <SequenceChips />}
        <FreeStack />
        <LruList />
        <PrefixIndex />
        {!asking && <ChangeList />}
        {touring.value && wide.value ? <Tour /> : <Legend />}
      </aside>
      <StepBar />
    </main>
  );
}
