/** The pool beside the pool: made anew when scenario or choice change, and led along by the first one. */
import { computed, effect, signal } from '@preact/signals';
import { differences, follow, NoRival, playRival } from '../../model/rival.ts';
import type { Frame, Session } from '../../model/session.ts';
import { beside, frame, stage } from './state.ts';

const session = signal<Session | undefined>(undefined);
/** Why there is none. */
export const noRival = signal<string | undefined>(undefined);

effect(() => {
  const on = stage.value;
  const choice = beside.value;
  noRival.value = undefined;
  session.value = undefined;
  if (!on || !choice || choice.kind === 'contiguous') return;
  try {
    const made = playRival(on.scenario, choice);
    session.value = made;
    return () => made.dispose();
  } catch (error) {
    if (!(error instanceof NoRival)) throw error;
    noRival.value = `No second pool to show: ${error.message}.`;
  }
});

export const rival = computed<{ session: Session; frame: Frame } | undefined>(() => {
  const other = session.value;
  const main = stage.value?.session;
  if (!other || !main || !frame.value) return undefined;
  follow(other, main);
  return { session: other, frame: other.frame };
});

/** Where the two have not answered alike, up to the step in front. */
export const divergence = computed(() => {
  const other = rival.value;
  const main = stage.value?.session;
  return other && main ? differences(main, other.session) : [];
});
