import type { Shortcut } from '../shortcuts.ts';
import { stop, togglePlay } from './playing.ts';
import { goTo, stage, stepBy } from './state.ts';

const move = (steps: number) => () => {
  stop();
  stepBy(steps);
};

const jump = (to: () => number) => () => {
  stop();
  goTo(to());
};

export const KEYS: readonly Shortcut[] = [
  // Presenters' remote controls send Page Down and Page Up.
  { keys: ['ArrowRight', 'PageDown'], label: '→', what: 'one step on', run: move(1) },
  { keys: ['ArrowLeft', 'PageUp'], label: '←', what: 'one step back', run: move(-1) },
  { keys: ['Home'], what: 'to the start', run: jump(() => 0) },
  { keys: ['End'], what: 'to the end', run: jump(() => stage.peek()?.session.steps.length ?? 0) },
  { keys: [' '], label: 'Space', what: 'play or pause', run: togglePlay },
];
