/** Calls made by hand, on any scenario and from any step of it: the rest of the scenario then gives way. */
import { batch, computed, signal } from '@preact/signals';
import { CommandError, parseCommand } from '../../model/command.ts';
import { narrate } from '../../model/narrate.ts';
import { UNSAID, UNTITLED } from '../../model/program_link.ts';
import type { Scenario, ScenarioStep } from '../../model/scenario.ts';
import { say } from '../live.ts';
import { stop } from './playing.ts';
import { present, type Stage, show, stage } from './state.ts';

/** What was undone and can be done again, last undone first. */
const undone = signal<readonly ScenarioStep[]>([]);
export const history = signal<readonly string[]>([]);

export const canUndo = computed(
  () => stage.value?.name === undefined && (stage.value?.scenario.steps.length ?? 0) > 0,
);
export const canRedo = computed(() => stage.value?.name === undefined && undone.value.length > 0);

/** Runs a line. The answer is why it could not be run, or undefined. */
export function runLine(line: string): string | undefined {
  const on = stage.peek();
  if (!on) return undefined;
  stop();
  history.value = [...history.peek().filter((old) => old !== line), line];
  const kept = stepsSoFar(on);
  try {
    const command = parseCommand(line);
    finishCommand(on);
    const rest = on.session.steps.length > on.session.position;
    if (rest) on.session.truncate();
    on.session.record(command);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return `${error.message}.`;
  }
  undone.value = [];
  settle(on, [...kept, { do: line }]);
  return undefined;
}

export function undo(): void {
  const on = stage.peek();
  const last = on?.scenario.steps.at(-1);
  if (!on || !last || !canUndo.peek()) return;
  const first = on.session.steps.findIndex((step) => step.command === on.scenario.steps.length - 1);
  if (first >= 0) {
    on.session.goTo(first);
    on.session.truncate();
  }
  undone.value = [...undone.peek(), last];
  settle(on, on.scenario.steps.slice(0, -1));
}

export function redo(): void {
  const on = stage.peek();
  const next = undone.peek().at(-1);
  if (!on || !next || !canRedo.peek()) return;
  on.session.record(parseCommand(next.do), next);
  undone.value = undone.peek().slice(0, -1);
  settle(on, [...on.scenario.steps, next]);
}

/** A new pool with nothing played on it. */
export function startFresh(blocks: number, tokens: number): void {
  undone.value = [];
  present({ title: UNTITLED, about: UNSAID, pool: { blocks, tokens }, steps: [] }, undefined);
}

/** The commands of the scenario that lie behind the current position. */
function stepsSoFar({ scenario, session }: Stage): readonly ScenarioStep[] {
  const last = session.steps[session.position - 1];
  return last ? scenario.steps.slice(0, last.command + 1) : [];
}

/** In the middle of a command there is no place for another one: goes to its end. */
function finishCommand({ session }: Stage): void {
  const last = session.steps[session.position - 1];
  if (last) session.goTo(session.steps.findLastIndex((step) => step.command === last.command) + 1);
}

function settle(on: Stage, steps: readonly ScenarioStep[]): void {
  const own = on.name === undefined;
  const scenario: Scenario = own
    ? { ...on.scenario, steps }
    : { title: UNTITLED, about: UNSAID, pool: on.scenario.pool, steps };
  batch(() => {
    stage.value = { name: undefined, scenario, session: on.session };
    show(true);
  });
  say(narrate(on.session.frame, on.session.steps.length));
}
