/**
 * A whole scenario as one part of an address: `v1;3x2;alloc+a+2;write+0+1+2`. Texts ride along as
 * segments of their own, marked by their first letter, before the command they belong to.
 */
import { formatBeside } from './beside.ts';
import { formatSize, parseSize } from './pool_size.ts';
import { checkScenario, type Scenario, ScenarioError, type ScenarioStep } from './scenario.ts';

const VERSION = 'v1';
const TITLE = '!';
const ABOUT = '~';
const CHAPTER = '@';
const WHY = '=';
const ASK = '?';
const BESIDE = '|';

/** Whether a part of an address is a scenario rather than the name of one. */
export function isProgram(part: string): boolean {
  return /^v\d+;/.test(part);
}

export function encodeProgram({ title, about, pool, beside, steps }: Scenario): string {
  const segments = [VERSION, formatSize(pool)];
  if (title !== UNTITLED) segments.push(TITLE + title);
  if (about !== UNSAID) segments.push(ABOUT + about);
  if (beside) segments.push(BESIDE + formatBeside(beside));
  for (const step of steps) {
    if (step.chapter) segments.push(CHAPTER + step.chapter);
    if (step.why) segments.push(WHY + step.why);
    if (step.ask) segments.push(ASK + JSON.stringify(step.ask));
    segments.push(step.do);
  }
  return segments.map((segment) => encodeURIComponent(segment).replaceAll('%20', '+')).join(';');
}

export const UNTITLED = 'Free play';
export const UNSAID = 'Calls made by hand.';

/** Throws ScenarioError where the text is none, or was made by a later version of the page. */
export function decodeProgram(part: string): Scenario {
  const [version, size, ...segments] = part.split(';').map(decode);
  if (version !== VERSION)
    throw new ScenarioError(`the link has version ${version}; this page reads ${VERSION}`);
  const pool = parseSize(size ?? '');
  if (!pool) throw new ScenarioError(`"${size}" is no pool size, such as 3x2`);
  let title = UNTITLED;
  let about = UNSAID;
  let beside: string | undefined;
  let step: Partial<Record<keyof ScenarioStep, unknown>> = {};
  const steps: unknown[] = [];
  for (const segment of segments) {
    const text = segment.slice(1);
    if (segment.startsWith(TITLE)) title = text;
    else if (segment.startsWith(ABOUT)) about = text;
    else if (segment.startsWith(BESIDE)) beside = text;
    else if (segment.startsWith(CHAPTER)) step.chapter = text;
    else if (segment.startsWith(WHY)) step.why = text;
    else if (segment.startsWith(ASK)) step.ask = parseJson(text);
    else if (segment !== '') {
      steps.push({ ...step, do: segment });
      step = {};
    }
  }
  return checkScenario({ title, about, pool, ...(beside && { beside }), steps });
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment.replaceAll('+', ' '));
  } catch {
    throw new ScenarioError('the link is damaged');
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ScenarioError('the link is damaged: a question cannot be read');
  }
}
