/** The operation log: every call of the scenario under its chapter; choosing one goes there. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Step } from '../../model/session.ts';
import { MarkSign } from '../icons.tsx';
import { wide } from '../layout.ts';
import { Roving } from '../roving.tsx';
import { stop } from './playing.ts';
import { upcoming } from './predict.ts';
import { frame, goTo, stage } from './state.ts';

export function Log() {
  const list = useRef<HTMLElement>(null);
  const now = frame.value;
  const steps = stage.value?.session.steps;

  // The current step stays in view; only the log itself scrolls.
  useLayoutEffect(() => {
    const box = list.current;
    const row = box?.querySelector<HTMLElement>('[aria-current]');
    if (!box || !row || box.scrollHeight <= box.clientHeight) return;
    const top = row.offsetTop - box.offsetTop;
    const margin = box.clientHeight / 4;
    if (top < box.scrollTop + margin || top > box.scrollTop + box.clientHeight - margin)
      box.scrollTop = top - box.clientHeight / 2;
  }, [now]);

  if (!now || !steps) return null;
  // While a question is open the log does not tell what comes.
  const asking = upcoming.value !== undefined;
  const title = (
    <>
      Operation log{' '}
      <small>
        {now.position} of {steps.length}
      </small>
    </>
  );
  const rows = (
    <Roving as="ol">
      <li>
        <LogButton index={0} short="pool_create(&cfg, &p)" note="" current={now.position === 0} done />
      </li>
      {steps.slice(0, asking ? now.position : steps.length).map((step) => (
        <LogRow key={step.index} step={step} position={now.position} />
      ))}
      {asking && (
        <li class="log-hidden">
          <span class="log-index">{now.position + 1}</span> ?
        </li>
      )}
    </Roving>
  );
  return (
    <nav class="log" aria-label="Operation log" ref={list}>
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

function LogRow({ step, position }: { step: Step; position: number }) {
  return (
    <li>
      {step.chapter && <span class="chapter">{step.chapter}</span>}
      <LogButton
        index={step.index}
        short={step.short}
        note={step.index <= position ? step.note : ''}
        current={step.index === position}
        done={step.index <= position}
        mark={step.mark === 'refused' ? step.mark : undefined}
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
}

function LogButton({ index, short, note, current, done, mark }: ButtonProps) {
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
      <span class="log-note">{note}</span>
    </button>
  );
}
