/** The operation log: every call of the scenario under its chapter and its command; choosing one goes there. */
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { type LogGroup, type LogLine, lineOf, logGroups, logLines } from '../../model/log_lines.ts';
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
  const commands = useMemo(() => on?.scenario.steps.map((step) => step.do) ?? [], [on]);
  const lines = useMemo(
    () => logLines(on?.session.steps.slice(0, shown) ?? [], commands, asking),
    [on, shown, asking],
  );
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
      <LongList lines={lines} commands={commands} position={now.position} />
    ) : (
      <ShortList lines={lines} commands={commands} position={now.position} />
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

interface ListProps {
  lines: readonly LogLine[];
  commands: readonly string[];
  position: number;
}

function ShortList({ lines, commands, position }: ListProps) {
  const groups = useMemo(() => logGroups(lines, commands), [lines]);
  const list = useRef<HTMLDivElement>(null);

  // The current step stays in view; only the log itself scrolls.
  useLayoutEffect(() => {
    const box = list.current?.closest<HTMLElement>('.log');
    const row = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (!box || !row || box.scrollHeight <= box.clientHeight) return;
    const top = row.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
    const margin = box.clientHeight / 4;
    if (top < box.scrollTop + margin || top > box.scrollTop + box.clientHeight - margin)
      box.scrollTop = top - box.clientHeight / 2;
  }, [position, lines]);

  return (
    <div ref={list}>
      <Roving as="ol">
        {groups.map((group) => (
          <Group key={group.first} group={group} position={position} />
        ))}
      </Roving>
    </div>
  );
}

function LongList({ lines, commands, position }: ListProps) {
  const row = useMemo(() => lineOf(lines, position), [lines, position]);
  const rows = useVirtualRows(lines.length, wide.value ? 1.5 : 2, { row, way: 'centre', when: [row] });
  const [first = 0] = rows.visible;
  const groups = logGroups(lines, commands, first, first + rows.visible.length);
  return (
    <div class="log-rows" ref={rows.scroller} onScroll={rows.onScroll}>
      <div style={{ height: `${rows.spacerRem}rem` }}>
        <Roving as="ol" style={{ transform: `translateY(${rows.offsetRem}rem)` }}>
          {groups.map((group) => (
            <Group key={group.first} group={group} position={position} />
          ))}
        </Roving>
      </div>
    </div>
  );
}

interface GroupProps {
  group: LogGroup;
  position: number;
}

/** The calls of a command in a bracket; what is no part of one stands alone. */
function Group({ group: { command, lines }, position }: GroupProps) {
  if (command === undefined) return <Line line={lines[0] as LogLine} position={position} />;
  const steps = lines.flatMap((line) => (line.kind === 'step' ? [line.step] : []));
  const current = steps.some(({ index }) => index === position);
  return (
    <li class="log-command" data-current={current} data-done={steps.some(({ index }) => index <= position)}>
      {lines[0]?.kind === 'command' && (
        <span class="log-head">
          <code>{command}</code>
        </span>
      )}
      {steps.length > 0 && (
        <ol class="log-calls" aria-label={`Calls of ${command}`}>
          {steps.map((step) => logRow(step, position))}
        </ol>
      )}
    </li>
  );
}

function Line({ line, position }: { line: LogLine; position: number }) {
  switch (line.kind) {
    case 'chapter':
      return (
        <li class="log-line">
          <span class="chapter">{line.text}</span>
        </li>
      );
    case 'created':
      return (
        <li class="log-line">
          <LogButton index={0} short="pool_create(&cfg, &p)" note="" current={position === 0} done />
        </li>
      );
    case 'hidden':
      return (
        <li class="log-line log-hidden">
          <span class="log-index">{position + 1}</span> ?
        </li>
      );
    case 'step':
      return logRow(line.step, position);
    case 'command':
      return null;
  }
}

/** A row is told what its step is to the position, not the position itself: a step draws two of them again. */
function logRow(step: Step, position: number) {
  const { index } = step;
  return <LogRow key={index} step={step} done={index <= position} current={index === position} />;
}

function LogRow({ step, done, current }: { step: Step; done: boolean; current: boolean }) {
  return (
    <li class="log-line">
      <LogButton
        index={step.index}
        short={step.short}
        note={done ? step.note : ''}
        current={current}
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
