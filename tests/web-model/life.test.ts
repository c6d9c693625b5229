import { init } from 'tlkv';
import { beforeAll, expect, test } from 'vitest';
import { lifeOf } from '../../web/src/model/life.ts';
import { play, type Scenario } from '../../web/src/model/scenario.ts';
import { SCENARIOS } from '../../web/src/model/scenarios.ts';

beforeAll(() => init());

const calls = (name: string, position: number, id: number) => {
  const session = play(SCENARIOS.get(name) as Scenario);
  session.goTo(position);
  return lifeOf(session.steps, position, id).map(({ index, short }) => `${index} ${short}`);
};

test('a life is every call that named the block or answered with it, as far as the steps went', () => {
  expect(calls('worked-fork', 13, 0)).toEqual([
    '1 alloc(2, a)',
    '2 set_fill(0, 2)',
    '4 register(0, h0)',
    '5 ref(0)',
    '10 unref(0)',
    '12 unref(0)',
    '13 lookup(h0, &c[0])',
  ]);
  expect(calls('worked-fork', 8, 2)).toEqual(['7 cow(1, &b[1])', '8 set_fill(2, 2)']);
  expect(calls('worked-fork', 6, 2)).toEqual([]);
  expect(calls('worked-fork', 0, 0)).toEqual([]);
});

test('a refused call is a part of it', () => {
  const session = play(SCENARIOS.get('double-unref') as Scenario);
  const refused = session.steps.filter(({ mark }) => mark === 'refused');
  expect(refused.map(({ call }) => call)).toEqual([{ fn: 'unref', id: 0 }]);
  expect(lifeOf(session.steps, session.steps.length, 0)).toEqual(expect.arrayContaining(refused));
});

test('a block of one pool has not lived through the calls of another', () => {
  const session = play(SCENARIOS.get('export-and-import') as Scenario);
  const { steps } = session;
  const turn = steps.findIndex(({ call }) => call.fn === 'pool');
  expect(turn).toBeGreaterThan(0);
  const before = lifeOf(steps, turn, 0);
  expect(before.length).toBeGreaterThan(0);
  expect(before.map(({ call }) => call.fn)).toContain('export');
  expect(lifeOf(steps, turn + 1, 0)).toEqual([]);
  const back = steps.findLastIndex(({ call }) => call.fn === 'pool');
  expect(steps[back]?.call).toMatchObject({ name: 'p', made: false });
  const there = lifeOf(steps, back, 0);
  expect(there.map(({ call }) => call.fn)).toContain('import');
  for (const step of there) expect(before).not.toContain(step);
  // Back in the first pool, its own calls are its life again.
  expect(lifeOf(steps, back + 1, 0)).toEqual(before);
});
