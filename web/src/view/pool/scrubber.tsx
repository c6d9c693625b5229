/** The scenario as a line: a tick for each step, marks where something notable happens, chapters above. */
import { useMemo, useRef } from 'preact/hooks';
import { clusters } from '../../model/clusters.ts';
import type { Step } from '../../model/session.ts';
import { MarkSign } from '../icons.tsx';
import { useWidth } from '../use_width.ts';
import { stop } from './playing.ts';
import { upcoming } from './predict.ts';
import { frame, goTo, stage } from './state.ts';

/** With more steps than this the ticks would merge into a band. */
const TICKS = 120;
const MARK_WIDTH = 32;

export function Scrubber() {
  const line = useRef<HTMLDivElement>(null);
  // In units of 1/16 rem, as letters are counted.
  const width = useWidth(line, 0) * 16;
  const now = frame.value;
  const on = stage.value;
  const steps = on?.session.steps;
  const total = Math.max(1, steps?.length ?? 0);
  // Every mark has its place while there is one for each step; then those that would overlap share one.
  const places = total <= TICKS ? total + 1 : Math.max(1, Math.floor(width / MARK_WIDTH));
  const marks = useMemo(() => clusters(on?.session.steps ?? [], total, places), [on, total, places]);
  if (!now || !steps) return null;
  // While a question is open the line does not tell what comes.
  const told = upcoming.value ? now.position : total;
  const at = (index: number) => ({ left: `${(index / total) * 100}%` });
  const step = now.step;
  return (
    <div class="scrubber" ref={line}>
      <div class="scrubber-drawing" aria-hidden="true">
        {chaptersThatFit(steps.slice(0, told), total, width, now.position).map(
          ({ text, index, begin, current }) => (
            <span
              class="scrubber-chapter"
              key={index}
              style={{ left: `${begin / 16}rem` }}
              data-current={current}
            >
              {text}
            </span>
          ),
        )}
        <span class="scrubber-line" />
        <span class="scrubber-done" style={{ width: `${(now.position / total) * 100}%` }} />
        {steps.length <= TICKS &&
          Array.from({ length: steps.length + 1 }, (_, index) => (
            <span
              class="scrubber-tick"
              key={index}
              style={at(index)}
              data-chapter={index === 0 || !!steps[index - 1]?.chapter}
            />
          ))}
        {marks
          .filter(({ index }) => index <= told)
          .map(({ mark, index, count }) => (
            <span class="scrubber-mark" key={index} style={at(index)}>
              <MarkSign mark={mark} />
              {count > 1 && <small>{count}</small>}
            </span>
          ))}
        <span class="scrubber-thumb" style={at(now.position)} />
      </div>
      <input
        type="range"
        min={0}
        max={steps.length}
        value={now.position}
        aria-label="Step"
        aria-valuetext={`${now.position} of ${steps.length}${step ? `: ${step.short}` : ''}`}
        onInput={(event) => {
          stop();
          goTo(Number(event.currentTarget.value));
        }}
      />
    </div>
  );
}

interface Chapter {
  readonly index: number;
  readonly text: string;
  /** Its left edge, in units of the base font size. */
  readonly begin: number;
  readonly current: boolean;
}

/** As many chapter names as stand side by side; the current one always. */
function chaptersThatFit(steps: readonly Step[], total: number, width: number, position: number): Chapter[] {
  const all = steps.filter(({ chapter }) => chapter);
  const current = all.findLast(({ index }) => index <= position);
  const kept: { chapter: Chapter; begin: number; end: number }[] = [];
  const order = current ? [current, ...all.filter((step) => step !== current)] : all;
  for (const step of order) {
    const text = step.chapter as string;
    const length = text.length * 6.8 + 12;
    const begin = Math.min((step.index / total) * width, width + 24 - length);
    const end = begin + length;
    if (kept.some((other) => begin < other.end && end > other.begin)) continue;
    kept.push({ chapter: { index: step.index, text, begin, current: step === current }, begin, end });
  }
  return kept.map(({ chapter }) => chapter);
}
