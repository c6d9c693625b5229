/** The operation log: every call of the scenario under its chapter; choosing one goes there. */
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { grouped } from '../../model/number.ts';
import type { Step } from '../../model/session.ts';
import { MarkSign } from '../icons.tsx';
import { wide } from '../layout.ts';
import { Roving } from '../roving.tsx';
import { useVirtualRows } from '../virtual_rows.ts';
import { stop } from './playing.ts';
import { upcoming } from './predict.ts';
import { divergence } from './rival.ts';
import { frame, goTo, stage } from './state.ts';

/** A line of the log. */
type Line =
  | { readonly kind: 'chapter'; readonly text: string }
  | { readonly kind: 'created' }
  | { readonly kind: 'step'; readonly step: Step }
  | { readonly kind: 'hidden' };

/** Of a longer log only the lines in view are drawn. */
const MOST_LINES = 400;

export function Log() {
  const now = frame.value;
  const on = stage.value;
  const steps = on?.session.steps;
  const length = steps?.length ?? 0;
  // While a question is open the log does not tell what comes.
  const asking = upcoming.value !== undefined;
  const shown = asking ? (now?.position ?? 0) : length;
  const lines = useMemo(() => linesOf(on?.session.steps.slice(0, shown) ?? [], asking), [on, shown, asking]);
  if (!now || !steps) return null;
  const title = (
    <>
      Operation log{' '}
      <small>
        {grouped(now.position)} of {grouped(length)}
      </small>
    </>
  );
  const rows =
    lines.length > MOST_LINES ? (
      <LongList lines={lines} position={now.position} />
    ) : (
      <ShortList lines={lines} position={now.position} />
    );
  return (
    <nav class="log" aria-label="Operation log" data-long={lines.length > MOST_LINES}>
      {wide.value ? (
        <>
          <h2>{title}</h2>
          {rows}
        </>
      ) : (
        <details>
          <summary>{title}</summary>
          {rows}
        </details>
      )}
    </nav>
  );
}

function linesOf(steps: readonly Step[], asking: boolean): Line[] {
  const lines: Line[] = [{ kind: 'created' }];
  for (const step of steps) {
    if (step.chapter) lines.push({ kind: 'chapter', text: step.chapter });
    lines.push({ kind: 'step', step });
  }
  if (asking) lines.push({ kind: 'hidden' });
  return lines;
}

interface ListProps {
  lines: readonly Line[];
  position: number;
}

function ShortList({ lines, position }: ListProps) {
  const list = useRef<HTMLDivElement>(null);

  // The current step stays in view; only the log itself scrolls.
  useLayoutEffect(() => {
    const box = list.current?.closest<HTMLElement>('.log');
    const row = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (!box || !row || box.scrollHeight <= box.clientHeight) return;
    const top = row.offsetTop - box.offsetTop;
    const margin = box.clientHeight / 4;
    if (top < box.scrollTop + margin || top > box.scrollTop + box.clientHeight - margin)
      box.scrollTop = top - box.clientHeight / 2;
  }, [position, lines]);

  return (
    <div ref={list}>
      <Roving as="ol">
        {lines.map((line, at) => (
          <LogLine key={at} line={line} position={position} />
        ))}
      </Roving>
    </div>
  );
}

function LongList({ lines, position }: ListProps) {
  const rows = useVirtualRows(lines.length, wide.value ? 1.5 : 2);
  const current = useMemo(() => lineOf(lines, position), [lines, position]);
  useLayoutEffect(() => rows.centre(current), [current, rows.page]);
  return (
    <div class="log-rows" ref={rows.scroller} onScroll={rows.onScroll}>
      <div style={{ height: `${rows.spacerRem}rem` }}>
        <Roving as="ol" style={{ transform: `translateY(${rows.offsetRem}rem)` }}>
          {rows.visible.map((at) => (
            <LogLine key={at} line={lines[at] as Line} position={position} />
          ))}
        </Roving>
      </div>
    </div>
  );
}

/** The line of a position; steps stand in order, chapters between them. */
function lineOf(lines: readonly Line[], position: number): number {
  return lines.findIndex((line) =>
    line.kind === 'created' ? position === 0 : line.kind === 'step' && line.step.index === position,
  );
}

function LogLine({ line, position }: { line: Line; position: number }) {
  switch (line.kind) {
    case 'chapter':
      return (
        <li>
          <span class="chapter">{line.text}</span>
        </li>
      );
    case 'created':
      return (
        <li>
          <LogButton index={0} short="pool_create(&cfg, &p)" note="" current={position === 0} done />
        </li>
      );
    case 'hidden':
      return (
        <li class="log-hidden">
          <span class="log-index">{position + 1}</span> ?
        </li>
      );
    case 'step':
      return <LogRow step={line.step} position={position} />;
  }
}

function LogRow({ step, position }: { step: Step; position: number }) {
  const done = step.index <= position;
  return (
    <li>
      <LogButton
        index={step.index}
        short={step.short}
        note={done ? step.note : ''}
        current={step.index === position}
        done={done}
        mark={step.mark === 'refused' ? step.mark : undefined}
        differs={done && divergence.value.some((one) => one.position === step.index)}
      />
    </li>
  );
}

interface ButtonProps {
  index: number;
  short: string;
  note: string;
  current: boolean;
  done: boolean;
  mark?: 'refused' | undefined;
  differs?: boolean;
}

function LogButton({ index, short, note, current, done, mark, differs }: ButtonProps) {
  const choose = () => {
    stop();
    goTo(index);
  };
  return (
    <button
      type="button"
      data-item
      data-done={done}
      aria-current={current ? 'step' : undefined}
      onClick={choose}
    >
      <span class="log-index">{mark && done ? <MarkSign mark={mark} /> : index}</span>
      <code class="log-call">{short}</code>
      <span class="log-note">
        {note}
        {differs && (
          <b class="differs">
            {' '}
            ≠<span class="unseen"> the pool beside it answered otherwise</span>
          </b>
        )}
      </span>
    </button>
  );
}
