/** Play: a step every second or so, until the end or a question. */
import { signal } from '@preact/signals';
import { upcoming } from './predict.ts';
import { frame, goTo, stage, stepBy } from './state.ts';

export const playing = signal(false);
export const SPEEDS = [0.5, 1, 2, 4] as const;
export const speed = signal<number>(1);

const STEP_MS = 1600;
let timer: ReturnType<typeof setTimeout> | undefined;

export function togglePlay(): void {
  if (playing.value) {
    stop();
    return;
  }
  if (atEnd()) goTo(0);
  playing.value = true;
  wait();
}

export function stop(): void {
  playing.value = false;
  clearTimeout(timer);
}

function wait(): void {
  timer = setTimeout(() => {
    stepBy(1);
    if (atEnd() || upcoming.peek()) stop();
    else wait();
  }, STEP_MS / speed.value);
}

function atEnd(): boolean {
  const steps = stage.peek()?.session.steps.length ?? 0;
  return (frame.peek()?.position ?? 0) >= steps;
}
