/** What the pool view shows: a session, the frame at its position, and what the reader points at. */
import { batch, computed, signal } from '@preact/signals';
import { narrate } from '../../model/narrate.ts';
import { play, type Scenario } from '../../model/scenario.ts';
import { FIRST_SCENARIO, SCENARIOS } from '../../model/scenarios.ts';
import type { Frame, Session } from '../../model/session.ts';
import { say } from '../live.ts';

export interface Stage {
  readonly name: string;
  readonly scenario: Scenario;
  readonly session: Session;
}

export const stage = signal<Stage | undefined>(undefined);
export const frame = signal<Frame | undefined>(undefined);
/** Whether the last move was one step forward: only then do pictures move. */
export const moved = signal(false);
/** The block that is pointed at or focused, and the one that stays lit. */
export const pointed = signal<number | undefined>(undefined);
export const pinned = signal<number | undefined>(undefined);
export const lit = computed(() => pointed.value ?? pinned.value);

/** Where the pool view stands, for the address. */
export const address = computed(() => {
  if (!stage.value) return {};
  return { scenario: stage.value.name, step: frame.value?.position ?? 0 };
});

export function visit(place: { scenario?: string; step?: number }): void {
  const known = place.scenario !== undefined && SCENARIOS.has(place.scenario);
  const name = known ? (place.scenario as string) : FIRST_SCENARIO;
  if (stage.peek()?.name !== name) openScenario(name);
  goTo(place.step ?? 0);
}

export function openScenario(name: string): void {
  const scenario = SCENARIOS.get(name) as Scenario;
  const session = play(scenario);
  batch(() => {
    stage.peek()?.session.dispose();
    stage.value = { name, scenario, session };
    pinned.value = undefined;
    show(session, false);
  });
}

export function goTo(position: number): void {
  const session = stage.peek()?.session;
  if (!session) return;
  const from = session.position;
  session.goTo(position);
  if (session.position === from) return;
  batch(() => show(session, session.position === from + 1));
  say(narrate(session.frame, session.steps.length));
}

export function stepBy(steps: number): void {
  goTo((frame.peek()?.position ?? 0) + steps);
}

function show(session: Session, forward: boolean): void {
  moved.value = forward;
  frame.value = session.frame;
}
