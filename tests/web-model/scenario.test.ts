import { readdirSync, readFileSync } from 'node:fs';
import { init } from 'tlkv';
import { beforeAll, describe, expect, test } from 'vitest';
import { ask, holds, type Question } from '../../web/src/model/question.ts';
import { parseScenario, play, ScenarioError } from '../../web/src/model/scenario.ts';
import { SCENARIOS } from '../../web/src/model/scenarios.ts';
import { whyOf } from '../../web/src/model/why.ts';

beforeAll(() => init());

const directory = new URL('../../web/scenarios/', import.meta.url);
const files = readdirSync(directory).filter((name) => name.endsWith('.json'));

const text = (...steps: string[]) => `{
  "title": "t", "about": "steps",
  "pool": { "blocks": 2, "tokens": 2 },
  "steps": [
    ${steps.join(',\n    ')}
  ]
}`;

test('every file in web/scenarios is on the menu', () => {
  expect(files.map((name) => name.replace('.json', '').replaceAll('_', '-')).toSorted()).toEqual(
    [...SCENARIOS.keys()].toSorted(),
  );
});

describe.each(files)('%s', (name) => {
  const scenario = parseScenario(readFileSync(new URL(name, directory), 'utf8'));

  test('runs to its end with every invariant kept and a reason for each step', () => {
    const session = play(scenario);
    for (let step = 0; step <= session.steps.length; step++) {
      session.goTo(step);
      expect(session.frame.balance.violations).toEqual([]);
      const why = whyOf(session.frame, scenario.pool.tokens, (hash) => session.hashName(hash));
      expect(why.text).toMatch(/^[A-Za-z0-9].*[.!?]$/);
      expect(why.rule).toMatch(/\.$/);
    }
    session.dispose();
  });

  test('asks questions of which exactly one choice comes true', () => {
    const session = play(scenario);
    for (const step of session.steps.filter(({ ask }) => ask)) {
      session.goTo(step.index - 1);
      const asked = ask(step.ask as Question, step, session.frame.after);
      expect(asked?.choices.length, `step ${step.index}`).toBeGreaterThan(1);
      session.goTo(step.index);
      const right = asked?.choices.filter((choice) => holds(choice, session.frame));
      expect(
        right?.map(({ text }) => text),
        `step ${step.index}: ${asked?.question}`,
      ).toHaveLength(1);
    }
    session.dispose();
  });
});

test.each([
  ['{ "title": "t" ', /^not JSON/],
  ['[]', /the scenario must be an object/],
  ['{ "title": "t", "about": "a", "pool": {}, "steps": [], "speed": 1 }', /has no "speed"/],
  [text().replace('2,', '0,'), /pool\.blocks must be an integer in 1\.\.65536/],
  [text('"alloc a 1"', '{ "do": "alloc a" }'), /^line 6, step 2: expected n: alloc \[seq\] n/],
  [
    text('"alloc a 1"', '{\n      "do": "ref 0",\n      "because": "x" }'),
    /^line 6, step 2: a step has no "because"/,
  ],
  [text('{ "do": "ref 0", "ask": "what" }'), /line 5, step 1: ask must be "next"/],
  [
    text(
      '{ "do": "ref 0", "ask": { "question": "q", "choices": [{ "text": "a", "claims": "0 blue" }, {}] } }',
    ),
    /line 5, step 1: "0 blue" is no claim/,
  ],
  [text('{ "do": "ref 0", "why": "a \\"[{\\" b" }', '7'), /^line 6, step 2: a step must be an object/],
])('%s', (source, message) => {
  expect(() => parseScenario(source)).toThrow(ScenarioError);
  expect(() => parseScenario(source)).toThrow(message);
});

test('a step that makes no sense when it is run is named', () => {
  const scenario = parseScenario(text('"alloc a 1"', '"fork b c"'));
  expect(() => play(scenario)).toThrow(/step 2, "fork b c": no sequence is called b/);
});
