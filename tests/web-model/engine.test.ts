import { init } from 'tlkv';
import { beforeAll, expect, test } from 'vitest';
import { CommandError, parseCommand } from '../../web/src/model/command.ts';
import { Session } from '../../web/src/model/session.ts';

beforeAll(() => init());

function run(blocks: number, tokens: number, ...lines: string[]): Session {
  const session = new Session({ blocks, tokens });
  for (const line of lines) session.record(parseCommand(line));
  return session;
}

const calls = (session: Session) => session.steps.map(({ short, note }) => `${short} ${note}`.trim());

test('a second prompt reuses the registered prefix, but leaves a token to compute', () => {
  const session = run(8, 2, 'open a 1 2 3 4', 'open b 1 2 3 4');
  expect(calls(session)).toEqual([
    'lookup(h0, &a[0]) miss',
    'alloc(2, a) 0 1',
    'set_fill(0, 2) 1 2',
    'register(0, h0) h0',
    'set_fill(1, 2) 3 4',
    'register(1, h1) h1',
    'lookup(h0, &b[0]) 0',
    'alloc(1, &b[1]) 2',
    'set_fill(2, 2) 3 4',
    'register(2, h1) TL_EBUSY',
  ]);
  expect(session.frame.balance.violations).toEqual([]);
});

test('append copies a shared last block and registers it once full', () => {
  const session = run(8, 2, 'open a 1 2 3', 'fork a b', 'append b 4 5');
  expect(calls(session).slice(-5)).toEqual([
    'cow(1, &b[1]) 2',
    'set_fill(2, 2) 4',
    'register(2, h1) h1',
    'alloc(1, &b[2]) 3',
    'set_fill(3, 1) 5',
  ]);
  expect(session.tokensOf(2)).toEqual([3, 4]);
  expect(session.tokensOf(1)).toEqual([3]);
});

test('close releases from the last block to the first', () => {
  const session = run(4, 2, 'open a 1 2 3 4 5', 'close a');
  expect(calls(session).slice(-3)).toEqual(['unref(2) free', 'unref(1) cached', 'unref(0) cached']);
  expect(Array.from(session.frame.after.snapshot.lru)).toEqual([1, 0]);
  expect(session.frame.after.tables.size).toBe(0);
});

test('an open that cannot have its blocks gives its hits back', () => {
  const session = run(3, 2, 'open a 1 2 3', 'open b 1 2 3 4 5 6 7');
  expect(calls(session).slice(-4)).toEqual([
    'lookup(h0, &b[0]) 0',
    'lookup(h1, &b[1]) miss',
    'alloc(3, &b[1]) TL_EFULL',
    'unref(0) ref 1',
  ]);
  expect([...session.frame.after.tables.keys()]).toEqual(['a']);
});

test('what the caller cannot mean is refused before any call', () => {
  const session = run(4, 2, 'open a 1 2 3', 'fork a b');
  const before = session.steps.length;
  for (const line of [
    'open a 9',
    'fork a b',
    'append z 1',
    'unref 0',
    'unref 3 a',
    'lookup h9',
    'register 3',
  ])
    expect(() => session.record(parseCommand(line)), line).toThrow(CommandError);
  expect(session.steps).toHaveLength(before);
});

test('what the pool refuses changes nothing and is told in its own words', () => {
  const session = run(2, 2, 'unref 1', 'alloc 3', 'fill 0 1', 'ref 9', 'cow 0');
  expect(session.steps.map(({ outcome }) => outcome.status)).toEqual([
    'TL_EINVAL',
    'TL_EFULL',
    'TL_EINVAL',
    'TL_EINVAL',
    'TL_EINVAL',
  ]);
  for (const { outcome } of session.steps) expect(outcome.message.length).toBeGreaterThan(10);
  for (let step = 1; step <= 5; step++) {
    session.goTo(step);
    expect(session.frame.changes).toEqual([]);
  }
});

test('tokens of 32 bits come back from the pool as they went in', () => {
  const tokens = [0, 1, 2047, 2048, 65536, 151643, 4294967295];
  const session = run(1, 8, 'alloc a 1', `write 0 ${tokens.join(' ')}`);
  expect(session.tokensOf(0)).toEqual(tokens);
});
