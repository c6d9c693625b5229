/** Calls made by hand, on any scenario and from any step of it: the rest of the scenario then gives way. */
import { batch, computed, signal } from '@preact/signals';
import { CommandError, parseCommand } from '../../model/command.ts';
import { narrate } from '../../model/narrate.ts';
import type { PoolSize } from '../../model/pool_size.ts';
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
  const kept = on.session.commandsBegun;
  try {
    on.session.record(parseCommand(line), {}, kept);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return `${error.message}.`;
  }
  undone.value = [];
  settle(on, [...on.scenario.steps.slice(0, kept), { do: line }]);
  return undefined;
}

export function undo(): void {
  const on = stage.peek();
  const last = on?.scenario.steps.at(-1);
  if (!on || !last || !canUndo.peek()) return;
  on.session.truncate(on.scenario.steps.length - 1);
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
export function startFresh(pool: PoolSize): void {
  undone.value = [];
  present({ title: UNTITLED, about: UNSAID, pool, steps: [] }, undefined);
}

function settle(on: Stage, steps: readonly ScenarioStep[]): void {
  const own = on.name === undefined;
  const scenario: Scenario = own
    ? { ...on.scenario, steps }
    : { ...on.scenario, title: UNTITLED, about: UNSAID, steps };
  batch(() => {
    stage.value = { name: undefined, scenario, session: on.session };
    show(true);
  });
  say(narrate(on.session.frame, on.session.steps.length));
}
