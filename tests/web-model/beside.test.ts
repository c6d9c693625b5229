import { init } from 'tlkv';
import { beforeAll, describe, expect, test } from 'vitest';
import { formatBeside, parseBeside } from '../../web/src/model/beside.ts';
import { contiguousAt, longestOf, pagedAt } from '../../web/src/model/contiguous.ts';
import {
  differences,
  differingBlocks,
  follow,
  NoRival,
  playRival,
  tally,
} from '../../web/src/model/rival.ts';
import { checkScenario, play, type Scenario } from '../../web/src/model/scenario.ts';
import { SCENARIOS } from '../../web/src/model/scenarios.ts';
import type { Session } from '../../web/src/model/session.ts';

beforeAll(() => init());

const scenario = (blocks: number, tokens: number, ...steps: string[]): Scenario =>
  checkScenario({ title: 't', about: 'a', pool: { blocks, tokens }, steps });

function end(session: Session): Session {
  session.goTo(session.steps.length);
  return session;
}

describe('an array for each request', () => {
  test('reserves the longest for each, and wastes what is not filled', () => {
    const session = end(play(scenario(8, 4, 'open a 1 2 3', 'open b 20..24')));
    expect(contiguousAt(session, 16)).toEqual({
      longest: 16,
      arrays: 2,
      rows: [
        { seq: 'a', tokens: 3, array: 0 },
        { seq: 'b', tokens: 5, array: 1 },
      ],
      tooLong: [],
      reserved: 32,
      filled: 8,
      wasted: 24,
    });
    expect(pagedAt(session.frame)).toEqual({ reserved: 12, filled: 8, wasted: 4, cached: 0, shared: 0 });
  });

  test('lets a request wait until another ends; then it takes that place', () => {
    const session = play(
      scenario(8, 4, 'open a 1', 'open b 2', 'open c 3', 'open d 4', 'close b', 'close a'),
    );
    const places = (command: number) => {
      session.goTo(session.ends[command] as number);
      return contiguousAt(session, 16).rows.map(({ seq, array }) => `${seq}${array ?? ' waits'}`);
    };
    expect(places(3)).toEqual(['a0', 'b1', 'c waits', 'd waits']);
    expect(places(4)).toEqual(['a0', 'c1', 'd waits']);
    expect(places(5)).toEqual(['c1', 'd0']);
  });

  test('stores a shared prefix for each, where blocks are shared; names what is too long', () => {
    const session = end(play(scenario(8, 2, 'open a 1..4', 'fork a b', 'fork a c')));
    expect(contiguousAt(session, 4)).toMatchObject({ reserved: 12, filled: 12, wasted: 0 });
    expect(pagedAt(session.frame)).toMatchObject({ reserved: 4, filled: 4, shared: 8 });
    expect(contiguousAt(session, 2)).toMatchObject({ tooLong: ['a', 'b', 'c'], filled: 6 });
    expect(contiguousAt(session, 17)).toMatchObject({ arrays: 0, reserved: 0, filled: 0 });
  });

  test('is by default as long as the longest sequence of the log, up to a power of two', () => {
    expect(longestOf(play(scenario(8, 2, 'open a 1..5', 'close a', 'open b 1')))).toBe(8);
    expect(longestOf(play(scenario(1, 1)))).toBe(1);
  });

  test('cached blocks are not reserved', () => {
    const session = end(play(scenario(4, 2, 'open a 1..4', 'close a')));
    expect(pagedAt(session.frame)).toEqual({ reserved: 0, filled: 0, wasted: 0, cached: 4, shared: 0 });
    expect(contiguousAt(session, 4).rows).toEqual([]);
  });
});

describe('two pools on one log', () => {
  test('released tail first a prefix survives, released head first it does not', () => {
    const on = SCENARIOS.get('release-order') as Scenario;
    const [main, rival] = [end(play(on)), playRival(on, { kind: 'head-first' })];
    follow(rival, main);
    expect(tally(main)).toEqual({ hits: 2, hitTokens: 4, copies: 0, evictions: 2, refused: 0 });
    expect(tally(rival)).toEqual({ hits: 0, hitTokens: 0, copies: 0, evictions: 4, refused: 0 });
    expect(differences(main, rival).map(({ command }) => on.steps[command]?.do)).toEqual(['open a2 1..6']);
  });

  test('go step by step together, command by command, to the same end', () => {
    const on = SCENARIOS.get('block-size') as Scenario;
    const [main, rival] = [play(on), playRival(on, { kind: 'tokens', tokens: 8 })];
    expect(rival.size).toMatchObject({ blocks: 6, tokens: 8 });
    for (let at = 0; at <= main.steps.length; at++) {
      main.goTo(at);
      follow(rival, main);
      const [here, there] = [main.frame.step, rival.frame.step];
      if (here && there) expect(there.command).toBeLessThanOrEqual(here.command);
      if (main.ends.includes(at))
        expect([...rival.frame.after.tables.keys()]).toEqual([...main.frame.after.tables.keys()]);
      expect(rival.frame.balance.violations).toEqual([]);
    }
    expect(rival.position).toBe(rival.steps.length);
    expect(tally(main).hitTokens).toBeGreaterThan(tally(rival).hitTokens);
  });

  test('alike pools differ nowhere', () => {
    const on = SCENARIOS.get('fork-at-a-boundary') as Scenario;
    const [main, rival] = [end(play(on)), playRival(on, { kind: 'tokens', tokens: on.pool.tokens })];
    expect(differences(main, rival)).toEqual([]);
  });

  test.each([
    [scenario(4, 2, 'alloc a 2', 'write 0 1 2'), { kind: 'tokens', tokens: 4 }, /“alloc a 2” names a block/],
    [scenario(2, 2, 'open a 1'), { kind: 'tokens', tokens: 8 }, /smaller than one block of 8/],
    [
      scenario(4, 2, 'open a 1..4', 'close a', 'alloc b 3', 'unref 1 b'),
      { kind: 'head-first' },
      /“unref 1 b” cannot/,
    ],
  ] as const)('%j has no second pool', (on, beside, why) => {
    expect(() => playRival(on, beside)).toThrow(NoRival);
    expect(() => playRival(on, beside)).toThrow(why);
  });
});

describe('in an address', () => {
  test.each(['alone', 'contiguous', 'contiguous-32', 'blocks-of-8', 'head-first'])('%s', (text) => {
    const beside = parseBeside(text);
    expect(beside).not.toBe('unknown');
    expect(formatBeside(beside === 'unknown' ? undefined : beside)).toBe(text);
  });

  test.each(['', 'contiguous-0', 'contiguous-65537', 'blocks-of-257', 'blocks-of-x', 'tail'])(
    '%j is nothing',
    (text) => expect(parseBeside(text)).toBe('unknown'),
  );
});

test('a command that cannot be done leaves the log as it was, also in the middle of it', async () => {
  const session = play(scenario(4, 2, 'open a 1 2 3', 'fork a b', 'close a'));
  session.goTo(2);
  const { steps, ends } = structuredClone({ steps: session.steps, ends: session.ends });
  const { parseCommand } = await import('../../web/src/model/command.ts');
  expect(() => session.record(parseCommand('append z 1'), {}, session.commandsBegun)).toThrow('no sequence');
  expect(session.position).toBe(2);
  expect([session.steps, session.ends]).toEqual([steps, ends]);
});

test('blocks of one id are told apart by their tokens, too, in pools of one shape', () => {
  // The blocks of a are evicted in the order in which they were given back: 2 1 0 here, 0 1 2 there.
  const log = scenario(3, 2, 'open a 1..6', 'close a', 'open b 7', 'open c 8', 'open d 9');
  const main = end(play(log));
  const rival = playRival(log, { kind: 'head-first' });
  follow(rival, main);
  const contents = (session: Session) => [0, 1, 2].map((id) => session.tokensOf(id));
  expect([contents(main), contents(rival)]).toEqual([
    [[9], [8], [7]],
    [[7], [8], [9]],
  ]);
  expect([...differingBlocks(main, rival, 64)]).toEqual([0, 2]);
  expect([...differingBlocks(main, rival, 2)]).toEqual([0]);
  const other = playRival(log, { kind: 'tokens', tokens: 1 });
  follow(other, main);
  expect(differingBlocks(main, other, 64).size).toBe(0);
});
