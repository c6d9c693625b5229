import { togglePredictions } from '../preferences.ts';
import type { Shortcut } from '../shortcuts.ts';
import { redo, undo } from './free_play.ts';
import { keepOpen } from './keep_dialog.tsx';
import { stop, togglePlay } from './playing.ts';
import { choose } from './predict.ts';
import { prompt } from './prompt.tsx';
import { goTo, stage, stepBy } from './state.ts';

const move = (steps: number) => () => {
  stop();
  stepBy(steps);
};

const jump = (to: () => number) => () => {
  stop();
  goTo(to());
};

const DIGITS = ['1', '2', '3', '4', '5'];

export const KEYS: readonly Shortcut[] = [
  // Presenters' remote controls send Page Down and Page Up.
  { keys: ['ArrowRight', 'PageDown'], label: '→', what: 'one step on', run: move(1) },
  { keys: ['ArrowLeft', 'PageUp'], label: '←', what: 'one step back', run: move(-1) },
  { keys: ['Home'], what: 'to the start', run: jump(() => 0) },
  { keys: ['End'], what: 'to the end', run: jump(() => stage.peek()?.session.steps.length ?? 0) },
  { keys: [' '], label: 'Space', what: 'play or pause', run: togglePlay },
  { keys: ['/'], label: '/', what: 'type a call', run: () => prompt.focus() },
  { keys: ['z'], label: 'Z', what: 'undo a call of your own', run: undo },
  { keys: ['y'], label: 'Y', what: 'redo it', run: redo },
  {
    keys: ['s'],
    label: 'S',
    what: 'keep or share',
    run: () => {
      keepOpen.value = true;
    },
  },
  { keys: ['q'], label: 'Q', what: 'questions on or off', run: togglePredictions },
  { keys: DIGITS, label: '1 to 4', what: 'choose an answer', run: (key) => choose(Number(key) - 1) },
];
