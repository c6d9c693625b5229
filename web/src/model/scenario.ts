/**
 * Scenarios as data; the format is described in web/scenarios/README.md. A file that breaks it is
 * refused with the line and the step.
 */
import { TlkvError } from 'tlkv';
import { type Beside, parseBeside } from './beside.ts';
import { CommandError, parseCommand } from './command.ts';
import { lineOfStep } from './json_lines.ts';
import { LIMITS, type PoolSize, wrongSize } from './pool_size.ts';
import { parseQuestion, type Question } from './question.ts';
import { Session } from './session.ts';

export interface ScenarioStep {
  readonly do: string;
  readonly chapter?: string;
  readonly why?: string;
  readonly ask?: Question;
}

export interface Scenario {
  readonly title: string;
  readonly about: string;
  readonly pool: PoolSize;
  /** What stands beside the pool when the scenario is opened. */
  readonly beside?: Beside;
  readonly steps: readonly ScenarioStep[];
}

export class ScenarioError extends Error {}

/** Reads the text of a scenario file. */
export function parseScenario(text: string): Scenario {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new ScenarioError(`not JSON: ${(error as Error).message}`);
  }
  try {
    return checkScenario(data);
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    throw new ScenarioError(`line ${lineOfStep(text, error.step)}, ${error.message}`);
  }
}

/** Checks a scenario that is data already. */
export function checkScenario(data: unknown): Scenario {
  const top = object(data, 'the scenario');
  only(top, ['title', 'about', 'pool', 'beside', 'steps'], 'the scenario');
  const pool = object(top.pool, 'pool');
  only(pool, Object.keys(LIMITS), 'pool');
  const wrong = wrongSize(pool as unknown as PoolSize);
  if (wrong !== undefined) throw new ScenarioError(`pool.${wrong}`);
  if (!Array.isArray(top.steps)) throw new ScenarioError('steps must be a list');
  return {
    title: text(top.title, 'title'),
    about: text(top.about, 'about'),
    pool: { ...(pool as unknown as PoolSize) },
    ...besideOf(top.beside),
    steps: top.steps.map(checkStep),
  };
}

function besideOf(value: unknown): { beside?: Beside } {
  if (value === undefined) return {};
  const beside = parseBeside(text(value, 'beside'));
  if (beside === 'unknown')
    throw new ScenarioError(
      'beside must be such as "contiguous", "contiguous-32", "blocks-of-8", "head-first"',
    );
  return beside ? { beside } : {};
}

/** Runs every step on a real pool and goes back to the start. */
export function play(scenario: Scenario): Session {
  const session = newSession(scenario.pool);
  scenario.steps.forEach((step, index) => {
    try {
      const { do: line, ...remarks } = step;
      session.record(parseCommand(line), remarks);
    } catch (error) {
      session.dispose();
      if (error instanceof CommandError)
        throw new ScenarioError(`step ${index + 1}, "${step.do}": ${error.message}`);
      throw error;
    }
  });
  session.goTo(0);
  return session;
}

function newSession(size: PoolSize): Session {
  try {
    return new Session(size);
  } catch (error) {
    if (error instanceof TlkvError) throw new ScenarioError(`the pool cannot be made: ${error.message}`);
    throw error;
  }
}

class StepError extends ScenarioError {
  constructor(
    readonly step: number,
    reason: string,
  ) {
    super(`step ${step + 1}: ${reason}`);
  }
}

function checkStep(data: unknown, index: number): ScenarioStep {
  if (typeof data === 'string') return checkStep({ do: data }, index);
  try {
    const step = object(data, 'a step');
    only(step, ['do', 'chapter', 'why', 'ask'], 'a step');
    const line = text(step.do, 'do');
    parseCommand(line);
    return {
      do: line,
      ...(step.chapter !== undefined && { chapter: text(step.chapter, 'chapter') }),
      ...(step.why !== undefined && { why: text(step.why, 'why') }),
      ...(step.ask !== undefined && { ask: parseQuestion(step.ask) }),
    };
  } catch (error) {
    throw new StepError(index, (error as Error).message);
  }
}

function object(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ScenarioError(`${what} must be an object`);
  return value as Record<string, unknown>;
}

function only(value: Record<string, unknown>, names: readonly string[], what: string): void {
  const stranger = Object.keys(value).find((name) => !names.includes(name));
  if (stranger !== undefined)
    throw new ScenarioError(`${what} has no "${stranger}": it has ${names.join(', ')}`);
}

function text(value: unknown, what: string): string {
  if (typeof value !== 'string' || value === '') throw new ScenarioError(`${what} must be a text`);
  return value;
}
