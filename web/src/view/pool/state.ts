/** What the pool view shows: a session, the frame at its position, and what the reader points at. */
import { batch, computed, signal } from '@preact/signals';
import type { Address } from '../../model/address.ts';
import { type Beside, formatBeside, parseBeside } from '../../model/beside.ts';
import { narrate } from '../../model/narrate.ts';
import { decodeProgram, encodeProgram, isProgram } from '../../model/program_link.ts';
import { parseScenario, play, type Scenario, ScenarioError } from '../../model/scenario.ts';
import { FIRST_SCENARIO, SCENARIOS } from '../../model/scenarios.ts';
import type { Frame, Session } from '../../model/session.ts';
import { say } from '../live.ts';
import { forgetAnswers, judge } from './predict.ts';

export interface Stage {
  /** The name of a scenario of the menu; undefined for what was played by hand, opened or linked. */
  readonly name: string | undefined;
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
/** What is set beside the pool. */
export const beside = signal<Beside | undefined>(undefined);
/** Why a link or a file could not be opened. */
export const trouble = signal<string | undefined>(undefined);

export type Place = Omit<Extract<Address, { view: 'pool' }>, 'view'>;

/** The scenario in front as a part of an address: written once, however many steps are taken. */
const program = computed(() => stage.value && encodeProgram(stage.value.scenario));

/** Where the pool view stands, for the address. */
export const address = computed((): Place => {
  const on = stage.value;
  if (!on) return {};
  const shown = formatBeside(beside.value);
  return {
    scenario: on.name ?? (program.value as string),
    step: frame.value?.position ?? 0,
    ...(shown !== formatBeside(on.scenario.beside) && { beside: shown }),
  };
});

/** The place that the last link asked for, where it could not be opened. */
let unopened: Place | undefined;

/** Goes on to the link that could not be opened for want of an envelope, once that is here; false if none waits. */
export function openAgain(envelope: string): boolean {
  const place = unopened;
  if (!place?.scenario?.includes(envelope)) return false;
  visit(place);
  return unopened === undefined;
}

export function visit(place: Place): void {
  const { scenario = FIRST_SCENARIO, step = 0 } = place;
  unopened = undefined;
  if (address.peek().scenario !== scenario && !open(scenario)) unopened = place;
  const wanted = place.beside === undefined ? 'unknown' : parseBeside(place.beside);
  beside.value = wanted === 'unknown' ? stage.peek()?.scenario.beside : wanted;
  goTo(step);
}

/** False where the name is a link that cannot be opened: then the first scenario is, with the reason. */
function open(name: string): boolean {
  try {
    const linked = isProgram(name) ? decodeProgram(name) : undefined;
    if (linked) {
      present(linked, undefined);
      return true;
    }
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    openScenario(FIRST_SCENARIO);
    trouble.value = `This link cannot be opened: ${error.message}.`;
    return false;
  }
  openScenario(SCENARIOS.has(name) ? name : FIRST_SCENARIO);
  if (!SCENARIOS.has(name))
    trouble.value = `There is no scenario "${name.slice(0, 40)}": this is the first one.`;
  return true;
}

/** Opens the text of a scenario file; what is wrong with it is told on the page. */
export function openText(text: string): void {
  try {
    present(parseScenario(text), undefined);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    trouble.value = `This scenario cannot be played: ${error.message}.`;
  }
}

/** Opens a scenario of the menu. */
export function openScenario(name: string): void {
  present(SCENARIOS.get(name) as Scenario, name);
}

/** Plays a scenario and shows its start. Throws ScenarioError where it cannot be played. */
export function present(scenario: Scenario, name: string | undefined): void {
  const session = play(scenario);
  stage.peek()?.session.dispose();
  batch(() => {
    stage.value = { name, scenario, session };
    beside.value = scenario.beside;
    pinned.value = undefined;
    trouble.value = undefined;
    forgetAnswers();
    show(false);
  });
}

export function goTo(position: number): void {
  const session = stage.peek()?.session;
  if (!session) return;
  const from = session.position;
  session.goTo(position);
  if (session.position === from) return;
  batch(() => show(session.position === from + 1));
  judge();
  say(narrate(session.frame, session.steps.length));
}

export function stepBy(steps: number): void {
  goTo((frame.peek()?.position ?? 0) + steps);
}

/** Shows the session as it stands; `forward` if it has just made one step. */
export function show(forward: boolean): void {
  moved.value = forward;
  frame.value = stage.peek()?.session.frame;
}
