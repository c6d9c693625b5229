/** A second real pool that gets the commands of the first one, and follows it step by step. */
import { type Beside, releaseBeside, sizeBeside } from './beside.ts';
import { type Block, blockOf } from './block.ts';
import { accepted } from './call.ts';
import { copyOf } from './changes.ts';
import { CommandError, parseCommand, type Verb } from './command.ts';
import type { Scenario } from './scenario.ts';
import { Session } from './session.ts';

/** Why there is no second pool to show. */
export class NoRival extends Error {}

/** Commands that say which sequence, and leave the blocks to the pool. */
const BY_SEQUENCE: ReadonlySet<Verb> = new Set([
  'open',
  'append',
  'fork',
  'close',
  'export',
  'import',
  'pool',
]);

/**
 * Plays a scenario on the other pool. Throws NoRival where its commands would mean something else there; the
 * caller disposes the session.
 */
export function playRival(scenario: Scenario, beside: Beside): Session {
  const size = sizeBeside(scenario.pool, beside);
  const commands = scenario.steps.map((step) => ({ line: step.do, command: parseCommand(step.do) }));
  const byId = commands.find(({ command }) => !BY_SEQUENCE.has(command.verb));
  if (beside.kind === 'tokens' && byId)
    throw new NoRival(
      `“${byId.line}” names a block or a hash, which in blocks of another size is another one. ` +
        'Take a scenario of open, append, fork and close',
    );
  if (size.blocks === 0)
    throw new NoRival(`the pool’s memory is smaller than one block of ${size.tokens} tokens`);
  const session = new Session(size, releaseBeside(beside));
  for (const { line, command } of commands) {
    try {
      session.record(command);
    } catch (error) {
      session.dispose();
      if (!(error instanceof CommandError)) throw error;
      throw new NoRival(`“${line}” cannot be done there: ${error.message}`);
    }
  }
  return session;
}

/** Brings the other pool to where the first one is: the same command, and inside it the same call if it has one. */
export function follow(rival: Session, main: Session): void {
  const done = main.position === 0 ? 0 : main.commandsBegun;
  const [begin, end] = span(main, done - 1);
  const [from, to] = span(rival, done - 1);
  rival.goTo(main.position === end ? to : Math.min(from + main.position - begin, to));
}

/** The positions before and after a command. */
function span(session: Session, command: number): [before: number, after: number] {
  return [session.ends[command - 1] ?? 0, session.ends[command] ?? 0];
}

/** What a pool has done up to a position. */
export interface Tally {
  /** Blocks found by look-up, and the tokens in them that need not be computed. */
  readonly hits: number;
  readonly hitTokens: number;
  readonly copies: number;
  readonly evictions: number;
  /** Calls that the pool refused. */
  readonly refused: number;
}

/** Counts the calls between two positions. */
export function tally(session: Session, from = 0, to = session.position): Tally {
  const counts = { hits: 0, hitTokens: 0, copies: 0, evictions: 0, refused: 0 };
  for (let at = from; at < to; at++) {
    const step = session.steps[at];
    if (!step) break;
    if (step.call.fn === 'lookup' && accepted(step.outcome)) counts.hits++;
    if (copyOf(step.call, step.outcome)) counts.copies++;
    if (step.mark === 'refused') counts.refused++;
    counts.evictions += step.evicted;
  }
  return { ...counts, hitTokens: counts.hits * session.size.tokens };
}

export interface Difference {
  readonly command: number;
  /** The position of the first pool after the command. */
  readonly position: number;
  readonly here: Tally;
  readonly there: Tally;
}

/** The commands that the two pools did not answer alike, as far as the first one has come. */
export function differences(main: Session, rival: Session): Difference[] {
  const list: Difference[] = [];
  for (let command = 0; command < main.ends.length; command++) {
    const [begin, position] = span(main, command);
    if (position > main.position) break;
    const here = tally(main, begin, position);
    const there = tally(rival, ...span(rival, command));
    if (differ(here, there)) list.push({ command, position, here, there });
  }
  return list;
}

const COUNTED = ['hitTokens', 'copies', 'evictions', 'refused'] as const;

function differ(here: Tally, there: Tally): boolean {
  return COUNTED.some((what) => here[what] !== there[what]);
}

/** Of the first `most` ids those that stand for different things in two pools of one shape; none for two shapes. */
export function differingBlocks(here: Session, there: Session, most: number): Set<number> {
  const [a, b] = [here.frame.after.snapshot, there.frame.after.snapshot];
  const ids = new Set<number>();
  if (!ofOneShape(here, there)) return ids;
  for (let id = 0; id < Math.min(most, a.nBlocks); id++)
    if (!alike(blockOf(a, id), blockOf(b, id)) || here.tokensOf(id).join() !== there.tokensOf(id).join())
      ids.add(id);
  return ids;
}

export function ofOneShape({ size: a }: Session, { size: b }: Session): boolean {
  return a.blocks === b.blocks && a.tokens === b.tokens;
}

function alike(a: Block, b: Block): boolean {
  return a.ref === b.ref && a.fill === b.fill && a.hash === b.hash;
}
