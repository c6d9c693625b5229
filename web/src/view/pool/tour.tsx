/** Three notes for a first visit, beside the first scenario; they can be put away for good. */
import { computed, effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { FIRST_SCENARIO } from '../../model/scenarios.ts';
import { Key } from '../key.tsx';
import { tour } from '../preferences.ts';
import { frame, stage, stepBy } from './state.ts';

const page = signal(0);
const begun = signal(false);

/** Called where the page was opened without a place to go to. */
export function beginTour(): void {
  begun.value = tour.peek() === 'new';
}

/** The first note ends with a step, however it is taken. */
function followSteps(): () => void {
  return effect(() => {
    if ((frame.value?.position ?? 0) > 0 && page.peek() === 0 && touring.peek()) page.value = 1;
  });
}

export const touring = computed(
  () => begun.value && tour.value === 'new' && stage.value?.name === FIRST_SCENARIO,
);

interface Note {
  readonly title: string;
  readonly text: string;
  readonly next: string;
}

const NOTES: readonly Note[] = [
  {
    title: 'A tile is one block of memory',
    text: 'It has room for two tokens. Dashed is free, solid is in use, hatched is kept in case the same tokens come again. Corners mark what the last call changed.',
    next: 'Next: take a step',
  },
  {
    title: 'A step is one real call',
    text: 'The pool itself runs in this tab. Above the tiles stand the call, its answer and the reason; below them a sum that always holds; on the right the lists that explain them. Arrow keys step on and back.',
    next: 'Next',
  },
  {
    title: 'Guess, try, break it',
    text: 'Before some steps the page asks what will happen. The line below the tiles takes calls of your own, at any step. The menu at the top has more scenarios, and Learn says what each thing is.',
    next: 'Done',
  },
];

export function Tour() {
  return touring.value ? <Notes /> : null;
}

function Notes() {
  useEffect(followSteps, []);
  const at = page.value;
  const note = NOTES[at] as Note;
  const end = () => {
    tour.value = 'seen';
    // The button that had the focus is gone: the next one that a reader wants.
    document.querySelector<HTMLElement>('.step-buttons .primary')?.focus();
  };
  const next = () => {
    if (at === NOTES.length - 1) end();
    else if (at === 0) stepBy(1);
    else page.value = at + 1;
  };
  return (
    <section class="tour" aria-label="Tour">
      <small>
        {at + 1} of {NOTES.length}
      </small>
      <h2>{note.title}</h2>
      <p>{note.text}</p>
      <p class="tour-buttons">
        <button type="button" class="button primary" onClick={next}>
          {note.next} {at === 0 && <Key name="→" />}
        </button>
        {at < NOTES.length - 1 && (
          <button type="button" class="tool" onClick={end}>
            Do not show again
          </button>
        )}
      </p>
    </section>
  );
}
