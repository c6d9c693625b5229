import { init } from 'tlkv';
import { beforeAll, describe, expect, test } from 'vitest';
import { play } from '../../web/src/model/scenario.ts';
import { SCENARIOS } from '../../web/src/model/scenarios.ts';
import type { Session } from '../../web/src/model/session.ts';

beforeAll(() => init());

/** free, used, cached after each step of the worked fork. */
const COUNTS = [
  [3, 0, 0],
  [1, 2, 0],
  [1, 2, 0],
  [1, 2, 0],
  [1, 2, 0],
  [1, 2, 0],
  [1, 2, 0],
  [0, 3, 0],
  [0, 3, 0],
  [1, 2, 0],
  [1, 2, 0],
  [2, 1, 0],
  [2, 0, 1],
  [2, 1, 0],
];

const fork = () => {
  const scenario = SCENARIOS.get('worked-fork');
  if (!scenario) throw new Error('no scenario worked-fork');
  return play(scenario);
};

const counts = ({ frame: { balance } }: Session) => [balance.free, balance.used, balance.cached];

describe('the worked fork', () => {
  test('has the same counts forward, back, and forward again', () => {
    const session = fork();
    const all = COUNTS.map((_, step) => step);
    for (const step of [...all, ...all.toReversed(), ...all]) {
      session.goTo(step);
      expect([step, ...counts(session)]).toEqual([step, ...(COUNTS[step] as number[])]);
      expect(session.frame.balance.violations).toEqual([]);
    }
    session.dispose();
  });

  test('shows the very same frame however a step is reached', () => {
    const session = fork();
    const frames = COUNTS.map((_, step) => {
      session.goTo(step);
      return structuredClone(session.frame);
    });
    for (const step of [13, 2, 7, 0, 12, 6, 11, 1]) {
      session.goTo(step);
      expect(session.frame).toEqual(frames[step]);
    }
    session.dispose();
  });

  test('calls the pool as a C programmer would, and says what it answered', () => {
    const session = fork();
    expect(session.steps.map(({ full, result }) => `${full} ${result}`.trim())).toEqual([
      'tl_kv_alloc(p, 2, a); a = 0 1',
      'tl_kv_set_fill(p, 0, 2); fill 0 → 2',
      'tl_kv_set_fill(p, 1, 1); fill 0 → 1',
      'tl_kv_register(p, 0, h0);',
      'tl_kv_ref(p, 0); ref 1 → 2',
      'tl_kv_ref(p, 1); ref 1 → 2',
      'tl_kv_cow(p, 1, &b[1]); b[1] = 2',
      'tl_kv_set_fill(p, 2, 2); fill 1 → 2',
      'tl_kv_unref(p, 1); ref 1 → 0',
      'tl_kv_unref(p, 0); ref 2 → 1',
      'tl_kv_unref(p, 2); ref 1 → 0',
      'tl_kv_unref(p, 0); ref 1 → 0',
      'tl_kv_lookup(p, h0, &c[0]); c[0] = 0',
    ]);
    session.goTo(4);
    expect(session.hashName(0xa91ab0c1027b9366n)).toBe('h0');
    session.dispose();
  });

  test('keeps the tokens in the pool: the copy has them, and the source does not change', () => {
    const session = fork();
    session.goTo(8);
    expect([0, 1, 2].map((id) => session.tokensOf(id))).toEqual([[1, 2], [3], [3, 4]]);
    expect(session.frame.after.tables).toEqual(
      new Map([
        ['a', [0, 1]],
        ['b', [0, 2]],
      ]),
    );
    session.goTo(13);
    expect(session.tokensOf(0)).toEqual([1, 2]);
    session.dispose();
  });

  test('names what each step changed', () => {
    const session = fork();
    const notes = COUNTS.map((_, step) => {
      session.goTo(step);
      return session.frame.changes.map(({ id, kind, note }) => `${id} ${kind}: ${note}`);
    });
    expect(notes).toEqual([
      [],
      ['0 taken: free → used', '1 taken: free → used'],
      ['0 written: fill 0 → 2'],
      ['1 written: fill 0 → 1'],
      ['0 written: registered'],
      ['0 counted: ref 1 → 2'],
      ['1 counted: ref 1 → 2'],
      ['1 counted: ref 2 → 1', '2 copied: copy of 1'],
      ['2 written: fill 1 → 2'],
      ['1 freed: used → free'],
      ['0 counted: ref 2 → 1'],
      ['2 freed: used → free'],
      ['0 to-cache: used → cached'],
      ['0 revived: revived by lookup'],
    ]);
    session.dispose();
  });
});
